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

    const FILES: [&str; 4] = [
        include_str!("../../../fixtures/puzzles/k4.txt"),
        include_str!("../../../fixtures/puzzles/k5.txt"),
        include_str!("../../../fixtures/puzzles/k6.txt"),
        include_str!("../../../fixtures/puzzles/gravity.txt"),
    ];

    #[test]
    fn every_line_of_the_files_is_a_puzzle_on_a_board() {
        let lines = FILES.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')).count();
        let puzzles = all(&FILES);
        assert_eq!(puzzles.len(), lines);
        for puzzle in puzzles {
            let mut game = Game::new(puzzle.rules.parse().unwrap());
            for cell in puzzle.moves.iter().chain([&puzzle.answer]) {
                game.play(read_moves(&game, cell, None).unwrap().moves[0]).unwrap();
            }
        }
    }
}
