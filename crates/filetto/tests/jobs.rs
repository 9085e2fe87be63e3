//! Work items over plain pipes, and events that are played by workers, good ones and bad ones.

#![allow(clippy::disallowed_methods, reason = "a test of the binary runs it, and looks at its files")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

const EVENT: [&str; 10] =
    ["arena", "-p", "mcts", "-p", "quasi-random", "-b", "3x3x3,4x4x3g", "--nodes", "200", "--openings=random:2"];

fn filetto(args: &[&[&str]]) -> Command {
    let mut command = Command::cargo_bin("filetto").unwrap();
    command.args(args.concat()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A worker that is fed these lines: its lines.
fn work(lines: &str) -> Vec<Value> {
    let mut child = filetto(&[&["worker"]]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = said(&child.wait_with_output().unwrap());
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The games of a ledger by the id of their pair, without the times.
fn games(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let pair: Value = serde_json::from_str(line).unwrap();
        let moves = [0, 1].map(|game| pair["games"][game]["record"]["moves"].to_string()).join(" ");
        let again = games.insert(pair["id"].as_str().unwrap().to_owned(), moves);
        assert_eq!(again, None, "a pair was counted twice");
    }
    games
}

fn items(pairs: &str) -> String {
    said(&filetto(&[&EVENT, &["--items", "--pairs", pairs]]).output().unwrap())
}

#[test]
fn a_worker_is_a_function_of_the_item() {
    let items = items("2");
    assert_eq!(items.lines().count(), 4);
    let moves = |replies: Vec<Value>| {
        let moves = |reply: &Value| [0, 1].map(|game| reply["result"]["games"][game]["record"]["moves"].to_string());
        replies.iter().map(|reply| (reply["id"].to_string(), moves(reply))).collect::<Vec<_>>()
    };
    let once = moves(work(&items));
    // In another order, in one process.
    let backwards: String = items.lines().rev().map(|line| format!("{line}\n")).collect();
    let mut again = moves(work(&backwards));
    again.reverse();
    assert_eq!(once, again);
    let ids = items.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].to_string());
    assert_eq!(once.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), ids.collect::<Vec<_>>());
}

#[test]
fn what_is_no_item_is_answered_in_a_sentence_and_the_rest_goes_on() {
    let good = items("1").lines().next().unwrap().to_owned();
    let newer = good.replace("\"version\":1,\"id\"", "\"version\":7,\"id\"");
    let changed = good.replace("quasi-random", "random");
    let replies = work(&format!("garbage\n\n{{}}\n{newer}\n{changed}\n{{\"cancel\":\"nobody\"}}\n{good}\n"));
    let error = |reply: &Value| reply["error"].as_str().unwrap_or_default().to_owned();
    assert_eq!(replies.len(), 5, "{replies:?}");
    assert!(error(&replies[0]).starts_with("no work item: ") && replies[0]["id"].is_null());
    assert!(error(&replies[1]).contains("its format must be"));
    assert!(error(&replies[2]).contains("has version 7 and this program does version 1"), "{}", replies[2]);
    assert!(error(&replies[3]).contains("must be the hash of what it asks"));
    assert!(replies[4]["result"]["games"].is_array());
}

#[test]
fn an_event_among_processes_is_the_event_here() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["here.jsonl", "there.jsonl"].map(|name| folder.path().join(name));
    let table = |ledger: &Path, more: &[&str]| {
        let ledger = ["--pairs", "6", "--json", "--ledger", ledger.to_str().unwrap()];
        let text = said(&filetto(&[&EVENT, &ledger, more]).output().unwrap());
        let told: Value = serde_json::from_str(&text).unwrap();
        (
            told["games"].clone(),
            told["players"].as_array().unwrap().iter().map(|one| one["points"].clone()).collect::<Vec<_>>(),
        )
    };
    let wanted = table(&here, &[]);
    assert_eq!(table(&there, &["--on", "local:2"]), wanted);
    assert_eq!(games(&here), games(&there));
    // A ledger of one goes on with the other.
    let half: String =
        std::fs::read_to_string(&here).unwrap().lines().take(5).map(|line| format!("{line}\n")).collect();
    std::fs::write(&there, half).unwrap();
    assert_eq!(table(&there, &["--on", "local:2"]), wanted);
    assert_eq!(games(&here), games(&there));
}

