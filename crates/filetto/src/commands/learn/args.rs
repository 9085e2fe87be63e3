//! The options of `filetto learn`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::positive;
use crate::jobs::On;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "It plays against itself, learns from what it played, and begins again: one generation after the other, until Ctrl-C or the limit.
The folder holds everything; killed at any moment, the same command goes on. progress.html in it shows the curves.

Examples:
  filetto learn 6x7x4g                                as long as you like, into learn-6x7x4g
  filetto learn 5x6x4g --hours 2 --out five           two hours, into the folder five
  filetto learn 6x7x4g --from 6x7x4g --out further    on from the network that comes along
  filetto learn status five                           how far it is, with curves
  filetto play 5x6x4g --o zero=five/model.net         a game against it
  filetto arena -p zero=five/model.net -p mcts --boards 5x6x4g --pairs 20 --time 100ms"
)]
pub(crate) struct Learn {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    #[command(flatten)]
    pub(super) train: Train,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// How far a training is: games, positions, losses, shares of right moves, with curves
    Status(Status),
    /// Make positions with the exact value of every move, to measure networks by
    Yardstick(Labels),
    /// How often a network's moves are right, on positions with exact values
    Measure(Measure),
}

#[derive(Args)]
pub(crate) struct Train {
    /// The board to learn, sides up to 32
    #[arg(value_name = "BOARD", required = true)]
    pub(super) board: Option<String>,

    /// Hours of the whole training, earlier runs included; without it until Ctrl-C
    #[arg(long, value_name = "H", value_parser = hours)]
    pub(super) hours: Option<f64>,

    /// Generations of the whole training
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) generations: Option<u32>,

    /// Simulations for each move of a game that is learnt from; 16 on tiny boards, else 32
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(super) simulations: Option<u32>,

    /// Residual blocks of the network; two on tiny boards, else four
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=40))]
    pub(super) blocks: Option<u8>,

    /// Begin with this network instead of random weights: a file, or a board whose network comes with the program
    #[arg(long, value_name = "FILE|BOARD")]
    pub(super) from: Option<String>,

    /// Games of a generation
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(super) games: Option<usize>,

    /// Play the games elsewhere: local:N (so many processes here), cmd:N:PROGRAM, ray or ray://HEAD:10001; training stays here
    #[arg(long, value_name = "WHERE")]
    pub(super) on: Option<On>,

    /// Where all that is left to chance comes from
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// The folder; learn-BOARD if not given. A training that is there already is gone on with
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(super) threads: Option<usize>,

    /// Positions with exact values to measure by (filetto learn yardstick makes them); it learns nothing from them
    #[arg(long, value_name = "FILE")]
    pub(super) yardstick: Option<PathBuf>,

    /// Print one JSON object a generation
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto learn status learn-6x7x4g
  filetto learn status learn-6x7x4g --html curves.html
  filetto learn status learn-6x7x4g --json")]
pub(super) struct Status {
    /// The folder of the training
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,

    /// Write a page with the curves here
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,

    /// Write the curves as one picture here
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,

    /// Print one JSON object: the settings and every generation
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto learn yardstick 6x7x4g --positions 1000 --seed 7 --out test.txt
  filetto learn 6x7x4g --yardstick test.txt
  filetto learn yardstick 6x7x4g --from games.txt --out test.txt")]
pub(super) struct Labels {
    /// The board
    #[arg(value_name = "BOARD")]
    pub(super) board: String,

    /// How many random positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = positive)]
    pub(super) positions: usize,

    /// Which random positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Instead of random positions those of this file, a line each that begins with the moves (4455)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "seed"])]
    pub(super) from: Option<PathBuf>,

    /// The file to write (standard output if not given)
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto learn measure 6x7x4g                                   the network that comes along
  filetto learn measure five/model.net --yardstick test.txt --simulations 0,64,800 --json
  filetto learn measure 6x7x4g --perfect 20 --simulations 800    how long it resists a perfect first player")]
pub(super) struct Measure {
    /// The network: a file, or a board whose network comes with the program
    #[arg(value_name = "FILE|BOARD")]
    pub(super) network: String,

    /// The positions; those that come with the program if not given
    #[arg(long, value_name = "FILE")]
    pub(super) yardstick: Option<PathBuf>,

    /// Simulations a move; 0 is the policy alone
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "0,64")]
    pub(super) simulations: Vec<u32>,

    /// Play so many games as second player against perfect play instead, and tell how many plies it holds out (with gravity)
    #[arg(long, value_name = "GAMES", value_parser = positive)]
    pub(super) perfect: Option<usize>,

    /// Print one JSON object for each number of simulations
    #[arg(long)]
    pub(super) json: bool,
}

fn hours(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|hours: &f64| hours.is_finite() && *hours > 0.0);
    number.ok_or_else(|| "write a number of hours such as 2 or 0.5".to_owned())
}

fn threads(text: &str) -> Result<usize, String> {
    positive(text).ok().filter(|threads| *threads <= 256).ok_or_else(|| "write a number from 1 to 256".to_owned())
}
