//! The seam to exact knowledge.
//!
//! The engine knows no solver: `solve` stands above it. The roof plugs one in by this trait, and the champion asks it before it
//! searches. What an oracle says is believed.

use filetto_rules::{Cell, Game};
use filetto_search::{Limits, Score};

/// Knows the values of some positions.
pub trait Oracle: Send + Sync {
    /// The value of the position for the side to move and a move that achieves it, if it can be had within the limits. The
    /// limits are a part of what the champion has; an oracle that finds that it will not know gives up early.
    fn ask(&mut self, game: &Game, limits: &Limits) -> Option<Verdict>;
}

/// What an oracle knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// A move that achieves the value.
    pub best: Cell,
    /// The value: a draw, or a win or loss with the number of plies, as far as known.
    pub score: Score,
}
