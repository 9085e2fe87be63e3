//! The binary as a person at a shell sees it.

#![allow(clippy::disallowed_methods, reason = "a test of the binary runs it and looks at its files")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;

fn filetto(args: &[&str], input: &str) -> Output {
    let mut child = Command::cargo_bin("filetto")
        .unwrap()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may have closed its end.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What went wrong, in the one sentence that the user sees, and the exit code.
fn fails(args: &[&str]) -> (String, i32) {
    let output = filetto(args, "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.stdout, b"", "{args:?}");
    assert_eq!(error.trim().lines().count(), 1, "{args:?}: {error}");
    (error.trim().to_owned(), output.status.code().unwrap())
}

#[test]
fn its_help_has_examples() {
    let output = filetto(&["--help"], "");
    assert!(output.status.success());
    assert!(out(&output).contains("filetto play connect4"));
}

#[test]
fn show_draws_a_position_and_says_how_the_moves_were_read() {
    let drawn = out(&filetto(&["show", "6x7x4g", "--moves", "12121212"], ""));
    assert!(drawn.is_empty(), "the game is over after seven moves: {drawn}");
    let drawn = out(&filetto(&["show", "6x7x4g", "--moves", "1212121"], ""));
    assert!(drawn.contains("4 [X]. . . . . . 4\n3 [X]O . . . . . 3\n"), "{drawn}");
    assert!(drawn.contains("6x7x4g: X wins with a1 a2 a3 a4\nmoves: 1212121 (read as columns)\n"), "{drawn}");
    assert!(!drawn.contains('\u{1b}'), "no colour in a pipe");
    let coloured = out(&filetto(&["show", "3x3x3", "--moves", "b2", "--color", "always"], ""));
    assert!(coloured.contains('\u{1b}'));
}

#[test]
fn show_prints_json_for_programs() {
    let text = out(&filetto(&["show", "tictactoe", "--moves", "[2,0] [0,0] [2,1] [0,1] [2,2]", "--json"], ""));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["rules"], "3x3x3");
    assert_eq!(value["notation"], "bologna");
    assert_eq!(value["board"], serde_json::json!(["OO.", "...", "XXX"]));
    assert_eq!(value["result"], "first");
    assert_eq!(value["winning_lines"], serde_json::json!([["a1", "b1", "c1"]]));
}

#[test]
fn bad_input_is_answered_with_one_sentence_and_code_2() {
    let cases = [
        (&["show", "3x3"][..], "ROWSxCOLSxK"),
        (&["show", "0x3x3"], "1 to 128"),
        (&["show", "4x4x5"], "K is 1 to 4"),
        (&["show", "gomoku", "--moves", "h8 h8"], "move 2: h8 is taken"),
        (&["show", "connect4", "--moves", "4,5"], "say which with --coords"),
        (&["perft", "axb", "--depth", "3"], "ROWSxCOLSxK"),
    ];
    for (args, expected) in cases {
        let (error, code) = fails(args);
        assert!(error.starts_with("filetto: ") && error.contains(expected), "{error}");
        assert_eq!(code, 2, "{error}");
    }
    let (error, code) = fails(&["show", "missing.psq"]);
    assert!(error.contains("cannot read missing.psq"), "{error}");
    assert_eq!(code, 1);
}

#[test]
fn perft_counts_the_complete_tree_of_noughts_and_crosses() {
    let text = out(&filetto(&["perft", "tictactoe", "--depth", "9", "--json"], ""));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["total_with_root"], 549_946);
    let nodes: Vec<u64> = value["depths"].as_array().unwrap().iter().map(|d| d["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    let table = out(&filetto(&["perft", "connect4", "--depth", "100", "--moves", "1212121"], ""));
    assert!(table.contains("1 nodes with the root"), "a won game has no moves: {table}");
}

#[test]
fn two_people_play_undo_save_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().unwrap();
    let played =
        filetto(&["play", "tictactoe", "--x", "human:Ada", "--save", path], "b2\nb2\nundo\na1\nnonsense\nb2\nmoves\n");
    let text = out(&played);
    assert!(played.status.success());
    assert!(text.contains("b2 is taken") && text.contains("is no move"), "{text}");
    assert!(text.contains("a1 b2\n") && text.contains("X Ada> "), "{text}");
    assert!(text.trim_end().ends_with(&format!("saved to {path}")), "end of input ends cleanly: {text}");
    let on = out(&filetto(&["play", path], "a2\nb1\na3\n"));
    assert!(on.contains("3 [X]. . 3\n2 [X]O . 2\n1 [X]O . 1"), "{on}");
    assert!(on.contains("X (Ada) wins with a1 a2 a3"), "{on}");
}

#[test]
fn a_left_game_says_how_to_go_on_and_a_given_up_one_who_won() {
    let left = out(&filetto(&["play", "connect4"], "4\n4\nquit\n"));
    assert!(left.ends_with("to go on: filetto play 6x7x4g --moves '44'\n"), "{left}");
    let resigned = out(&filetto(&["play", "connect4"], "4\nresign\n"));
    assert!(resigned.contains("X wins (resigned)"), "{resigned}");
}

#[test]
fn convert_goes_through_every_format_and_refuses_what_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    filetto(&["play", "gomoku", "--save", &at("a.jsonl")], "h8\ni9\ng7\n");
    for (from, to) in [("a.jsonl", "b.psq"), ("b.psq", "c.sgf"), ("c.sgf", "d.jsonl")] {
        assert!(filetto(&["convert", &at(from), &at(to)], "").status.success(), "{from} to {to}");
    }
    assert!(out(&filetto(&["show", &at("d.jsonl")], "")).contains("moves: h8 i9 g7"));
    filetto(&["play", "connect4", "--save", &at("g.jsonl")], "4\n");
    let (error, code) = fails(&["convert", &at("g.jsonl"), &at("g.sgf")]);
    assert!(error.contains("SGF holds only games without gravity"), "{error}");
    assert_eq!(code, 2);
    assert!(!folder.path().join("g.sgf").exists(), "nothing is left behind");
    let piped = filetto(&["convert", "-", "-"], "(;GM[4]SZ[15];B[hh])");
    assert!(out(&piped).starts_with("{\"format\":\"filetto-game\""));
}

