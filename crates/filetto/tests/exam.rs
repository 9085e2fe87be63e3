//! `filetto exam` with real Java classes, good and bad. Needs a JDK: `cargo xtask test` brings one.

#![allow(clippy::disallowed_methods, reason = "a test of programs runs them and looks at files")]

use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

const ADAPTERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../adapters/java");
const STUBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../arena/java/stubs");

/// What bad players do when they are asked for a cell; `FC` are the free cells, `MC` the marked ones.
const BAD: [(&str, &str); 7] = [
    ("Endless", "while (true) {}"),
    ("Crashing", "throw new IllegalStateException(\"<b>no idea</b>\");"),
    ("Occupied", "return MC.length > 0 ? MC[0] : FC[0];"),
    ("Null", "return null;"),
    ("OffBoard", "return new MNKCell(-1, 99);"),
    (
        "Marking",
        "try { Thread.sleep(50); if (MC.length > 0) new java.io.File(System.getenv(\"FILETTO_TEST_MARK\")).createNewFile(); }
         catch (Exception e) { } return FC[0];",
    ),
    (
        "Noisy",
        "System.out.println(\"0,0\"); Thread t = new Thread(() -> { try { Thread.sleep(60000); } catch (InterruptedException e) { } });
         t.setDaemon(true); t.start(); return FC[0];",
    ),
];

/// All players compiled, with the interfaces.
static CLASSES: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(folder.path()).args(["-sourcepath", &format!("{STUBS}:{ADAPTERS}/test")]);
    for (name, body) in BAD {
        let text = format!(
            "package mnkgame;\npublic class {name} implements MNKPlayer {{\n public void initPlayer(int M, int N, int K, boolean f, int t) {{ }}\n \
             public String playerName() {{ return \"{name}\"; }}\n public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {{ {body} }}\n}}\n"
        );
        let file = folder.path().join(format!("{name}.java"));
        std::fs::write(&file, text).unwrap();
        javac.arg(file);
    }
    for file in ["Careful.java", "CarefulCX.java"] {
        javac.arg(Path::new(ADAPTERS).join("test").join(file));
    }
    let output = javac.output().expect("these tests need javac: cargo xtask test installs a JDK");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
});

fn exam(class: &str, more: &[&str]) -> Output {
    let mut filetto = Command::new(env!("CARGO_BIN_EXE_filetto"));
    // A busy machine may be late; that is not what is examined here.
    filetto.arg("exam").arg(CLASSES.path()).arg(class).args(["--quick", "--margin", "20s"]).args(more);
    filetto.output().unwrap()
}

/// The findings, and the exit code.
fn findings(class: &str, more: &[&str]) -> (Value, i32) {
    let output = exam(class, &[&["--json"], more].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{class}: {text} {}", String::from_utf8_lossy(&output.stderr)));
    (value, output.status.code().unwrap())
}

/// The mark of a check and what it says.
fn check<'a>(findings: &'a Value, name: &str) -> (&'a str, &'a str) {
    let checks = findings["checks"].as_array().unwrap();
    let found = checks.iter().find(|check| check["name"] == name).unwrap_or_else(|| panic!("{name}: {findings:#}"));
    (found["mark"].as_str().unwrap(), found["says"].as_str().unwrap())
}

#[test]
fn a_careful_class_passes_and_gets_a_page_that_fetches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("exam.html");
    let (found, code) = findings("Careful", &["--report", page.to_str().unwrap()]);
    assert_eq!(
        (code, found["passed"].as_bool(), found["complete"].as_bool()),
        (0, Some(true), Some(true)),
        "{found:#}"
    );
    assert_eq!(found["name"], "Careful");
    for name in
        ["interface", "initPlayer", "legality", "time", "must win", "must block", "heap", "output", "threads", "games"]
    {
        assert_eq!(check(&found, name).0, "pass", "{found:#}");
    }
    assert_eq!(found["must_win"]["right"], found["must_win"]["of"]);
    assert_eq!(found["must_block"]["of"], 8, "two boards, four directions");
    assert!(found["heap_bytes"].as_u64().unwrap() > 100_000, "{found:#}");
    assert_eq!(found["scheme"], "bologna-mnk");
    let games: u64 = ["wins", "draws", "losses"].iter().map(|key| found["results"][key].as_u64().unwrap()).sum();
    assert_eq!((games, found["opponents"].as_array().unwrap().len()), (6, 3));
    // It plays like a beginner: the judge has something to say, and what it calls better is not what was played.
    let worst = found["worst"].as_array().unwrap();
    assert!((1..=5).contains(&worst.len()), "{found:#}");
    assert!(worst.iter().all(|worst| worst["played"] != worst["better"]), "{found:#}");
    let html = std::fs::read_to_string(page).unwrap();
    assert_eq!(html.matches("<article").count(), worst.len());
    assert_eq!(html.matches("class=\"position\"").count(), worst.len());
    for outside in ["http://", "https://", "src=", "href=", "@import", "url("] {
        assert!(!html.replace("http://www.w3.org/2000/svg", "").contains(outside), "{outside}");
    }
}

