//! Draws of few moves and annealed pairs: the shallow pass.
//!
//! On large boards a position near the start is held by pairs that only annealing finds, and each attempt costs as much as a hundred
//! nodes. Proof numbers spread such attempts over all replies. This pass goes the other way: to every move of X it tries the few
//! replies of O that look best, at once to the end, where the end is a pairing after a given number of moves. How good a reply
//! looks is what a short descent leaves of the potential, started from the pairs of the position before. What the pass
//! finds goes into the table; what it does not find is left to the search.
//!
//! Measured: 9x9x6, open after 98,000 nodes of the search, takes 4,613 positions of this pass; of 1,628 attempts after three moves of each
//! side 1,592 held, after two moves 446 of 550, after one none of 24. 8x9x6 takes 656 positions, but ten times as long as the
//! search alone (1,522 nodes): so the search comes first.

use std::collections::HashSet;

use super::anneal::KEPT;
use super::dfpn::{Dfpn, Stop};
use super::pairing::FAR;
use super::state::{O, Who, X};
use super::table::Numbers;

/// How many moves of each side lead to a pairing at most, and how many replies are followed.
const MOVES: u32 = 3;
const REPLIES: usize = 6;

/// Steps of an attempt.
pub(crate) const STEPS: u32 = 100_000;

/// What one pass remembers.
#[derive(Default)]
struct ReplyPass {
    /// Positions where it failed, with the moves that were allowed.
    failed: HashSet<(u64, u32)>,
    /// X's moves that were not answered, the last one at the end.
    killers: Vec<usize>,
}

impl<const N: usize> Dfpn<N> {
    /// Whether O is found to hold the position at hand, with more and more moves.
    pub(crate) fn shallow(&mut self, to_move: Who, stop: Stop) -> bool {
        self.stopped = false;
        (1..=MOVES).any(|moves| {
            let mut pass = ReplyPass::default();
            if to_move == X { self.held(&mut pass, moves, stop) } else { self.answered(&mut pass, moves, &[], stop) }
        })
    }

    /// The same with X to move, after at most so many moves of either side.
    fn held(&mut self, pass: &mut ReplyPass, moves: u32, stop: Stop) -> bool {
        let scan = self.state.scan();
        if !scan.wins[X].is_empty() {
            return false;
        }
        let key = self.state.key(&scan, X);
        if let Some(known) = self.table.get(key).filter(|known| known.is_solved()) {
            return known == Numbers::HOLD;
        }
        if pass.failed.contains(&(key, moves)) {
            return false;
        }
        self.nodes += 1;
        self.stopped |= stop(self.nodes, self.root, self.table.permille());
        self.stopped |= self.parallel.as_ref().is_some_and(|parallel| parallel.is_done());
        if self.stopped {
            return false;
        }
        let began = self.nodes;
        let known = self.kept.find(&self.state, false, KEPT).is_some();
        if known || self.pairing.deficiency(&self.state, false, FAR) == 0 || self.anneal(false, STEPS, 1) {
            self.annealed.insert(key);
            self.table.put(key, Numbers::HOLD, 1);
            return true;
        }
        let holds = moves > 0 && {
            let guide: Vec<[u16; 2]> = self.pairing.tried().collect();
            let mut threats: Vec<usize> = self.state.choices(&scan).iter().collect();
            let rank = |cell: &usize| pass.killers.iter().rposition(|killer| killer == cell);
            threats.sort_by_cached_key(|cell| std::cmp::Reverse((rank(cell), self.weight(*cell))));
            threats.into_iter().all(|cell| {
                let mark = self.state.mark();
                self.state.play(cell, X);
                let answered = self.answered(pass, moves - 1, &guide, stop);
                self.state.undo_to(mark);
                if !answered {
                    pass.killers.retain(|&killer| killer != cell);
                    pass.killers.push(cell);
                }
                answered
            })
        };
        if holds {
            self.table.put(key, Numbers::HOLD, self.nodes - began + 1);
        } else if !self.stopped {
            pass.failed.insert((key, moves));
        }
        holds
    }

    /// The same with O to move, and the pairs of the position before.
    fn answered(&mut self, pass: &mut ReplyPass, moves: u32, guide: &[[u16; 2]], stop: Stop) -> bool {
        let scan = self.state.scan();
        let key = self.state.key(&scan, O);
        if let Some(known) = self.table.get(key).filter(|known| known.is_solved()) {
            return known == Numbers::HOLD;
        }
        if scan.wins[X].many() || pass.failed.contains(&(key, moves)) {
            return false;
        }
        let began = self.nodes;
        let quiet = scan.wins[X].is_empty();
        let mut holds = quiet
            && (self.kept.find(&self.state, true, KEPT).is_some()
                || self.pairing.deficiency(&self.state, true, FAR) == 0);
        if !holds {
            let mut replies: Vec<(u64, usize)> = Vec::new();
            let cells = if quiet { scan.live[X] & self.state.empty() } else { scan.wins[X] };
            for cell in cells.iter() {
                let mark = self.state.mark();
                self.state.play(cell, O);
                let sum = self.pairing.promise(&self.state, guide);
                self.state.undo_to(mark);
                replies.push((sum, cell));
            }
            replies.sort_unstable();
            holds = replies.into_iter().take(REPLIES).any(|(_, cell)| {
                let mark = self.state.mark();
                self.state.play(cell, O);
                let holds = self.held(pass, moves, stop);
                self.state.undo_to(mark);
                holds
            });
        }
        if holds {
            self.table.put(key, Numbers::HOLD, self.nodes - began + 1);
        } else if !self.stopped {
            pass.failed.insert((key, moves));
        }
        holds
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::state::State;
    use super::super::table::ProofTable;
    use super::*;

    fn held(text: &str) -> bool {
        let state = State::<1>::new(text.parse().unwrap(), false);
        let mut search = Dfpn::new(state, Arc::new(ProofTable::new(1 << 20)));
        let holds = search.shallow(X, &mut |_, _, _| false);
        assert_eq!(search.state.mark(), 0, "all moves are taken back");
        holds
    }

    #[test]
    fn boards_that_a_move_or_two_decide_are_held_and_boards_that_are_won_are_not() {
        assert!(held("6x6x5"));
        assert!(held("7x8x6"));
        assert!(!held("3x3x3"));
        assert!(!held("4x4x3"));
    }

    #[test]
    fn a_pass_that_is_called_off_claims_nothing() {
        let state = State::<1>::new("7x8x6".parse().unwrap(), false);
        let mut search = Dfpn::new(state, Arc::new(ProofTable::new(1 << 20)));
        assert!(!search.shallow(X, &mut |nodes, _, _| nodes > 2));
        assert!(search.stopped);
    }
}
