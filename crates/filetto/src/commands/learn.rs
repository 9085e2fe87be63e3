//! `filetto learn`: a player that teaches itself on any board, watched while it does.

mod args;
mod labels;
mod measure;
mod status;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use filetto_learn::{Config, Entry, LearnError, Stage, Training, Yardstick, curves, page, plot, shipped_yardstick};
use filetto_rules::Rules;

pub(crate) use args::Learn;
use args::{Command, Train};

use crate::files;
use crate::interrupt::{self, Busy};
use crate::jobs::{PlayersElsewhere, Pool};
use crate::terminal::{Interrupted, bad_input, print, progress};

/// Every tenth generation is measured with so many simulations besides none.
const MEASURED_WITH: u32 = 64;
/// The eye sees no more.
const PULSE: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &Learn) -> Result<()> {
    match &args.command {
        Some(Command::Status(args)) => status::run(args),
        Some(Command::Yardstick(args)) => labels::run(args),
        Some(Command::Measure(args)) => measure::run(args),
        None => learn(&args.train),
    }
}

fn learn(args: &Train) -> Result<()> {
    let rules: Rules = args.board.as_deref().unwrap_or_default().parse().map_err(bad_input)?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("learn-{rules}")));
    let stop = interrupt::watch();
    let from = args.from.as_deref().map(measure::model).transpose()?;
    let mut training = Training::open_from(&folder, wanted(args, rules), from.as_ref()).map_err(because)?;
    agrees(args, training.config(), &folder)?;
    training.threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    if let Some(on) = &args.on {
        training.players = Some(Box::new(PlayersElsewhere { pool: Pool::open(on)? }));
    }
    let stopped = "stopped; the same command goes on with this generation";
    // A batch of a large board takes longer than a second: every file is whole at any moment, so the process may end in the middle.
    let busy = Busy::new("", stopped);
    training.yardstick =
        yardstick(rules, &folder, args.yardstick.as_deref())?.map(|yardstick| (yardstick, vec![MEASURED_WITH]));
    if !args.json {
        print(beginning(&training, &folder))?;
    }
    loop {
        let done = training.log().last().map_or(0, |entry| entry.generation);
        let hours = training.log().iter().flat_map(|entry| entry.seconds).sum::<f64>() / 3600.0;
        let enough = args.hours.is_some_and(|most| hours >= most) || args.generations.is_some_and(|most| done >= most);
        if enough || stop.load(Ordering::Relaxed) {
            break;
        }
        let (start, mut told) = (Instant::now(), None::<Instant>);
        let step = training.step(&mut |stage| {
            if start.elapsed() > PULSE && told.is_none_or(|told| told.elapsed() > PULSE) {
                told = Some(Instant::now());
                progress(&stage_words(done + 1, stage, start.elapsed()));
            }
            !stop.load(Ordering::Relaxed)
        });
        progress("");
        let Some(entry) = step.map_err(because)? else { break };
        let line = if args.json { serde_json::to_string(entry)? } else { generation(entry) };
        print(format!("{line}\n"))?;
        files::write(&folder.join("progress.html"), page(&rules.to_string(), training.log()).as_bytes())?;
    }
    if !args.json {
        print(ending(training.log(), &folder))?;
    }
    busy.done()
}

/// What a new training is begun with.
fn wanted(args: &Train, rules: Rules) -> Config {
    let usual = Config::new(rules);
    Config {
        simulations: args.simulations.unwrap_or(usual.simulations),
        blocks: args.blocks.map_or(usual.blocks, usize::from),
        games: args.games.unwrap_or(usual.games),
        seed: args.seed.unwrap_or(usual.seed),
        ..usual
    }
}

/// What was fixed when a training began cannot be changed later.
fn agrees(args: &Train, config: &Config, folder: &Path) -> Result<()> {
    let differs = |what: &str, asked: Option<u64>, is: u64| {
        let told = |asked| {
            format!("{} was begun with {is} {what}, not {asked}: choose another folder with --out", folder.display())
        };
        asked.filter(|asked| *asked != is).map(told)
    };
    let first = differs("simulations", args.simulations.map(u64::from), config.simulations.into())
        .or_else(|| differs("blocks", args.blocks.map(u64::from), config.blocks as u64))
        .or_else(|| differs("games a generation", args.games.map(|games| games as u64), config.games as u64))
        .or_else(|| differs("as its seed", args.seed, config.seed));
    first.map_or(Ok(()), |sentence| Err(bad_input(sentence)))
}

