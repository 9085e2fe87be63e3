//! The options of `filetto arena`, and the event they describe.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use filetto_arena::stats::{Model, Sprt};
use filetto_arena::{
    Builtin, Control, DrawRule, Event, Format, GOMOCUP15, GOMOCUP20, GameTime, OpeningList, Openings, PRESETS,
    PlayerSpec, Scheme, boards, bytes, duration, game_time,
};
use filetto_engine::Settings;

use crate::cli::positive;
use crate::files;
use crate::jobs::On;
use crate::players::{OWN_FILES, Who};
use crate::terminal::bad_input;

/// Nodes for a move where times mean nothing.
const NODES_ELSEWHERE: u64 = 20_000;

#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Arena {
    /// A player: a name, zero=FILE (a network that filetto learn made), cmd=PROGRAM (Gomocup's protocol), java=JAR:CLASS
    /// (Bologna's interfaces) or py=FILE (Kaggle's agent, or choose(game)), then options separated by commas: name, time, tc, nodes,
    /// depth, memory, restart=off, level=1 to 10 for filetto, simulations=N for zero, python=PROGRAM for py, and for programs args,
    /// dir, info
    #[arg(long = "player", short, value_name = "PLAYER", required = true)]
    players: Vec<String>,

    /// Boards and presets, separated by commas
    #[arg(long, short, value_name = "BOARDS", default_value = "small")]
    boards: String,

    /// Time for each move, such as 100ms or 2s; one second if there is no other limit
    #[arg(long, value_name = "TIME", value_parser = crate::cli::duration)]
    time: Option<Duration>,

    /// Time for a whole game with an increment a move, such as 60+0.5
    #[arg(long, value_name = "TIME", value_parser = game)]
    tc: Option<GameTime>,

    /// Positions for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Plies ahead for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Pairs of games for each two players and board; with --sprt the most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: Option<u32>,

    /// How games begin: empty, random[:PLIES], balanced[:PLIES], or a file. By default the preset's own openings; else the
    /// empty board for one pair, balanced openings for more
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<String>,

    /// Who judges whether an opening is balanced
    #[arg(long, value_name = "PLAYER", default_value = "negascout", value_parser = judge)]
    judge: String,

    /// The first player meets all the others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,

    /// Stop when it is clear whether the first player is at least elo1 or at most elo0 better:
    /// elo0=0,elo1=5[,alpha=0.05][,beta=0.05][,model=normalized|logistic]
    #[arg(long, value_name = "TEST", value_parser = sprt)]
    sprt: Option<Sprt>,

    /// Games at a time; one core each
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = positive)]
    concurrency: usize,

    /// Play the pairs elsewhere: local:N (so many processes here), cmd:N:PROGRAM (so many workers by another way, such as
    /// "cmd:4:ssh box filetto worker"), ray (the cluster that this is part of) or ray://HEAD:10001.
    /// Without another limit players get 20,000 nodes a move then, since times of unlike machines do not compare
    #[arg(long, value_name = "WHERE", conflicts_with_all = ["concurrency", "affinity"])]
    pub(super) on: Option<On>,

    /// What a pair may take elsewhere before it is given up; by default what its limits allow, and an hour without time limits
    #[arg(long, value_name = "TIME", value_parser = crate::cli::duration)]
    pub(super) item_time: Option<Duration>,

    /// Allow time limits on a cluster of unlike machines
    #[arg(long, requires = "on")]
    pub(super) mixed_hardware: bool,

    /// Print the pairs that are still to be played as work items for filetto worker, and play nothing
    #[arg(long, conflicts_with = "on")]
    pub(super) items: bool,

    /// Bind each game to a core of its own
    #[arg(long)]
    affinity: bool,

    /// Allow more games at a time than there are cores
    #[arg(long)]
    force_concurrency: bool,

    /// Memory for each engine, such as 350M, where the system can enforce it
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// What a move may be late without being lost
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = time)]
    margin: Duration,

    /// How long an engine may take to get ready
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    start_timeout: Duration,

    /// Decides everything that is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Call a game drawn as soon as neither side can complete a row any more
    #[arg(long)]
    dead_draws: bool,

    /// Call a game drawn after so many moves: large boards end in a night
    #[arg(long, value_name = "N", value_parser = positive)]
    draw_after: Option<usize>,

    /// How results are counted; by default the preset's own way
    #[arg(long, value_name = "SCHEME", value_parser = ["elo", "bologna-mnk", "bologna-cx"])]
    score: Option<String>,

    /// Remember every pair of games here; the same command goes on where it was
    #[arg(long, value_name = "FILE")]
    pub(super) ledger: Option<PathBuf>,

    /// Write a page with tables, plots and all games here
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,

    /// Write here how the players used their time with --tc: the curve over moves if the file is an .svg, else tables
    #[arg(long, value_name = "FILE")]
    pub(super) clocks: Vec<PathBuf>,

    /// What to print
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Output::Filetto)]
    output: Output,

    /// Print one JSON object (the same as --output json)
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// A table for people
    Filetto,
    /// The lines of fastchess, for scripts that read them
    Fastchess,
    /// The lines of cutechess
    Cutechess,
    /// One JSON object
    Json,
}