#[test]
fn a_class_with_gravity_is_recognised_and_scored_by_its_course() {
    let (found, code) = findings("CarefulCX", &[]);
    assert_eq!((code, found["scheme"].as_str()), (0, Some("bologna-cx")), "{found:#}");
    assert!(check(&found, "interface").1.contains("connectx.CXPlayer"));
    assert_eq!(found["must_block"]["right"], found["must_block"]["of"]);
    let (found, code) = findings("CarefulCX", &["--preset", "bologna-mnk"]);
    assert_eq!((code, check(&found, "interface").0), (1, "fail"));
    assert!(check(&found, "interface").1.contains("--preset bologna-cx"), "{found:#}");
}

#[test]
fn every_bad_class_fails_with_its_reason() {
    for (class, name, saying) in [
        ("mnkgame.Crashing", "legality", "IllegalStateException: <b>no idea</b>"),
        ("mnkgame.Occupied", "legality", "is taken"),
        ("mnkgame.Null", "legality", "returned null"),
        ("mnkgame.OffBoard", "legality", "off the board"),
        ("mnkgame.Missing", "interface", "is the class path right"),
    ] {
        let (found, code) = findings(class, &[]);
        let (mark, says) = check(&found, name);
        assert_eq!((code, mark, says.contains(saying)), (1, "fail", true), "{class}: {found:#}");
    }
}

#[test]
fn a_class_that_never_answers_is_not_waited_for_for_ever() {
    let (found, code) = findings("mnkgame.Endless", &["--margin", "100ms"]);
    assert_eq!((code, check(&found, "time").0), (1, "fail"), "{found:#}");
    assert!(check(&found, "time").1.contains("times too late"), "{found:#}");
}

#[test]
fn what_the_course_forbids_is_a_warning() {
    let output = exam("mnkgame.Noisy", &[]);
    let text = String::from_utf8_lossy(&output.stdout);
    let line =
        |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{text}")).to_owned();
    assert!(line("output").starts_with("warning") && line("threads").starts_with("warning"), "{text}");
    assert!(line("must win").starts_with("FAILED") && text.contains("worst moves"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let (mark, page) = (folder.path().join("mark"), folder.path().join("exam.html"));
    let mut filetto = Command::new(env!("CARGO_BIN_EXE_filetto"));
    filetto.arg("exam").arg(CLASSES.path()).args(["mnkgame.Marking", "--margin", "20s", "--report"]).arg(&page);
    let child = filetto.env("FILETTO_TEST_MARK", &mark).stdout(std::process::Stdio::piped()).spawn().unwrap();
    while !mark.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("calls itself 'Marking'"), "{text}");
    assert!(std::fs::read_to_string(page).unwrap().contains("stopped before its end"));
}

#[test]
fn nonsense_is_answered_with_one_sentence_and_code_2() {
    let place = CLASSES.path().to_str().unwrap();
    let source = format!("{ADAPTERS}/test/Careful.java");
    for (args, saying) in [
        ([source.as_str(), "Careful"], "is source: compile it"),
        (["no-such-folder", "Careful"], "there is no no-such-folder"),
        ([place, "mnkgame/Null.class"], "mnkgame.Null"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_filetto")).arg("exam").args(args).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(saying) && error.trim().lines().count() == 1, "{args:?}: {error}");
        assert_eq!(output.status.code(), Some(2));
    }
}
