//! Why an event cannot be held. What a player does wrong in a game is never among it.

use std::path::PathBuf;

use filetto_rules::Rules;

/// Why an event cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// Fewer than two players.
    #[error("an event needs two players at least: add --player")]
    TooFew,
    /// Two players of one name.
    #[error("two players are called '{0}': give one another name with ,name=NAME")]
    SameName(String),
    /// The factory does not know this player.
    #[error("{0}")]
    Builtin(String),
    /// There is no board.
    #[error("there is no board to play on: name one, such as 3x3x3")]
    NoBoard,
    /// A sequential test is about two players.
    #[error("a sequential test is between two players, not {0}")]
    SprtPlayers(usize),
    /// The Java host could not be compiled.
    #[error("Java players need a JDK of version 11 or newer with javac in the path: {0}")]
    Java(String),
    /// A player cannot play: it does not start, or refuses the board.
    #[error("{player} does not start on {rules}: {what}")]
    Start {
        /// Its name.
        player: String,
        /// The board.
        rules: Rules,
        /// What is wrong.
        what: String,
    },
    /// What plays the pairs elsewhere cannot go on.
    #[error("{0}; what is in the ledger is kept, the same command goes on")]
    Elsewhere(String),
    /// An opening that cannot be played.
    #[error("opening in line {line}: {what}")]
    Opening {
        /// Which line of the file, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// No opening of the list is for this board.
    #[error("no opening of the list fits {0}")]
    NoOpening(Rules),
    /// The ledger cannot be opened or written.
    #[error("ledger {}: {error}", path.display())]
    LedgerFile {
        /// Its file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// What is in the ledger makes no sense.
    #[error("ledger {}: {what}", path.display())]
    Ledger {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}
