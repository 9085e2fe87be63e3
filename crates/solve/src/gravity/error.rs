//! What can be wrong with a position, in sentences a user can act on.

use std::error::Error;
use std::fmt;

/// The moves do not lead to a position that can be solved. Plies and columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// There is no such column.
    NoSuchColumn {
        /// The move that is wrong.
        ply: usize,
        /// Its column.
        column: usize,
        /// How many columns there are.
        cols: usize,
    },
    /// The column has no room left.
    FullColumn {
        /// The move that is wrong.
        ply: usize,
        /// Its column.
        column: usize,
    },
    /// Somebody has already won.
    Over {
        /// How many moves the game lasted.
        ply: usize,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::NoSuchColumn { ply, column, cols } => {
                write!(f, "move {} goes to column {}, but the board has {cols} columns", ply + 1, column + 1)
            }
            PositionError::FullColumn { ply, column } => {
                write!(f, "move {} goes to column {}, which is full", ply + 1, column + 1)
            }
            PositionError::Over { ply } => write!(f, "the game is over after move {ply}: there is nothing to solve"),
        }
    }
}

impl Error for PositionError {}
