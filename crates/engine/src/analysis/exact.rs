//! The seam to exact values, as answers need them.
//!
//! The champion's [`Oracle`](crate::champion::Oracle) is another seam, because it is asked another question: one good move in the
//! time of a move, bounds included. An answer needs the value of the position and of every move, and must get the same answer twice:
//! an implementation limits itself by nodes, not by time, and starts every question afresh.

use filetto_rules::{Cell, Game, Side};

use super::value::Source;

/// What a position is worth under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactValue {
    /// Who wins, if anybody.
    pub winner: Option<Side>,
    /// In how many plies from the position, if that is known.
    pub plies: Option<u32>,
    /// Who says so.
    pub by: Source,
}

/// Knows the values of some positions. What it says is believed.
pub trait Exact {
    /// The value of the position, if it can be had.
    fn value(&mut self, game: &Game) -> Option<ExactValue>;

    /// The value of a position that a move leads to, without a look at its own moves. [`Exact::value`] knows at least what this
    /// says of the moves: so no move is better than its position.
    fn direct(&mut self, game: &Game) -> Option<ExactValue> {
        self.value(game)
    }

    /// The value after each legal move, if all can be had; the plies count from after the move. What it says of a move is what
    /// [`Exact::direct`] says of the position after it.
    fn moves(&mut self, game: &Game) -> Option<Vec<(Cell, ExactValue)>>;

    /// From now on spends so many times its usual nodes on a question; what it did not know it may find out now.
    fn set_factor(&mut self, _: u64) {}

    /// A move that keeps the value, where one is known although the others are not.
    fn keeping(&mut self, _: &Game) -> Option<Cell> {
        None
    }
}
