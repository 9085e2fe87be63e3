//! The commands and their options as clap sees them.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use filetto_arena::GameTime;
use filetto_engine::Settings;
use filetto_engine::analysis::Effort;
use filetto_engine::champion::Level;
use filetto_rules::Notation;
use filetto_search::{Budget, GameClock, TimeControl};
pub(crate) use filetto_service::DEFAULT_PLAYER;

use crate::commands::arena::Arena;
use crate::commands::book::BookArgs;
use crate::commands::check::Check;
use crate::commands::doctor::Doctor;
use crate::commands::exam::Exam;
use crate::commands::explain::Explain;
use crate::commands::kaggle::KaggleArgs;
use crate::commands::lab::{Lab, Tree};
use crate::commands::learn::Learn;
use crate::commands::review::Review;
use crate::commands::setup::{Completions, Man, ShowConfig};
use crate::commands::solve::Solve;
use crate::commands::values::Values;
use crate::commands::worker::Worker;
use crate::terminal::Colour;

const EXAMPLES: &str = "\
Boards are written ROWSxCOLSxK, with a trailing g for gravity: 3x3x3, 15x15x5, 6x7x4g;
or by name: tictactoe, connect4, gomoku, gomoku20. A trailing e means exactly K (15x15x5e).

Examples:
  filetto                                      the app: a board in the browser
  filetto play connect4                        two people at one terminal
  filetto play gomoku --o negascout            against a player (filetto players lists them)
  filetto analyse 7x7x4 --moves d4 --time 2s   what a player thinks of a position
  filetto explain tictactoe --moves 'a1 a2 c3 b2'   why a position is won, lost or drawn
  filetto review game.jsonl                    where a game was lost
  filetto arena -p mcts -p mtdf --boards small  a match with tables and ratings
  filetto exam out mnkgame.MyPlayer            what a student's Java player does well and badly
  filetto show 6x7x4g --moves 4455             draw a position
  filetto show gomoku --moves 'h8 i9' --svg board.svg
  filetto show game.psq                        draw a game from a file
  filetto convert game.psq game.sgf            from one kind of file to another
  filetto solve 6x5x4                          the exact value, with a proof if asked
  filetto values --k 5                         who wins five in a row on which board, and who knows it
  filetto lab tictactoe                        every algorithm on one position, side by side
  filetto tree tictactoe --moves 'a1 b2 c3 b1 b3' --depth 4 --svg tree.svg
  filetto learn 6x7x4g                         train a network from nothing, and play against it
  filetto perft connect4 --depth 8             count the game tree

Exit codes: 0 done, 1 something went wrong, 2 the input makes no sense, 130 stopped by Ctrl-C; the app ends by
Ctrl-C, so that is 0.";

/// Plays, proves, explains and referees every k-in-a-row game: noughts and crosses, gomoku, Connect Four and all their
/// relatives from 1x1 to 128x128.
#[derive(Parser)]
#[command(name = "filetto", version = env!("FILETTO_VERSION"), after_help = EXAMPLES, after_long_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Open the app in the browser (what `filetto` alone does)
    Serve(Serve),
    /// Draw a position
    Show(Show),
    /// Play at the terminal
    Play(Play),
    /// What a position is: its value, how it is known, the best lines
    #[command(visible_alias = "analyze")]
    Analyse(Analyse),
    /// Say why a position is won, lost or drawn, and what is threatened
    Explain(Explain),
    /// Judge every move of a game: where it was lost, and what was better
    Review(Review),
    /// List the players
    Players(Players),
    /// Find the exact value of a position, and write the proof
    Solve(Solve),
    /// What is known of boards: the value of each, how it is known and by whom
    Values(Values),
    /// Make, show and check opening books of boards with gravity
    Book(BookArgs),
    /// Check certificates: proofs of values that need not be believed
    Verify(Verify),
    /// Search one position with every algorithm and compare what it costs
    Lab(Lab),
    /// Draw the game tree of a small position with what alpha-beta cuts
    Tree(Tree),
    /// Train a player that teaches itself, on any board
    Learn(Box<Learn>),
    /// Speak the Gomocup protocol on standard input and output, for managers and other programs
    Engine(Engine),
    /// Referee an event: players of any kind, on any boards, with ratings and a report
    Arena(Box<Arena>),
    /// Do work items, one JSON line each, for whatever can run a program: a cluster, Slurm, GNU parallel, ssh
    Worker(Worker),
    /// Check whether an engine keeps to Gomocup's protocol
    Check(Check),
    /// Examine a Java player of the Bologna courses: rules, time, tactics, games, worst moves
    Exam(Exam),
    /// Write and bench agents for Kaggle's ConnectX
    Kaggle(KaggleArgs),
    /// Turn a game file into another format
    Convert(Convert),
    /// Count the game tree move by move (a check and a speed test of the rules)
    Perft(Perft),
    /// Search fixed positions of many boards: the number of nodes tells one version of the champion from another
    Bench(Bench),
    /// Look at this machine, and at a cluster: versions, cores, speed, what is missing and what to do
    Doctor(Doctor),
    /// Print the completions of a shell
    Completions(Completions),
    /// Print the manual page, or write the pages of all commands
    Man(Man),
    /// Show where the configuration file is and what it sets
    Config(ShowConfig),
}

