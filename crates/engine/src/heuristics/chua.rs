//! Chua Hock Chuan's count for noughts and crosses, generalised to K-windows.
//!
//! Every K-window that holds stones of one player only is worth 10^(stones - 1) to that player; the position is worth the sum
//! over all windows. With K = 3 on 3x3 that is Chua's 1, 10, 100. A window takes part in a move only if the move lies in it, so the
//! sum is kept: at most 4 K windows change. (The exponent ends at 6, or K = 30 would not fit any number.)

use filetto_rules::{Cell, Direction, Rules, Side, Step, Word};
use filetto_search::{Evaluator, Score};

use crate::Position;

/// See the module's text.
#[derive(Clone, Debug, Default)]
pub struct Chua {
    /// Stones of both sides in each window, by direction and first cell.
    windows: Vec<[u8; 2]>,
    /// First player's windows minus the second's.
    sum: i64,
}

fn weight(stones: u8) -> i64 {
    const WEIGHTS: [i64; 8] = [0, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
    WEIGHTS[usize::from(stones.min(7))]
}

/// What a window is worth to the first player.
fn worth([first, second]: [u8; 2]) -> i64 {
    match (first, second) {
        (n, 0) => weight(n),
        (0, n) => -weight(n),
        _ => 0,
    }
}

/// The numbers of the windows that contain a cell in one direction.
fn containing(rules: Rules, cell: Cell, direction: Direction) -> impl Iterator<Item = usize> {
    let (rows, cols, k) = (rules.rows() as i32, rules.cols() as i32, rules.k() as i32);
    let (row, col) = (cell.row() as i32, cell.col() as i32);
    let Step { up, right } = direction.step();
    // How many steps before the cell a window may begin, so that neither its beginning nor its end leaves the board.
    let fits = |at: i32, step: i32, side: i32| match step {
        0 => (0, k - 1),
        1 => ((at + k - side).max(0), at.min(k - 1)),
        _ => ((k - 1 - at).max(0), (side - 1 - at).min(k - 1)),
    };
    let ((a, b), (c, d)) = (fits(row, up, rows), fits(col, right, cols));
    let base = direction as i32 * rows * cols;
    (a.max(c)..=b.min(d)).map(move |back| (base + (row - back * up) * cols + (col - back * right)) as usize)
}

impl Chua {
    fn change<W: Word>(&mut self, position: &Position<W>, cell: Cell, side: Side, by: i8) {
        for direction in Direction::ALL {
            for window in containing(position.rules(), cell, direction) {
                let counts = &mut self.windows[window];
                self.sum -= worth(*counts);
                counts[side.index()] = counts[side.index()].wrapping_add_signed(by);
                self.sum += worth(*counts);
            }
        }
    }
}

impl<W: Word> Evaluator<Position<W>> for Chua {
    fn start(&mut self, position: &Position<W>) {
        let rules = position.rules();
        self.windows.clear();
        self.windows.resize(4 * rules.cells(), [0; 2]);
        self.sum = 0;
        for cell in rules.all_cells() {
            if let Some(side) = position.get(cell) {
                self.change(position, cell, side, 1);
            }
        }
    }

    fn played(&mut self, position: &Position<W>, cell: Cell) {
        self.change(position, cell, position.to_move().other(), 1);
    }

    fn undone(&mut self, position: &Position<W>, cell: Cell) {
        self.change(position, cell, position.to_move(), -1);
    }

    fn evaluate(&mut self, position: &Position<W>, _: Option<Cell>) -> Score {
        let limit = i64::from(Score::BEST_ESTIMATE.raw());
        let sum = self.sum.clamp(-limit, limit) as i32;
        Score::new(if position.to_move() == Side::First { sum } else { -sum })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drawn, estimate, keeps_up};
    use super::*;

    #[test]
    fn three_by_three_is_counted_as_chua_counts_it() {
        let position = drawn("3x3x3", Side::First, &["O . .", ". X .", ". . X"]);
        // X: row 2, column b, the rising diagonal a1 b2 c3, row 1 and column c hold one X alone: 5. The falling diagonal is mixed.
        // O: row 3 and column a hold one O alone: -2.
        assert_eq!(estimate(Chua::default(), &position, (0, 0)), 3);
        let two = drawn("3x3x3", Side::Second, &["X X .", ". . .", ". O ."]);
        // X: row 3 with two: 10; column a, the falling and the rising diagonal... a3 is on the falling one: 1 and 1.
        // Column b is mixed. O: row 1: -1.
        assert_eq!(estimate(Chua::default(), &two, (0, 0)), -(10 + 1 + 1 - 1));
    }

    #[test]
    fn the_sum_is_kept_through_play_and_undo() {
        keeps_up(Chua::default, &["3x3x3", "6x7x4g", "7x5x4", "9x9x5", "3x8x6", "12x12x3"]);
    }

    #[test]
    fn a_cell_s_windows_are_those_that_contain_it() {
        for text in ["3x3x3", "6x7x4", "5x9x5", "2x8x3", "8x2x5"] {
            let rules: Rules = text.parse().unwrap();
            for cell in rules.all_cells() {
                let mut counted: Vec<usize> = Direction::ALL.iter().flat_map(|&d| containing(rules, cell, d)).collect();
                let number = |line: filetto_rules::Line| {
                    line.direction as usize * rules.cells() + line.start.row() * rules.cols() + line.start.col()
                };
                let mut expected: Vec<usize> = rules.windows().filter(|line| line.contains(cell)).map(number).collect();
                counted.sort_unstable();
                expected.sort_unstable();
                assert_eq!(counted, expected, "{text} {cell}");
            }
        }
    }
}
