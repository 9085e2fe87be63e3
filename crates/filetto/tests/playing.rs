//! `filetto play`: nothing that was played is ever lost, and a terminal is a place to type at.

#![allow(clippy::disallowed_methods, reason = "a test of the binary runs it and looks at its files")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;

fn play(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::cargo_bin("filetto").unwrap();
    let command = command.arg("play").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn moves(file: &Path) -> String {
    let line: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    line["moves"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_move_is_on_disk_before_the_next_prompt() {
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
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (typed, prompt, saved) in
        [("b2", "X> ", ""), ("a1", "O> ", "b2"), ("undo", "X> ", "b2 a1"), ("c3", "O> ", "b2")]
    {
        let mut text = Vec::new();
        while !text.ends_with(prompt.as_bytes()) {
            output.read_until(b' ', &mut text).unwrap();
        }
        assert_eq!(moves(&file), saved, "before {typed}");
        writeln!(input, "{typed}").unwrap();
    }
    let mut text = Vec::new();
    while !text.ends_with(b"X> ") {
        output.read_until(b' ', &mut text).unwrap();
    }
    // The hard way, which no handler hears of.
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(moves(&file), "b2 c3");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn an_existing_game_is_gone_on_with_or_refused_but_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = at("game.jsonl");
    play(&["tictactoe", "--save", &file], b"b2\na1\n");
    let on = out(&play(&["tictactoe", "--save", &file], b"c3\n"));
    assert!(on.contains("going on with") && on.contains("2 moves"), "{on}");
    assert_eq!(moves(Path::new(&file)), "b2 a1 c3");
    let itself = play(&[&file, "--save", &file], b"c1\n");
    assert!(itself.status.success() && moves(Path::new(&file)) == "b2 a1 c3 c1");
    let before = std::fs::read(&file).unwrap();
    for args in [["connect4", "--save", &file], ["play.jsonl", "--save", &file]] {
        let refused = play(&args, b"4\n");
        assert!(!refused.status.success(), "{args:?}");
        assert_eq!(std::fs::read(&file).unwrap(), before, "{args:?}");
    }
    let refused = play(&["tictactoe", "--moves", "a3", "--save", &file], b"b2\n");
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("holds another game") && refused.status.code() == Some(2), "{error}");
    // A finished game, and something that is no game at all.
    play(&["1x1x1", "--save", &at("over.jsonl")], b"a1\n");
    assert_eq!(play(&["1x1x1", "--save", &at("over.jsonl")], b"a1\n").status.code(), Some(2));
    std::fs::write(at("thesis.jsonl"), "my thesis").unwrap();
    assert_eq!(play(&["tictactoe", "--save", &at("thesis.jsonl")], b"b2\n").status.code(), Some(2));
    assert_eq!(std::fs::read(at("thesis.jsonl")).unwrap(), b"my thesis");
    // The command inside the game is as careful.
    let inside = out(&play(&["connect4"], format!("4\nsave {file}\nsave {}\n", at("new.jsonl")).as_bytes()));
    assert!(inside.contains("holds another game") && inside.contains("saved to"), "{inside}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_line_that_is_no_text_is_answered_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let played = play(&["tictactoe", "--save", file.to_str().unwrap()], b"b2\n\xff\xfe\na1\n");
    assert!(played.status.success() && out(&played).contains("that line is no text"), "{played:?}");
    assert_eq!(moves(&file), "b2 a1");
}

#[test]
fn a_wrong_column_is_told_with_the_number_of_the_move() {
    let text = out(&play(&["connect4"], b"4\n4\n9\n"));
    assert!(text.contains("move 3: there is no such column: they go from 1 to 7"), "{text}");
}

#[test]
fn hint_and_analyse_help_in_the_middle_of_a_game() {
    let text = out(&play(&["tictactoe", "--nodes", "2000"], b"a1 b1 a2 b2\nhint\nanalyse\na3\n"));
    assert!(text.contains("hint: a3 (wins in 1)") && text.contains("best: a3, wins in 1"), "{text}");
    assert!(text.contains("X wins with a1 a2 a3"), "helping plays no move: {text}");
}

#[test]
fn a_game_of_a_file_of_several_is_chosen_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    play(&["tictactoe", "--save", &at("a.jsonl")], b"b2\n");
    play(&["connect4", "--save", &at("b.jsonl")], b"4\n");
    let both = std::fs::read_to_string(at("a.jsonl")).unwrap() + &std::fs::read_to_string(at("b.jsonl")).unwrap();
    std::fs::write(at("both.jsonl"), both).unwrap();
    let show = |more: &[&str]| {
        let mut command = Command::cargo_bin("filetto").unwrap();
        let output = command.args(["show", &at("both.jsonl")]).args(more).output().unwrap();
        (out(&output), String::from_utf8(output.stderr).unwrap())
    };
    assert!(show(&["--game", "2"]).0.contains("6x7x4g"), "{:?}", show(&["--game", "2"]));
    assert!(show(&[]).1.contains("there are 2 games in it: say which with --game N"), "{:?}", show(&[]));
    assert!(show(&["--game", "3"]).1.contains("there is no game 3: it has 2"));
}
