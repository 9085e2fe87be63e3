//! Games with a search's opinion of each position, as text: resumable, and readable by eye.
//!
//! ```text
//! 15x15x5 1 h8 i9 j7 h9/-12 i7/40? g8/-31 … k6/W
//! ```
//!
//! A board, the result for the first player (1, 0.5, 0), the moves. Behind a slash stands what a search said of the position
//! before the move, for the side to move: an estimate, `W` or `L`. A question mark is a move played at random instead of the search's: the result
//! says nothing about positions before it.

use std::path::{Path, PathBuf};

use filetto_rules::{Cell, Rules};

/// What a search says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opinion {
    Estimate(i32),
    Win,
    Loss,
}

/// A move of a game that was played to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ply {
    pub(crate) cell: Cell,
    /// Nothing where the position forces a move or belongs to the opening.
    pub(crate) opinion: Option<Opinion>,
    pub(crate) random: bool,
}

/// A game that was played to learn from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) rules: Rules,
    /// For the first player, from 0 to 1.
    pub(crate) result: f32,
    pub(crate) plies: Vec<Ply>,
}

impl Record {
    /// As a line of a shard.
    pub(crate) fn line(&self) -> String {
        let mut line = format!("{} {}", self.rules, self.result);
        for ply in &self.plies {
            line += &format!(" {}", ply.cell);
            line += &match ply.opinion {
                None => String::new(),
                Some(Opinion::Estimate(estimate)) => format!("/{estimate}"),
                Some(Opinion::Win) => "/W".to_owned(),
                Some(Opinion::Loss) => "/L".to_owned(),
            };
            line += if ply.random { "?" } else { "" };
        }
        line
    }

    /// Reads a line of a shard.
    pub(crate) fn read(line: &str) -> Option<Record> {
        let mut words = line.split_whitespace();
        let (rules, result) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let ply = |word: &str| {
            let (word, random) = word.strip_suffix('?').map_or((word, false), |word| (word, true));
            let (cell, opinion) = word.split_once('/').map_or((word, None), |(cell, said)| (cell, Some(said)));
            let opinion = match opinion {
                None => None,
                Some("W") => Some(Opinion::Win),
                Some("L") => Some(Opinion::Loss),
                Some(estimate) => Some(Opinion::Estimate(estimate.parse().ok()?)),
            };
            Some(Ply { cell: cell.parse().ok()?, opinion, random })
        };
        Some(Record { rules, result, plies: words.map(ply).collect::<Option<_>>()? })
    }
}

/// The shards of a folder, in order.
pub(crate) fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut shards: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|ext| ext == "txt")).collect();
    shards.sort();
    shards
}

/// How many positions with an opinion a shard has.
pub(crate) fn positions(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'/').count()
}
