//! The commands of the tutorials are run as they stand, and what they print is compared with what the page shows.
//!
//! A block of `sh` is run, one tutorial in one folder; a block of `text` right after it is what it prints, where `…` stands for anything, in a line or as lines.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "it runs the commands of the tutorials")]

use std::path::Path;
use std::process::Command;

/// A block of commands and what the page shows of their output.
struct Step {
    commands: String,
    shown: Option<String>,
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut after_commands = false;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            after_commands &= line.trim().is_empty();
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind {
            "sh" => steps.push(Step { commands: block.join("\n"), shown: None }),
            "text" if after_commands => {
                steps.last_mut().expect("commands before").shown = Some(block.join("\n"));
            }
            _ => {}
        }
        after_commands = kind == "sh";
    }
    steps
}

/// Whether a text is as shown: the pieces between the `…` follow one another, the first at the beginning and the last at the end.
fn is_as_shown(text: &str, shown: &str) -> bool {
    let (text, shown) = (text.trim_end(), shown.trim_end());
    let pieces: Vec<&str> = shown.split('…').map(|piece| piece.trim_matches('\n')).collect();
    let [first, middle @ .., last] = &pieces[..] else { return text == shown };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

fn follow(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let page = std::fs::read_to_string(root.join("docs/tutorials").join(name)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_filetto")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let steps = steps(&page);
    assert!(steps.len() >= 4, "{name} has {} blocks of commands", steps.len());
    for Step { commands, shown } in steps {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-euc", &commands]).current_dir(folder.path()).env("PATH", &path);
        std::fs::write(folder.path().join("filetto.toml"), "").unwrap();
        let shell =
            shell.env("XDG_STATE_HOME", folder.path()).env("FILETTO_CONFIG", folder.path().join("filetto.toml"));
        let output = shell.env("STUBS", root.join("crates/arena/java/stubs")).output().unwrap();
        let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{name}:\n{commands}\n{said}{errors}");
        if let Some(shown) = shown {
            assert!(is_as_shown(&said, &shown), "{name}:\n{commands}\nprints\n{said}\nbut shown is\n{shown}");
        }
    }
}

#[test]
fn the_student_s() {
    follow("student.md");
}

#[test]
fn the_player_s() {
    follow("player.md");
}

#[test]
fn the_engine_author_s() {
    follow("engine-author.md");
}

#[test]
fn the_mathematician_s() {
    follow("mathematician.md");
}

#[test]
fn the_one_for_kaggle_and_reinforcement_learning() {
    follow("kaggle-and-rl.md");
}

#[test]
fn a_text_is_as_shown_or_not() {
    assert!(is_as_shown("a\nb\nc\n", "a\n…\nc") && is_as_shown("a 12 ms", "a … ms") && is_as_shown("x", "…"));
    assert!(!is_as_shown("a\nb", "a\n…\nc") && !is_as_shown("a\nb", "a") && !is_as_shown("b\na", "a\n…"));
}
