//! The proved puzzles, for the page.

use crate::messages::Puzzle;

/// All of these files.
pub(crate) fn all(files: &[&'static str]) -> Vec<Puzzle> {
    files.iter().flat_map(|text| text.lines()).filter_map(read).collect()
}

/// A line: board, `win` or `hold`, plies, a move, the moves so far.
fn read(line: &'static str) -> Option<Puzzle> {
    let mut words = line.split_whitespace();
    let (rules, goal) = (words.next()?, words.next().filter(|goal| ["win", "hold"].contains(goal))?);
    Some(Puzzle { rules, goal, plies: words.next()?.parse().ok()?, answer: words.next()?, moves: words.collect() })
}

#[cfg(test)]
mod tests {
    use filetto_rules::{Game, read_moves};

    use super::*;

    /// The files of the repository: the package of the crate is complete without them.
    #[allow(clippy::disallowed_methods, reason = "a test reads fixtures")]
    fn files() -> Vec<&'static str> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/puzzles");
        let read = |name| std::fs::read_to_string(format!("{folder}/{name}.txt")).unwrap().leak() as &str;
        ["k4", "k5", "k6", "gravity"].map(read).to_vec()
    }

    #[test]
    fn every_line_of_the_files_is_a_puzzle_on_a_board() {
        let files = files();
        let lines = files.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')).count();
        let puzzles = all(&files);
        assert_eq!(puzzles.len(), lines);
        for puzzle in puzzles {
            let mut game = Game::new(puzzle.rules.parse().unwrap());
            for cell in puzzle.moves.iter().chain([&puzzle.answer]) {
                game.play(read_moves(&game, cell, None).unwrap().moves[0]).unwrap();
            }
        }
    }
}
