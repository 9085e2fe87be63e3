//! Which child to search first when rows are long, learnt from solved positions.
//!
//! *The idea.* With five in a row a game is decided by lines that are two or three stones short for a long time, so winning cells say
//! little. What a line is worth depends on where its empty cells lie: on rows that its side will get if both answer above (`follow_up`),
//! on the other rows, or where a stone can be dropped now. Every open line of either side counts with the weight of its three numbers, and
//! the usual parts of the order (`order`) with weights of their own.
//!
//! *Weights.* Positions of 14 to 27 empty cells met while "does the first player win?" was answered for random positions of 7x7x5 with
//! 14 stones; of each all children solved, with the nodes that took. The weights are those of a softmax over the children
//! that comes closest to choosing a good one, the cheaper the better (in proportion to one over the root of its nodes). Choosing any good one, or the one of
//! least expected cost, predicts as well and searches more nodes.
//!
//! *Measured* (mean nodes of that question, 40 other positions of 14 stones): 1.11 M with the order by counts of lines, 0.99 M with these weights for the attacker from
//! a horizon of 20 on, 0.83 M for both sides, 0.71 M for both from 15 on.

use super::lines::{directions, run};
use super::shape::Shape;
use super::well::Well;
use super::word::{Bits, Word};

mod five;

/// What the parts of the order are worth when the side to move attacks, or defends.
pub(crate) struct Weights {
    /// Open lines of the attacker, then of the defender, by their empty cells: on rows that their side will get, on others, playable now.
    lines: [[[[i16; 6]; 6]; 6]; 2],
    /// A sixteenth of the value of the cell.
    place: i32,
    useful: i32,
    next: i32,
    claimed: i32,
}

/// The parts that `order` knows.
pub(crate) struct Parts {
    /// The value of the cell that was played.
    pub(crate) place: i32,
    /// Winning cells of the side that moved that the opponent's do not cut off.
    pub(crate) useful: u32,
    /// Those one stone away from being playable.
    pub(crate) next: u32,
    /// Lines that the attacker gets if both answer above; negative for the defender.
    pub(crate) claimed: i32,
}

/// The weights for rows of `k`, if they were learnt.
#[inline(always)]
pub(crate) fn weights(k: u32, mover_attacks: bool) -> Option<&'static Weights> {
    (k == 5).then_some(if mover_attacks { &five::ATTACK } else { &five::DEFENCE })
}

impl Weights {
    /// The larger, the sooner: `child` is the position after the move.
    #[inline(always)]
    pub(crate) fn order<S: Shape>(&self, s: S, child: &Well<S::Word>, mover_attacks: bool, parts: &Parts) -> i32 {
        let mut sum = parts.place * self.place / 16
            + parts.useful as i32 * self.useful
            + parts.next as i32 * self.next
            + parts.claimed * self.claimed;
        each_line(s, child, mover_attacks, |side, [good, bad, playable]| {
            sum += i32::from(self.lines[side][good][bad][playable]);
        });
        sum
    }
}

/// How often each weight counts in the order of a child: lines in the order of [`Weights::lines`], then the other parts. For whoever fits them.
pub(crate) fn counts<S: Shape>(s: S, child: &Well<S::Word>, mover_attacks: bool, parts: &Parts) -> Vec<f32> {
    let mut counts = vec![0.0; 2 * 216];
    each_line(s, child, mover_attacks, |side, [good, bad, playable]| {
        counts[side * 216 + good * 36 + bad * 6 + playable] += 1.0;
    });
    counts.extend([parts.place as f32 / 16.0, parts.useful as f32, parts.next as f32, parts.claimed as f32]);
    counts
}

/// Tells for every open line whose it is (0 for the attacker), and how many of its empty cells are on rows that its side will get, on others, playable now.
#[inline(always)]
fn each_line<S: Shape>(s: S, child: &Well<S::Word>, mover_attacks: bool, mut tell: impl FnMut(usize, [usize; 3])) {
    let empty = s.board() & !child.mask;
    let playable = child.playable(s);
    let attacker = if mover_attacks { child.me ^ child.mask } else { child.me };
    let even = (s.cells() - child.stones).is_multiple_of(2);
    let attackers_rows = if even == mover_attacks { s.claimable() } else { s.board() & !s.claimable() };
    let later = empty & !playable;
    let sides = [(attacker, later & attackers_rows), (attacker ^ child.mask, later & !attackers_rows)];
    for (side, (stones, good)) in sides.into_iter().enumerate() {
        for d in directions(s) {
            for start in Bits(run(stones | empty, d, s.k())) {
                let line = (1..s.k()).fold(start, |line, i| line | (start << (i * d)));
                let (good, playable) = ((line & good).count(), (line & playable).count());
                let bad = (line & empty).count() - good - playable;
                tell(side, [good, bad, playable].map(|n| n as usize));
            }
        }
    }
}
