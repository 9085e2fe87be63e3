//! Values, long solves and books as a person at a shell meets them.

#![allow(clippy::disallowed_methods, reason = "a test of the binary runs it and looks at its files")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

/// Runs the binary with a folder of its own for what it keeps.
fn filetto(home: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("filetto").unwrap().args(args).env("XDG_STATE_HOME", home).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(home: &Path, args: &[&str]) -> Value {
    let output = filetto(home, args);
    serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{args:?}: {error} {output:?}"))
}

#[test]
fn values_prints_a_grid_and_tells_everything_about_a_board() {
    let home = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| out(&filetto(home.path(), args));
    let grid = run(&["values", "--k", "5", "--size", "9"]);
    assert!(grid.contains("\n   8   D  D  ?  d  ?\n") && !grid.contains('\u{1b}'), "{grid}");
    assert!(run(&["values", "--color", "always"]).contains("\u{1b}[33mD"));
    let falling = run(&["values", "--gravity", "--size", "7"]);
    assert!(falling.contains("4 in a row with gravity") && falling.contains('L'), "{falling}");
    let one = run(&["values", "7x7x5"]);
    assert!(one.starts_with("7x7x5: draw\n  weak draw; certificate: 7x7x5_weak_draw.cert\n"), "{one}");
    assert!(one.contains("literature: Hsu"), "{one}");
    let family = run(&["values", "7x6x6"]);
    assert!(family.contains("certificate: strip_6_k6.cert"), "{family}");
    assert!(run(&["values", "10x10x5"]).contains("nobody knows"));
    assert!(run(&["values", "3x4x3"]).contains("   2 L W W L\n"), "an edge loses");
    let value = json(home.path(), &["values", "4x5x4g", "--json"]);
    assert_eq!(
        (&value["value"], &value["known_by"], &value["first_moves"]["a1"]),
        (&"draw".into(), &"certificate".into(), &"second".into())
    );
    let all = run(&["values", "--csv"]);
    assert!(
        all.starts_with("board,value,kind,how,source,")
            && all.contains("NxNx9+,draw,pairing,certificate,plane_k9.cert")
    );
    assert_eq!(run(&["values", "--k", "4", "--size", "5", "--json"]).lines().count(), 4);
    assert_eq!(filetto(home.path(), &["values", "3x3"]).status.code(), Some(2));
}

#[test]
fn solve_answers_from_the_atlas_and_searches_when_told_to() {
    let home = tempfile::tempdir().unwrap();
    let known = json(home.path(), &["solve", "70x70x10", "--json"]);
    assert_eq!(
        (&known["value"], &known["known_by"], &known["nodes"]),
        (&"draw".into(), &"certificate".into(), &0.into())
    );
    let known = json(home.path(), &["solve", "15x15x5e", "--json"]);
    assert_eq!((&known["value"], &known["known_by"]), (&"first".into(), &"literature".into()));
    let text = out(&filetto(home.path(), &["solve", "5x5x4"]));
    assert_eq!(text, "5x5x4: draw (known by certificate: strong draw, 5x5x4_strong_draw.cert)\n");
    let searched = json(home.path(), &["solve", "4x5x4", "--prove", "--json"]);
    assert_eq!((&searched["value"], &searched["known_by"]), (&"draw".into(), &"search".into()));
    assert!(searched["nodes"].as_u64().unwrap() > 0);
    let score = json(home.path(), &["solve", "4x6x4g", "--score", "--json"]);
    assert_eq!((&score["value"], &score["score"], &score["plies"]), (&"second".into(), &(-1).into(), &24.into()));
    let moves = json(home.path(), &["solve", "4x7x4g", "--all-moves", "--json"]);
    assert_eq!(
        (&moves["all_moves"]["d1"]["value"], &moves["all_moves"]["c1"]["value"]),
        (&"draw".into(), &"second".into())
    );
    assert!(std::fs::read_dir(home.path()).unwrap().next().is_none(), "nothing is kept of what is solved");
}

#[test]
fn a_limit_keeps_what_was_learnt_and_the_same_command_goes_on() {
    let home = tempfile::tempdir().unwrap();
    for (board, piece) in [("6x5x4g", "100ms"), ("7x4x4", "500ms")] {
        let expected = json(home.path(), &["solve", board, "--prove", "--no-checkpoint", "--json"]);
        let stopped = filetto(home.path(), &["solve", board, "--prove", "--time", piece]);
        let said = String::from_utf8(stopped.stderr).unwrap();
        if stopped.status.success() {
            continue; // a machine too fast for the limit
        }
        assert!(stopped.status.code() == Some(1) && said.contains("the same command goes on"), "{said}");
        let file = home.path().join("filetto").join(format!("{board}.checkpoint"));
        assert!(file.exists() && said.contains(file.to_str().unwrap()), "{said}");
        let wrong =
            filetto(home.path(), &["solve", board, "--prove", "--checkpoint", file.to_str().unwrap(), "--moves", "a1"]);
        assert!(
            String::from_utf8(wrong.stderr).unwrap().contains("another position") && wrong.status.code() == Some(2)
        );
        let resumed = json(home.path(), &["solve", board, "--prove", "--json"]);
        assert_eq!(resumed["value"], expected["value"]);
        assert!(resumed["resumed_nodes"].as_u64().unwrap() > 0, "{resumed}");
        assert!(!file.exists(), "it is removed when the position is solved");
    }
}

/// A long solve dies without a warning; the same command goes on from what it had kept.
#[cfg(unix)]
#[test]
fn a_killed_solve_goes_on_to_the_same_answer() {
    let home = tempfile::tempdir().unwrap();
    for board in ["6x6x4g", "7x4x4"] {
        let file = home.path().join("kept");
        let args =
            ["solve", board, "--prove", "--json", "--save-every", "50ms", "--checkpoint", file.to_str().unwrap()];
        let mut child = Command::cargo_bin("filetto")
            .unwrap()
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !file.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "{board} was killed while it was solving");
        let resumed = json(home.path(), &["solve", board, "--prove", "--json", "--checkpoint", file.to_str().unwrap()]);
        assert!(resumed["resumed_nodes"].as_u64().unwrap() > 0, "{resumed}");
        let expected = if board == "6x6x4g" { "second" } else { "draw" };
        assert_eq!(resumed["value"], expected, "{resumed}");
        assert!(!file.exists());
    }
}

