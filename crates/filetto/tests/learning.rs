//! `filetto learn` from nothing to a player, broken off in between.

#![allow(clippy::disallowed_methods, reason = "it runs the program and reads its files")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn filetto(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_filetto")).args(args).output().unwrap()
}

fn out(args: &[&str]) -> String {
    let output = filetto(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(args: &[&str]) -> String {
    let output = filetto(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn learn(folder: &str, generations: &str) -> String {
    let small = ["--games", "16", "--simulations", "4", "--blocks", "1", "--threads", "1"];
    let args = [&["learn", "4x4x3g", "--out", folder, "--generations", generations, "--json"], &small[..]].concat();
    out(&args)
}

#[test]
fn a_network_is_trained_watched_measured_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("net").to_str().unwrap().to_owned();
    let lines: Vec<Value> = learn(&path, "2").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[1]["generation"].as_u64(), lines[1]["games"].as_u64()), (Some(2), Some(32)));
    // The solver labelled positions of this board, and the policy's moves were held against them.
    assert!(lines[1]["measured"][0][1]["keeps"].as_f64().unwrap() > 0.2);
    // The same command with more generations goes on.
    assert_eq!(learn(&path, "3").lines().count(), 1);
    assert!(
        refused(&["learn", "4x4x3g", "--out", &path, "--simulations", "5"]).contains("was begun with 4 simulations")
    );
    assert!(refused(&["learn", "3x3x3", "--out", &path]).contains("a training of 4x4x3g"));
    let status: Value = serde_json::from_str(&out(&["learn", "status", &path, "--json"])).unwrap();
    assert_eq!(status["generations"].as_array().unwrap().len(), 3);
    assert!(out(&["learn", "status", &path]).contains("loss of the policy"));
    assert!(std::fs::read_to_string(Path::new(&path).join("progress.html")).unwrap().contains("<svg"));
    let model = format!("{path}/model.net");
    let yardstick = format!("{path}/yardstick.txt");
    assert!(
        out(&["learn", "measure", &model, "--yardstick", &yardstick, "--simulations", "0,8"]).contains("8 simulations")
    );
    let zero = format!("zero={model}");
    let arena = ["arena", "-p", &zero, "-p", "random", "--boards", "4x4x3g", "--time", "20ms", "--json"];
    let event: Value = serde_json::from_str(&out(&arena)).unwrap();
    assert_eq!(event["games"].as_u64(), Some(2));
    assert!(out(&["play", "4x4x3g", "--x", &zero, "--o", "random", "--time", "10ms"]).contains("plays"));
    // The folder of the training will do.
    let folder = format!("zero={path}");
    assert!(out(&["play", "4x4x3g", "--x", &folder, "--o", "random", "--time", "10ms"]).contains("plays"));
    assert!(refused(&["play", "3x3x3", "--x", &zero]).contains("this network is for 4x4x3g, not for 3x3x3"));
}

#[test]
fn zero_is_a_player_where_it_has_a_network_and_a_sentence_elsewhere() {
    assert!(out(&["players"]).contains("zero"));
    assert!(out(&["play", "3x3x3", "--x", "zero:simulations=8", "--o", "zero", "--time", "10ms"]).contains("draw"));
    let sentence = "no network for 7x7x4: train one with filetto learn 7x7x4";
    assert!(refused(&["play", "7x7x4", "--x", "zero"]).contains(sentence));
    assert!(refused(&["analyse", "7x7x4", "--player", "zero"]).contains(sentence));
    assert!(refused(&["arena", "-p", "zero", "-p", "random", "--boards", "7x7x4"]).contains(sentence));
    assert!(refused(&["play", "3x3x3", "--x", "zero=/nowhere.net"]).contains("/nowhere.net"));
    assert!(refused(&["learn", "100x100x5"]).contains("too large"));
    assert!(refused(&["learn", "status", "/nowhere"]).contains("there is no training in /nowhere"));
}

#[test]
fn the_protocol_says_that_there_is_no_network() {
    use std::io::Write as _;
    let mut engine = Command::new(env!("CARGO_BIN_EXE_filetto"));
    engine.args(["engine", "--player", "zero"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = engine.spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"START 15\nBEGIN\n").unwrap();
    let output = std::thread::spawn(move || {
        use std::io::{BufRead as _, BufReader};
        let lines = BufReader::new(engine.stdout.take().unwrap()).lines();
        let told: Vec<String> = lines.map_while(Result::ok).take_while(|line| !line.starts_with("ERROR")).collect();
        engine.kill().unwrap();
        engine.wait().unwrap();
        told.join("\n")
    });
    assert!(output.join().unwrap().contains("no network for 15x15x5: train one with filetto learn 15x15x5"));
    drop(input);
}

#[cfg(unix)]
#[test]
fn a_training_that_is_interrupted_or_killed_goes_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for signal in [Signal::INT, Signal::KILL] {
        let args = ["learn", "3x3x3", "--out", path, "--games", "64", "--threads", "1", "--json"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_filetto")).args(args).stdout(Stdio::piped()).spawn().unwrap();
        {
            use std::io::{BufRead as _, BufReader};
            let mut first = String::new();
            BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut first).unwrap();
            assert!(first.contains("generation"), "{first}");
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.code(), (signal == Signal::INT).then_some(130));
    }
    let status: Value = serde_json::from_str(&out(&["learn", "status", path, "--json"])).unwrap();
    let generations: Vec<u64> =
        status["generations"].as_array().unwrap().iter().map(|entry| entry["generation"].as_u64().unwrap()).collect();
    assert!(
        generations.len() >= 2 && generations.iter().enumerate().all(|(i, &n)| n == i as u64 + 1),
        "{generations:?}"
    );
}