fn help() -> String {
    let presets: String = PRESETS.iter().map(|preset| format!("  {:<22} {}\n", preset.name, preset.about)).collect();
    format!(
        "Presets of boards:\n{presets}
Examples:
  filetto arena -p random -p quasi-random --boards small --time 100ms --report event.html
  filetto arena -p negascout -p cmd=./pbrain-x,name=X --boards gomocup15 --pairs 24 --time 1s --ledger event.jsonl
  filetto arena -p luccioli -p java=players.jar:mnkgame.QuasiRandomPlayer --boards bologna-mnk --time 1s
  filetto arena -p zero=learn-5x6x4g/model.net,simulations=64 -p mcts --boards 5x6x4g --pairs 10 --time 100ms
  filetto arena -p mcts -p negascout --boards bologna-mnk --pairs 50 --ledger big.jsonl --on ray://head:10001
  filetto arena -p mtdf -p negascout --boards 7x7x5 --sprt elo0=0,elo1=20 --nodes 20000 --concurrency 2
  filetto arena -p filetto -p negascout --boards 15x15x5 --tc 5+0 --pairs 100 --ledger tc.jsonl --clocks tc.md --clocks tc.svg"
    )
}

/// A player that comes with the program.
fn judge(text: &str) -> Result<String, String> {
    Who::read(text, Settings::default(), OWN_FILES)?;
    Ok(text.to_owned())
}

fn time(text: &str) -> Result<Duration, String> {
    duration(text).map_err(|error| error.to_string())
}

fn game(text: &str) -> Result<GameTime, String> {
    game_time(text).map_err(|error| error.to_string())
}

fn size(text: &str) -> Result<u64, String> {
    bytes(text).ok_or_else(|| "write a size such as 350M or 2G".to_owned())
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let mut test = Sprt::new(0.0, 5.0);
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("'{part}' is not like elo1=5"))?;
        let number =
            || value.parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(|| format!("{key} needs a number"));
        let risk = || {
            number().and_then(|n| if n > 0.0 && n < 0.5 { Ok(n) } else { Err(format!("{key} is between 0 and 0.5")) })
        };
        match key {
            "elo0" => test.elo0 = number()?,
            "elo1" => test.elo1 = number()?,
            "alpha" => test.alpha = risk()?,
            "beta" => test.beta = risk()?,
            "model" if value == "normalized" => test.model = Model::Normalized,
            "model" if value == "logistic" => test.model = Model::Logistic,
            _ => return Err(format!("'{part}': there are elo0, elo1, alpha, beta and model=normalized or logistic")),
        }
    }
    if test.elo0 < test.elo1 { Ok(test) } else { Err("elo1 must be larger than elo0".to_owned()) }
}

impl Arena {
    pub(super) fn output(&self) -> Output {
        if self.json { Output::Json } else { self.output }
    }

    pub(super) fn scheme(&self) -> Scheme {
        let own = || match self.boards.as_str() {
            "bologna-mnk" => Scheme::BolognaMnk,
            "bologna-cx" | "bologna-cx-announced" => Scheme::BolognaCx,
            _ => Scheme::Elo,
        };
        self.score.as_deref().and_then(Scheme::from_name).unwrap_or_else(own)
    }

    /// The event that the options describe.
    pub(super) fn event(&self) -> Result<Event> {
        let mut players = Vec::new();
        for text in &self.players {
            let mut spec: PlayerSpec = text.parse().map_err(|error| bad_input(format!("--player {text}: {error}")))?;
            spec.memory = spec.memory.or(self.memory);
            players.push(spec);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if self.concurrency > cores && !self.force_concurrency {
            return Err(bad_input(format!(
                "{} games at a time need as many cores and there are {cores}: use --force-concurrency if times do not matter",
                self.concurrency
            )));
        }
        let untimed = self.tc.is_some() || self.nodes.is_some() || self.depth.is_some();
        let elsewhere = self.on.is_some() || self.items;
        let nodes = self.nodes.or((elsewhere && self.time.is_none() && !untimed).then_some(NODES_ELSEWHERE));
        let untimed = untimed || nodes.is_some();
        let pairs = self.pairs.unwrap_or(if self.sprt.is_some() { 20_000 } else { 1 });
        Ok(Event {
            players,
            boards: boards(&self.boards).map_err(bad_input)?,
            format: if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
            openings: self.openings(pairs)?,
            pairs,
            control: Control {
                per_move: self.time.or(if untimed { None } else { Some(Duration::from_secs(1)) }),
                game: self.tc,
                nodes,
                depth: self.depth,
            },
            margin: self.margin,
            start: self.start_timeout,
            concurrency: self.concurrency,
            affinity: self.affinity,
            seed: self.seed,
            sprt: self.sprt,
            draw: DrawRule { dead: self.dead_draws, after: self.draw_after },
        })
    }

    fn openings(&self, pairs: u32) -> Result<Openings> {
        let judge = || Builtin { name: self.judge.clone(), options: Default::default() };
        let listed = |text: &str| text.parse::<OpeningList>().map(Openings::List).map_err(bad_input);
        let Some(source) = &self.openings else {
            return match self.boards.as_str() {
                "gomocup15" => listed(GOMOCUP15),
                "gomocup20" => listed(GOMOCUP20),
                _ if pairs > 1 => Ok(Openings::Balanced { plies: 4, judge: judge() }),
                _ => Ok(Openings::Empty),
            };
        };
        let (kind, plies) = source.split_once(':').unwrap_or((source, "4"));
        let plies = plies.parse::<usize>();
        match (kind, plies) {
            ("empty", _) => Ok(Openings::Empty),
            ("random", Ok(plies)) => Ok(Openings::Random { plies }),
            ("balanced", Ok(plies)) => Ok(Openings::Balanced { plies, judge: judge() }),
            _ => {
                let text = files::read_text(Path::new(source))?;
                listed(&text).context(source.clone())
            }
        }
    }
}
