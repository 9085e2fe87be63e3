//! Which child to search first.
//!
//! Two orders, chosen by the window. Far from zero the question is for a short win: the more winning cells a move
//! leaves, the sooner it is searched, and twice as soon if one of them can be played at once. Near zero games are long and decided by cells that
//! become playable late: winning cells that the opponent's own do not cut off count, those one stone away from being playable
//! count double, and moves without any are told apart by the cell: how many lines run through it, less half of
//! those through the cell above, which the move gives away. With five in a row or more winning cells are few until late: what counts
//! there is how many lines the attacker of the question would get if both sides answered above from now on.
//!
//! *Measured* (nodes): the second order against the first alone takes positions of 10 stones from 1126 k to 608 k and the empty 6x7
//! board from 122 M to under 90 M; the first against the second takes the set L1_R1 from 2.8 k to 1.5 k.
//! Counting lines takes positions of 8 stones on 6x7x5 from 60 M to 43 M; the sign turned round, 613 M. Lines of the defender or lines through
//! all empty cells instead: no gain. With four in a row a small weight saves 27 % on 5x7, 8 % on 6x6, 2 % on 6x7 and costs 16 % on 5x8: left out.
//! *Rejected*: Tromp's history table, alone or as a tie-break: 10 % fewer nodes on 14 and 18 stones, 2.8 times as many on the empty board.

use super::learnt::{self, Parts};
use super::lines::{count_lines, upward};
use super::shape::Shape;
use super::tuning::Tuning;
use super::well::Well;
use super::word::Word;

/// From this distance to zero on, windows ask for short wins.
pub(crate) const SHORT_WIN: i32 = 4;

const WINNING_CELL: i32 = 64;
const PLAYABLE_AT_ONCE: i32 = 32;
const PLAYABLE_NEXT: i32 = 64;
/// A line that the attacker may still get. Four in a row and less is decided by winning cells; with five there are few of them until late.
const LINE: i32 = 16;
const LINES_FROM_K: u32 = 5;

/// The board's part of the order: a value for every cell, by bit.
pub(crate) struct Places {
    short: [i16; 128],
    long: [i16; 128],
}

impl Places {
    pub(crate) fn new<S: Shape>(s: S) -> Places {
        let lines = lines_through(s);
        let mut places = Places { short: [0; 128], long: [0; 128] };
        for col in 0..s.cols() {
            for row in 0..s.rows() {
                let bit = (col * s.stride() + row) as usize;
                let here = lines[bit];
                let above = if row + 1 < s.rows() { lines[bit + 1] } else { 0 };
                let centre = -(2 * col as i16 - (s.cols() as i16 - 1)).abs();
                places.short[bit] = 2 * here + 2 * centre;
                places.long[bit] = 6 * here - 3 * above + 2 * centre;
            }
        }
        places
    }

    /// The larger, the sooner: `child` is the position after the move to `bit`, `horizon` that of its parent.
    #[inline(always)]
    pub(crate) fn order<S: Shape>(
        &self,
        s: S,
        child: &Well<S::Word>,
        bit: u32,
        alpha: i32,
        horizon: u32,
        tuning: &Tuning,
    ) -> i32 {
        let mine = child.theirs;
        if !(-SHORT_WIN..SHORT_WIN).contains(&alpha) {
            // One that can be played at once is all there is, or the game would be over.
            return mine.count() as i32 * WINNING_CELL
                + i32::from((mine & child.playable(s)).any()) * PLAYABLE_AT_ONCE
                + i32::from(self.short[bit as usize]);
        }
        let mover_attacks = alpha >= 0;
        let parts = self.parts(s, child, bit, mover_attacks, horizon >= tuning.lines_from);
        if horizon >= tuning.learnt_from
            && let Some(weights) = learnt::weights(s.k(), mover_attacks)
        {
            return weights.order(s, child, mover_attacks, &parts);
        }
        parts.useful as i32 * WINNING_CELL + parts.next as i32 * PLAYABLE_NEXT + parts.place + LINE * parts.claimed
    }

    /// What the order of long games adds up. Lines are counted with five in a row or more only.
    #[inline(always)]
    pub(crate) fn parts<S: Shape>(
        &self,
        s: S,
        child: &Well<S::Word>,
        bit: u32,
        mover_attacks: bool,
        count_lines: bool,
    ) -> Parts {
        let (mine, theirs) = (child.theirs, child.mine);
        let count_lines = count_lines && s.k() >= LINES_FROM_K;
        Parts {
            place: i32::from(self.long[bit as usize]),
            useful: (mine & !(upward(s, theirs) << 1)).count(),
            next: (mine & (child.playable(s) << 1)).count(),
            claimed: if count_lines { attackers_lines(s, child, mover_attacks) } else { 0 },
        }
    }
}

/// How many lines the attacker may still get if both sides answer above, more being better for the side that moved if it is the attacker.
///
/// Whoever leaves an even number of empty cells gets the rows that a follow-up claims, the other side the rest and what can be played now.
#[inline(always)]
fn attackers_lines<S: Shape>(s: S, child: &Well<S::Word>, mover_attacks: bool) -> i32 {
    let empty = s.board() & !child.mask;
    let stones = if mover_attacks { child.me ^ child.mask } else { child.me };
    let even = (s.cells() - child.stones).is_multiple_of(2);
    let cells = if even == mover_attacks { s.claimable() } else { !s.claimable() | child.playable(s) };
    let lines = count_lines(s, stones | (empty & cells)) as i32;
    if mover_attacks { lines } else { -lines }
}

/// How many lines of k run through each cell, by bit.
fn lines_through<S: Shape>(s: S) -> [i16; 128] {
    let mut lines = [0; 128];
    let (rows, cols, reach) = (i64::from(s.rows()), i64::from(s.cols()), i64::from(s.k()) - 1);
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let (last_row, last_col) = (row + up * reach, col + right * reach);
            if last_row < rows && (0..cols).contains(&last_col) {
                for i in 0..=reach {
                    lines[((col + i * right) * i64::from(s.stride()) + row + i * up) as usize] += 1;
                }
            }
        }
    }
    lines
}
