//! The end of a question: before the stone that wins the attacker has time for one more, so that one has to leave the defender without a move.
//!
//! Two thirds of the nodes of a search for a short win are such positions or lie one ply before them. They are not worth putting moves in order, static
//! bounds or a look at the table: the defender's moves are played one by one until one holds, the attacker's only if they may do. Where short wins are
//! asked for, neither is the ply before those; elsewhere static bounds decide much of it.
//!
//! *Which may do.* All moves below a winning cell of the attacker's own. Any other either makes a winning cell that
//! can be played at once: above itself, or elsewhere on a line of which the other stones are there. Or every move of the defender is
//! below a winning cell afterwards. Take any two playable cells that are not so before: one of them at least is not the move itself, so the move and the
//! cell above that one are all that a line misses. That leaves few moves of many, by a handful of operations for all of them.
//!
//! *Measured*: the sets of short solves from 1669 M to 934 M instructions and in 0.63 of the time, L1_R1 from 1483 to 1446 nodes and L2_R1 from 221 to
//! 215; the empty 6x7 board from 60.4 M to 59.6 M nodes. The ply before, for short wins: 811 M to 710 M instructions, L1_R1 in 0.9 of the time for 1 % more nodes.
//! *Rejected*: only lines with enough stones among those with cells that can be played: as much time. The defender's moves in order, those on
//! such cells of the attacker first: 2 % fewer nodes, 1 % more instructions. The ply before for all windows: 14 % more nodes on L3_R1. Another
//! ply for short wins: 38 % more nodes on L1_R1, 2 % fewer instructions.

use super::lines::{cells_on_slanted_lines, run};
use super::order::SHORT_WIN;
use super::score::win_with_stone;
use super::shape::Shape;
use super::well::Well;
use super::word::{Bits, Word};

/// The answer to "is the score above alpha?" as a bound, if the attacker has time for few stones before the one that wins.
/// It has time for one at least, or the caller would know.
#[inline(always)]
pub(crate) fn answer<S: Shape>(s: S, well: &Well<S::Word>, alpha: i32, horizon: u32, nodes: &mut u64) -> Option<i32> {
    if alpha < 0 {
        return (horizon <= 5).then(|| defend(s, well, alpha, nodes));
    }
    if horizon <= 4 {
        return Some(alpha + i32::from(breaks_through(s, well)));
    }
    (horizon <= 6 && alpha >= SHORT_WIN).then(|| attack(s, well, alpha, nodes))
}

/// The attacker is to move and has time for two stones.
#[inline(always)]
fn attack<S: Shape>(s: S, well: &Well<S::Word>, alpha: i32, nodes: &mut u64) -> i32 {
    if breaks_through(s, well) {
        return win_with_stone(well.stones + 3, s.cells());
    }
    for x in Bits(well.moves) {
        *nodes += 1;
        if defend(s, &well.play(s, x), -alpha - 1, nodes) < -alpha {
            return alpha + 1;
        }
    }
    alpha
}

/// The defender is to move, and the attacker has time for one stone.
fn defend<S: Shape>(s: S, well: &Well<S::Word>, alpha: i32, nodes: &mut u64) -> i32 {
    for x in Bits(well.moves) {
        let next = well.play(s, x);
        if next.moves.is_zero() {
            return win_with_stone(next.stones + 2, s.cells());
        }
        *nodes += 1;
        if !breaks_through(s, &next) {
            return alpha + 1;
        }
    }
    alpha
}

/// Whether the side to move has a move after which every reply loses.
#[inline(always)]
fn breaks_through<S: Shape>(s: S, well: &Well<S::Word>) -> bool {
    Bits(well.moves & promising(s, well)).any(|x| well.play(s, x).moves.is_zero())
}

/// The cells that may leave the opponent without a move: all that do, and a few more.
#[inline(always)]
fn promising<S: Shape>(s: S, well: &Well<S::Word>) -> S::Word {
    let k = s.k();
    let playable = well.playable(s);
    let below = well.mine >> 1;
    let free = playable & !below;
    let first = free.lowest();
    let second = (free ^ first).lowest();
    if second.is_zero() || k < 3 {
        return s.board();
    }
    let upright = if k <= s.rows() { run(well.me, 1, k - 2) << (k - 2) } else { S::Word::ZERO };
    let above = ((first | second) << 1) & s.board();
    below | upright | cells_on_slanted_lines(s, well.me | playable | above)
}