#[derive(Args)]
#[command(
    after_help = "The nodes depend on nothing but the program: a change that was meant to keep the play keeps the number.

Examples:
  filetto bench
  filetto bench --json"
)]
pub(crate) struct Bench {
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto serve --no-open --port 0     on any free port, without opening the browser
  filetto serve --host 0.0.0.0         for other machines of the network too; they need no password
  filetto serve --network five         zero plays 5x6x4g by the network of the training in the folder five")]
pub(crate) struct Serve {
    /// Where to listen: only this machine unless told otherwise
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,

    /// The port; 0 is any free one. Without it 7333, or any free one if that is taken
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,

    /// Only print the address
    #[arg(long)]
    pub(crate) no_open: bool,

    /// A network of yours, or the folder of its training: zero plays by it on its board, and the laboratory shows it. May be given
    /// several times
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Vec<PathBuf>,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve { host: "127.0.0.1".to_owned(), port: None, no_open: false, network: Vec::new() }
    }
}

/// Which position: shared by all commands that take one.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// The board, such as 15x15x5, 6x7x4g or connect4; or a game file (.jsonl, .psq, .sgf)
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,

    /// Moves to play first, such as 'h8 i9', 4455, '7,7 8,6' or '[7,7] [6,8]'
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// How the moves are written, if that is not clear: cells (h8), columns (4455, from 1), columns0 (3344, from 0),
    /// gomocup (7,7: x and y from the top left) or bologna ([7,7]: row and column from the top left)
    #[arg(long, value_name = "NOTATION", value_parser = notation())]
    pub(crate) coords: Option<Notation>,

    /// Which game of a file that holds several, from 1
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) game: Option<usize>,
}

/// A notation by its name; the help lists them.
pub(crate) fn notation() -> impl TypedValueParser<Value = Notation> {
    let names = Notation::NAMES.map(|(_, name)| name);
    // Every name of the list is one.
    PossibleValuesParser::new(names).map(|name| Notation::from_name(&name).unwrap_or(Notation::Cells))
}

/// A number from 1.
pub(crate) fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "write a number from 1".to_owned())
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto show tictactoe --moves 'a1 b2 b1 c3 c1'
  filetto show 6x7x4g --moves 4455 --svg board.svg
  filetto show 20x20x5 --moves '10,9 11,8' --json")]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Write a picture to this file instead of drawing characters (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Print the position as one JSON object
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) colour: Colour,
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto perft connect4 --depth 8
  filetto perft 3x3x3 --depth 9 --json")]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// How many moves deep; every depth up to this one is counted
    #[arg(long, short, value_name = "D")]
    pub(crate) depth: usize,

    /// Print one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = "While playing, type a move (h8, or a column number with gravity) or:
  undo, u           take back a move          moves      list the moves so far
  hint              a good move               analyse    what the position is, and the best line
  save FILE         save the game             resign     give up
  help, ?           this list                 quit, q    leave (Ctrl-D and Ctrl-C too)

