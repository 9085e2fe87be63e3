//! The seam to exact values, as explanations need them.
//!
//! The champion's [`Oracle`](crate::champion::Oracle) asks for one good move. An explanation asks what every move is worth, and must
//! get the same answer twice: an implementation limits itself by nodes, not by time.

use filetto_rules::{Cell, Game, Side};

/// What a position is worth under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactValue {
    /// Who wins, if anybody.
    pub winner: Option<Side>,
    /// In how many plies from the position, if that is known.
    pub plies: Option<u32>,
}

/// Knows the values of some positions. What it says is believed.
pub trait Exact {
    /// The value of the position, if it can be had.
    fn value(&mut self, game: &Game) -> Option<ExactValue>;

    /// The value after each legal move, if all can be had; the plies count from after the move.
    fn moves(&mut self, game: &Game) -> Option<Vec<(Cell, ExactValue)>>;
}
