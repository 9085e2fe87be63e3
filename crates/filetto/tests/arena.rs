//! The arena as a person at a shell sees it, and as a power failure does.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;

#[allow(clippy::disallowed_methods, reason = "a test of the binary runs it")]
fn arena(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("filetto").unwrap();
    command.arg("arena").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The ids of a ledger's whole lines.
#[allow(clippy::disallowed_methods, reason = "a test looks at the file")]
fn ids(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let id = |line: &str| serde_json::from_str::<Value>(line).ok()?["id"].as_str().map(str::to_owned);
    text.lines().filter_map(id).collect()
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, reason = "the test waits at random")]
fn an_event_killed_twenty_times_ends_complete_and_without_duplicates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.jsonl");
    let args = [
        &["-p", "random", "-p", "quasi-random", "-p", "random,name=other"][..],
        &["--boards", "20x20x5,3x3x3", "--pairs", "60", "--openings", "random:2"],
        &["--concurrency", "2", "--force-concurrency", "--ledger", path.to_str().unwrap()],
    ]
    .concat();
    let total = 3 * 2 * 60;
    let (mut state, mut kills, mut grown) = (12345u64, 0, 0);
    for _ in 0..20 {
        let before = ids(&path).len();
        let mut child = arena(&args).spawn().unwrap();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        std::thread::sleep(Duration::from_millis(20 + (state >> 33) % 150));
        kills += i32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        grown += i32::from(ids(&path).len() > before);
    }
    assert!(kills > 0, "the event was over before it could be killed");
    let said = out(&arena(&args).output().unwrap());
    assert!(grown == 0 || said.contains("the ledger has"), "{said}");
    let found = ids(&path);
    assert_eq!(found.len(), total);
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), total);
    let again: Value =
        serde_json::from_str(&out(&arena(&[&args[..], &["--json"]].concat()).output().unwrap())).unwrap();
    assert_eq!((again["games"].as_u64(), again["end"].as_str()), (Some(2 * total as u64), Some("complete")));
    assert_eq!(ids(&path).len(), total, "a complete event plays nothing more");
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, reason = "a test looks at the file")]
fn a_match_prints_a_table_and_writes_a_page_that_fetches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("event.html");
    let ghost = folder.path().join("ghost.sh");
    std::fs::write(&ghost, "read start; echo OK; read more").unwrap();
    let name = "name=<script>alert(1)</script>&\"";
    let text = out(&arena(&[
        "-p",
        "random",
        "-p",
        &format!("quasi-random,{name}"),
        "-p",
        &format!("cmd=sh,args={},name=ghost", ghost.display()),
        "--boards",
        "3x3x3,4x5x4g",
        "--report",
        page.to_str().unwrap(),
    ])
    .output()
    .unwrap());
    assert!(text.contains("won-drawn-lost against") && text.contains("8 crash"), "{text}");
    let html = std::fs::read_to_string(page).unwrap();
    assert!(!html.contains("<script>alert") && html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;"));
    for outside in ["http://", "https://", "src=", "href=", "@import", "url("] {
        assert!(!html.replace("http://www.w3.org/2000/svg", "").contains(outside), "{outside}");
    }
    assert!(!html.contains("NaN") && !html.contains("inf%"));
}

