//! The search: depth-first proof numbers.
//!
//! df-pn (Nagai 2002) asks "does X win?": proof numbers are minimised where X moves and summed where O moves, disproof
//! numbers the other way round. The game never repeats a position, so nothing special is needed for cycles. Thresholds grow
//! by a factor (Pawlewicz and Lew 2006) so that siblings do not chase each other out of the table.

use std::collections::HashSet;
use std::sync::Arc;

use super::anneal::{FEW, Kept};
use super::assess::Assess;
use super::cells::Cells;
use super::pairing::{FAR, Pairing, companions};
use super::parallel_search::ParallelSearch;
use super::state::{O, State, Who, X};
use super::table::{NEVER, Numbers, ProofTable};
use super::vcf::Vcf;

/// A move with what is known of the position after it.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(crate) cell: u16,
    pub(crate) key: u64,
    pub(crate) numbers: Numbers,
    weight: u32,
}

/// Why a search stopped, asked from time to time.
pub(crate) type Stop<'a> = &'a mut dyn FnMut(u64, Numbers, u32) -> bool;

pub(crate) struct Dfpn<const N: usize> {
    pub(crate) state: State<N>,
    pub(crate) table: Arc<ProofTable>,
    /// The other threads, if there are any.
    pub(crate) parallel: Option<Arc<ParallelSearch>>,
    pub(crate) pairing: Pairing<N>,
    pub(crate) kept: Kept,
    /// Positions with X to move that were found to be held by such pairs.
    pub(crate) annealed: HashSet<u64>,
    pub(crate) nodes: u64,
    pub(crate) assessed: u64,
    pub(crate) stopped: bool,
    pub(crate) root: Numbers,
    pub(crate) best: Option<usize>,
    next_report: u64,
    /// After so many nodes the shallow pass has its turn.
    patience: u64,
    companions: Vec<Cells<N>>,
}

/// Positions that a search for a forced win may look at. 16 find almost as much; 256 cost more than they save.
pub(crate) const VCF: u32 = 64;

/// How many moves into a search pairs are annealed, and for how many steps.
const SHALLOW: u32 = 4;
const STEPS: u32 = 50_000;
/// From which K on. Shorter lines: 10 of 1,000 attempts held on 7x11x6, 1 of 240 on 4x7x4, 14 of 43 on 11x11x7.
const LONG: u8 = 7;

/// Nodes after which the shallow pass is tried, and from which K on. Boards that the search decides alone mostly take it fewer.
const PATIENCE: u64 = 16_000;
const SHALLOW_K: u8 = 6;

/// Thresholds exceed the second best number by one part in so many. 2 and 8 are within some per cent.
const EPSILON: u32 = 4;

/// Nodes between two questions whether to go on: a millisecond, since players ask with a clock in hand.
const GLANCE: u64 = 8;

impl<const N: usize> Dfpn<N> {
    pub(crate) fn new(state: State<N>, table: Arc<ProofTable>) -> Dfpn<N> {
        let pairing = Pairing::new(state.lines.cells);
        Dfpn {
            state,
            table,
            parallel: None,
            pairing,
            kept: Kept::default(),
            annealed: HashSet::new(),
            nodes: 0,
            assessed: 0,
            stopped: false,
            root: Numbers { proof: 1, disproof: 1 },
            best: None,
            next_report: 0,
            patience: PATIENCE,
            companions: Vec::new(),
        }
    }

    /// Another thread for the position at hand.
    pub(crate) fn helper(&self, parallel: Arc<ParallelSearch>) -> Dfpn<N> {
        Dfpn { parallel: Some(parallel), patience: u64::MAX, ..Dfpn::new(self.state.clone(), Arc::clone(&self.table)) }
    }

    /// What such a thread does: it works until anybody has the answer.
    pub(crate) fn help(&mut self, to_move: Who) {
        let Some(parallel) = self.parallel.clone() else { return };
        let mut told = 0;
        let mut tell = |nodes: u64| parallel.add(nodes - std::mem::replace(&mut told, nodes));
        let numbers = self.solve(to_move, &mut |nodes, _, _| {
            tell(nodes);
            false
        });
        tell(self.nodes);
        if numbers.is_solved() {
            parallel.finish();
        }
    }

    /// Joins others who work on the same question.
    pub(crate) fn join(&mut self, parallel: Option<Arc<ParallelSearch>>) {
        self.parallel = parallel;
    }

    /// Decides the position at hand with `to_move` to move, unless told to stop.
    pub(crate) fn solve(&mut self, to_move: Who, stop: Stop) -> Numbers {
        let Assess { numbers, key } = self.assess(to_move);
        if numbers.is_solved() {
            return numbers;
        }
        if self.state.strong || self.state.lines.k < SHALLOW_K || self.patience == u64::MAX {
            return self.search(to_move, stop);
        }
        // What is simple is left to the search alone; the pass takes seconds.
        let (mut called_off, patience) = (false, self.nodes + self.patience);
        let numbers = self.search(to_move, &mut |nodes, root, table| {
            called_off |= stop(nodes, root, table);
            called_off || nodes >= patience
        });
        if called_off || numbers.is_solved() {
            return numbers;
        }
        if self.shallow(to_move, stop) {
            return Numbers::HOLD;
        }
        if self.stopped {
            // Another thread may have been the one that solved it.
            return self.table.get(key).filter(|known| known.is_solved()).unwrap_or(numbers);
        }
        self.search(to_move, stop)
    }

