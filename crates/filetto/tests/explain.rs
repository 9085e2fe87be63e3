//! `filetto explain` and `filetto review` as a person at a shell sees them.

#![allow(clippy::disallowed_methods, reason = "a test of the binary runs it and looks at its files")]

use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt;

fn filetto(args: &[&str]) -> Output {
    Command::cargo_bin("filetto").unwrap().args(args).output().unwrap()
}

fn out(args: &[&str]) -> String {
    let output = filetto(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_position_is_explained_in_every_language() {
    let english = out(&["explain", "3x3x3", "--moves", "a1 b1 b2"]);
    assert!(english.contains("2  .(X). 2\n") && english.contains("O must take c3"), "{english}");
    assert!(english.contains("two threats at once"), "{english}");
    let italian = out(&["explain", "3x3x3", "--moves", "a1 b1 b2", "--lang", "it"]);
    assert!(italian.contains("O deve prendere c3") && !italian.contains(" wins "), "{italian}");
    let spanish = out(&["explain", "3x3x3", "--moves", "a1 b1 b2", "--lang", "es"]);
    assert!(spanish.contains("O debe tomar c3") && spanish.contains("dos amenazas a la vez"), "{spanish}");
    let romanian = out(&["explain", "3x3x3", "--moves", "a1 b1 b2", "--lang", "ro"]);
    assert!(romanian.contains("O trebuie să ia c3") && romanian.contains("două amenințări deodată"), "{romanian}");
}

#[test]
fn an_explanation_is_json_a_picture_and_a_page() {
    let text = out(&["explain", "5x5x5", "--moves", "c3", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["verdict"]["kind"], "draw");
    assert_eq!(value["board"][2], "..X..");
    let held = value["why"]["held"].as_array().unwrap();
    assert!(held.iter().any(|held| held["how"]["kind"] == "pairing" && held["how"]["pairs"][0].is_array()), "{text}");
    let picture = out(&["explain", "5x5x5", "--moves", "c3", "--svg", "-"]);
    assert!(picture.starts_with("<svg") && picture.contains("class=\"note\""));
    let page = out(&["explain", "tictactoe", "--moves", "a1 b1 b2", "--html", "-"]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("O must take c3") && page.contains("</svg>"));
}

#[test]
fn a_review_finds_the_mistake_and_makes_a_puzzle_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (puzzles, page) = (path("mistakes.txt"), path("review.html"));
    let game = ["review", "tictactoe", "--moves", "a1 b1 b2 c3 a3 a2 c1"];
    let text = out(&[&game[..], &["--puzzles", &puzzles]].concat());
    assert!(text.contains("2. O b1: draw thrown away. It was drawn for O, and now it is lost."), "{text}");
    assert_eq!(text, out(&game), "the same twice");
    let lines = std::fs::read_to_string(&puzzles).unwrap();
    assert!(lines.lines().any(|line| line.starts_with("3x3x3 hold 0 b2 a1")), "{lines}");
    out(&[&game[..], &["--html", &page]].concat());
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("class=\"chart\"") && page.contains("draw thrown away"), "{page}");
    let value: serde_json::Value = serde_json::from_str(&out(&[&game[..], &["--json"]].concat())).unwrap();
    assert_eq!(value["moves"][1]["class"], "draw_thrown_away");
    assert_eq!(value["chart"].as_array().unwrap().len(), 8);
}

#[test]
fn bad_input_is_told_in_one_sentence() {
    let output = filetto(&["explain", "3x3x3", "--lang", "fr"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is one of en, it"));
    assert_eq!(filetto(&["review", "nonsense"]).status.code(), Some(2));
}