#[test]
fn a_person_plays_against_a_player_and_takes_back() {
    let text =
        out(&filetto(&["play", "tictactoe", "--o", "negascout", "--nodes", "100000"], "a1\nundo\nb2\nmoves\nquit\n"));
    assert!(text.contains("O negascout plays b2"), "the centre answers a corner: {text}");
    assert!(
        text.contains("O negascout plays a3") || text.contains("O negascout plays a1"),
        "a corner answers the centre: {text}"
    );
    let two = out(&filetto(&["play", "tictactoe", "--x", "mtdf", "--o", "lab-alphabeta", "--nodes", "600000"], ""));
    assert!(two.ends_with("draw\n"), "{two}");
    let (error, code) = fails(&["play", "connect4", "--o", "luccioli"]);
    assert!(error.contains("not meant for boards with gravity"), "{error}");
    assert_eq!(code, 2);
    assert!(fails(&["play", "connect4", "--o", "nobody"]).0.contains("there is no player 'nobody'"));
}

#[test]
fn analyse_tells_what_it_thinks_and_ends_with_a_move() {
    let args = ["analyse", "connect4", "--moves", "121212", "--player", "negascout", "--nodes", "20000"];
    assert!(out(&filetto(&args, "")).contains("best: 1, wins in 1"), "{}", out(&filetto(&args, "")));
    let lines = out(&filetto(&["analyse", "5x5x4", "--player", "luccioli", "--depth", "2", "--json"], ""));
    let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert!(last["best"].is_string() && last["nodes"].as_u64().unwrap() > 0, "{lines}");
    let (error, _) = fails(&["analyse", "connect4", "--moves", "1212121"]);
    assert!(error.contains("nothing to think about: X wins"), "{error}");
    let players = out(&filetto(&["players"], ""));
    assert!(players.lines().count() >= 12 && players.contains("luccioli"), "{players}");
}

