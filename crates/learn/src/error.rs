//! What can go wrong with a training.

use std::io;
use std::path::{Path, PathBuf};

use filetto_rules::Rules;

use crate::network::MAX_SIDE;

/// Why a training cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// A file cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    /// A file is not what it should be.
    #[error("{0} is damaged: begin again in another folder, or remove it")]
    Damaged(PathBuf),
    /// The folder holds the training of another board.
    #[error("{folder} holds a training of {board}: choose another folder with --out")]
    OtherBoard {
        /// The folder.
        folder: PathBuf,
        /// The board of its training.
        board: String,
    },
    /// There is no training in the folder.
    #[error("there is no training in {0}: filetto learn BOARD begins one")]
    None(PathBuf),
    /// The network to begin with is one of another board.
    #[error("the network is for {network}, not for {board}: begin with one of {board}, or without")]
    OtherNetwork {
        /// The network's board.
        network: Rules,
        /// The board to learn.
        board: Rules,
    },
    /// Another process trains in the folder.
    #[error("another process trains in {0}: wait for it, or choose another folder")]
    Taken(PathBuf),
    /// The board cannot be read.
    #[error("'{0}' is no board")]
    Board(String),
    /// Whoever plays the games elsewhere cannot go on.
    #[error("{0}; the same command goes on with this generation")]
    Players(String),
    /// No network is made for so large a board.
    #[error("{0} is too large for a network: sides up to {MAX_SIDE} can be learnt")]
    TooLarge(Rules),
}

impl LearnError {
    pub(crate) fn write(path: &Path, error: io::Error) -> LearnError {
        LearnError::Write(path.to_owned(), error)
    }
}
