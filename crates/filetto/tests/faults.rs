//! What people have run into at the command line, and how it is answered now.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test of the binary runs it, talks to it and looks at its files"
)]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

fn command(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("filetto").unwrap();
    command.args(args).env("XDG_STATE_HOME", home).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn filetto(args: &[&str]) -> Output {
    command(&std::env::temp_dir(), args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A command that is refused: its sentence and its exit code.
fn refused(args: &[&str]) -> (String, i32) {
    let output = filetto(args);
    assert_eq!(text(&output.stdout), "", "{args:?}");
    (text(&output.stderr), output.status.code().unwrap())
}

#[test]
fn an_engine_that_does_not_exist_is_an_error_and_no_loss() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("event.jsonl");
    let (error, code) = refused(&[
        "arena",
        "-p",
        "random",
        "-p",
        "cmd=./no-such-engine,name=ghost",
        "-b",
        "3x3x3",
        "--ledger",
        ledger.to_str().unwrap(),
    ]);
    assert!(error.contains("ghost does not start on 3x3x3") && code == 1, "{error}");
    assert_eq!(std::fs::read(&ledger).unwrap(), b"", "nothing is kept as a result");
}

#[test]
fn values_that_make_no_sense_are_refused_before_any_work() {
    let arena = ["arena", "-p", "random", "-p", "quasi-random", "-b", "3x3x3"];
    let more: [&[&str]; 9] = [
        &["--pairs", "0"],
        &["--concurrency", "0"],
        &["--draw-after", "0"],
        &["--tc", "0+0"],
        &["--memory", "0"],
        &["--judge", "nosuch"],
        &["--nodes", "0"],
        &["--time", "0"],
        &["-p", "mtdf,tc=0"],
    ];
    for more in more {
        let (error, code) = refused(&[&arena[..], more].concat());
        assert!(code == 2 && !error.is_empty(), "{more:?}: {error}");
    }
    for args in [
        &["play", "tictactoe", "--o", "mcts", "--level", "3"][..],
        &["play", "tictactoe", "--level", "3"],
        &["analyse", "tictactoe", "--player", "mcts", "--level", "3"],
        &["analyse", "tictactoe", "--nodes", "0"],
        &["show", "3x3x3", "--game", "2"],
    ] {
        assert_eq!(refused(args).1, 2, "{args:?}");
    }
    let (error, code) = refused(&[&arena[..], &["--report", "no/such/folder/page.html"]].concat());
    assert!(error.contains("there is no folder") && code == 1, "{error}");
}

#[test]
fn a_cell_off_the_board_is_named_as_it_was_written() {
    let (error, code) = refused(&["show", "3x3x3", "--moves", "4,4"]);
    assert!(error.contains("move 1: 4,4 is off the board: x goes from 0 to 2") && code == 2, "{error}");
    assert!(refused(&["show", "3x3x3", "--moves", "[1,1] [3,0]"]).0.contains("move 2: [3,0] is off the board"));
    assert!(refused(&["show", "3x3x3", "--moves", "e5"]).0.contains("e5 is off the board: it has columns a to c"));
}

#[test]
fn errors_are_json_where_json_was_asked_for() {
    for (args, code, saying) in [
        (&["solve", "3x3", "--json"][..], 2, "ROWSxCOLSxK"),
        (&["show", "missing.psq", "--json"], 1, "cannot read missing.psq"),
        (&["solve", "3x3x3", "--json", "--nonsense"], 2, "--nonsense"),
    ] {
        let (error, exit) = refused(args);
        let value: Value = serde_json::from_str(&error).unwrap_or_else(|_| panic!("{error}"));
        assert_eq!((value["code"].as_i64(), exit), (Some(code), code as i32), "{error}");
        assert!(value["error"].as_str().unwrap().contains(saying), "{error}");
    }
}

#[test]
fn a_batch_goes_on_after_a_line_that_makes_no_sense() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "# a comment\n4455 18\n\n44x5\n4455 soon\n4455 17\n111111 1 9\n").unwrap();
    let batch = |more: &[&str]| filetto(&[&["solve", "connect4", "--batch", file.to_str().unwrap()], more].concat());
    let output = batch(&[]);
    let (said, complained) = (text(&output.stdout), text(&output.stderr));
    assert!(said.contains("line 2: 4455 scores +18\n"), "{said}");
    assert!(said.contains("line 6: 4455 scores +18, but +17 was expected"), "{said}");
    assert!(complained.contains("line 4: ") && complained.contains("line 5: 'soon' is no score"), "{complained}");
    assert_eq!(output.status.code(), Some(1));
    assert!(!said.contains("Some(") && !complained.contains("Some("), "{said}{complained}");
    let values: Vec<Value> =
        text(&batch(&["--json"]).stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let line = |number: u64| values.iter().find(|value| value["line"] == number).unwrap();
    assert_eq!((&line(2)["expected"], &line(2)["right"], &line(2)["score"]), (&18.into(), &true.into(), &18.into()));
    assert_eq!(line(6)["right"], false);
    assert!(line(4)["error"].is_string());
    std::fs::write(&file, "# nothing\n").unwrap();
    assert!(text(&batch(&[]).stderr).contains("the file has no position"));
    std::fs::write(&file, "- 0\n").unwrap();
    let empty = filetto(&["solve", "4x4x4g", "--batch", file.to_str().unwrap()]);
    assert!(text(&empty.stdout).contains("line 1: - scores +0"), "{empty:?}");
}

#[test]
fn scores_of_moves_are_those_of_the_player_who_makes_them() {
    // The first player completes four in column 1.
    let args = ["solve", "connect4", "--moves", "121212", "--all-moves", "--score", "--prove", "--no-checkpoint"];
    let said = text(&filetto(&args).stdout);
    assert!(said.contains("scores of moves are those of X"), "{said}");
    let value: Value = serde_json::from_str(&text(&filetto(&[&args[..], &["--json"]].concat()).stdout)).unwrap();
    assert_eq!(value["scores_of"], "first");
    let best = value["all_moves"].as_object().unwrap().values().filter_map(|found| found["score"].as_i64()).max();
    assert!(best.is_none_or(|best| best <= value["score"].as_i64().unwrap()), "{value}");
}

#[test]
fn a_checkpoint_that_cannot_be_used_is_set_aside_with_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let solve = |memory: &str| {
        let args = ["solve", "7x6x4g", "--prove", "--time", "300ms", "--memory", memory];
        command(home.path(), &args).output().unwrap()
    };
    let file = home.path().join("filetto/7x6x4g.checkpoint");
    assert!(solve("8").status.code() == Some(1) && file.exists(), "a board that takes longer");
    let said = text(&solve("16").stderr);
    assert!(said.contains("it was made with a table of 8 MB") && said.contains("7x6x4g.checkpoint.old"), "{said}");
    assert!(home.path().join("filetto/7x6x4g.checkpoint.old").exists() && file.exists());
    std::fs::write(&file, "my thesis").unwrap();
    let said = text(&solve("8").stderr);
    assert!(said.contains("7x6x4g.checkpoint is no checkpoint; it is kept as"), "{said}");
    // A file that was named is never moved.
    let thesis = home.path().join("thesis.txt");
    std::fs::write(&thesis, "my thesis").unwrap();
    let args = ["solve", "7x6x4g", "--prove", "--time", "1ms", "--checkpoint", thesis.to_str().unwrap()];
    let output = command(home.path(), &args).output().unwrap();
    assert!(output.status.code() == Some(2) && text(&output.stderr).contains("is no checkpoint"), "{output:?}");
    assert_eq!(std::fs::read(&thesis).unwrap(), b"my thesis");
}