    /// The same without a first look: afterwards `best` is the move that decides.
    pub(crate) fn search(&mut self, to_move: Who, stop: Stop) -> Numbers {
        let key = self.state.key(&self.state.scan(), to_move);
        self.stopped = false;
        loop {
            let numbers = self.visit(to_move, key, NEVER, NEVER, 0, stop);
            if numbers.is_solved() || self.stopped {
                // Another thread may have been the one that solved it.
                return self.table.get(key).filter(|known| known.is_solved()).unwrap_or(numbers);
            }
        }
    }

    fn visit(&mut self, to_move: Who, key: u64, proof: u32, disproof: u32, depth: u32, stop: Stop) -> Numbers {
        self.nodes += 1;
        let began = self.nodes;
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + GLANCE;
            self.stopped |= stop(self.nodes, self.root, self.table.permille());
        }
        self.stopped |= self.parallel.as_ref().is_some_and(|parallel| parallel.is_done());
        if self.table.get(key).is_none() && self.is_held(to_move, key, depth) {
            self.table.put(key, Numbers::HOLD, 1);
            return Numbers::HOLD;
        }
        let mut children = self.children(to_move);
        loop {
            if self.parallel.is_some() {
                children
                    .iter_mut()
                    .for_each(|child| child.numbers = self.table.get(child.key).unwrap_or(child.numbers));
            }
            let numbers = combine(to_move, &children);
            if depth == 0 {
                self.root = numbers;
            }
            let over = numbers.proof >= proof || numbers.disproof >= disproof;
            if numbers.is_solved() || over || self.stopped {
                if depth == 0 {
                    self.best = select(to_move, &children, NEVER, None).map(|(best, _)| children[best].cell.into());
                }
                self.table.put(key, numbers, self.nodes - began + 1);
                return numbers;
            }
            let limit = if to_move == X { proof } else { disproof };
            let Some((best, second)) = select(to_move, &children, limit, self.parallel.as_deref()) else {
                return numbers;
            };
            let child = children[best];
            let grown = second.saturating_add(second / EPSILON + 1).min(NEVER);
            let (proof, disproof) = if to_move == X {
                (proof.min(grown), share(disproof, numbers.disproof, child.numbers.disproof))
            } else {
                (share(proof, numbers.proof, child.numbers.proof), disproof.min(grown))
            };
            let mark = self.state.mark();
            self.state.play(child.cell.into(), to_move);
            if let Some(parallel) = &self.parallel {
                parallel.enter(child.key);
            }
            let numbers = self.visit(1 - to_move, child.key, proof, disproof, depth + 1, stop);
            if let Some(parallel) = &self.parallel {
                parallel.leave(child.key);
            }
            self.state.undo_to(mark);
            children[best].numbers = numbers;
        }
    }

    /// A closer look at a position before it is expanded: a costly attempt to hold it without moves.
    fn is_held(&mut self, to_move: Who, key: u64, depth: u32) -> bool {
        let o_moves = to_move == O;
        if !self.state.scan().wins[X].is_empty() {
            return false;
        }
        if self.pairing.deficiency(&self.state, o_moves, FAR) == 0 {
            return true;
        }
        let shallow = depth <= SHALLOW && self.state.lines.k >= LONG;
        let holds = self.kept.find(&self.state, o_moves, FEW).is_some() || (shallow && self.anneal(o_moves, STEPS, 1));
        if holds && !o_moves {
            self.annealed.insert(key);
        }
        holds
    }

    /// The costly attempt at a shallow position, where it has a chance.
    pub(crate) fn anneal(&mut self, o_moves: bool, steps: u32, seed: u64) -> bool {
        let holds = self.pairing.anneal(&self.state, o_moves, steps, seed);
        if holds {
            self.kept.add(self.pairing.pairs().to_vec());
        }
        holds
    }

    /// The moves worth a look, each with the numbers of the table or of a first assessment. A move that decides stands alone.
    pub(super) fn children(&mut self, to_move: Who) -> Vec<Child> {
        let moves = self.moves(to_move);
        let mut children: Vec<Child> = Vec::with_capacity(moves.len() as usize);
        for cell in moves.iter() {
            let weight = self.weight(cell);
            let mark = self.state.mark();
            self.state.play(cell, to_move);
            let assess = self.assess(1 - to_move);
            self.state.undo_to(mark);
            let child = Child { cell: cell as u16, key: assess.key, numbers: assess.numbers, weight };
            let decides = if to_move == X { child.numbers.proof == 0 } else { child.numbers.disproof == 0 };
            if decides {
                return vec![child];
            }
            if !children.iter().any(|other| other.key == child.key) {
                children.push(child);
            }
        }
        children.sort_by_key(|child| std::cmp::Reverse(child.weight));
        children
    }

    /// The cells where the side to move need look.
    fn moves(&mut self, to_move: Who) -> Cells<N> {
        let scan = self.state.scan();
        for side in [to_move, 1 - to_move] {
            if let Some(cell) = scan.wins[side].first() {
                return Cells::of(cell);
            }
        }
        let mut moves = self.state.choices(&scan);
        if to_move == O
            && !scan.nearly[X].is_empty()
            && let Some(zone) = Vcf::zone(&mut self.state, X, VCF)
        {
            moves &= zone;
        }
        if !self.state.strong && self.state.lines.monotone {
            companions(&self.state, &mut self.companions);
            for cell in moves.iter() {
                let with = self.companions[cell] & !Cells::of(cell);
                if with.iter().any(|other| !self.companions[other].has(cell) || other < cell) {
                    moves &= !Cells::of(cell);
                }
            }
        }
        moves
    }

    /// How much a cell is worth at first sight: lines by the stones that are in them.
    pub(crate) fn weight(&self, cell: usize) -> u32 {
        let mut weight = 0;
        for &window in &self.state.lines.through[cell] {
            let tally = self.state.count[window as usize];
            if tally.is_open(X) {
                weight += 1 << (2 * tally.stones[X]).min(24);
            } else if tally.is_open(O) && self.state.strong {
                weight += 1 << (2 * tally.stones[O]).min(24);
            }
        }
        weight
    }
}

