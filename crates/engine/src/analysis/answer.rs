//! An answer: plain data, one result for every surface.

use filetto_rules::{Cell, Side};
use filetto_search::Score;
use serde::Serialize;

use super::value::{Source, Value};
use crate::explain::{Explanation, serial};

/// What a position is.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Value, best move, reasons and threats, to be told.
    pub explanation: Explanation,
    /// The best lines, the best first; empty if the game is over. The first begins with the explanation's move.
    pub lines: Vec<Line>,
    /// The value of every move, the best first, if that was asked for.
    pub values: Vec<MoveValue>,
    /// What the search that the estimate comes from has cost; none if nothing had to be searched.
    pub searched: Option<Searched>,
}

/// A line of play and what it is worth to the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The moves.
    #[serde(serialize_with = "serial::cells")]
    pub moves: Vec<Cell>,
    /// What its first move is worth.
    pub value: Value,
    /// How that is known.
    pub known_by: Source,
}

/// What a move is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveValue {
    /// Where.
    #[serde(serialize_with = "serial::cell")]
    pub cell: Cell,
    /// Its worth; plies count from before the move.
    pub value: Value,
    /// How that is known.
    pub known_by: Source,
    /// How it is expected to go on, the move first.
    #[serde(serialize_with = "serial::cells")]
    pub line: Vec<Cell>,
}

/// The search behind an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// The last depth completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The score in the player's own unit.
    pub score: Option<Score>,
}

impl Answer {
    /// What the position is worth to the side to move: the explanation's verdict.
    pub fn value(&self) -> Value {
        Value::told(&self.explanation)
    }

    /// How that is known.
    pub fn known_by(&self) -> Source {
        self.explanation.known_by
    }

    /// Whether the value is a fact.
    pub fn is_proved(&self) -> bool {
        self.value().is_proved()
    }

    /// The best move, if there is one to make.
    pub fn best(&self) -> Option<Cell> {
        self.explanation.best
    }

    /// What the best move is worth, and how that is known: the value of the position, unless nobody knows which move keeps it.
    pub(super) fn best_value(&self) -> (Value, Source) {
        match self.explanation.is_move_open() {
            true => (Value::Chance { chance: 0.99 }, Source::Estimate),
            false => (self.value(), self.known_by()),
        }
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.explanation.to_move
    }

    /// The line that is expected, the best move first.
    pub fn line(&self) -> &[Cell] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }

    /// The value of a move, if it is known from this answer.
    pub fn value_of(&self, cell: Cell) -> Option<Value> {
        let valued = self.values.iter().find(|valued| valued.cell == cell).map(|valued| valued.value);
        valued.or_else(|| self.lines.iter().find(|line| line.moves.first() == Some(&cell)).map(|line| line.value))
    }
}
