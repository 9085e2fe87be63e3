//! What can be wrong with a written game.

use filetto_rules::{IllegalMove, RulesError, SetupError, excerpt};
use thiserror::Error;

use crate::Format;

/// Why a text is no game, or a game cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes are no UTF-8 text.
    #[error("this is no text: a game record is UTF-8")]
    NotText,
    /// The text has not the form of its format; says where and what was expected.
    #[error("no {} game: line {line}: {what}", format.name())]
    Syntax {
        /// What it was read as.
        format: Format,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// One game was wanted and there are more.
    #[error("there are {0} games in it: say which")]
    Several(usize),
    /// A game of this number was wanted.
    #[error("there is no game {number}: it has {games}")]
    NoSuchGame {
        /// The number that was asked for, from 1.
        number: usize,
        /// How many there are.
        games: usize,
    },
    /// A version that this program does not know.
    #[error("the record has version {0}, this program reads version {known}", known = crate::json::VERSION)]
    Version(u64),
    /// The rules in it are none.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The position that it starts from is none.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move in it cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// Why not.
        error: IllegalMove,
    },
    /// What is said about the end contradicts the moves or makes no sense.
    #[error("{0}")]
    Ending(String),
    /// The format has no place for something in this game.
    #[error("{} holds only {what}: write JSON lines (.jsonl), which hold every game", format.name())]
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
