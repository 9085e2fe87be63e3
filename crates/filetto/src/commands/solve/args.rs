//! The options of `filetto solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::{PositionArgs, duration, megabytes};
use crate::jobs::On;

#[derive(Args)]
#[command(after_help = "Examples:
  filetto solve connect4 --moves 4455 --all-moves
  filetto solve 7x7x5 --certificate 7x7x5.cert       then: filetto verify 7x7x5.cert
  filetto solve connect4 --batch positions.txt       one position a line, then the expected score if known (- 1)
  filetto solve 5x5x4 --moves c3 --json
  filetto solve 7x7x5 --prove                        search, although the atlas knows it
  filetto solve 6x10x5 --on ray --certificate c.cert  in jobs on a cluster
  filetto solve --family 7xNx7 --certificate f.cert  every board of at most 7 rows at once; NxNx8: every board

What the atlas (filetto values) or an opening book knows is answered at once, with how it is known. A search that is
stopped by Ctrl-C, --time or a crash goes on when the same command is given again: what it has learnt is kept
in a checkpoint, in ~/.local/state/filetto unless --checkpoint names a file, and removed when the position is solved.

The score of a position with gravity: 0 is a draw; if the side to move wins with the n-th stone of the game,
(cells + 2 - n) / 2 rounded down; negative if the opponent does.

Exit codes: 0 solved, 1 not solved within the limits or a batch with wrong scores, 2 bad input, 130 Ctrl-C.")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// BOARD is a family: look for a tile that draws all boards of 7xNx7 or NxNx8, or for a win on all of 5+x6+x4
    #[arg(long, conflicts_with_all = ["moves", "score", "all_moves", "batch", "book", "checkpoint", "threads"])]
    pub(crate) family: bool,

    /// The distance too: plies to the end under best play (with gravity)
    #[arg(long)]
    pub(crate) score: bool,

    /// The value of every legal move
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) all_moves: bool,

    /// Stop searching after this time with what is known, such as 30s or 10m; the proof of what is solved by then is written
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,

    /// Megabytes for the table; with --time no more than 128 for each second, which is what can be of use
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) memory: u32,

    /// Threads that help each other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,

    /// Search even if the atlas or a book knows the value
    #[arg(long)]
    pub(crate) prove: bool,

    /// An opening book made by `filetto book build`; for connect4 one comes with the program
    #[arg(long, value_name = "FILE", conflicts_with = "prove")]
    pub(crate) book: Option<PathBuf>,

    /// Keep what a long search has learnt in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Start afresh and keep nothing
    #[arg(long, conflicts_with_all = ["checkpoint", "save_every"])]
    pub(crate) no_checkpoint: bool,

    /// How often a running search is kept
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    pub(crate) save_every: Duration,

    /// Solve the empty board in jobs elsewhere: local:N (so many processes here), cmd:N:PROGRAM, ray or ray://HEAD:10001. --memory is for
    /// each job; the ledger of jobs is the checkpoint
    #[arg(long, value_name = "WHERE", conflicts_with_all = ["moves", "score", "all_moves", "batch", "book", "threads", "family"])]
    pub(crate) on: Option<On>,

    /// Nodes of a job
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..), requires = "on")]
    pub(crate) job_nodes: u64,

    /// Write the proof to this file; it is checked before it is written. A draw that takes two proofs
    /// gets its second beside it: draw.cert and draw.2.cert
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Solve every line of this file (- for standard input): moves, or - for the empty board, then optionally the expected
    /// score; # begins a comment. All lines are written in one notation, which --coords names if the file does not show it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all_moves", "certificate", "moves"])]
    pub(crate) batch: Option<PathBuf>,

    /// Print one JSON object a position
    #[arg(long)]
    pub(crate) json: bool,
}
