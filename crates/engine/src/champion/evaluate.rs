//! What a position is worth when the search goes no deeper.
//!
//! The counts of classes and grades, weighed ([`Weights`]); with gravity also the cells where a side would win but that cannot be
//! played yet. Who gets such a cell follows from parity: when all other cells are filled, somebody must play below it. Let E be
//! the number of empty cells outside its column from the cell below it upwards: if E is even the side to move now has to play
//! below, and the other side gets the cell. A threat that its owner gets so is worth far more than one that only keeps the
//! opponent away, and the lower the better. The lowest cell of a column counts.

use filetto_rules::Side;

use crate::knowledge::{Field, Weights};

/// The worth of a threat that parity gives to its owner, of one that it does not, and what a row of height takes away.
const GOOD_THREAT: i32 = 260;
const POOR_THREAT: i32 = 60;
const HEIGHT: i32 = 14;

/// The estimate for the side to move.
#[inline]
pub(super) fn evaluate(field: &Field, weights: &Weights) -> i32 {
    let counted = field.estimate(weights);
    if !field.rules().gravity() {
        return counted;
    }
    let me = field.to_move();
    counted + threats(field, me) - threats(field, me.other())
}

fn threats(field: &Field, side: Side) -> i32 {
    if field.wins(side).is_empty() {
        return 0;
    }
    let rules = field.rules();
    let empty = rules.cells() - field.stones();
    let mut columns = 0u128;
    let mut sum = 0;
    // Row by row from the bottom: the first cell of a column is its lowest.
    for (row, col) in field.wins(side).iter() {
        if columns >> col & 1 == 1 || row <= field.height(col) {
            continue;
        }
        columns |= 1 << col;
        if field.wins(side.other()).contains(row - 1, col) {
            continue;
        }
        let elsewhere = empty - (rules.rows() - (row - 1));
        let gets = if elsewhere.is_multiple_of(2) { field.to_move().other() } else { field.to_move() };
        let worth = if gets == side { GOOD_THREAT } else { POOR_THREAT };
        sum += (worth - HEIGHT * (row - field.height(col)) as i32).max(worth / 4);
    }
    sum
}
