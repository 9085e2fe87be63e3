//! What a system wants of an installed program: completions, manual pages, a configuration file, a version.

#![allow(clippy::disallowed_methods, reason = "it runs the program and reads its files")]

use std::process::{Command, Output};

fn filetto(args: &[&str], config: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("filetto.toml");
    std::fs::write(&file, config).unwrap();
    Command::new(env!("CARGO_BIN_EXE_filetto")).args(args).env("FILETTO_CONFIG", &file).output().unwrap()
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn completions_of_every_shell_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(out(&filetto(&["completions", shell], "")).contains("analyse"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    assert!(out(&filetto(&["man"], "")).contains(".TH"));
    let folder = tempfile::tempdir().unwrap();
    out(&filetto(&["man", "--folder", folder.path().to_str().unwrap()], ""));
    for command in ["solve", "play", "arena", "config"] {
        let page = std::fs::read_to_string(folder.path().join(format!("filetto-{command}.1"))).unwrap();
        assert!(page.contains(command), "{command}");
    }
}

#[test]
fn the_configuration_sets_defaults_that_an_option_overrules() {
    let italian = "language = 'it'\nlevel = 3";
    assert!(out(&filetto(&["config"], italian)).contains("level = 3"));
    let explain = ["explain", "tictactoe", "--moves", "a1 b1 a2 b2"];
    assert!(out(&filetto(&explain, italian)).contains("vince"));
    assert!(out(&filetto(&[&explain[..], &["--lang", "en"]].concat(), italian)).contains("wins"));
}

#[test]
fn a_configuration_that_makes_no_sense_is_refused_in_a_sentence() {
    let output = filetto(&["players"], "level = 99");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("level must be from 1 to 10"));
}

#[test]
fn a_time_may_be_an_hour() {
    let tactics = ["analyse", "tictactoe", "--moves", "a1 b1 a2 b2", "--depth", "1", "--time", "1h"];
    assert!(out(&filetto(&tactics, "")).contains("a3"));
    let output = filetto(&["analyse", "tictactoe", "--time", "1x"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("1h"));
}

#[test]
fn the_checker_is_a_program_of_its_own() {
    let certificate = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/certificates/plane_k9.cert");
    let run = |files: &[&str]| Command::new(env!("CARGO_BIN_EXE_filetto-verify")).args(files).output().unwrap();
    assert!(out(&run(&[certificate])).contains("proved"));
    assert!(!run(&[concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]).status.success());
}
