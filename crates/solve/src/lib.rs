#![doc = include_str!("../README.md")]

pub mod gravity;

/// The rules of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    rows: usize,
    cols: usize,
    k: usize,
    gravity: bool,
}

impl Rules {
    /// Rules.
    pub fn new(rows: usize, cols: usize, k: usize, gravity: bool) -> Rules {
        Rules { rows, cols, k, gravity }
    }
    /// Rows.
    pub fn rows(&self) -> usize {
        self.rows
    }
    /// Columns.
    pub fn cols(&self) -> usize {
        self.cols
    }
    /// Stones in a row.
    pub fn k(&self) -> usize {
        self.k
    }
    /// Stones fall.
    pub fn gravity(&self) -> bool {
        self.gravity
    }
}
