//! What can be wrong with a position, in sentences a user can act on.

use thiserror::Error;

/// The moves do not lead to a position that can be solved. Plies and columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// There is no such column.
    #[error("move {} goes to column {}, but the board has {cols} columns", ply + 1, column + 1)]
    NoSuchColumn {
        /// The move that is wrong.
        ply: usize,
        /// Its column.
        column: usize,
        /// How many columns there are.
        cols: usize,
    },
    /// The column has no room left.
    #[error("move {} goes to column {}, which is full", ply + 1, column + 1)]
    FullColumn {
        /// The move that is wrong.
        ply: usize,
        /// Its column.
        column: usize,
    },
    /// Somebody has already won.
    #[error("the game is over after move {ply}: there is nothing to solve")]
    Over {
        /// How many moves the game lasted.
        ply: usize,
    },
}
