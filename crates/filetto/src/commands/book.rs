//! `filetto book`: opening books and repertoires of any board with gravity, made, shown and checked.

mod lines;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use filetto_rules::{Rng, Rules};
use filetto_solve::book::{Book, BookError, Builder};
use filetto_solve::gravity::{Goal, GravitySolver, PositionError, Request, Score, Solution};
use serde_json::json;

use crate::cli::megabytes;
use crate::terminal::{Interrupted, bad_input, note, print, progress};
use crate::{files, interrupt};

#[derive(Args)]
#[command(after_help = "Examples:
  filetto book build 5x6x4g --plies 6                 writes 5x6x4g-6.book; stopped, the same command goes on
  filetto solve 5x6x4g --moves 33 --book 5x6x4g-6.book
  filetto book lines 5x6x4g --plies 10                one good move for every position that can come up against it
  filetto book show connect4                          the one that comes with the program
  filetto book check 5x6x4g-6.book --sample 20        solves 20 positions of its last ply again")]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve all positions up to some ply and write them to a file
    Build(Build),
    /// Find one good move for every position that can come up against it, for each side that does not lose
    Lines(lines::LinesArgs),
    /// Tell what a book or a repertoire holds
    Show(Show),
    /// Check it: checksum, that no position is missing, that scores agree with each other and with the solver
    Check(Check),
}

#[derive(Args)]
struct Build {
    /// The board, such as 6x7x4g
    #[arg(value_name = "BOARD")]
    board: String,

    /// How many plies it covers
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(0..=16))]
    plies: u8,

    /// The file; BOARD-P.book or BOARD-P.lines if not given. A partial one that is there already is gone on with
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Threads: each with a position of its own for a book, helping each other for lines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Megabytes for the table that they share
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = megabytes)]
    memory: u32,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Show {
    /// The file, or a board whose book or lines come with the program
    #[arg(value_name = "FILE|BOARD")]
    book: String,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Check {
    /// The file, or a board whose book or lines come with the program
    #[arg(value_name = "FILE|BOARD")]
    book: String,

    /// Solve so many positions of the last ply again
    #[arg(long, value_name = "N", default_value_t = 0)]
    sample: usize,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &BookArgs) -> Result<()> {
    match &args.command {
        Command::Build(args) => build(args),
        Command::Lines(args) => lines::build(args),
        Command::Show(args) => show(args),
        Command::Check(args) => check(args),
    }
}

/// How often a book in the making is kept.
const KEEP: Duration = Duration::from_secs(30);

fn build(args: &Build) -> Result<()> {
    interrupt::watch();
    let rules: Rules = args.board.parse().map_err(bad_input)?;
    let mut go_on = || if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let mut builder = Builder::watched(rules, args.plies.into(), &mut go_on).map_err(|error| match error {
        BookError::Stopped => Interrupted.into(),
        error => bad_input(error),
    })?;
    let usual = || PathBuf::from(format!("{rules}-{}.book", args.plies));
    let path = args.out.clone().unwrap_or_else(usual);
    files::check_writable(&path)?;
    if path.exists() {
        let there = read(&path)?;
        if there.is_complete() && (there.rules(), there.plies()) == (rules, builder.partial().plies()) {
            let text = format!("{}: already complete, {} positions\n", path.display(), there.len());
            return print(if args.json { made(&path, rules, there.plies(), there.len(), 0.0) } else { text });
        }
        builder.resume(there).map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
        let (done, all) = (builder.solved(), builder.positions());
        note(&format!("going on with {}: {done} of {all} positions are solved", path.display()));
    }
    let memory = (args.memory as usize) << 20;
    let solver = GravitySolver::new(rules, memory, 1).map_err(bad_input)?;
    let start = Instant::now();
    let already = builder.solved();
    loop {
        let mut watch = watcher(|done, all| {
            let rate = (done - already) as f64 / start.elapsed().as_secs_f64();
            format!("{done} of {all} positions, {rate:.1} a second")
        });
        if builder.run(&solver, args.threads as usize, &mut watch) {
            break;
        }
        files::write(&path, &builder.partial().to_bytes())?;
        if interrupt::asked() {
            progress("");
            let (done, all) = (builder.solved(), builder.positions());
            note(&format!("{done} of {all} positions kept in {}; the same command goes on", path.display()));
            return Err(Interrupted.into());
        }
    }
    progress("");
    let book = builder.finish().context("the book is not complete")?;
    let bytes = book.to_bytes();
    files::write(&path, &bytes)?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        return print(made(&path, rules, book.plies(), book.len(), seconds));
    }
    print(format!(
        "{}: {} positions of {rules} up to {} plies, {} bytes, {seconds:.0} s\n",
        path.display(),
        book.len(),
        book.plies(),
        bytes.len()
    ))
}

/// A file that was made, for programs.
fn made(path: &Path, rules: Rules, plies: usize, positions: usize, seconds: f64) -> String {
    let file = path.display().to_string();
    format!(
        "{}\n",
        json!({"file": file, "board": rules.to_string(), "plies": plies, "positions": positions, "seconds": seconds})
    )
}

/// A file that was checked, for programs.
fn checked(rules: Rules, positions: usize, again: usize) -> String {
    format!("{}\n", json!({"board": rules.to_string(), "positions": positions, "solved_again": again, "agree": true}))
}

