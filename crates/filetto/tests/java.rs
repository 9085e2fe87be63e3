//! Filetto as a Java player, inside something that behaves as the course's tester does. Needs a JDK: `cargo xtask test` brings one.

#![allow(clippy::disallowed_methods, reason = "a test of programs runs them")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

const ADAPTERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../adapters/java");
const STUBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../arena/java/stubs");

/// The adapter, the stubs and the test's own classes, compiled.
static CLASSES: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-Werror", "-Xlint:all", "-d"]).arg(folder.path());
    javac.arg("-sourcepath").arg(format!("{STUBS}:{ADAPTERS}/player:{ADAPTERS}/test"));
    for file in ["player/filetto/FilettoMNK.java", "player/filetto/FilettoCX.java"] {
        javac.arg(Path::new(ADAPTERS).join(file));
    }
    for file in ["MiniTester.java", "Naive.java", "NaiveCX.java"] {
        javac.arg(Path::new(ADAPTERS).join("test").join(file));
    }
    let output = javac.output().expect("these tests need javac: cargo xtask test installs a JDK");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
});

fn tester(binary: &Path, args: &[&str]) -> Output {
    tester_at(binary, "", args)
}

/// The same with a level for Filetto.
fn tester_at(binary: &Path, level: &str, args: &[&str]) -> Output {
    let mut java = Command::new("java");
    java.arg(format!("-Dfiletto.binary={}", binary.display()))
        .arg(format!("-Dfiletto.level={level}"))
        .arg("-cp")
        .arg(CLASSES.path())
        .args(["-Dgrace=60000", "MiniTester"])
        .args(args);
    java.output().unwrap()
}

fn filetto() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_filetto"))
}

#[test]
fn filetto_wins_rounds_on_the_same_object_with_and_without_gravity() {
    // Rectangles, either side, several rounds without a new object, one second a move.
    let cases = [
        (["mnk", "4", "5", "3", "1", "2", "filetto.FilettoMNK", "Naive"], "won by Filetto\nwon by Filetto\n"),
        (["mnk", "5", "4", "4", "1", "1", "Naive", "filetto.FilettoMNK"], "won by Filetto\n"),
        (["cx", "4", "5", "4", "1", "2", "filetto.FilettoCX", "NaiveCX"], "won by Filetto\nwon by Filetto\n"),
        (["cx", "6", "7", "4", "1", "1", "NaiveCX", "filetto.FilettoCX"], "won by Filetto\n"),
    ];
    for (args, expected) in cases {
        let output = tester(&filetto(), &args);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn a_missing_binary_is_said_clearly() {
    let output =
        tester(Path::new("/nowhere/filetto"), &["mnk", "3", "3", "3", "1", "1", "filetto.FilettoMNK", "Naive"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(error.contains("the program filetto was not found") && error.contains("-Dfiletto.binary="), "{error}");
}

/// The players are real classes; what they say to the program is written down by a script between them.
#[cfg(unix)]
#[test]
fn a_level_is_named_and_a_bad_one_is_refused_in_the_engines_words() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let (script, log) = (folder.path().join("filetto"), folder.path().join("log"));
    let text = format!("#!/bin/sh\necho \"$@\" >> '{}'\nexec '{}' \"$@\"\n", log.display(), filetto().display());
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    // A level is limited by nodes: of ten seconds a move it needs none.
    let args = ["cx", "4", "5", "4", "10", "1", "filetto.FilettoCX", "NaiveCX"];
    let output = tester_at(&script, "9", &args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "won by Filetto\n", "{error}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "engine --player filetto:level=9\n");
    let output = tester_at(&filetto(), "11", &args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("'11' is no level: they go from 1 to 10"), "{error}");
}
