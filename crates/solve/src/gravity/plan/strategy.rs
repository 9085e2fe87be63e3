//! A finished graph as a strategy, for the writer of certificates.

use filetto_rules::{Cell, Side};

use super::finder::At;
use super::graph::{Choice, Graph};
use crate::certificate::{Leaf, Plan, Reply, Strategy};
use crate::gravity::shape::Shape;

/// The claimant plays what the graph says.
pub(crate) struct Planned<'g, 'a> {
    graph: &'g Graph<'a>,
    claimant: Side,
    at: At,
}

impl<'g, 'a> Planned<'g, 'a> {
    /// From the empty board on.
    pub(crate) fn new(graph: &'g Graph<'a>, claimant: Side) -> Planned<'g, 'a> {
        Planned { graph, claimant, at: At { own: 0, mask: 0 } }
    }

    fn bit(&self, cell: Cell) -> u64 {
        1 << (cell.col() as u32 * self.graph.shape().stride() + cell.row() as u32)
    }

    fn cell(&self, bit: u64) -> Cell {
        let (index, stride) = (bit.trailing_zeros(), self.graph.shape().stride());
        Cell::new((index % stride) as usize, (index / stride) as usize)
    }
}

impl Strategy for Planned<'_, '_> {
    fn play(&mut self, cell: Cell, side: Side) {
        let bit = self.bit(cell);
        self.at.mask |= bit;
        self.at.own |= if side == self.claimant { bit } else { 0 };
    }

    fn undo(&mut self, cell: Cell) {
        let bit = self.bit(cell);
        self.at.mask &= !bit;
        self.at.own &= !bit;
    }

    fn reply(&mut self) -> Option<Reply> {
        self.graph.at(self.at).map(|choice| Reply::Move(self.cell(choice.first)))
    }

    fn plan(&mut self) -> Option<Plan> {
        let Choice { first, plan } = self.graph.at(self.at)?;
        let (cells, mirrored) = plan?;
        let cells = cells.iter().map(|&cell| self.cell(cell)).collect();
        Some(Plan { first: self.cell(first), cells, mirrored })
    }

    fn followed(&mut self) -> bool {
        self.graph.followed(self.at)
    }

    fn leaf(&mut self) -> Option<Leaf> {
        None
    }
}
