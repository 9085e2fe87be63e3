//! What a position is worth when the search goes no deeper.
//!
//! The counts of classes and grades, weighed ([`Weights`]); with gravity also the cells where a side would win but that cannot be
//! played yet. Who gets such a cell follows from parity: when all other cells are filled, somebody must play below it. Let E be
//! the number of empty cells outside its column from the cell below it upwards: if E is even the side to move now has to play
//! below, and the other side gets the cell. A threat that its owner gets so is worth far more than one that only keeps the
//! opponent away, and the lower the better. The lowest cell of a column counts.

use filetto_rules::Side;

use crate::knowledge::{FEATURES, Features, Field, Weights};

/// The estimate for the side to move.
#[inline]
pub(super) fn evaluate(field: &Field, weights: &Weights) -> i32 {
    let counted = field.estimate(weights);
    if !field.rules().gravity() {
        return counted / Weights::UNIT;
    }
    let weigh = |weights: &Features, side: Side| -> i32 {
        let found = threats(field, side);
        weights[FEATURES - 8..].iter().zip(found).map(|(weight, count)| weight * count).sum()
    };
    let threats = weigh(&weights.mover, field.to_move()) - weigh(&weights.waiter, field.to_move().other());
    (counted + threats) / Weights::UNIT
}

/// Everything that is weighed for one side.
pub fn features(field: &Field, side: Side) -> Features {
    let counts = field.counts(side);
    let mut all = [0; FEATURES];
    all[..16].copy_from_slice(&counts.classes);
    all[16..32].copy_from_slice(&counts.grades);
    if field.rules().gravity() {
        all[32..].copy_from_slice(&threats(field, side));
    }
    all
}

/// The lowest threats of the columns: those that parity gives to the side by the rows below them (none, one, two, more), then the
/// others.
fn threats(field: &Field, side: Side) -> [i32; 8] {
    let mut found = [0; 8];
    if field.wins(side).is_empty() {
        return found;
    }
    let rules = field.rules();
    let empty = rules.cells() - field.stones();
    let mut columns = 0u128;
    // Row by row from the bottom: the first cell of a column is its lowest.
    for (row, col) in field.wins(side).iter() {
        if columns >> col & 1 == 1 || row <= field.height(col) {
            continue;
        }
        columns |= 1 << col;
        // The cell below is the opponent's win: this one never comes to be played.
        if field.wins(side.other()).contains(row - 1, col) {
            continue;
        }
        let elsewhere = empty - (rules.rows() - (row - 1));
        let gets = if elsewhere.is_multiple_of(2) { field.to_move().other() } else { field.to_move() };
        let below = (row - 1 - field.height(col)).min(3);
        found[if gets == side { below } else { 4 + below }] += 1;
    }
    found
}
