//! What a position is worth when the search goes no deeper.
//!
//! The search knows an [`Evaluation`] and tells it every stone that it puts and takes back, so that one with a state of its own (the
//! sums of a network) can keep it. [`LineEvaluation`] needs no state beside the field: its hooks are empty and cost
//! nothing. [`NetworkEvaluation`] adds what a [`Network`] says.
//!
//! The counts of classes and grades, weighed ([`Weights`]); with gravity also the cells where a side would win but that cannot be
//! played yet. Who gets such a cell follows from parity: when all other cells are filled, somebody must play below it. Let E be
//! the number of empty cells outside its column from the cell below it upwards: if E is even the side to move now has to play
//! below, and the other side gets the cell. A threat that its owner gets so is worth far more than one that only keeps the
//! opponent away, and the lower the better. The lowest cell of a column counts.
//!
//! On long rows (the model says so) the side that puts the last stone also weighs what answering above gives to whom: the lowest
//! row of K cells that one side would get completely. Only for that side, and only where it is at the root: docs/champion.md.

use filetto_rules::Side;

use super::network::{Network, Sums};
use crate::knowledge::{FEATURES, Features, Field, Id, Weights};

/// An evaluation of positions. Searches that look at threats alone play on the field without telling it, and leave the field
/// as they found it.
pub trait Evaluation {
    /// A stone has been put on this cell: the field has it, and the other side is to move.
    #[inline]
    fn play(&mut self, field: &Field, id: Id) {
        let _ = (field, id);
    }

    /// The stone on this cell, the last that was told, has been taken back.
    #[inline]
    fn undo(&mut self, field: &Field, id: Id) {
        let _ = (field, id);
    }

    /// What the position is worth to the side to move: 200 is a chance of winning of 73 %.
    fn evaluate(&mut self, field: &Field) -> i32;
}

/// The weighed classes and grades that the field keeps, and with gravity the threats that wait.
#[derive(Clone, Copy, Debug)]
pub struct LineEvaluation<'a> {
    weights: &'a Weights,
    /// Whether the side at the root is the one that can answer above to the end.
    follows: bool,
}

impl<'a> LineEvaluation<'a> {
    /// For searches from this position, which was made with these weights.
    pub fn of(field: &Field, weights: &'a Weights) -> LineEvaluation<'a> {
        LineEvaluation { weights, follows: !(field.rules().cells() - field.stones()).is_multiple_of(2) }
    }
}

impl Evaluation for LineEvaluation<'_> {
    #[inline]
    fn evaluate(&mut self, field: &Field) -> i32 {
        evaluate(field, self.weights, self.follows)
    }
}

/// The same and what a network adds, where there is one. It is not asked where the estimate alone is sure of itself: what it adds there changes no
/// move, and a good part of its time is saved.
#[derive(Clone, Debug)]
pub struct NetworkEvaluation<'a> {
    lines: LineEvaluation<'a>,
    sums: Option<Sums<'a>>,
    /// The largest estimate to which it adds.
    most: i32,
}

impl<'a> NetworkEvaluation<'a> {
    /// For searches from this position, which was made with these weights.
    pub fn of(field: &Field, weights: &'a Weights, network: Option<&'a Network>, most: i32) -> NetworkEvaluation<'a> {
        let sums = network.map(|network| Sums::of(field, network));
        NetworkEvaluation { lines: LineEvaluation::of(field, weights), sums, most }
    }
}

impl Evaluation for NetworkEvaluation<'_> {
    #[inline]
    fn undo(&mut self, field: &Field, _: Id) {
        if let Some(sums) = &mut self.sums {
            sums.undo(field);
        }
    }

    #[inline]
    fn evaluate(&mut self, field: &Field) -> i32 {
        let counted = self.lines.evaluate(field);
        let Some(sums) = &mut self.sums else { return counted };
        if counted.abs() > self.most {
            return counted;
        }
        counted + (i64::from(sums.judge(field)) * i64::from(self.lines.weights.sure) / 1000) as i32
    }
}

/// The estimate for the side to move, of a field that was made with these weights.
#[inline]
fn evaluate(field: &Field, weights: &Weights, follows: bool) -> i32 {
    let counted = field.estimate();
    if !field.rules().gravity() {
        return counted / Weights::UNIT;
    }
    let weigh = |weights: &Features, side: Side| -> i32 {
        let found = threats(field, side);
        weights[FEATURES - 8..].iter().zip(found).map(|(weight, count)| weight * count).sum()
    };
    let threats = weigh(&weights.mover, field.to_move()) - weigh(&weights.waiter, field.to_move().other());
    (counted + threats) / Weights::UNIT + if follows && weights.follow != [0; 2] { follow(field, weights) } else { 0 }
}

/// What answering above is worth: the side that puts the last stone can always do it, and then every column is shared out
/// from its lowest empty cell on, the first to the other side.
fn follow(field: &Field, weights: &Weights) -> i32 {
    let rules = field.rules();
    let (rows, cols, k) = (rules.rows(), rules.cols(), rules.k());
    let me = field.to_move();
    let empty = rules.cells() - field.stones();
    let last = if empty.is_multiple_of(2) { me.other() } else { me };
    // Columns whose next cell the other side takes on an odd row. A move that is not yet answered counts as half a pair.
    let mut odd = (0..cols).fold(0u128, |odd, col| odd | ((field.height(col) & 1) as u128) << col);
    if last == me {
        let Some(id) = field.last() else { return 0 };
        odd ^= 1 << field.shape().place(id).1;
    }
    let board = u128::MAX >> (128 - cols);
    // The lowest row decides: whose it is gets it first.
    let mut worth = 0;
    for row in 0..rows {
        let stones = field.row(row);
        let [ours, theirs] = [stones[last.index()], stones[last.other().index()]];
        let empty = board & !ours & !theirs;
        let shared = empty & if row % 2 == 0 { odd } else { !odd };
        if has_run(theirs | empty & !shared, k) {
            worth = -weights.follow[1];
            break;
        }
        if has_run(ours | shared, k) {
            worth = weights.follow[0];
            break;
        }
    }
    if last == me { worth } else { -worth }
}

/// Whether so many bits in a row are set.
#[inline]
fn has_run(mut bits: u128, k: usize) -> bool {
    let mut length = 1;
    while length < k && bits != 0 {
        let step = length.min(k - length);
        bits &= bits >> step;
        length += step;
    }
    bits != 0
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
