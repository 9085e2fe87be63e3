//! Explanations of many positions as they are read, compared with texts that were read and found good and true.

#![allow(clippy::disallowed_methods, reason = "the texts are files")]

use std::path::PathBuf;

use filetto_engine::analysis::Effort;
use filetto_engine::explain::{Language, explain, words};
use filetto_rules::{Game, draw, read_moves};
use filetto_solve::Answers;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/explain")
}

fn positions() -> Vec<(String, Game)> {
    let text = std::fs::read_to_string(folder().join("positions.txt")).unwrap();
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, board) = (words.next().unwrap(), words.next().unwrap());
        let mut game = Game::new(board.parse().unwrap());
        let moves = words.collect::<Vec<_>>().join(" ");
        for cell in read_moves(&game, &moves, None).unwrap().moves {
            game.play(cell).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        (name.to_owned(), game)
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

#[test]
fn every_text_is_the_one_that_was_read() {
    let write = std::env::var_os("EXPLAIN_WRITE").is_some();
    let positions = positions();
    assert!(positions.len() >= 40);
    let mut wrong = Vec::new();
    for (name, game) in positions {
        let mut answers = Answers::new(game.rules(), 50_000);
        let told = explain(&game, &Effort { search: 20_000, proof: 20_000, ..Effort::default() }, Some(&mut answers));
        let text = format!(
            "{} {}\n\n{}\n{}",
            game.rules(),
            game.cells().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" "),
            draw::text(&game, draw::Ink::Plain),
            words::explanation(&told, Language::English)
        );
        let path = folder().join(format!("{name}.txt"));
        if write {
            std::fs::write(&path, &text).unwrap();
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            wrong.push(format!("{name}:\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
