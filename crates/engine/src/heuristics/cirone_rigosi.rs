//! Margins, best and half the second best: Cirone and Rigosi (ConnectX player, Bologna 2022/23, sections 2.2.4 and 5.6).
//!
//! Only the last move is judged. In each direction: `n` own stones connected with it, `notconnected` own stones within reach
//! behind a gap, `margin` cells within reach (before an enemy stone) that are empty or hold an unconnected stone. A direction
//! that cannot become X in a row counts nothing; else it is worth `n + notconnected / margin`, and the move is worth the best
//! direction and half the second best, cut down to a whole number.
//!
//! As written: a new best also becomes the second best (`best` is raised before `secondbest` is taken from it), the reach is X
//! cells, and the first direction without room ends the look at all others (`break`), in the order vertical, horizontal,
//! diagonal, antidiagonal. Mended: the second best is the second best, the reach is X - 1, and every direction is looked at.
//!
//! Upwards the document computes the margin as `M - last_row` with rows counted from the top, which is the room *below* the
//! stone: a stone on the ground would never count anything. The room above is meant and taken in both.

use filetto_rules::{Cell, Direction, Word};
use filetto_search::{Evaluator, Score};

use crate::Position;

/// See the module's text.
#[derive(Clone, Copy, Debug, Default)]
pub struct CironeRigosi {
    /// The second best is the second best, and every direction is looked at.
    pub mended: bool,
}

/// What one direction holds.
#[derive(Default)]
struct Reach {
    connected: usize,
    unconnected: usize,
    margin: usize,
}

/// Looks from the last move along a direction, one way: at most `far` cells, up to an enemy stone or the edge.
fn look<W: Word>(position: &Position<W>, cell: Cell, direction: Direction, way: i32, far: usize, reach: &mut Reach) {
    let rules = position.rules();
    let own = position.get(cell);
    let mut touching = true;
    for n in 1..=far as i32 {
        let Some(next) = cell.step(direction, way * n).filter(|&next| rules.contains(next)) else { return };
        match position.get(next) {
            None => {
                touching = false;
                reach.margin += 1;
            }
            stone if stone == own && touching => reach.connected += 1,
            stone if stone == own => {
                reach.unconnected += 1;
                reach.margin += 1;
            }
            _ => return,
        }
    }
}

/// The worth of the last move to the player who made it.
fn worth<W: Word>(position: &Position<W>, last: Cell, mended: bool) -> i32 {
    let k = position.rules().k();
    let far = if mended { k - 1 } else { k };
    let [mut best, mut second] = [0.0f64; 2];
    for direction in [Direction::North, Direction::East, Direction::SouthEast, Direction::NorthEast] {
        let mut reach = Reach { connected: 1, ..Reach::default() };
        look(position, last, direction, 1, far, &mut reach);
        look(position, last, direction, -1, far, &mut reach);
        if reach.connected + reach.margin < k {
            if mended {
                continue;
            }
            break;
        }
        let share = if reach.margin > 0 { reach.unconnected as f64 / reach.margin as f64 } else { 0.0 };
        let value = reach.connected as f64 + share;
        if !mended {
            if value > second {
                best = best.max(value);
                second = best.min(value);
            }
        } else if value > best {
            (best, second) = (value, best);
        } else {
            second = second.max(value);
        }
    }
    (best + second * 0.5) as i32
}

impl<W: Word> Evaluator<Position<W>> for CironeRigosi {
    fn evaluate(&mut self, position: &Position<W>, last: Option<Cell>) -> Score {
        Score::new(-last.map_or(0, |last| worth(position, last, self.mended)))
    }
}

#[cfg(test)]
mod tests {
    use filetto_rules::Side;

    use super::super::testing::{drawn, estimate};
    use super::*;

    #[test]
    fn connected_stones_count_whole_and_unconnected_ones_by_their_share() {
        let position = drawn(
            "6x7x4g",
            Side::Second,
            &[". . . . . . .", ". . . . . . .", ". . . . . . .", ". . . . . . .", ". . . . . . .", "X . . X X . ."],
        );
        // Row through e1: e1 and d1 connected (2), margin b1 c1 on the left and f1 g1 on the right: 2. Column: 1 with room, and
        // each diagonal 1. Best 2, half of the second best 1: 2.5, cut down to 2.
        assert_eq!(estimate(CironeRigosi { mended: true }, &position, (0, 4)), -2);
        // Through d1: e1 connected, a1 unconnected in a margin of 5 (c1 b1 a1, f1 g1): 2 + 1/5, and half of 1: 2.7.
        assert_eq!(estimate(CironeRigosi { mended: true }, &position, (0, 3)), -2);
        // Three connected below an empty cell in a column: 3, and half of 1 from the row.
        let column = drawn(
            "6x7x4g",
            Side::Second,
            &[". . . . . . .", ". . . . . . .", ". . . . . . .", "X . . . . . .", "X O . . . . .", "X O . . . . ."],
        );
        assert_eq!(estimate(CironeRigosi { mended: true }, &column, (2, 0)), -3);
    }

    #[test]
    fn a_direction_without_room_counts_nothing() {
        let position = drawn("4x4x4g", Side::First, &[". . . .", "O . . .", "X . . .", "X O . O"]);
        // a3: the column is closed below by X with one cell above: no room for four. Row a3 to d3: 1 with room. The falling
        // diagonal a3 b2 c1 has three cells, the rising one a3 b4 two. Best 1, second 0.
        assert_eq!(estimate(CironeRigosi { mended: true }, &position, (2, 0)), -1);
        // As written the closed column, which is looked at first, ends the look.
        assert_eq!(estimate(CironeRigosi::default(), &position, (2, 0)), 0);
    }

    #[test]
    fn as_written_a_new_best_also_becomes_the_second_best() {
        // After 4455 on 6x7x4g the move c1 makes three in a row: 3 and half of 3, where the second best is 1.
        let position = drawn(
            "6x7x4g",
            Side::Second,
            &[". . . . . . .", ". . . . . . .", ". . . . . . .", ". . . . . . .", ". . . O O . .", ". . X X X . ."],
        );
        assert_eq!(estimate(CironeRigosi::default(), &position, (0, 2)), -4);
        assert_eq!(estimate(CironeRigosi { mended: true }, &position, (0, 2)), -3);
    }
}
