//! The solver as a strategy: how the winning or holding side plays, for the writer of certificates.
//!
//! What the table still knows is read from it; what was lost, or never looked at because a move was dominated or outside a
//! zone, is searched again. Leaves are preferred to moves, and moves that lead to a leaf to others.

use filetto_rules::{Cell, Side};

use super::anneal::KEPT;
use super::dfpn::{Dfpn, Stop, VCF};
use super::pairing::FAR;
use super::reply_pass::STEPS;
use super::state::{O, Who, X};
use super::table::Numbers;
use super::vcf::Vcf;
use crate::certificate::{Leaf, Reply, Strategy};

/// How often pairs are annealed where they had been found once.
const THROWS: u64 = 4;

/// A solved question, asked move by move.
pub(crate) struct Solved<'a, const N: usize> {
    pub(crate) search: &'a mut Dfpn<N>,
    /// The side that plays X's part in the search.
    pub(crate) attacker: Side,
    /// Whether X wins; else O holds.
    pub(crate) wins: bool,
    pub(crate) stop: Stop<'a>,
}

impl<const N: usize> Solved<'_, N> {
    fn cell(&self, number: usize) -> Cell {
        let cols = self.search.state.lines.cols;
        Cell::new(number / cols, number % cols)
    }

    fn wanted(&self, numbers: Numbers) -> bool {
        if self.wins { numbers.proof == 0 } else { numbers.disproof == 0 }
    }

    fn pairs(&mut self, o_moves: bool) -> Option<Leaf> {
        let scan = self.search.state.scan();
        let bound = 1u64 << (self.search.state.lines.k - u8::from(!o_moves)).min(60);
        if scan.potential < bound {
            return Some(Leaf::Pairs(Vec::new()));
        }
        if !scan.wins[X].is_empty() || self.search.pairing.deficiency(&self.search.state, o_moves, FAR) > 0 {
            return None;
        }
        let pairs = self.search.pairing.pairs().to_vec();
        Some(Leaf::Pairs(pairs.into_iter().map(|pair| pair.map(|cell| self.cell(cell.into()))).collect()))
    }

    /// The same by pairs that were annealed, which is done again where it had held the position.
    fn annealed(&mut self, o_moves: bool) -> Option<Leaf> {
        let scan = self.search.state.scan();
        if !scan.wins[X].is_empty() {
            return None;
        }
        if self.search.kept.find(&self.search.state, o_moves, KEPT).is_none() {
            let known = !o_moves && self.search.annealed.contains(&self.search.state.key(&scan, X));
            // What one throw of the dice found on a mirrored board may take another one here.
            if !known || !(1..=THROWS).any(|seed| self.search.anneal(false, STEPS, seed)) {
                return None;
            }
        }
        let pairs = self.search.kept.find(&self.search.state, o_moves, KEPT)?.to_vec();
        Some(Leaf::Pairs(pairs.into_iter().map(|pair| pair.map(|cell| self.cell(cell.into()))).collect()))
    }

    /// A move of the side to move after which the search knows, or finds out, that the claim is true.
    fn good_move(&mut self, who: Who) -> Option<usize> {
        let scan = self.search.state.scan();
        let moves = self.search.state.choices(&scan);
        let mut known: Option<(u64, usize)> = None;
        for cell in moves.iter() {
            let mark = self.search.state.mark();
            self.search.state.play(cell, who);
            let before = self.search.assessed;
            let assess = self.search.assess(1 - who);
            let work = if self.search.assessed > before { 0 } else { self.search.table.work(assess.key) };
            self.search.state.undo_to(mark);
            if self.wanted(assess.numbers) && known.is_none_or(|(least, _)| work < least) {
                known = Some((work, cell));
            }
        }
        if let Some((_, cell)) = known {
            return Some(cell);
        }
        // The table has lost it, or never had it: search the position again.
        let numbers = self.search.search(who, self.stop);
        self.search.best.filter(|_| self.wanted(numbers))
    }
}

impl<const N: usize> Strategy for Solved<'_, N> {
    fn play(&mut self, cell: Cell, side: Side) {
        let number = cell.row() * self.search.state.lines.cols + cell.col();
        self.search.state.play(number, if side == self.attacker { X } else { O });
    }

    fn undo(&mut self, _: Cell) {
        let mark = self.search.state.mark();
        self.search.state.undo_to(mark - 1);
    }

    fn reply(&mut self) -> Option<Reply> {
        let who = if self.wins { X } else { O };
        if !self.wins
            && let Some(leaf) = self.pairs(true).or_else(|| self.annealed(true))
        {
            return Some(Reply::Leaf(leaf));
        }
        let forcing = self.wins || self.search.state.strong;
        let forced = if forcing { Vcf::first_move(&mut self.search.state, who, VCF) } else { None };
        forced.or_else(|| self.good_move(who)).map(|cell| Reply::Move(self.cell(cell)))
    }

    fn leaf(&mut self) -> Option<Leaf> {
        self.pairs(false).or_else(|| self.annealed(false))
    }
}
