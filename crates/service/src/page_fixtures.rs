//! Games that the page's own rules are compared with: `web/test/fixtures/games.jsonl`, made by the rules of this house. The page makes
//! moves by itself, so that it answers at once; that it makes the same moves is what these lines hold it to.

use filetto_records::json;
use filetto_rules::{Board, Game, Rng, Rules};
use serde_json::{Value, json};

/// Boards of every kind: narrow, wide, with gravity, with exactly K, beyond 26 columns.
const BOARDS: [&str; 14] = [
    "1x1x1", "1x5x3", "5x1x2", "3x3x3", "4x4x3", "5x7x4", "6x7x4g", "7x6x5g", "4x4x2g", "9x9x5", "15x15x5", "6x6x3e",
    "3x30x3", "3x30x4g",
];
const GAMES: usize = 6;

fn fixtures() -> String {
    let mut rng = Rng::new(2026);
    let mut out = String::new();
    for board in BOARDS {
        let rules: Rules = board.parse().unwrap();
        for number in 0..GAMES {
            // Every other game stops early, so that positions of all lengths are there.
            let most = if number % 2 == 0 { usize::MAX } else { rng.below(1 + rules.rows() * rules.cols()) };
            out += &format!("{}\n", line(rules, &mut rng, most));
        }
    }
    out
}

fn line(rules: Rules, rng: &mut Rng, most: usize) -> Value {
    let mut game = Game::new(rules);
    while !game.outcome().is_over() && game.moves().len() < most {
        let legal: Vec<_> = game.board().legal_moves().into_iter().collect();
        let cell = legal[rng.below(legal.len())];
        game.play(cell).unwrap();
    }
    let mut legal: Vec<String> = if game.outcome().is_over() {
        Vec::new()
    } else {
        game.board().legal_moves().into_iter().map(|cell| cell.to_string()).collect()
    };
    legal.sort();
    let record: Value = serde_json::from_str(&json::write_line(&game)).unwrap();
    json!({ "game": record, "legal": legal, "over": game.outcome().is_over() })
}

#[allow(clippy::disallowed_methods, reason = "it compares a file of the repository")]
/// Writes the file anew when it is told to; otherwise compares.
#[test]
fn the_games_that_the_page_is_tested_with_are_those_of_the_rules() {
    let path = format!("{}/../../web/test/fixtures/games.jsonl", env!("CARGO_MANIFEST_DIR"));
    let fresh = fixtures();
    if std::env::var_os("FILETTO_WRITE_SCHEMA").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == fresh, "{path} is old: run the test with FILETTO_WRITE_SCHEMA=1 and commit");
}