#[test]
fn the_laboratory_shows_that_all_searches_agree_and_what_order_gains() {
    let text = out(&filetto(&["lab", "tictactoe"], ""));
    assert!(text.contains("all 17 full-width searches agree"), "{text}");
    let rows =
        out(&filetto(&["lab", "4x4x3g", "--depth", "5", "--algorithms", "minimax,alphabeta,mcts", "--json"], ""));
    let nodes: Vec<u64> = rows
        .lines()
        .map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap()["nodes"].as_u64().unwrap())
        .collect();
    assert!(nodes.len() == 3 && nodes[1] < nodes[0], "{rows}");
    assert!(out(&filetto(&["lab", "3x3x3", "--depth", "3", "--svg", "-"], "")).starts_with("<svg"));
    assert!(fails(&["lab", "3x3x3", "--algorithms", "magic"]).0.contains("there is no algorithm 'magic'"));
}

#[test]
fn heuristics_are_compared_on_a_position_and_by_games() {
    let args = ["lab", "5x5x4", "--heuristics", "chua,koci-ceroni,koci-ceroni:mended", "--depth", "2"];
    let text = out(&filetto(&args, ""));
    assert!(text.lines().filter(|line| line.starts_with("koci-ceroni")).count() == 2, "{text}");
    let games = [&args[..], &["--games", "2", "--nodes", "200", "--json"]].concat();
    let rows: Vec<serde_json::Value> =
        out(&filetto(&games, "")).lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(rows.len(), 3 + 3, "three opinions, three pairs");
    assert!(rows[3..].iter().all(|row| row["score"].as_f64().is_some() && row["error"].as_f64().is_some()));
    assert!(fails(&["lab", "3x3x3", "--heuristics", "tea"]).0.contains("there is no heuristic 'tea'"));
}

#[test]
fn solve_finds_values_writes_proofs_and_checks_batches() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = out(&filetto(&["solve", "4x4x3", "--certificate", &at("win.cert")], ""));
    assert!(text.contains("4x4x3: the first player wins") && text.contains("checked: 4x4x3: X wins"), "{text}");
    assert!(out(&filetto(&["verify", &at("win.cert")], "")).contains("proved: 4x4x3: X wins"));
    let mut bytes = std::fs::read(at("win.cert")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    std::fs::write(at("broken.cert"), &bytes).unwrap();
    let broken = filetto(&["verify", &at("broken.cert")], "");
    assert!(out(&broken).contains("NOT proved") && broken.status.code() == Some(1), "{broken:?}");
    let scores = out(&filetto(&["solve", "4x4x4g", "--moves", "1", "--all-moves", "--score", "--json"], ""));
    let value: serde_json::Value = serde_json::from_str(&scores).unwrap();
    assert_eq!(value["value"], "draw");
    assert_eq!(value["all_moves"].as_object().unwrap().len(), 4, "{scores}");
    let right = filetto(&["solve", "connect4", "--batch", "-"], "4455 18\n1212\n");
    assert!(out(&right).contains("line 1: 4455 scores +18\nline 2: 1212 scores "), "{right:?}");
    assert!(out(&right).contains("\n2 positions, 0 wrong"), "{right:?}");
    let wrong = filetto(&["solve", "connect4", "--batch", "-"], "4455 17\n");
    assert!(
        wrong.status.code() == Some(1) && out(&wrong).contains("line 1: 4455 scores +18, but +17 was expected"),
        "{wrong:?}"
    );
    let exactly = out(&filetto(&["solve", "2x6x3e", "--moves", "a1 f1"], ""));
    assert!(exactly.starts_with("2x6x3e after a1 f1: draw"), "{exactly}");
    let refused = fails(&["solve", "2x6x3e", "--certificate", &at("exactly.cert")]);
    assert!(refused.0.contains("the format of certificates cannot take 2x6x3e"), "{refused:?}");
    assert_eq!(fails(&["solve", "5x5x4", "--score"]).1, 2);
}

#[test]
fn a_small_tree_is_drawn_and_a_large_one_refused() {
    let text = out(&filetto(&["tree", "tictactoe", "--moves", "a1 b2 c3 b1 b3 a3", "--depth", "3"], ""));
    assert!(text.starts_with("root  max +0\n  a2  min loses in 2\n"), "{text}");
    assert!(out(&filetto(&["tree", "3x3x3", "--depth", "2", "--svg", "-"], "")).contains("class=\"edge cut\""));
    let (error, code) = fails(&["tree", "gomoku", "--depth", "3"]);
    assert!(error.contains("more than 2000 nodes"), "{error}");
    assert_eq!(code, 2);
}

