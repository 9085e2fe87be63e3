//! The two players and how a game can stand.

use std::fmt;

/// Who: the player who began, drawn `X`, or the other one, drawn `O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Moves first; X, black in five in a row.
    First,
    /// Moves second; O, white in five in a row.
    Second,
}

impl Side {
    /// Both, in the order of play.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `'X'` or `'O'`.
    pub const fn symbol(self) -> char {
        match self {
            Side::First => 'X',
            Side::Second => 'O',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::First { "X" } else { "O" })
    }
}

/// How a position stands under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// There are moves to play.
    Ongoing,
    /// This side has K or more in a row.
    Win(Side),
    /// The board is full and nobody has.
    Draw,
}

impl Outcome {
    /// Whether no move may be played any more.
    pub fn is_over(self) -> bool {
        self != Outcome::Ongoing
    }

    /// Who has won, if anybody.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            _ => None,
        }
    }
}