/// The numbers of a position from those after its moves. Without moves nothing is left to play for, and X has not won.
pub(super) fn combine(to_move: Who, children: &[Child]) -> Numbers {
    if children.is_empty() {
        return Numbers::HOLD;
    }
    let proofs = children.iter().map(|child| child.numbers.proof);
    let disproofs = children.iter().map(|child| child.numbers.disproof);
    let sum = |sum: u32, next: u32| (sum + next).min(NEVER - 1);
    if to_move == X {
        let (proof, disproof) = (proofs.min().unwrap_or(NEVER), disproofs.fold(0, sum));
        match (proof, disproof) {
            (0, _) => Numbers::WIN,
            (_, 0) => Numbers::HOLD,
            _ => Numbers { proof, disproof },
        }
    } else {
        let (proof, disproof) = (proofs.fold(0, sum), disproofs.min().unwrap_or(NEVER));
        match (proof, disproof) {
            (_, 0) => Numbers::HOLD,
            (0, _) => Numbers::WIN,
            _ => Numbers { proof, disproof },
        }
    }
}

/// The threshold of a child under a sum: what the sum may still grow by is the child's. A sum that has reached its ceiling says
/// nothing any more; then the child may grow by a part of its own.
fn share(threshold: u32, sum: u32, child: u32) -> u32 {
    let slack = if sum == NEVER - 1 { child / EPSILON + 1 } else { threshold - sum };
    (child + slack).min(NEVER)
}

/// The number that decides between moves; it looks larger where others are at work.
pub(super) fn seeming_number(to_move: Who, numbers: Numbers, inside: u32) -> u32 {
    let number = if to_move == X { numbers.proof } else { numbers.disproof };
    number.saturating_add(inside.saturating_mul(number / 2 + 1))
}

/// The most promising move, and the number of the second best. A move where other threads are looks less promising, but no
/// move is chosen whose number has reached the limit: nothing would happen there.
fn select(to_move: Who, children: &[Child], limit: u32, parallel: Option<&ParallelSearch>) -> Option<(usize, u32)> {
    let number = |child: &Child| if to_move == X { child.numbers.proof } else { child.numbers.disproof };
    let seeming = |child: &Child| {
        let inside = parallel.map_or(0, |parallel| parallel.inside(child.key));
        (number(child) >= limit, seeming_number(to_move, child.numbers, inside), number(child))
    };
    let best = (0..children.len()).min_by_key(|&index| seeming(&children[index]))?;
    let others = children.iter().enumerate().filter(|&(index, _)| index != best);
    let second = others.map(|(_, child)| number(child)).min().unwrap_or(NEVER);
    Some((best, second.max(number(&children[best]))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(proof: u32, disproof: u32) -> Child {
        Child { cell: 0, key: 0, numbers: Numbers { proof, disproof }, weight: 0 }
    }

    #[test]
    fn sums_that_reach_the_ceiling_are_not_taken_for_proofs() {
        let large = [child(1, NEVER / 2), child(1, NEVER / 2), child(1, NEVER - 1)];
        let numbers = combine(X, &large);
        assert!(!numbers.is_solved() && numbers.disproof < NEVER);
        assert!(share(NEVER, numbers.disproof, 100) > 100, "the child is allowed to grow");
        assert_eq!(combine(X, &[child(NEVER, 0), child(NEVER, 0)]), Numbers::HOLD);
        assert_eq!(combine(O, &[child(0, NEVER), child(0, NEVER)]), Numbers::WIN);
        assert_eq!(combine(O, &[child(0, NEVER), child(NEVER, 0)]), Numbers::HOLD);
        assert_eq!(combine(O, &[child(0, NEVER), child(3, 4)]), Numbers { proof: 3, disproof: 4 });
    }
}