Examples:
  filetto play tictactoe
  filetto play connect4 --o mcts --time 5s
  filetto play gomoku --o filetto --level 3
  filetto play connect4 --x human:Ada --o human:Bob --save game.jsonl
  filetto play connect4 --o zero                     against the player that taught itself
  filetto play 10x10x5 --x luccioli --o negascout    watch two players
  filetto play gomoku --o filetto --tc 5m+2s         it has five minutes, and two seconds more a move
  filetto play game.jsonl                            go on with a saved game
  filetto play games.jsonl --game 3                  with the third of a file of several")]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Who begins: human, human:NAME, or a player from the list of `filetto players`
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) x: String,

    /// The other side
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) o: String,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    /// Time that each player from the list has for its moves of this game, with an increment a move: 60+0.5 or 5m
    #[arg(long, value_name = "TIME", value_parser = game_clock)]
    pub(crate) tc: Option<GameTime>,

    /// Keep the game here (.jsonl, .psq or .sgf): every move is on the disk before the next one is asked for. A game of this
    /// board that is there already and not over is gone on with; any other is left alone, and the command refused
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) colour: Colour,
}

/// How long a player may think and with what: shared by all commands that let one think.
#[derive(Args)]
pub(crate) struct Thinking {
    /// Time for a move, such as 50ms, 2s or 1m; two seconds if nothing else limits it
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,

    /// At most so many positions a move: the same answer on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// At most so many moves ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// How strong filetto plays: 1 for a beginner to beat, 10 with all it knows
    #[arg(long, value_name = "1-10", value_parser = clap::value_parser!(u8).range(Level::LOWEST as i64..=Level::HIGHEST as i64))]
    pub(crate) level: Option<u8>,

    /// Where random choices come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Megabytes for tables
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) memory: u32,
}

impl Thinking {
    /// What a move may cost; a clock for the game is a limit too.
    pub(crate) fn budget(&self, clock: Option<GameClock>) -> Budget {
        let limited = self.time.is_some() || self.nodes.is_some() || self.depth.is_some() || clock.is_some();
        let per_move = self.time.or((!limited).then_some(Duration::from_secs(2)));
        let time = TimeControl { per_move, clock, ..TimeControl::NONE };
        Budget { time, nodes: self.nodes, depth: self.depth, ..Budget::none() }
    }

    /// What the player is made with.
    pub(crate) fn settings(&self) -> Settings {
        let memory = (self.memory as usize) << 20;
        Settings { seed: self.seed, memory, level: self.level, ..Settings::default() }
    }
}

/// A number of megabytes that the system would give.
pub(crate) fn megabytes(text: &str) -> Result<u32, String> {
    let wanted = text.parse().ok().filter(|number| (1..=65_536).contains(number));
    let number: u32 = wanted.ok_or("write a number of megabytes from 1 to 65536")?;
    // Asked for and given back untouched, which costs nothing; a table that cannot be had would end the program.
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact((number as usize) << 20)
        .map_err(|_| format!("the system does not give {number} MB: ask for less"))?;
    std::hint::black_box(&mut room);
    Ok(number)
}

fn game_clock(text: &str) -> Result<GameTime, String> {
    filetto_arena::game_time(text).map_err(|error| error.to_string())
}

/// `50ms`, `2s`, `1.5s`, `1m`, `1h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let time = filetto_arena::duration(text).map_err(|_| "write a time such as 50ms, 2s, 1m or 1h, a week at most")?;
    if time >= Duration::from_millis(1) { Ok(time) } else { Err("it must be 1ms at least".to_owned()) }
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto analyse connect4 --moves 44 --player negascout --time 2s
  filetto analyse gomoku --moves 'h8 i9' --lines 3
  filetto analyse 5x5x4 --player luccioli --nodes 1000000 --json")]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Who estimates where nothing is proved: a player from the list of `filetto players`
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    pub(crate) player: String,

    /// How many best lines to tell (filetto only; others tell one)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) lines: u32,

    /// The value of every move too (on large boards of those near the stones)
    #[arg(long)]
    pub(crate) values: bool,

    /// Positions that the solvers may look at for each question; 0 does not ask them
    #[arg(long, value_name = "N", default_value_t = Effort::SOLVER)]
    pub(crate) solver: u64,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    /// Print one JSON object; with --time one a round before it
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Any size up to 128x128 (START, RECTSTART), any K and gravity by our own INFO k K and INFO gravity 0|1.
The binary pbrain-filetto starts in this mode.

