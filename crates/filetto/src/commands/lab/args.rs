//! The options of `filetto lab` and `filetto tree`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use filetto_engine::heuristics::Heuristic;
use filetto_engine::lab::ALGORITHMS;
use filetto_rules::Notation;

use crate::cli::{PositionArgs, duration, megabytes, notation};

#[derive(Args)]
#[command(after_help = lab_help())]
pub(crate) struct Lab {
    #[command(flatten)]
    pub(crate) position: LabPosition,

    /// Only these algorithms, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) algorithms: Vec<String>,

    /// Compare these heuristics instead of the algorithms, separated by commas (all: every one)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["algorithms", "svg"])]
    pub(crate) heuristics: Vec<String>,

    /// With --heuristics: let every two of them play so many pairs of games
    #[arg(long, value_name = "PAIRS", requires = "heuristics", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) games: Option<u32>,

    /// With --games: nodes a move
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Time for each algorithm or heuristic; one that does not finish is marked
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) time: Duration,

    /// Megabytes for each table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) memory: u32,

    /// Print one JSON object an algorithm
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a chart of the nodes to this file (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto tree tictactoe --moves 'a1 b2 c3 b1 b3' --depth 4 --svg tree.svg
  filetto tree 4x3x3 --depth 2 --json
  filetto tree --leaves '3 12 8 2 4 6 14 5 2'

Triangles pointing up maximise, pointing down minimise; dashed moves were cut.")]
pub(crate) struct Tree {
    /// The board, such as 3x3x3 or 6x7x4g; or a game file (.jsonl, .psq, .sgf)
    #[arg(value_name = "BOARD", required_unless_present = "leaves")]
    pub(crate) board: Option<String>,

    /// Moves to play first, such as 'a1 b2'
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// How the moves are written, if that is not clear
    #[arg(long, value_name = "NOTATION", value_parser = notation())]
    pub(crate) coords: Option<Notation>,

    /// How many moves deep; as deep as a few hundred positions allow if not given
    #[arg(long, short, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,

    /// The evaluation at the end of the depth
    #[arg(long, value_name = "NAME", default_value = "chua", value_parser = heuristic)]
    pub(crate) heuristic: Heuristic,

    /// Draw the tree with these leaves instead of a position's: minimax, negamax and alpha-beta step by step
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, conflicts_with_all = ["board", "moves", "depth", "heuristic"])]
    pub(crate) leaves: Option<String>,

    /// With --leaves: how many moves every position has; the smallest number that fits if not given
    #[arg(long, value_name = "B", requires = "leaves", value_parser = clap::value_parser!(u32).range(2..=128))]
    pub(crate) branching: Option<u32>,

    /// Write the picture to this file (- for standard output); without it the tree is printed as text
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,

    /// The largest tree to draw
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) nodes: u32,
}

impl Tree {
    /// The position, if one is asked for.
    pub(crate) fn position(&self) -> PositionArgs {
        let board = self.board.clone().unwrap_or_default();
        PositionArgs { board, moves: self.moves.clone(), coords: self.coords, game: None }
    }
}

/// A position, how deep to look, and by what to judge.
#[derive(Args)]
pub(crate) struct LabPosition {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// How many moves deep; as deep as a million positions allow if not given
    #[arg(long, short, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,

    /// The evaluation at the end of the depth
    #[arg(long, value_name = "NAME", default_value = "chua", value_parser = heuristic)]
    pub(crate) heuristic: Heuristic,
}

/// Examples, and what can be asked for.
fn lab_help() -> String {
    let list = |names: &[(&str, &str)]| -> String {
        names.iter().map(|(name, about)| format!("  {name:<26} {about}\n")).collect()
    };
    format!(
        "Examples:\n  filetto lab tictactoe\n  filetto lab connect4 --moves 44 --depth 7 --svg chart.svg\n  \
         filetto lab 5x5x4 --algorithms minimax,alphabeta,mtdf --heuristic luccioli --json\n  \
         filetto lab 7x7x4 --heuristics chua,koci-ceroni,koci-ceroni:mended --depth 3 --games 20\n\n\
         The same searches on other games (chess, draughts, backgammon, Go against GNU Go):\n  \
         cargo run --release -p filetto-search --example go; crates/search/README.md has the list\n\n\
         Algorithms:\n{}\nHeuristics:\n{}",
        list(&ALGORITHMS),
        list(Heuristic::NAMES)
    )
}

fn heuristic(name: &str) -> Result<Heuristic, String> {
    let names: Vec<&str> = Heuristic::NAMES.iter().map(|(name, _)| *name).collect();
    Heuristic::named(name).ok_or_else(|| format!("it is one of {}", names.join(", ")))
}