#[cfg(unix)]
#[test]
fn workers_that_die_hang_or_answer_nonsense_cost_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts");
    std::fs::create_dir(&starts).unwrap();
    let script = folder.path().join("bad.sh");
    let program = Command::cargo_bin("filetto").unwrap().get_program().to_string_lossy().into_owned();
    // Of six starts one dies, one answers nonsense, one hangs, one answers for somebody else.
    let text = format!(
        "number=0\nuntil mkdir {}/$number 2>/dev/null; do number=$((number + 1)); done\ncase $((number % 6)) in\n\
         0) read item; exit 3;;\n\
         1) read item; echo nonsense; sleep 60;;\n\
         2) read item; sleep 60;;\n\
         3) read item; echo '{{\"format\":\"filetto-result\",\"version\":1,\"id\":\"0\",\"result\":1,\"host\":\"\",\"ms\":0}}'; exit;;\n\
         *) exec {program} worker;;\nesac\n",
        starts.display()
    );
    std::fs::write(&script, text).unwrap();
    let [here, there] = ["here.jsonl", "there.jsonl"].map(|name| folder.path().join(name));
    let run = |ledger: &Path, more: &[&str]| {
        let ledger = ["--pairs", "4", "--ledger", ledger.to_str().unwrap()];
        said(&filetto(&[&EVENT, &ledger, more]).output().unwrap())
    };
    run(&here, &[]);
    let on = format!("cmd:2:sh {}", script.display());
    // Nonsense is noticed at once, what hangs after its second and the grace.
    run(&there, &["--on", &on, "--item-time", "5s"]);
    assert_eq!(games(&here), games(&there));
    assert!(std::fs::read_dir(&starts).unwrap().count() > 4, "the bad ones had their turn");
}

#[cfg(unix)]
#[test]
fn a_driver_that_is_killed_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("event.jsonl");
    let more = ["--pairs", "25", "--on", "local:2", "--ledger", ledger.to_str().unwrap()];
    let mut child = filetto(&[&EVENT, &more]).spawn().unwrap();
    while std::fs::read_to_string(&ledger).map_or(0, |text| text.lines().count()) < 5 {
        assert!(child.try_wait().unwrap().is_none(), "the event was over before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap(); // SIGKILL
    child.wait().unwrap();
    said(&filetto(&[&EVENT, &more]).output().unwrap());
    assert_eq!(games(&ledger).len(), 50);
}

#[test]
fn a_place_that_cannot_work_is_told_in_a_sentence() {
    let refused = |more: &[&str]| {
        let output = filetto(&[&EVENT, more]).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, error) = refused(&["--on", "nowhere"]);
    assert!(code == 2 && error.contains("write local:N, cmd:N:PROGRAM, ray or ray://HEAD:10001"), "{error}");
    let (code, error) = refused(&["--on", "cmd:1:no-such-program-at-all"]);
    assert!(code == 1 && error.contains("no-such-program-at-all cannot be started"), "{error}");
    // Nothing here is a worker.
    let program = Command::cargo_bin("filetto").unwrap().get_program().to_string_lossy().into_owned();
    let (code, error) = refused(&["--on", &format!("cmd:1:{program} values 3x3x3")]);
    assert!(code == 1 && error.contains("is no result"), "{error}");
}

/// What a training has learnt from: the samples of all generations, and the log but for the times.
fn training(folder: &Path) -> (Vec<Vec<u8>>, Vec<String>) {
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("replay")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let log = std::fs::read_to_string(folder.join("log.jsonl")).unwrap();
    let line = |line: &str| {
        let entry: Value = serde_json::from_str(line).unwrap();
        ["generation", "positions", "policy_loss", "value_loss"].map(|key| entry[key].to_string()).join(" ")
    };
    (files.iter().map(|file| std::fs::read(file).unwrap()).collect(), log.lines().map(line).collect())
}

#[test]
fn a_network_learns_from_games_played_elsewhere_as_from_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let args = [
            "learn",
            "4x4x3g",
            "--generations",
            "2",
            "--games",
            "48",
            "--simulations",
            "4",
            "--threads",
            "1",
            "--json",
        ];
        said(&filetto(&[&args, &["--out", out.to_str().unwrap()], more]).output().unwrap());
        training(&out)
    };
    assert_eq!(learn("here", &[]), learn("there", &["--on", "local:2"]));
}