/// Making a table takes time too: there is no more of it than can be of use, and what was kept is gone on with.
#[test]
fn a_large_table_does_not_use_up_a_short_time() {
    let home = tempfile::tempdir().unwrap();
    let solve = |time: &str, memory: &str| {
        let args = ["solve", "7x8x4g", "--prove", "--time", time, "--memory", memory];
        let output = command(home.path(), &args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let file = std::fs::read(home.path().join("filetto/7x8x4g.checkpoint")).unwrap();
        let table = String::from_utf8_lossy(file.split(|byte| *byte == b'\n').nth(1).unwrap()).into_owned();
        let words: usize = table.rsplit(' ').next().unwrap().parse().unwrap();
        ((words * 8) >> 20, text(&output.stderr))
    };
    assert_eq!(solve("100ms", "4000").0, 64);
    std::fs::remove_file(home.path().join("filetto/7x8x4g.checkpoint")).unwrap();
    assert_eq!(solve("700ms", "80").0, 80);
    let (size, said) = solve("100ms", "4000");
    assert!(size == 80 && said.contains("going on from"), "{size} MB: {said}");
}

#[test]
fn the_proof_of_what_is_solved_in_time_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("win.cert");
    // The solver may need the whole time for the value: then nothing is claimed. It never has the value and no proof.
    for time in ["1ms", "5ms", "20ms", "80ms", "320ms", "2s"] {
        let args =
            ["solve", "5x5x4", "--prove", "--no-checkpoint", "--time", time, "--certificate", file.to_str().unwrap()];
        let output = filetto(&args);
        assert_eq!(text(&output.stdout).contains("5x5x4: draw"), file.exists(), "{time}: {output:?}");
        if file.exists() {
            std::fs::remove_file(&file).unwrap();
        }
    }
}

