//! A static bound for every height: the side that is not to move answers above, and takes all that a follow-up can take.
//!
//! *The idea.* Let O be to move and P answer. If the number of empty cells is even, so is the number of columns with an odd number of them. P
//! answers in the same column when it had an even number of empty cells, and in another odd column when it had an
//! odd number: the answer always exists, and P ends up with every cell that has the parity of the *top* row, except those that can
//! be played now (they are contested; grant them all to O). On even heights this is Allis's claimeven for the second player;
//! counted from the top it holds for odd heights too, where P claims odd rows, and for whoever puts the last stone.
//! If O has no line in its stones and the cells left to it, O cannot win; if P has one in its own, P wins.
//! A winning cell of P that P will get closes the column above it to O. And a line of O does not count if P has one below it, through the
//! same columns: whoever completes the upper line has seen the lower one completed before.
//!
//! *The cut.* If the number of empty cells is odd, P needs a winning cell `t` on a row of the other parity. P stays out of the
//! cell below it; what remains without that cell and the column above has an even number of cells, so P answers there as before
//! (in the cut column the cell below the forbidden one counts as the top), until O has nothing left but the cell below `t`. If O
//! has no line in what it can get, P wins: the odd-threat rule of the first player on even heights.
//!
//! *Bound.* P's win with cell `t` comes when at the latest every cell outside the column above `t` is filled.
//!
//! *Measured* (mean nodes of positions with 14 / 10 stones on 6x7, and with 10 stones on 5 rows x 8 columns): neither 156 k / 1394 k / 1397 k,
//! claim alone 109 k / 808 k / 1101 k, cut alone 123 k / 1163 k / 1176 k, both 79 k / 608 k / 888 k.
//! Leaving out lines above others, on top of both: the empty 6x7 board 74.7 M to 65.0 M nodes, positions of 14 stones on 7x7x5 37 M to 24 M.
//! *Rejected*: granting O only one of two contested cells: at most 1 % fewer nodes for two more line tests. Pairing any two playable
//! cells that all lines of O need (Allis's baseinverse, the cells above them granted to O): 4 to 7 % fewer nodes with five in a row, as much more time.
//!
//! *Source.* Allis 1988 (claimeven, zugzwang control), Tromp's and Steininger's solvers for the even-height case.

use super::lines::{has_line, has_line_not_above, upward};
use super::shape::Shape;
use super::tuning::Tuning;
use super::well::Well;
use super::word::{Bits, Word};

/// No bound.
pub(crate) const NOTHING: i32 = i32::MIN;

/// A score that the side which is *not* to move can reach at least, or `NOTHING`. Nothing below `need` is looked for.
#[inline(always)]
pub(crate) fn bound<S: Shape>(s: S, well: &Well<S::Word>, need: i32, tuning: &Tuning) -> i32 {
    let empties = s.cells() - well.stones;
    if need > win_at_row(s, 0) {
        NOTHING
    } else if empties.is_multiple_of(2) {
        if tuning.claim { claim(s, well, need, tuning) } else { NOTHING }
    } else if tuning.cut {
        cut(s, well)
    } else {
        NOTHING
    }
}

/// Even number of empty cells: P claims the rows of the top's parity.
#[inline(always)]
fn claim<S: Shape>(s: S, well: &Well<S::Word>, need: i32, tuning: &Tuning) -> i32 {
    let empty = s.board() & !well.mask;
    let claimed = empty & s.claimable() & !well.playable(s);
    if S::EXACT {
        // P's own rows may grow too long: all that is certain is that O has none.
        return if need <= 0 && !has_line(s, well.me | (empty & !claimed)) { 0 } else { NOTHING };
    }
    let threats = well.theirs & claimed;
    if need > 1 && threats.is_zero() {
        return NOTHING;
    }
    let closed = upward(s, threats) << 1;
    let theirs = well.me | (empty & !claimed & !closed);
    let own = (well.me ^ well.mask) | claimed;
    if has_line(s, theirs) && (!tuning.below || has_line_not_above(s, theirs, own)) {
        return NOTHING;
    }
    if need <= 0 {
        return 0;
    }
    if threats.any() {
        return if need == 1 { 1 } else { win_at_row(s, lowest_row(s, threats)) };
    }
    // The opponent has no line, so one of the claimer is completed sooner or later.
    i32::from(has_line(s, own))
}

/// Odd number of empty cells: P holds a winning cell of the other parity and never plays below it.
#[inline(always)]
fn cut<S: Shape>(s: S, well: &Well<S::Word>) -> i32 {
    let empty = s.board() & !well.mask;
    let playable = well.playable(s);
    let mut best = NOTHING;
    for cell in Bits(well.theirs & !s.claimable() & !playable) {
        let column = s.column_of(cell);
        let from_cell = upward(s, cell);
        let claimed = empty & !playable & ((s.claimable() & !column) | (column & !s.claimable() & !from_cell));
        let closed = upward(s, well.theirs & claimed) << 1;
        if !has_line(s, well.me | (empty & !claimed & !closed & !from_cell)) {
            best = best.max(win_at_row(s, s.row_of(cell)));
        }
    }
    best
}

/// The score of a win on a cell of `row` (from 0) when everything but the column above it is filled.
#[inline(always)]
fn win_at_row<S: Shape>(s: S, row: u32) -> i32 {
    let above = s.rows() - 1 - row;
    (2 + above as i32) >> 1
}

#[inline(always)]
fn lowest_row<S: Shape>(s: S, cells: S::Word) -> u32 {
    (0..s.rows()).find(|row| (cells & (s.bottom() << *row)).any()).unwrap_or(0)
}