#[test]
fn the_doctor_says_what_is_missing_and_what_to_do() {
    let doctor = |more: &[&str]| {
        let output = filetto(&[&["doctor", "--json"], more]).env("FILETTO_PYTHON", "no-such-python").output().unwrap();
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = told["found"].as_array().unwrap().clone();
        let of = |what: &str| found.iter().find(|one| one["what"] == what).unwrap().clone();
        (output.status.code().unwrap(), of("python"), of("speed"), found.last().unwrap().clone())
    };
    let (code, python, speed, _) = doctor(&[]);
    assert_eq!((code, &python["good"]), (0, &Value::from(false)));
    assert!(python["told"].as_str().unwrap().contains("FILETTO_PYTHON can name another"));
    assert!(speed["told"].as_str().unwrap().contains("positions a second"));
    let (code, _, _, ray) = doctor(&["--on", "ray"]);
    assert_eq!((code, &ray["what"], &ray["good"]), (1, &Value::from("ray"), &Value::from(false)));
}

/// What speaks for a cluster of two machines, and does its items here.
#[cfg(unix)]
const FRONT: &str = r#"#!/bin/sh
echo '{"format":"filetto-cluster","capacity":2,"machines":[["one","Processor A"],["two","@PROCESSOR@"]]}'
exec "@PROGRAM@" worker
"#;

#[cfg(unix)]
#[test]
fn times_on_unlike_machines_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = Command::cargo_bin("filetto").unwrap().get_program().to_owned();
    let event = |second: &str, limits: &[&str]| {
        let front = folder.path().join(second);
        let text = FRONT.replace("@PROCESSOR@", second).replace("@PROGRAM@", program.to_str().unwrap());
        std::fs::write(&front, text).unwrap();
        std::fs::set_permissions(&front, std::fs::Permissions::from_mode(0o700)).unwrap();
        let players = ["arena", "-p", "mcts", "-p", "random", "-b", "3x3x3", "--pairs", "1", "--on", "ray"];
        filetto(&[&players, limits]).env("FILETTO_PYTHON", front).output().unwrap()
    };
    let refused = event("Processor B", &["--time", "20ms"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("one and two have different processors"), "{said}");
    for (second, limits) in [
        ("Processor B", &["--time", "20ms", "--mixed-hardware"][..]),
        ("Processor B", &["--nodes", "50"]),
        ("Processor B", &[]),
        ("Processor A", &["--time", "20ms"]),
    ] {
        let played = self::said(&event(second, limits));
        assert!(played.contains("mcts"), "{second} {limits:?}: {played}");
    }
}

#[test]
fn a_board_is_proved_in_jobs_and_a_killed_proof_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [ledger, certificate] = ["jobs.jsonl", "draw.cert"].map(|name| folder.path().join(name));
    let solve = |more: &[&str]| {
        let all = ["solve", "7x7x5", "--on", "local:2", "--checkpoint", ledger.to_str().unwrap()];
        filetto(&[&all, &["--job-nodes", "300", "--certificate", certificate.to_str().unwrap()], more])
    };
    let mut child = solve(&[]).spawn().unwrap();
    while std::fs::read_to_string(&ledger).map_or(0, |text| text.lines().count()) < 10 {
        assert!(child.try_wait().unwrap().is_none(), "the proof was over before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap(); // SIGKILL
    child.wait().unwrap();
    let told: Value = serde_json::from_str(&said(&solve(&["--json"]).output().unwrap())).unwrap();
    assert_eq!(told["value"], "draw");
    let source = told["source"].as_str().unwrap();
    assert!(!source.contains(" 0 of an earlier run"), "{source}");
    let checked = said(&filetto(&[&["verify"], &[certificate.to_str().unwrap()]]).output().unwrap());
    assert!(checked.contains("7x7x5: X never completes a line"), "{checked}");
    assert!(!ledger.exists(), "what is proved needs no ledger");
}