/// The command of docs/arena.md with fewer nodes.
#[test]
fn a_full_event_of_the_courses_boards_runs_to_its_end() {
    let players = ["-p", "filetto", "-p", "luccioli", "-p", "koci-ceroni", "-p", "mrrobot"];
    let limits = ["--boards", "bologna-mnk", "--nodes", "20", "--dead-draws", "--draw-after", "120", "--json"];
    let value: Value = serde_json::from_str(&out(&arena(&[&players[..], &limits].concat()).output().unwrap())).unwrap();
    // Six meetings, 25 boards, both colours.
    assert_eq!((value["end"].as_str(), value["games"].as_u64()), (Some("complete"), Some(300)));
    let names: Vec<&str> = value["players"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!((value["scheme"].as_str(), names[0]), (Some("bologna-mnk"), "filetto"), "{names:?}");
    assert!(
        value["players"].as_array().unwrap().iter().all(|p| p["faults"].as_object().unwrap().is_empty()),
        "{value:#}"
    );
}

#[test]
fn scripts_of_fastchess_and_cutechess_find_their_lines() {
    let played = |form: &str| {
        out(&arena(&["-p", "random", "-p", "quasi-random", "--boards", "3x3x3", "--pairs", "2", "--output", form])
            .output()
            .unwrap())
    };
    let text = played("fastchess");
    assert!(text.contains("Started game 1 of 4 (random vs quasi-random)\nFinished game 1 (random vs quasi-random): "));
    assert!(text.contains("\nResults of random vs quasi-random (1000 ms a move):\nElo: "), "{text}");
    assert!(text.contains("\nPtnml(0-2): [") && text.contains("Games: 4, Wins: "), "{text}");
    assert!(!text.to_lowercase().contains("nan") && !text.contains("inf"), "{text}");
    assert!(played("cutechess").contains("\nScore of random vs quasi-random: "));
}

#[test]
fn a_sequential_test_stops_as_soon_as_it_knows() {
    let value: Value = serde_json::from_str(&out(&arena(&[
        "-p",
        "quasi-random",
        "-p",
        "random",
        "--boards",
        "4x4x3",
        "--sprt",
        "elo0=0,elo1=50",
        "--openings",
        "random:1",
        "--json",
    ])
    .output()
    .unwrap()))
    .unwrap();
    assert_eq!(value["end"], "h1");
    assert!(value["games"].as_u64().unwrap() < 400, "{value}");
    assert!(value["meetings"][0]["llr"].as_f64().unwrap() > 2.94);
}

#[test]
fn nonsense_is_answered_with_one_sentence_and_code_2() {
    for (args, saying) in [
        (&["-p", "random"][..], "two players at least"),
        (&["-p", "random", "-p", "random"], "two players are called 'random'"),
        (&["-p", "random", "-p", "nobody"], "there is no player 'nobody'"),
        (&["-p", "random", "-p", "mtdf,colour=red"], "has no option 'colour'"),
        (&["-p", "random", "-p", "filetto,level=11"], "'11' is no level"),
        (&["-p", "koci-ceroni", "-p", "mtdf", "-b", "6x7x4g"], "koci-ceroni does not play 6x7x4g"),
        (&["-p", "random", "-p", "foo=bar"], "is no player"),
        (&["-p", "random", "-p", "mtdf", "-b", "3x3"], "ROWSxCOLSxK"),
        (&["-p", "random", "-p", "mtdf", "-c", "10000"], "--force-concurrency"),
        (&["-p", "random", "-p", "mtdf", "-p", "mcts", "--sprt", "elo1=9"], "between two players"),
    ] {
        let output = arena(args).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(saying) && error.trim().lines().count() == 1, "{args:?}: {error}");
        assert_eq!(output.status.code(), Some(2), "{error}");
    }
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, reason = "a test of the binary runs it")]
fn ctrl_c_keeps_what_was_played_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.jsonl");
    let ledger = path.to_str().unwrap();
    let child = arena(&[
        "-p",
        "random",
        "-p",
        "quasi-random",
        "-b",
        "20x20x5",
        "--pairs",
        "100000",
        "--openings",
        "empty",
        "--ledger",
        ledger,
    ])
    .spawn()
    .unwrap();
    while ids(&path).is_empty() {
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("the same command goes on from here"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
#[allow(clippy::disallowed_methods, reason = "a test of the binary runs it")]
fn an_engine_does_not_outlive_an_arena_that_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("stubborn-engine.sh");
    // Says OK to whatever comes first, and then neither reads nor ends.
    std::fs::write(&engine, "read line\necho OK\nwhile true; do sleep 600; done\n").unwrap();
    let token = engine.to_str().unwrap();
    let running = || {
        let folders = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let texts = folders.filter_map(|folder| std::fs::read(folder.path().join("cmdline")).ok());
        // The arena has the path in its own arguments too.
        texts.filter(|bytes| String::from_utf8_lossy(bytes).starts_with(&format!("/bin/sh\0{token}"))).count()
    };
    let player = format!("cmd=/bin/sh,args={token},name=stubborn");
    let mut child = arena(&["-p", &player, "-p", "random", "-b", "3x3x3", "--time", "500s"]).spawn().unwrap();
    let wait_for = |count: usize| {
        for _ in 0..600 {
            if running() == count {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{} engines run instead of {count}", running());
    };
    wait_for(1);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for(0);
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test of the binary runs it")]
fn check_quotes_what_is_wrong() {
    let output = Command::cargo_bin("filetto").unwrap().args(["check", "/bin/cat"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("BROKEN  ABOUT") && text.contains("got       ABOUT"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
