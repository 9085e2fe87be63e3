//! What can go wrong with a training.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use filetto_rules::Rules;

use crate::network::MAX_SIDE;

/// Why a training cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum LearnError {
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// A file is not what it should be.
    Damaged(PathBuf),
    /// The folder holds the training of another board.
    OtherBoard {
        /// The folder.
        folder: PathBuf,
        /// The board of its training.
        board: String,
    },
    /// There is no training in the folder.
    None(PathBuf),
    /// The network to begin with is one of another board.
    OtherNetwork {
        /// The network's board.
        network: Rules,
        /// The board to learn.
        board: Rules,
    },
    /// Another process trains in the folder.
    Taken(PathBuf),
    /// The board cannot be read.
    Board(String),
    /// Whoever plays the games elsewhere cannot go on.
    Players(String),
    /// No network is made for so large a board.
    TooLarge(Rules),
}

impl LearnError {
    pub(crate) fn write(path: &Path, error: io::Error) -> LearnError {
        LearnError::Write(path.to_owned(), error)
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearnError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            LearnError::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            LearnError::Players(why) => write!(f, "{why}; the same command goes on with this generation"),
            LearnError::Damaged(path) => {
                write!(f, "{} is damaged: begin again in another folder, or remove it", path.display())
            }
            LearnError::OtherBoard { folder, board } => {
                write!(f, "{} holds a training of {board}: choose another folder with --out", folder.display())
            }
            LearnError::None(folder) => {
                write!(f, "there is no training in {}: filetto learn BOARD begins one", folder.display())
            }
            LearnError::OtherNetwork { network, board } => {
                write!(f, "the network is for {network}, not for {board}: begin with one of {board}, or without")
            }
            LearnError::Taken(folder) => {
                write!(f, "another process trains in {}: wait for it, or choose another folder", folder.display())
            }
            LearnError::Board(board) => write!(f, "'{board}' is no board"),
            LearnError::TooLarge(rules) => {
                write!(f, "{rules} is too large for a network: sides up to {MAX_SIDE} can be learnt")
            }
        }
    }
}

impl std::error::Error for LearnError {}
