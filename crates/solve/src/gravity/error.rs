//! What can be wrong with a board or a position, in sentences a user can act on.

use thiserror::Error;

/// The board cannot be solved here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The rules have no gravity.
    #[error("this solver is for boards with gravity; this one has none")]
    NoGravity,
    /// More than K in a row would not win.
    #[error("this solver counts K or more in a row as a win; these rules want exactly K")]
    Exact,
    /// The board does not fit a word.
    #[error("{rows} rows x {cols} columns need columns x (rows + 1) = {} bits; the solver has 128", (rows + 1) * cols)]
    TooLarge {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
}

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