Example:
  (echo START 15; echo INFO timeout_turn 500; echo BEGIN; sleep 1) | filetto engine"
)]
pub(crate) struct Engine {
    /// Who thinks: a player from the list of `filetto players`
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    pub(crate) player: String,
}

#[derive(Args)]
#[command(after_help = "Example:
  filetto verify fixtures/certificates/*.cert

The same checker is a program of its own without any dependency on the solver: filetto-verify.")]
pub(crate) struct Verify {
    /// The certificates
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Megabytes that a check may use, 256 unless told otherwise: a certificate is somebody else's file
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    pub(crate) memory: Option<u32>,

    /// Print one JSON object a file
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto players
  filetto players --json
  filetto play gomoku --o luccioli      a game against one of them")]
pub(crate) struct Players {
    /// Print one JSON object a player
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Formats go by the file name: .jsonl (everything), .psq (piskvork, five in a row), .sgf (no gravity).

Examples:
  filetto convert game.psq game.sgf
  filetto convert game.sgf - > game.jsonl"
)]
pub(crate) struct Convert {
    /// The game to read (- for standard input, the format is seen from the text)
    pub(crate) from: PathBuf,

    /// The file to write (- for JSON lines on standard output)
    pub(crate) to: PathBuf,

    /// Which game of a file that holds several, from 1
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) game: Option<usize>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    /// The words of a command as a shell splits them, up to two spaces, a comment or a redirection, behind which something else begins.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        let ends = |rest: &str| ["  ", " #", " <", " >", " |"].iter().any(|end| rest.starts_with(end));
        for (at, letter) in line.char_indices() {
            match (quote, letter) {
                (Some(open), _) if open == letter => quote = None,
                (None, '\'' | '"') => (quote, word) = (Some(letter), Some(word.unwrap_or_default())),
                (None, ' ') => {
                    words.extend(word.take());
                    if ends(&line[at..]) {
                        break;
                    }
                }
                _ => word.get_or_insert_default().push(letter),
            }
        }
        words.extend(word);
        words
    }

    /// All commands that the help of a command and of its own commands shows.
    fn shown_by(command: &clap::Command, found: &mut Vec<String>) {
        let help = command.get_after_long_help().or(command.get_after_help());
        let text = help.map(ToString::to_string).unwrap_or_default();
        found.extend(text.lines().map(str::trim_start).filter(|line| line.starts_with("filetto ")).map(str::to_owned));
        command.get_subcommands().for_each(|command| shown_by(command, found));
    }

    /// Those in the blocks of a page.
    #[allow(clippy::disallowed_methods, reason = "it reads the documentation")]
    fn shown_in(page: &std::path::Path, found: &mut Vec<String>) {
        let text = std::fs::read_to_string(page).unwrap().replace("\\\n", " ");
        let blocks = text.split("```").skip(1).step_by(2).flat_map(str::lines);
        let lines = blocks.map(|line| line.trim_start_matches("$ ")).filter(|line| line.starts_with("filetto "));
        // `…` stands for what a reader knows to put there.
        found.extend(lines.filter(|line| !line.contains('…')).map(str::to_owned));
    }

    #[test]
    #[allow(clippy::disallowed_methods, reason = "it looks for the documentation")]
    fn every_command_that_help_and_pages_show_is_one() {
        let mut shown = Vec::new();
        shown_by(&Cli::command(), &mut shown);
        assert!(shown.len() > 90, "{} commands found in the help", shown.len());
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        shown_in(&root.join("README.md"), &mut shown);
        for folder in ["docs", "docs/tutorials"] {
            for entry in std::fs::read_dir(root.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|ending| ending == "md") {
                    shown_in(&path, &mut shown);
                }
            }
        }
        let wrong =
            |line: &String| Cli::command().try_get_matches_from(words(line)).err().map(|why| format!("{line}\n{why}"));
        let wrong: Vec<String> = shown.iter().filter_map(wrong).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
