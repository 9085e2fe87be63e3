//! Margins, best and half the second best: Cirone and Rigosi (ConnectX player, Bologna 2022/23, sections 2.2.4 and 5.6).
//!
//! Only the last move is judged. In each direction: `n` own stones connected with it, `notconnected` own stones within reach
//! behind a gap, `margin` cells within reach (before an enemy stone) that are empty or hold an unconnected stone. A direction
//! that cannot become X in a row counts nothing; else it is worth `n + notconnected / margin`, and the move is worth the best
//! direction and half the second best, cut down to a whole number.
//!
//! Upwards the document computes the margin as `M - last_row` with rows counted from the top, which is the room *below* the
//! stone; the room above is meant and taken. Its `break` on a direction without room is taken as going on with the next one:
//! the order of the directions would decide otherwise.

use filetto_rules::{Cell, Direction, Word};
use filetto_search::{Evaluator, Score};

use crate::Position;

/// See the module's text.
#[derive(Clone, Copy, Debug, Default)]
pub struct CironeRigosi;

/// What one direction holds.
#[derive(Default)]
struct Reach {
    connected: usize,
    unconnected: usize,
    margin: usize,
}

/// Looks from the last move along a direction, one way: at most X-1 cells, up to an enemy stone or the edge.
fn look<W: Word>(position: &Position<W>, cell: Cell, direction: Direction, way: i32, reach: &mut Reach) {
    let rules = position.rules();
    let own = position.get(cell);
    let mut touching = true;
    for n in 1..rules.k() as i32 {
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
fn worth<W: Word>(position: &Position<W>, last: Cell) -> i32 {
    let k = position.rules().k();
    let [mut best, mut second] = [0.0f64; 2];
    for direction in Direction::ALL {
        let mut reach = Reach { connected: 1, ..Reach::default() };
        look(position, last, direction, 1, &mut reach);
        look(position, last, direction, -1, &mut reach);
        if reach.connected + reach.margin < k {
            continue;
        }
        let share = if reach.margin > 0 { reach.unconnected as f64 / reach.margin as f64 } else { 0.0 };
        let value = reach.connected as f64 + share;
        if value > best {
            (best, second) = (value, best);
        } else {
            second = second.max(value);
        }
    }
    (best + second * 0.5) as i32
}

impl<W: Word> Evaluator<Position<W>> for CironeRigosi {
    fn evaluate(&mut self, position: &Position<W>, last: Option<Cell>) -> Score {
        Score::new(-last.map_or(0, |last| worth(position, last)))
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
        assert_eq!(estimate(CironeRigosi, &position, (0, 4)), -2);
        // Through d1: e1 connected, a1 unconnected in a margin of 5 (c1 b1 a1, f1 g1): 2 + 1/5, and half of 1: 2.7.
        assert_eq!(estimate(CironeRigosi, &position, (0, 3)), -2);
        // Three connected below an empty cell in a column: 3, and half of 1 from the row.
        let column = drawn(
            "6x7x4g",
            Side::Second,
            &[". . . . . . .", ". . . . . . .", ". . . . . . .", "X . . . . . .", "X O . . . . .", "X O . . . . ."],
        );
        assert_eq!(estimate(CironeRigosi, &column, (2, 0)), -3);
    }

    #[test]
    fn a_direction_without_room_counts_nothing() {
        let position = drawn("4x4x4g", Side::First, &[". . . .", "O . . .", "X . . .", "X O . O"]);
        // a3: the column is closed below by X with one cell above: no room for four. Row a3 to d3: 1 with room. The falling
        // diagonal a3 b2 c1 has three cells, the rising one a3 b4 two. Best 1, second 0.
        assert_eq!(estimate(CironeRigosi, &position, (2, 0)), -1);
    }
}
