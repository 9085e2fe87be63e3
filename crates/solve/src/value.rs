//! What a solve finds out and how it tells of its progress.

use std::fmt;
use std::ops::ControlFlow;

use filetto_rules::{Cell, Side};

use crate::gravity::Score;

/// Who wins under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The first player.
    First,
    /// Nobody.
    Draw,
    /// The second player.
    Second,
}

impl Value {
    /// The value that this result is.
    pub fn of(winner: Option<Side>) -> Value {
        match winner {
            Some(Side::First) => Value::First,
            Some(Side::Second) => Value::Second,
            None => Value::Draw,
        }
    }

    /// The word for it in every file and output.
    pub fn word(self) -> &'static str {
        match self {
            Value::First => "first",
            Value::Draw => "draw",
            Value::Second => "second",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::First => "the first player wins",
            Value::Draw => "draw",
            Value::Second => "the second player wins",
        })
    }
}

/// What was found out about the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundMove {
    /// The move.
    pub cell: Cell,
    /// The position after it, for the side to move there.
    pub found: Found,
}

/// What was found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Who wins; none if the search was stopped before it was known.
    pub value: Option<Value>,
    /// With gravity, the exact score for the side to move, if it was asked for.
    pub score: Option<Score>,
    /// With gravity, plies from here to the end under best play, if the score was asked for.
    pub plies: Option<u32>,
    /// Positions expanded.
    pub nodes: u64,
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct News {
    /// Positions expanded so far: never fewer than were told before.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub table: u32,
    /// Where it stands.
    pub stage: Stage,
}

/// Where a solver stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// With gravity: the score lies between these.
    Between(i32, i32),
    /// Without: the proof and disproof numbers of the question.
    Numbers(u32, u32),
    /// A certificate with gravity: leaves that have a plan, and positions not looked at yet.
    Plans(u32, u32),
}

/// Hears of the progress; break to stop.
pub type Watch<'a> = &'a mut dyn FnMut(&News) -> ControlFlow<()>;

/// Why a position cannot be solved, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsolvable(pub(crate) String);