#[test]
fn the_tree_of_given_leaves_is_walked_step_by_step() {
    let text = out(&filetto(&["tree", "--leaves", "3 12 8 2 4 6 14 5 2"], ""));
    assert!(text.contains("alpha-beta  value    +3     11 nodes"), "{text}");
    assert!(text.contains("b.b is cut") && text.contains("b is worth at most +2 (negamax: -2)"), "{text}");
    assert!(text.ends_with("2 moves cut: 11 nodes instead of 13\n"), "{text}");
    let negative = out(&filetto(&["tree", "--leaves", "-1 -2 5 7", "--branching", "2", "--json"], ""));
    let value: serde_json::Value = serde_json::from_str(&negative).unwrap();
    assert_eq!((value["branching"].as_u64(), value["depth"].as_u64()), (Some(2), Some(2)));
    assert!(fails(&["tree", "--leaves", "1 2 3", "--branching", "2"]).0.contains("no full tree"));
    assert!(fails(&["tree", "--leaves", "1 x"]).0.contains("'x' is no whole number"));
}

#[test]
fn a_manager_talks_to_the_engine_and_the_end_of_input_ends_it() {
    use std::io::{BufRead, BufReader};

    for (program, args) in [("filetto", &["engine"][..]), ("pbrain-filetto", &[])] {
        let mut child = Command::cargo_bin(program)
            .unwrap()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        input.write_all(b"START 15\r\nINFO timeout_turn 300\r\nINFO rule 0\r\n").unwrap();
        assert_eq!(lines.next().as_deref(), Some("OK"));
        input.write_all(b"BOARD\n7,7,2\n6,7,1\n8,7,2\n3,4,1\n9,7,2\n3,5,1\n10,7,2\nDONE\n").unwrap();
        let answer = lines.find(|line| !line.starts_with("MESSAGE")).unwrap();
        assert_eq!(answer, "11,7", "the free end of a four");
        input.write_all(b"\xff\xfe garbage\nINFO timeout_turn 600000\nTURN 0,0\n").unwrap();
        assert!(lines.find(|line| !line.starts_with("MESSAGE")).unwrap().starts_with("UNKNOWN"));
        // Ten minutes to think, but nobody is there any more.
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_game_and_a_closed_pipe_is_no_error() {
    use std::io::{BufRead, BufReader};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let mut child = Command::cargo_bin("filetto")
        .unwrap()
        .args(["play", "tictactoe", "--save", file.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"b2\nmoves\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    lines.find(|line| line == "b2").expect("the move was played");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(lines.any(|line| line.starts_with("saved to")));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"moves\":[\"b2\"]"));

    let mut child = Command::cargo_bin("filetto")
        .unwrap()
        .args(["show", "100x100x5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn several_lines_are_compared_the_same_way_every_time() {
    let args = ["analyse", "10x10x5", "--moves", "e5 f6", "--lines", "3", "--nodes", "8000", "--json"];
    let analyse = || out(&filetto(&args, ""));
    let told = |output: &str| {
        let last: serde_json::Value = serde_json::from_str(output.lines().last().unwrap()).unwrap();
        let lines = last["lines"].as_array().unwrap().clone();
        lines.iter().map(|line| (line["value"].clone(), line["moves"].clone())).collect::<Vec<_>>()
    };
    let first = told(&analyse());
    assert_eq!(first.len(), 3);
    assert!(first.windows(2).all(|pair| pair[0].1[0] != pair[1].1[0]), "{first:?}");
    assert_eq!(told(&analyse()), first);
}

#[test]
fn a_position_that_the_solver_reaches_is_played_exactly() {
    let args = ["analyse", "connect4", "--moves", "4443322255", "--nodes", "200000", "--json"];
    let solved = out(&filetto(&args, ""));
    let last: serde_json::Value = serde_json::from_str(solved.lines().last().unwrap()).unwrap();
    assert_eq!((&last["proved"], &last["value"]["plies"]), (&true.into(), &19.into()), "{solved}");
    assert_eq!((&last["value"]["kind"], &last["known_by"]), (&"won".into(), &"solver".into()), "{solved}");
}
