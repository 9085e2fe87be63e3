//! Positions that a game can start from other than the empty board.

use std::fmt;

use crate::{Board, Cell, Grid, Rules, Side};

/// Stones that stand before the first move, and who makes it. The default is the empty board with the first player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Where whose stones stand, in any order.
    pub stones: Vec<(Cell, Side)>,
    /// Who moves first from here; it need not fit the number of stones.
    pub to_move: Side,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { stones: Vec::new(), to_move: Side::First }
    }
}

impl Setup {
    /// A board of these rules with this position, if the position makes sense.
    pub fn board(&self, rules: Rules) -> Result<Grid<u128>, SetupError> {
        let mut board = Grid::<u128>::fitting(rules).expect("128 bits hold every side");
        for &(cell, side) in &self.stones {
            if !rules.contains(cell) {
                return Err(SetupError::OffBoard(cell));
            }
            if board.get(cell).is_some() {
                return Err(SetupError::Twice(cell));
            }
            board.put(cell, side);
        }
        for &(cell, side) in &self.stones {
            let below = cell.row().checked_sub(1).map(|row| Cell::new(row, cell.col()));
            if rules.gravity() && below.is_some_and(|below| board.get(below).is_none()) {
                return Err(SetupError::Floating(cell));
            }
            if board.completes(cell, side) {
                return Err(SetupError::Won(side));
            }
        }
        if self.to_move == Side::Second {
            board.pass();
        }
        Ok(board)
    }

    /// Whether it is the empty board with the first player to move.
    pub fn is_default(&self) -> bool {
        *self == Setup::default()
    }
}

/// Why a position cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no such cell.
    OffBoard(Cell),
    /// Two stones on one cell.
    Twice(Cell),
    /// With gravity, nothing holds this stone up.
    Floating(Cell),
    /// This side has already won.
    Won(Side),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(cell) => write!(f, "the set-up stone on {cell} is off the board"),
            SetupError::Twice(cell) => write!(f, "two set-up stones stand on {cell}: one cell holds one stone"),
            SetupError::Floating(cell) => {
                write!(f, "the set-up stone on {cell} floats: with gravity the cell below must be taken")
            }
            SetupError::Won(side) => {
                write!(f, "{side} has already won in the set-up position: a game starts from an open one")
            }
        }
    }
}

impl std::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_positions_are_refused() {
        let refused = |rules: &str, stones: &[(usize, usize, Side)]| {
            let stones = stones.iter().map(|&(row, col, side)| (Cell::new(row, col), side)).collect();
            Setup { stones, to_move: Side::First }.board(rules.parse().unwrap()).unwrap_err()
        };
        let x = Side::First;
        assert_eq!(refused("3x3x3", &[(3, 0, x)]), SetupError::OffBoard(Cell::new(3, 0)));
        assert_eq!(refused("3x3x3", &[(1, 1, x), (1, 1, Side::Second)]), SetupError::Twice(Cell::new(1, 1)));
        assert_eq!(refused("3x3x3g", &[(1, 1, x)]), SetupError::Floating(Cell::new(1, 1)));
        assert_eq!(refused("3x3x3", &[(0, 0, x), (1, 1, x), (2, 2, x)]), SetupError::Won(x));
    }

    #[test]
    fn stones_of_a_falling_position_may_come_in_any_order() {
        let stones = vec![(Cell::new(1, 1), Side::First), (Cell::new(0, 1), Side::First)];
        let board = Setup { stones, to_move: Side::Second }.board(Rules::CONNECT4).unwrap();
        assert_eq!((board.stones(), board.to_move()), (2, Side::Second));
        assert_eq!(board.landing(1), Some(Cell::new(2, 1)));
    }
}
