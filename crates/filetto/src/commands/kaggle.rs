//! `filetto kaggle`: an agent for Kaggle's ConnectX in one file of plain Python, and a bench for such files.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use filetto_arena::{Control, End, Event, Kind, Ledger, News, Pair, PlayerSpec, duration};
use filetto_engine::analysis::{Analyst, Effort};
use filetto_engine::explain::review;
use filetto_rules::{Outcome, Rules, Side};
use filetto_solve::Answers;
use serde_json::json;

use super::arena::make;
use crate::terminal::{Interrupted, bad_input, print, progress};
use crate::{files, interrupt};

/// The agent, and its book: what a search in Python would take too long for.
const AGENT: &str = include_str!("../../kaggle/agent.py");
const BOOK: &str = include_str!("../../kaggle/6x7x4g.b85");

/// Games that were not won are judged move by move, but not more than so many.
const JUDGED: usize = 10;

#[derive(Args)]
pub(crate) struct KaggleArgs {
    #[command(subcommand)]
    command: Kaggle,
}

#[derive(Subcommand)]
enum Kaggle {
    /// Write an agent for Kaggle's ConnectX: one file of plain Python with its book inside
    Export(Export),
    /// Play games with an agent's file: results, times, the worst move
    Bench(Bench),
}

#[derive(Args)]
#[command(after_help = "Example:
  filetto kaggle export -o submission.py")]
struct Export {
    /// The file (- for standard output)
    #[arg(short, long, value_name = "FILE", default_value = "submission.py")]
    output: PathBuf,
}

#[derive(Args)]
#[command(after_help = "The file has Kaggle's agent(observation, configuration). It runs in a process of its own.

Examples:
  filetto kaggle bench submission.py --games 20
  filetto kaggle bench submission.py --opponent filetto:level=9 --json")]
struct Bench {
    /// The agent
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How many games; it begins every other one
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,

    /// Against whom (filetto players lists them)
    #[arg(long, value_name = "PLAYER", default_value = "filetto:level=6")]
    opponent: String,

    /// The board; ConnectX has gravity
    #[arg(long, value_name = "BOARD", default_value = "connect4")]
    board: String,

    /// Time for an act
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    act: Duration,

    /// Time for a whole game that acts may be late
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    overage: Duration,