/// Tells how far the work is, and stops it when it is time to keep it or Ctrl-C was pressed.
fn watcher(tell: impl Fn(usize, usize) -> String) -> impl FnMut(usize, usize) -> ControlFlow<()> {
    let (begun, mut shown) = (Instant::now(), Instant::now());
    move |done, all| {
        if shown.elapsed() > Duration::from_millis(500) {
            shown = Instant::now();
            progress(&tell(done, all));
        }
        let due = begun.elapsed() >= KEEP || interrupt::asked();
        if due { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What is proved of the position after these moves. Ctrl-C ends it.
fn ask(solver: &GravitySolver, moves: &[usize], goal: Goal) -> Result<Solution> {
    let mut until = interrupt::asked;
    let found = solver.solve_with(moves, Request { goal, until: Some(&mut until), ..Request::default() });
    if interrupt::asked() { Err(Interrupted.into()) } else { Ok(found?) }
}

/// Whether a column keeps the score of the position after these moves.
fn keeps(solver: &GravitySolver, moves: &[usize], column: usize, score: Score) -> Result<bool> {
    let line: Vec<usize> = moves.iter().copied().chain([column]).collect();
    match ask(solver, &line, Goal::Above(-score)) {
        Ok(solution) => Ok(solution.hi <= -score),
        // It wins at once, or fills the board: the score says which.
        Err(error) => match error.downcast_ref() {
            Some(PositionError::Over { ply }) if *ply == line.len() => Ok(true),
            _ => Err(error),
        },
    }
}

/// Solves so many of the last positions again, by a question to the solver that fails if the file is wrong there. How many it was.
fn again<T>(last: &[T], sample: usize, agrees: impl Fn(&T) -> Result<()>) -> Result<usize> {
    let mut rng = Rng::new(1);
    let sample = if last.is_empty() { 0 } else { sample };
    for solved in 0..sample {
        match rng.pick(last).map_or(Ok(()), &agrees) {
            Err(error) if error.is::<Interrupted>() => {
                progress("");
                note(&format!("stopped: {solved} of {sample} positions were solved again, and agree"));
                return Err(error);
            }
            other => other?,
        }
        progress(&format!("{} of {sample} solved again", solved + 1));
    }
    progress("");
    Ok(sample)
}

/// Reads a book file.
pub(crate) fn read(path: &Path) -> Result<Book> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Book::from_bytes(&bytes).map_err(|error| bad_input(format!("{}: {error}", path.display())))
}

/// A file, or the book of a board that comes with the program.
fn find(name: &str) -> Result<Book> {
    let Ok(rules) = name.parse::<Rules>() else { return read(Path::new(name)) };
    let shipped = Book::shipped(rules).cloned();
    shipped.ok_or_else(|| {
        bad_input(format!("no book of {rules} comes with the program: make one with filetto book build"))
    })
}

fn show(args: &Show) -> Result<()> {
    if let Some(lines) = lines::find(&args.book)? {
        return lines::show(&lines, args.json);
    }
    let book = find(&args.book)?;
    if !book.is_complete() {
        return print(match args.json {
            true => format!(
                "{}\n",
                json!({"board": book.rules().to_string(), "plies": book.plies(), "complete": false, "positions": book.len()})
            ),
            false => {
                format!("{}: partial book to {} plies, {} positions solved\n", book.rules(), book.plies(), book.len())
            }
        });
    }
    let counts = book.counts().map_err(bad_input)?;
    if args.json {
        let plies: Vec<_> = counts
            .iter()
            .map(|count| json!({"first": count.first, "draw": count.draw, "second": count.second}))
            .collect();
        return print(format!(
            "{}\n",
            json!({"board": book.rules().to_string(), "plies": book.plies(), "complete": true, "positions": book.len(), "by_ply": plies})
        ));
    }
    let mut text = format!(
        "{}: {} positions up to {} plies, mirror images counted once\n",
        book.rules(),
        book.len(),
        book.plies()
    );
    text += "ply   first wins      draws  second wins   (mirror images counted)\n";
    for (ply, count) in counts.iter().enumerate() {
        text += &format!("{ply:>3} {:>12} {:>10} {:>12}\n", count.first, count.draw, count.second);
    }
    print(text)
}

fn check(args: &Check) -> Result<()> {
    interrupt::watch();
    if let Some(lines) = lines::find(&args.book)? {
        return lines::check(&lines, args.sample, args.json);
    }
    let book = find(&args.book)?;
    let last = book.check().map_err(bad_input)?;
    let solver = GravitySolver::new(book.rules(), 64 << 20, 1).map_err(bad_input)?;
    let solved = again(&last, args.sample, |moves| {
        let mut game = filetto_rules::Game::new(book.rules());
        moves.iter().try_for_each(|&column| game.drop(column).map(|_| ()))?;
        let score = ask(&solver, moves, Goal::Score)?.score();
        if score != book.score(&game) {
            bail!("after '{}' the book says {:?}, the solver {score:?}", super::show::native(&game), book.score(&game));
        }
        if let (Some(reply), Some(score)) = (book.reply(&game), score)
            && !keeps(&solver, moves, reply, score)?
        {
            bail!("after '{}' column {} does not keep {score:?}", super::show::native(&game), reply + 1);
        }
        Ok(())
    })?;
    if args.json {
        return print(checked(book.rules(), book.len(), solved));
    }
    let again = if solved > 0 { format!(", {solved} solved again") } else { String::new() };
    print(format!("{}: {} positions, none missing, scores agree{again}\n", book.rules(), book.len()))
}
