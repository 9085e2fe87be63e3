//! What can be wrong with a written game.

use std::fmt;

use filetto_rules::{IllegalMove, RulesError, SetupError, excerpt};

use crate::Format;

/// Why a text is no game, or a game cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes are no UTF-8 text.
    NotText,
    /// The text has not the form of its format; says where and what was expected.
    Syntax {
        /// What it was read as.
        format: Format,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// A version that this program does not know.
    Version(u64),
    /// The rules in it are none.
    Rules(RulesError),
    /// The position that it starts from is none.
    Setup(SetupError),
    /// A move in it cannot be played.
    Move {
        /// Which move, from 1.
        number: usize,
        /// Why not.
        error: IllegalMove,
    },
    /// What is said about the end contradicts the moves or makes no sense.
    Ending(String),
    /// The format has no place for something in this game.
    CannotHold {
        /// The format that was asked for.
        format: Format,
        /// What it holds instead.
        what: &'static str,
    },
}

impl RecordError {
    pub(crate) fn syntax(format: Format, line: usize, what: impl AsRef<str>) -> RecordError {
        // What is quoted in it may be as long as the file.
        RecordError::Syntax { format, line, what: excerpt(what.as_ref(), 200) }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NotText => f.write_str("this is no text: a game record is UTF-8"),
            RecordError::Syntax { format, line, what } => write!(f, "no {} game: line {line}: {what}", format.name()),
            RecordError::Version(version) => {
                write!(f, "the record has version {version}, this program reads version {}", crate::json::VERSION)
            }
            RecordError::Rules(error) => error.fmt(f),
            RecordError::Setup(error) => error.fmt(f),
            RecordError::Move { number, error } => write!(f, "move {number}: {error}"),
            RecordError::Ending(what) => f.write_str(what),
            RecordError::CannotHold { format, what } => {
                write!(f, "{} holds only {what}: write JSON lines (.jsonl), which hold every game", format.name())
            }
        }
    }
}

impl std::error::Error for RecordError {}

impl From<RulesError> for RecordError {
    fn from(error: RulesError) -> RecordError {
        RecordError::Rules(error)
    }
}

impl From<SetupError> for RecordError {
    fn from(error: SetupError) -> RecordError {
        RecordError::Setup(error)
    }
}
