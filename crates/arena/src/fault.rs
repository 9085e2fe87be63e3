//! What a player can do wrong. A fault is a result: the game is lost, the event goes on.

use filetto_rules::{Reason, excerpt};
use serde::{Deserialize, Serialize};

/// Why a player forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// One sentence about it.
    pub what: String,
    /// The last lines that the player printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<String>,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// It did not start, or refused the board.
    Start,
    /// It did not move in time.
    Time,
    /// Its process ended or its code panicked.
    Crash,
    /// It played where it may not.
    Illegal,
    /// It said something that is no move.
    Garbage,
    /// It printed without end.
    Flood,
}

impl FaultKind {
    /// The word for it in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::Start => "start",
            FaultKind::Time => "time",
            FaultKind::Crash => "crash",
            FaultKind::Illegal => "illegal",
            FaultKind::Garbage => "garbage",
            FaultKind::Flood => "flood",
        }
    }

    /// The nearest reason that a game record knows.
    pub fn reason(self) -> Reason {
        match self {
            FaultKind::Time => Reason::Time,
            FaultKind::Illegal => Reason::Illegal,
            FaultKind::Start | FaultKind::Crash | FaultKind::Garbage | FaultKind::Flood => Reason::Crash,
        }
    }
}

impl Fault {
    /// A fault without any output to show.
    pub fn new(kind: FaultKind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into(), output: Vec::new() }
    }

    /// The same fault with the last lines of output.
    #[must_use]
    pub fn after(self, output: Vec<String>) -> Fault {
        Fault { output, ..self }
    }
}

/// A line of foreign output, short and printable enough to be kept and shown.
pub(crate) fn quote(line: &str) -> String {
    excerpt(line.trim_end(), 160)
}