/// Positions with exact values: those of a file, those that come with the program, or some that the solver labels now.
fn yardstick(rules: Rules, folder: &Path, file: Option<&Path>) -> Result<Option<Yardstick>> {
    if let Some(path) = file {
        return read_yardstick(rules, path).map(Some);
    }
    let own = folder.join("yardstick.txt");
    if own.exists() {
        return read_yardstick(rules, &own).map(Some);
    }
    if let Some(shipped) = shipped_yardstick(rules) {
        return Ok(Some(shipped));
    }
    let Some(text) = labels::quickly(rules) else { return Ok(None) };
    if interrupt::asked() {
        return Err(Interrupted.into());
    }
    files::write(&own, text.as_bytes()).context("the positions with exact values")?;
    read_yardstick(rules, &own).map(Some)
}

fn read_yardstick(rules: Rules, path: &Path) -> Result<Yardstick> {
    let read = Yardstick::read(rules, &files::read_text(path)?);
    read.map_err(|error| bad_input(format!("{}: {error}", path.display())))
}

/// Whether the user or the world is to blame.
fn because(error: LearnError) -> anyhow::Error {
    match error {
        LearnError::Read(..) | LearnError::Write(..) => error.into(),
        _ => bad_input(error),
    }
}

fn beginning(training: &Training, folder: &Path) -> String {
    let config = training.config();
    let known = match &training.yardstick {
        Some((yardstick, _)) => format!("moves are held against {} positions with exact values", yardstick.len()),
        None => "no exact values are known here, so that no share of right moves is told".to_owned(),
    };
    let from = match training.log().last() {
        Some(entry) => format!("goes on after generation {}", entry.generation),
        None => "begins with random weights".to_owned(),
    };
    format!(
        "{}: {} blocks, {} parameters, {} simulations a move, {} threads; {known}\n{} {from}; Ctrl-C stops it, the same command goes on\n\n",
        config.board,
        config.blocks,
        training.newest().weights().len(),
        config.simulations,
        training.threads,
        folder.display(),
    )
}

fn stage_words(generation: u32, stage: Stage, since: Duration) -> String {
    let what = match stage {
        Stage::Play(done, of) => format!("plays, {done} of {of} games"),
        Stage::Train(done, of) => format!("learns, {done} of {of} steps"),
        Stage::Measure => "is measured".to_owned(),
    };
    format!("generation {generation} {what}, {:.0} s", since.as_secs_f64())
}

/// A generation in a line.
fn generation(entry: &Entry) -> String {
    let Entry { generation, games, positions, policy_loss, value_loss, .. } = entry;
    let mut line = format!(
        "generation {generation:>4}  {games:>7} games  {positions:>9} positions  loss {policy_loss:.3} + {value_loss:.3}  {:.2} core-hours",
        entry.core_hours
    );
    for (simulations, measured) in &entry.measured {
        let who = if *simulations == 0 { "policy".to_owned() } else { format!("{simulations} simulations") };
        line += &format!("  {who}: {:.1} % keep, {:.1} % perfect", measured.keeps * 100.0, measured.perfect * 100.0);
    }
    entry.gate.map_or(line.clone(), |points| format!("{line}  gate {:.0} %", points * 100.0))
}

/// Curves for a terminal: the losses, and the shares of right moves where they are known.
fn plots(log: &[Entry]) -> String {
    let drawn = curves(log).into_iter().filter(|curve| curve.points.len() > 1 && !curve.name.starts_with("points"));
    drawn.map(|curve| plot(&curve.name, &curve.points.iter().map(|point| point.1).collect::<Vec<_>>(), 64, 6)).collect()
}

fn ending(log: &[Entry], folder: &Path) -> String {
    let Some(last) = log.last() else { return "no generation is finished yet\n".to_owned() };
    let model = folder.join("model.net");
    format!(
        "\n{}\n{} generations, {} games; the network: {}\nplay against it: filetto play {} --o zero={}\n",
        plots(log),
        last.generation,
        last.games,
        model.display(),
        board(folder),
        model.display()
    )
}

/// The board of a training, for a sentence.
fn board(folder: &Path) -> String {
    filetto_learn::read_config(folder).map_or_else(|_| "BOARD".to_owned(), |config| config.board)
}
