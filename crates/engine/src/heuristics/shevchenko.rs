//! Rows, columns and diagonals as a whole: a *reconstruction* of Shevchenko's heuristic.
//!
//! The literature mentions it only as "analyses the cells present on rows, columns and diagonals"; no definition was found. What
//! stands here is the plainest reading: every full line of the board with room for K and without an opponent's stone is worth
//! the number of one's stones in it.

use filetto_rules::{Cell, Side, Word};
use filetto_search::{Evaluator, Score};

use crate::Position;

/// See the module's text. A reconstruction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shevchenko;

impl<W: Word> Evaluator<Position<W>> for Shevchenko {
    fn evaluate(&mut self, position: &Position<W>, _: Option<Cell>) -> Score {
        let k = position.rules().k();
        let worth = |[first, second]: [W; 2]| {
            if second == W::ZERO {
                first.count() as i32
            } else if first == W::ZERO {
                -(second.count() as i32)
            } else {
                0
            }
        };
        let lines = position.board().board().lines().filter(|line| line.len >= k);
        let sum: i32 = lines.map(|line| worth(line.stones)).sum();
        Score::new(if position.to_move() == Side::First { sum } else { -sum })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drawn, estimate};
    use super::*;

    #[test]
    fn lines_of_one_colour_count_their_stones() {
        let position = drawn("3x4x3", Side::First, &["X . . .", "X . O .", ". . . ."]);
        // Row 3: 1, row 2 mixed, column a: 2, column c: -1. Diagonals of three: a3 b2 c1 holds X: 1; b3 c2 d1 holds O: -1;
        // a1 b2 c3 is empty; b1 c2 d3 holds O: -1.
        assert_eq!(estimate(Shevchenko, &position, (0, 0)), 1 + 2 - 1 + 1 - 1 - 1);
    }
}
