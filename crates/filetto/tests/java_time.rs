//! What the Java player does when the engine does not answer, dies or refuses: scripts stand in for the engine. Needs a JDK.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test of programs runs them")]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

const ADAPTERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../adapters/java");
const STUBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../arena/java/stubs");

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

/// A round of the tester with this program as the engine: what it printed, and on standard error.
fn tester(binary: &Path, args: &str) -> (String, String) {
    let mut java = Command::new("java");
    java.arg(format!("-Dfiletto.binary={}", binary.display()));
    java.arg("-cp").arg(CLASSES.path()).args(["-Dgrace=60000", "MiniTester"]).args(args.split(' '));
    let Output { stdout, stderr, .. } = java.output().unwrap();
    (String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

/// A script in place of the engine: it accepts every board, and this is what it does when it is asked for a move.
fn engine(folder: &Path, asked: &str) -> PathBuf {
    let script = folder.join("filetto");
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do\ncase \"$line\" in\nSTART*|RECTSTART*) echo OK;;\nDONE) {asked};;\nesac\ndone\n"
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    script
}

#[test]
fn the_move_announced_last_is_played_when_no_answer_comes() {
    let folder = tempfile::tempdir().unwrap();
    // From the second move on that cell is taken: then the player helps itself.
    let script = engine(folder.path(), "echo 'MESSAGE REALTIME BEST 2,2'; echo 'MESSAGE REALTIME BEST 1,1'");
    let (result, error) = tester(&script, "mnk 3 3 3 3 1 filetto.FilettoMNK Naive");
    assert_eq!(result, "won by Filetto\n", "{error}");
    assert_eq!(error.matches("did not answer in time").count(), 1, "it is said once: {error}");
    assert!(error.contains("the best move that it had announced is played"), "{error}");
}

#[test]
fn an_engine_that_dies_over_every_question_leaves_a_player_that_wins_and_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let script = engine(folder.path(), "exit 1");
    for args in ["mnk 4 4 3 2 1 filetto.FilettoMNK Naive", "cx 4 5 4 2 1 filetto.FilettoCX NaiveCX"] {
        let (result, error) = tester(&script, args);
        assert_eq!(result, "won by Filetto\n", "{args}: {error}");
        assert_eq!(error.matches("the program filetto has ended").count(), 1, "it is said once: {error}");
    }
}

#[test]
fn an_engine_that_never_accepts_the_board_leaves_a_player_that_wins_and_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let script = engine(folder.path(), "");
    let text = std::fs::read_to_string(&script).unwrap().replace("echo OK", ":").replace("DONE) ;;", "");
    std::fs::write(&script, text).unwrap();
    let (result, error) = tester(&script, "mnk 3 3 3 1 1 filetto.FilettoMNK Naive");
    assert_eq!(result, "won by Filetto\n", "{error}");
    assert_eq!(error.matches("did not answer in time").count(), 1, "it is said once: {error}");
}

#[test]
fn a_board_that_the_engine_refuses_is_refused_at_once_in_its_words() {
    let engine = PathBuf::from(env!("CARGO_BIN_EXE_filetto"));
    let (_, error) = tester(&engine, "mnk 129 129 5 5 1 filetto.FilettoMNK Naive");
    assert!(error.contains("filetto refuses this board: a board has 1 to 128 columns and rows"), "{error}");
    assert!(!error.contains("did not answer"), "{error}");
}

#[test]
fn a_directory_is_not_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let (_, error) = tester(folder.path(), "mnk 3 3 3 1 1 filetto.FilettoMNK Naive");
    assert!(error.contains("names a directory, not the program filetto"), "{error}");
}