#[test]
fn a_book_is_made_shown_checked_and_used() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let book = at("small.book");
    let made = filetto(home.path(), &["book", "build", "4x5x4g", "--plies", "4", "--out", &book, "--threads", "2"]);
    assert!(out(&made).contains("positions of 4x5x4g up to 4 plies"), "{made:?}");
    assert!(
        out(&filetto(home.path(), &["book", "build", "4x5x4g", "--plies", "4", "--out", &book]))
            .contains("already complete")
    );
    let other = filetto(home.path(), &["book", "build", "4x5x4g", "--plies", "3", "--out", &book]);
    assert!(
        other.status.code() == Some(2) && String::from_utf8_lossy(&other.stderr).contains("to 4 plies, not"),
        "{other:?}"
    );
    let shown = json(home.path(), &["book", "show", &book, "--json"]);
    assert_eq!(
        (&shown["board"], &shown["by_ply"][0]["draw"], &shown["by_ply"][1]["second"]),
        (&"4x5x4g".into(), &1.into(), &2.into())
    );
    let checked = filetto(home.path(), &["book", "check", &book, "--sample", "20"]);
    assert!(out(&checked).contains("none missing, scores agree, 20 solved again"), "{checked:?}");
    let from_book =
        json(home.path(), &["solve", "4x5x4g", "--moves", "331", "--all-moves", "--score", "--book", &book, "--json"]);
    let searched =
        json(home.path(), &["solve", "4x5x4g", "--moves", "331", "--all-moves", "--score", "--prove", "--json"]);
    assert_eq!((&from_book["known_by"], &searched["known_by"]), (&"book".into(), &"search".into()));
    for key in ["value", "score", "plies"] {
        assert_eq!(from_book[key], searched[key], "{key}");
        for column in ["a1", "b1", "c3", "d1", "e1"] {
            assert_eq!(from_book["all_moves"][column][key], searched["all_moves"][column][key], "{column} {key}");
        }
    }
    let mut bytes = std::fs::read(&book).unwrap();
    let last = bytes.len() - 6;
    bytes[last] ^= 1;
    std::fs::write(at("damaged.book"), bytes).unwrap();
    let damaged = filetto(home.path(), &["book", "check", &at("damaged.book")]);
    assert!(
        damaged.status.code() == Some(2) && String::from_utf8_lossy(&damaged.stderr).contains("damaged"),
        "{damaged:?}"
    );
    assert_eq!(filetto(home.path(), &["book", "build", "4x5x4", "--plies", "2"]).status.code(), Some(2));
}

#[test]
fn the_first_moves_of_connect_four_come_from_the_book() {
    let home = tempfile::tempdir().unwrap();
    let empty = json(home.path(), &["solve", "connect4", "--score", "--all-moves", "--json"]);
    assert_eq!((&empty["value"], &empty["plies"], &empty["known_by"]), (&"first".into(), &41.into(), &"book".into()));
    let scores: Vec<i64> =
        "abcdefg".chars().map(|c| empty["all_moves"][format!("{c}1")]["score"].as_i64().unwrap()).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
    let after = json(home.path(), &["solve", "connect4", "--moves", "444", "--json"]);
    assert_eq!((&after["known_by"], &after["nodes"]), (&"book".into(), &0.into()));
    let checked = filetto(home.path(), &["book", "check", "connect4"]);
    assert!(out(&checked).contains("none missing, scores agree"), "{checked:?}");
}
