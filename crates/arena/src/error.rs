//! Why an event cannot be held. What a player does wrong is never among it.

use std::fmt;
use std::path::PathBuf;

use filetto_rules::Rules;

/// Why an event cannot begin or go on.
#[derive(Debug)]
pub enum ArenaError {
    /// Fewer than two players.
    TooFew,
    /// Two players of one name.
    SameName(String),
    /// The factory does not know this player.
    Builtin(String),
    /// There is no board.
    NoBoard,
    /// A sequential test is about two players.
    SprtPlayers(usize),
    /// The Java host could not be compiled.
    Java(String),
    /// An opening that cannot be played.
    Opening {
        /// Which line of the file, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// No opening of the list is for this board.
    NoOpening(Rules),
    /// The ledger cannot be read or written.
    Ledger {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::TooFew => write!(f, "an event needs two players at least: add --player"),
            ArenaError::SameName(name) => {
                write!(f, "two players are called '{name}': give one another name with ,name=NAME")
            }
            ArenaError::Builtin(what) => f.write_str(what),
            ArenaError::NoBoard => write!(f, "there is no board to play on: name one, such as 3x3x3"),
            ArenaError::SprtPlayers(n) => write!(f, "a sequential test is between two players, not {n}"),
            ArenaError::Java(what) => {
                write!(f, "Java players need a JDK of version 11 or newer with javac in the path: {what}")
            }
            ArenaError::Opening { line, what } => write!(f, "opening in line {line}: {what}"),
            ArenaError::NoOpening(rules) => write!(f, "no opening of the list fits {rules}"),
            ArenaError::Ledger { path, what } => write!(f, "ledger {}: {what}", path.display()),
        }
    }
}

impl std::error::Error for ArenaError {}
