//! The game on one tile, decided by the same search as boards: pairings, potential and proof numbers on sets of cells of any size.

use std::sync::Arc;

use filetto_rules::Side;

use super::dfpn::Dfpn;
use super::solver::Progress;
use super::state::{State, X};
use super::strategy::Solved;
use super::table::ProofTable;
use crate::certificate::{Tile, Unwritten};

/// The search on one tile of at most [`TileGame::MOST`] cells.
pub(crate) struct TileGame {
    search: Dfpn<1>,
}

impl TileGame {
    /// The most cells of a tile.
    pub(crate) const MOST: usize = 64;

    pub(crate) fn new(tile: &Tile, table: usize) -> TileGame {
        let state = State::tile(tile.cells.len(), &tile.targets);
        TileGame { search: Dfpn::new(state, Arc::new(ProofTable::new(table))) }
    }

    /// Whether X, who moves first, gets a target; none if it was stopped. Can be called again to go on.
    pub(crate) fn solve(&mut self, stop: &mut dyn FnMut(&Progress) -> bool) -> Option<bool> {
        let mut stop = |nodes, numbers, table| stop(&super::solver::progress(nodes, numbers, table));
        let numbers = self.search.solve(X, &mut stop);
        numbers.is_solved().then_some(numbers.proof == 0)
    }

    /// Positions expanded so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The proof, after O was found to hold.
    pub(crate) fn certificate(
        &mut self,
        tile: &Tile,
        stop: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<Vec<u8>, Unwritten> {
        let mut stop = |nodes, numbers, table| stop(&super::solver::progress(nodes, numbers, table));
        let search = &mut self.search;
        tile.certificate(&mut Solved { search, attacker: Side::First, wins: false, stop: &mut stop })
    }
}
