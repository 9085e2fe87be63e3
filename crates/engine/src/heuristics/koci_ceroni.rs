//! The series bonus of Koci and Ceroni (M-N-K player, Bologna 2020/21, section 2.5).
//!
//! Only the row, column and diagonals of the last marked cell are read, clipped at distance K. A *series* of a player is a
//! stretch free of the opponent; its room, its longest run of consecutive stones and its number of stones give a bonus; own
//! series minus the opponent's.
//!
//! As written, `depthCell` adds the bonus at every stone of a series, so a series counts as often as it has stones, and the
//! share of scattered stones is divided before it is multiplied, so it is cut down to a whole number. Mended, a series counts
//! once and the share is kept.
//!
//! The document's "greater then" is read as *at least* everywhere, as in its last line `consecutive >= K-3`: read strictly,
//! K-1 in a row would be worth nothing. Its "else" belongs to the test of the consecutive stones.

use filetto_rules::{Cell, Direction, Side, Word};
use filetto_search::{Evaluator, Score};

use super::along;
use crate::Position;

/// See the module's text.
#[derive(Clone, Copy, Debug, Default)]
pub struct KociCeroni {
    /// A series counts once, and the share of scattered stones is not cut down.
    pub mended: bool,
}

/// What has been seen of a series so far.
#[derive(Clone, Copy, Default)]
struct Series {
    room: usize,
    run: usize,
    longest: usize,
    marked: usize,
}

impl Series {
    fn extend(&mut self, own: bool) {
        self.room += 1;
        self.run = if own { self.run + 1 } else { 0 };
        self.longest = self.longest.max(self.run);
        self.marked += usize::from(own);
    }

    fn bonus(self, k: usize, mended: bool) -> i64 {
        let Series { room, longest, marked, .. } = self;
        let once = if room < k || marked == 0 {
            0
        } else if longest + 1 >= k {
            5_000_000
        } else if longest + 2 >= k {
            500_000
        } else if longest + 3 >= k {
            10_000
        } else if marked + 1 >= k {
            let rest = room - marked;
            if mended { (marked * 100_000 / rest) as i64 } else { (marked / rest) as i64 * 100_000 }
        } else {
            0
        };
        if mended { once } else { once * marked as i64 }
    }
}

/// The series along a line, as seen by `side`: own minus the opponent's.
fn line(states: impl Iterator<Item = Option<Side>>, side: Side, k: usize, mended: bool) -> i64 {
    let mut series = [Series::default(); 2];
    let mut value = 0i64;
    let sign = |owner: Side| if owner == side { 1i64 } else { -1 };
    for state in states {
        for owner in Side::BOTH {
            let mine = &mut series[owner.index()];
            if state == Some(owner.other()) {
                value += sign(owner) * std::mem::take(mine).bonus(k, mended);
            } else {
                mine.extend(state == Some(owner));
            }
        }
    }
    value + Side::BOTH.iter().map(|&owner| sign(owner) * series[owner.index()].bonus(k, mended)).sum::<i64>()
}

impl<W: Word> Evaluator<Position<W>> for KociCeroni {
    fn evaluate(&mut self, position: &Position<W>, last: Option<Cell>) -> Score {
        let Some(last) = last else { return Score::DRAW };
        let k = position.rules().k();
        let side = position.to_move();
        let lines = Direction::ALL.map(|direction| line(along(position, last, direction, k, k), side, k, self.mended));
        let most = i64::from(i32::MAX);
        Score::new(lines.iter().sum::<i64>().clamp(-most, most) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drawn, estimate};
    use super::*;

    #[test]
    fn k_minus_one_in_a_row_with_room_is_worth_five_millions_to_its_owner() {
        let position = drawn(
            "6x6x4",
            Side::Second,
            &[". . . . . .", ". . . . . .", ". . . . . .", ". . . . . .", ". . . . . .", "X X X . . ."],
        );
        // The row is K-1; the column and the rising diagonal through c1 hold one stone, K-3, with room; the falling one has none.
        assert_eq!(estimate(KociCeroni { mended: true }, &position, (0, 2)), -(5_000_000 + 2 * 10_000));
        // As written the bonus is added at each of the three stones of the row.
        assert_eq!(estimate(KociCeroni::default(), &position, (0, 2)), -(3 * 5_000_000 + 2 * 10_000));
    }

    #[test]
    fn a_series_without_room_is_worth_nothing() {
        let position = drawn("5x5x5", Side::First, &[". . . . .", ". . . . .", ". . . . .", ". . . . .", "X X X X O"]);
        // O's own column: one stone, K-4, nothing. The falling and rising diagonals through e1: rising has length 1.
        assert_eq!(estimate(KociCeroni::default(), &position, (0, 4)), 0);
    }

    #[test]
    fn scattered_stones_count_by_their_share_of_the_room() {
        // K = 6, room 9: five stones, no two neighbours, so K-1 marked and a run of 1, less than K-3.
        let states = [1, 0, 1, 0, 1, 0, 1, 0, 1].map(|own| (own == 1).then_some(Side::First));
        assert_eq!(line(states.into_iter(), Side::First, 6, true), 5 * 100_000 / 4);
        assert_eq!(line(states.into_iter(), Side::Second, 6, true), -5 * 100_000 / 4);
        assert_eq!(
            line(states.into_iter(), Side::First, 6, false),
            5 * 100_000,
            "5/4 is cut down to 1, at five stones"
        );
    }
}