    /// The most memory it may use, such as 1G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// The interpreter, if not python3
    #[arg(long, value_name = "PROGRAM")]
    python: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn size(text: &str) -> Result<u64, String> {
    filetto_arena::bytes(text).ok_or_else(|| "write a size such as 350M or 2G".to_owned())
}

pub(crate) fn run(args: &KaggleArgs) -> Result<()> {
    match &args.command {
        Kaggle::Export(args) => files::write(&args.output, exported().as_bytes()),
        Kaggle::Bench(args) => bench(args),
    }
}

fn exported() -> String {
    AGENT.replace("@BOOK@", BOOK.trim())
}

/// What the games come to, for the agent.
#[derive(Default)]
struct Tally {
    /// Won, drawn and lost, by side.
    results: [[usize; 3]; 2],
    faults: Vec<String>,
    acts: usize,
    late: usize,
    slowest: Duration,
    /// The most overage that a game took.
    overage: Duration,
}

impl Tally {
    fn add(&mut self, pair: &Pair, limit: Duration) {
        for (number, played) in pair.games.iter().enumerate() {
            let side = if Pair::player(number, Side::First) == 0 { Side::First } else { Side::Second };
            let result = match played.game.outcome() {
                Outcome::Win(winner) if winner == side => 0,
                Outcome::Win(_) => 2,
                _ => 1,
            };
            self.results[side.index()][result] += 1;
            if let Some((_, fault)) = played.fault.iter().find(|(guilty, _)| *guilty == side) {
                self.faults.push(fault.what.clone());
            }
            let mut overage = Duration::ZERO;
            for (ply, played) in played.game.moves().iter().enumerate() {
                let Some(time) = played.time.filter(|_| Side::BOTH[ply % 2] == side) else { continue };
                self.acts += 1;
                self.late += usize::from(time > limit);
                self.slowest = self.slowest.max(time);
                overage += time.saturating_sub(limit);
            }
            self.overage = self.overage.max(overage);
        }
    }
}

fn bench(args: &Bench) -> Result<()> {
    let rules: Rules = args.board.parse().map_err(bad_input)?;
    if !rules.gravity() {
        return Err(bad_input(format!("ConnectX has gravity: write {rules}g")));
    }
    let file = args.file.canonicalize().with_context(|| format!("cannot read {}", args.file.display()))?;
    let opponent: PlayerSpec = args.opponent.parse().map_err(bad_input)?;
    let agent = PlayerSpec {
        name: "agent".to_owned(),
        kind: Kind::Python {
            file,
            interpreter: args.python.clone(),
            overage: u64::try_from(args.overage.as_millis()).unwrap_or(u64::MAX),
        },
        control: Control::per_move(args.act),
        memory: args.memory,
        restart: true,
    };
    let event = Event {
        players: vec![agent, opponent],
        boards: vec![rules],
        pairs: args.games.div_ceil(2),
        control: Control::per_move(Duration::from_millis(500)),
        // Kaggle lets an act be late for as long as there is overage.
        margin: args.overage,
        start: Duration::from_secs(30),
        ..Event::default()
    };
    let (stop, mut ledger, mut done) = (interrupt::watch(), Ledger::in_memory(), 0);
    let run = event.run(&make, &mut ledger, &stop, &mut |news| {
        if let News::Finished(..) = news {
            done += 1;
            progress(&format!("game {done} of {}", event.games()));
        }
    });
    progress("");
    let end = run?.end;
    let mut tally = Tally::default();
    let pairs = event.played(&ledger);
    pairs.iter().for_each(|pair| tally.add(pair, args.act));
    let worst = worst(&pairs, rules);
    print(if args.json { as_json(&tally, &worst) } else { as_text(&tally, &worst, args) })?;
    if end == End::CalledOff { Err(Interrupted.into()) } else { Ok(()) }
}

/// The move of the agent that gave most away, in words, among the games that it did not win.
fn worst(pairs: &[&Pair], rules: Rules) -> Option<(f64, String)> {
    let games = pairs.iter().flat_map(|pair| pair.games.iter().enumerate());
    let mut worst: Option<(f64, String)> = None;
    for (number, played) in games.filter(|(number, played)| Pair::doubled(*number, played) < 2).take(JUDGED) {
        let side = if Pair::player(number, Side::First) == 0 { Side::First } else { Side::Second };
        let mut answers = Answers::new(rules, Effort::SOLVER);
        let mut analyst = Analyst::new(Effort::STANDARD).exact(&mut answers);
        let judged = review(&played.game, &mut analyst, &mut |_, _| match interrupt::asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        for judged in judged.moves.iter().filter(|judged| judged.side == side && judged.class.is_fault()) {
            if worst.as_ref().is_none_or(|(loss, _)| judged.loss > *loss) {
                let known = if judged.class.is_fact() { "proved" } else { "estimated" };
                let better = judged.best.map_or(String::new(), |best| format!(", better {best}"));
                let class = filetto_engine::explain::words::class(judged.class, Default::default());
                let moves: Vec<String> = played.game.cells().take(judged.number).map(|cell| cell.to_string()).collect();
                worst = Some((judged.loss, format!("{class} ({known}): {}{better}", moves.join(" "))));
            }
        }
    }
    worst
}

fn as_text(tally: &Tally, worst: &Option<(f64, String)>, args: &Bench) -> String {
    let line = |[won, drawn, lost]: [usize; 3]| format!("won {won}, drawn {drawn}, lost {lost}");
    let mut text = format!(
        "as first player:  {}\nas second player: {}\n{} acts, the slowest {:.2} s, {} over {:.2} s; most overage in a game {:.2} s of {:.0} s\n",
        line(tally.results[0]),
        line(tally.results[1]),
        tally.acts,
        tally.slowest.as_secs_f64(),
        tally.late,
        args.act.as_secs_f64(),
        tally.overage.as_secs_f64(),
        args.overage.as_secs_f64(),
    );
    for fault in &tally.faults {
        text += &format!("fault: {fault}\n");
    }
    text += &worst.as_ref().map_or("no move that gave anything away was found\n".to_owned(), |(_, words)| {
        format!("worst move: {words}\n")
    });
    text
}

fn as_json(tally: &Tally, worst: &Option<(f64, String)>) -> String {
    let [first, second] = tally.results.map(|[won, drawn, lost]| json!({"won": won, "drawn": drawn, "lost": lost}));
    let value = json!({
        "first": first,
        "second": second,
        "faults": tally.faults,
        "acts": tally.acts,
        "late_acts": tally.late,
        "slowest_s": tally.slowest.as_secs_f64(),
        "overage_s": tally.overage.as_secs_f64(),
        "worst": worst.as_ref().map(|(loss, words)| json!({"loss": loss, "move": words})),
    });
    format!("{value}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exported_file_holds_its_book_and_is_small() {
        let text = exported();
        assert!(text.len() < 1_000_000 && !text.contains("@BOOK@") && BOOK.len() > 1000);
        assert!(
            text.rfind("\ndef agent(observation, configuration)") > text.rfind("\ndef choose("),
            "the last function plays"
        );
    }
}
