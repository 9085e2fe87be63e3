//! What every search hands back, so that searches can be compared.

use std::time::Duration;

use crate::limits::Stopped;
use crate::score::{Bound, Score};

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The worth of the root for the player to move.
    pub score: Score,
    /// What the score says about the value that the search was after.
    pub bound: Bound,
    /// The move to play: `None` only if the game is over. A search that was stopped before it knew anything gives the
    /// first move of the game.
    pub best: Option<M>,
    /// The principal variation: best play by both as the search saw it, `best` first.
    pub line: Vec<M>,
    /// Whether the score is a fact of the game: every line was followed to its end or cut with certainty.
    pub solved: bool,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stopped>,
    /// What it cost.
    pub stats: Stats,
}

/// The cost of a search. A node is a visit to a position: the root once for every pass over it, and every move played
/// below it, in playouts and quiescence too. Every algorithm counts so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions visited.
    pub nodes: u64,
    /// Positions estimated by the evaluator.
    pub evaluations: u64,
    /// Positions left before all their moves were looked at, because one of them was good enough.
    pub cutoffs: u64,
    /// Those cutoffs that the first move gave: the measure of a good order.
    pub first_cutoffs: u64,
    /// Positions found in the table.
    pub table_hits: u64,
    /// Positions that the table's entry answered.
    pub table_cutoffs: u64,
    /// Playouts played.
    pub playouts: u64,
    /// The depth in plies of the last complete iteration, or of the deepest tree node.
    pub depth: u32,
    /// Wall time.
    pub elapsed: Duration,
}

/// How far a search is, told while it goes on.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a, M> {
    /// The depth just completed.
    pub depth: u32,
    /// The worth of the root so far.
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Wall time so far.
    pub elapsed: Duration,
    /// The principal variation so far.
    pub line: &'a [M],
}