#[test]
fn verify_goes_on_after_a_file_that_cannot_be_read() {
    let good = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/certificates/3x3x3_strong_draw.cert");
    let output = filetto(&["verify", "missing.cert", good]);
    let said = text(&output.stdout);
    assert!(said.contains("missing.cert: cannot be read") && said.contains("proved: 3x3x3"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn openings_that_are_no_text_are_bad_input_and_a_full_disk_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, b"\xff\xfe").unwrap();
    let arena = ["arena", "-p", "random", "-p", "quasi-random", "-b", "3x3x3"];
    let (error, code) = refused(&[&arena[..], &["--openings", openings.to_str().unwrap()]].concat());
    assert!(error.contains("is no text") && code == 2, "{error}");
    let (error, code) = refused(&[&arena[..], &["--ledger", "no/such/folder/event.jsonl"]].concat());
    assert!(error.contains("ledger no/such/folder") && code == 1, "{error}");
    if Path::new("/dev/full").exists() {
        let full = filetto(&[&arena[..], &["--ledger", "/dev/full"]].concat());
        assert_eq!(full.status.code(), Some(1), "{full:?}");
        assert!(text(&full.stderr).contains("/dev/full"), "{full:?}");
    }
}

#[test]
fn the_help_names_what_can_be_written() {
    let help = |args: &[&str]| text(&filetto(args).stdout);
    assert!(help(&["arena", "--help"]).contains("level=1 to 10"));
    let show = help(&["show", "--help"]);
    assert!(["cells", "columns0", "gomocup", "bologna"].iter().all(|name| show.contains(name)), "{show}");
    assert!(help(&["solve", "--help"]).contains("draw.2.cert"));
    let engine = Command::cargo_bin("pbrain-filetto").unwrap().arg("--help").stdin(Stdio::null()).output().unwrap();
    assert!(text(&engine.stdout).contains("Gomocup"), "{engine:?}");
}

#[test]
fn books_are_told_as_json_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.book");
    let path = file.to_str().unwrap();
    let json = |args: &[&str]| serde_json::from_str::<Value>(&text(&filetto(args).stdout)).unwrap();
    assert_eq!(json(&["book", "build", "4x4x4g", "--plies", "2", "--out", path, "--json"])["plies"], 2);
    assert_eq!(json(&["book", "check", path, "--json"])["agree"], true);
}

/// Long work hears Ctrl-C and says what was not looked at.
#[cfg(unix)]
#[test]
fn ctrl_c_in_a_review_or_an_explanation_says_what_was_not_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let moves = "h8 i9 g7 i7 i8 g8 h9 h7 j10";
    let position = ["15x15x5", "--moves", moves, "--nodes", "500000000", "--html", page.to_str().unwrap()];
    for (name, saying) in [("explain", "was not looked at"), ("review", "looked at")] {
        let child = command(folder.path(), &[&[name][..], &position].concat()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1500));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        assert!(said.contains(saying) && output.status.code() == Some(130), "{name}: {output:?}");
        assert!(!text(&output.stdout).contains("No faults") && !page.exists(), "{name}: {output:?}");
    }
    let mut family = command(folder.path(), &["solve", "--family", "9xNx9"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(family.try_wait().unwrap(), None, "it searches for longer than that");
    Command::new("kill").args(["-INT", &family.id().to_string()]).status().unwrap();
    let output = family.wait_with_output().unwrap();
    assert!(text(&output.stderr).contains("nothing is known of the boards"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_a_check_or_a_comparison_says_how_far_it_came() {
    let folder = tempfile::tempdir().unwrap();
    let check: &[&str] = &["book", "check", "connect4", "--sample", "100000"];
    let compare: &[&str] = &["lab", "7x7x4", "--heuristics", "all", "--depth", "2", "--games", "10000"];
    for (args, saying) in [(check, "of 100000 positions were solved again"), (compare, "matches were played")] {
        let mut child = command(folder.path(), args).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1500));
        assert_eq!(child.try_wait().unwrap(), None, "it goes on for longer than that");
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(text(&output.stderr).contains(saying) && output.status.code() == Some(130), "{output:?}");
        assert!(!text(&output.stdout).contains("none missing"), "{output:?}");
    }
}

/// The app for others in the network: it says where it is, answers to the machine's name, and Ctrl-C is its ordinary end.
#[cfg(unix)]
#[test]
fn an_app_for_the_network_tells_its_addresses_and_answers_to_them() {
    let mut child =
        command(&std::env::temp_dir(), &["serve", "--host", "0.0.0.0", "--port", "0", "--no-open"]).spawn().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let (here, elsewhere) = (said.next().unwrap(), said.next().unwrap());
    let name = gethostname::gethostname().into_string().unwrap();
    assert!(elsewhere.starts_with(&format!("Other devices find it at http://{name}:")), "{elsewhere}");
    let address = here.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    let status = |host: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /icon.svg HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        BufReader::new(stream).lines().next().unwrap().unwrap()
    };
    for host in [name.clone(), format!("{name}:7333"), format!("{name}.local")] {
        assert!(status(&host).contains(" 200 "), "{host}");
    }
    assert!(status(&format!("{name}.evil.example")).contains(" 403 "));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
