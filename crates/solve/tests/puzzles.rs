//! What the puzzles promise, held against everything that Filetto knows: a win is won, and the only move of a `hold` is not lost itself.

#![allow(clippy::disallowed_methods, reason = "the puzzles are files")]

use filetto_engine::analysis::{Analyst, Effort, Value};
use filetto_rules::{Game, read_moves};
use filetto_solve::Answers;

#[test]
fn the_only_move_of_a_puzzle_is_not_proved_lost_and_a_win_is_not_proved_less() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/puzzles");
    let text =
        ["k4", "k5", "k6", "gravity"].map(|name| std::fs::read_to_string(format!("{folder}/{name}.txt")).unwrap());
    let (mut wrong, mut count) = (Vec::new(), 0);
    for line in text.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [board, kind, _, answer, moves @ ..] = &words[..] else { panic!("'{line}' is not a puzzle") };
        let mut game = Game::new(board.parse().unwrap());
        let played = format!("{} {answer}", moves.join(" "));
        for cell in read_moves(&game, &played, None).unwrap().moves {
            game.play(cell).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        if game.outcome().is_over() {
            continue; // The last cell of a drawn board.
        }
        let effort = Effort { proof: 150_000, search: 5_000, ..Effort::default() };
        let mut answers = Answers::new(game.rules(), 50_000);
        // For the side that answers the puzzle's move.
        let value = Analyst::new(effort).exact(&mut answers).answer(&game).value();
        let bad = match *kind {
            "win" => matches!(value, Value::Won { .. } | Value::Drawn),
            _ => matches!(value, Value::Won { .. }),
        };
        if bad {
            wrong.push(format!("{line}: {value:?} for the other side"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 100, "{count} puzzles");
}
