//! `filetto book lines`: repertoires made, shown and checked.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use filetto_rules::{Rules, Side};
use filetto_solve::Value;
use filetto_solve::atlas::{Atlas, Row};
use filetto_solve::book::{Book, LastPosition, Repertoire};
use filetto_solve::gravity::{Goal, GravitySolver, Progress, Request};
use serde_json::json;

use super::{Build, again, ask, checked, made, watcher};
use crate::terminal::{Interrupted, bad_input, note, print, progress};
use crate::{files, interrupt};

/// What `filetto book lines` is asked for.
#[derive(clap::Args)]
pub(super) struct LinesArgs {
    #[command(flatten)]
    build: Build,

    /// For one side only: the other's may take far longer to find
    #[arg(long, value_name = "X|O", ignore_case = true)]
    side: Option<Player>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Player {
    X,
    O,
}

pub(super) fn build(args: &LinesArgs) -> Result<()> {
    interrupt::watch();
    let side = args.side.map(|player| if matches!(player, Player::X) { Side::First } else { Side::Second });
    let args = &args.build;
    let rules: Rules = args.board.parse().map_err(bad_input)?;
    let plies = usize::from(args.plies);
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{rules}-{plies}.lines")));
    files::check_writable(&path)?;
    let solver = GravitySolver::new(rules, (args.memory as usize) << 20, args.threads as usize).map_err(bad_input)?;
    let mut repertoire = None;
    if path.exists() {
        let there = read(&path)?;
        if (there.rules(), there.plies()) != (rules, plies) {
            let (board, deep) = (there.rules(), there.plies());
            let what = format!("{} is of {board} to {deep} plies, not of {rules} to {plies}", path.display());
            return Err(bad_input(what));
        }
        if let Some(side) = side.filter(|side| there.sides().ne([*side])) {
            return Err(bad_input(format!("{} is not for {side} alone: give another --out", path.display())));
        }
        if there.is_complete() {
            let text = format!("{}: already complete, {} positions\n", path.display(), there.len());
            return print(if args.json { made(&path, rules, plies, there.len(), 0.0) } else { text });
        }
        note(&format!("going on with {}: {} positions are solved", path.display(), there.len()));
        repertoire = Some(there);
    }
    let start = Instant::now();
    let mut repertoire = match repertoire {
        Some(repertoire) => repertoire,
        None => {
            let whole = Repertoire::new(rules, value_of(&solver, rules)?, plies).map_err(bad_input)?;
            let wanted = side.map_or(whole.clone(), |side| whole.only(side));
            if wanted.sides().next().is_none() {
                return Err(bad_input(format!("{rules} is lost for that side: nothing it plays keeps anything")));
            }
            wanted
        }
    };
    loop {
        let mut watch = watcher(|done, all| format!("{done} positions, at least {} to go", all - done));
        if repertoire.build(&solver, &mut watch) {
            break;
        }
        files::write(&path, &repertoire.to_bytes())?;
        if interrupt::asked() {
            progress("");
            note(&format!("{} positions kept in {}; the same command goes on", repertoire.len(), path.display()));
            return Err(Interrupted.into());
        }
    }
    progress("");
    let bytes = repertoire.to_bytes();
    files::write(&path, &bytes)?;
    let (name, count, seconds) = (path.display(), repertoire.len(), start.elapsed().as_secs_f64());
    let (value, who) = (repertoire.value(), who(&repertoire));
    if args.json {
        return print(made(&path, rules, plies, count, seconds));
    }
    print(format!(
        "{name}: {rules}, {value}, {count} positions of {who} up to {plies} plies, {} bytes, {seconds:.0} s\n",
        bytes.len()
    ))
}

/// Who can follow it.
fn who(lines: &Repertoire) -> String {
    lines.sides().map(|side| side.to_string()).collect::<Vec<_>>().join(" and ")
}

/// The value of the empty board: from the atlas if it was found here, else solved; what is learnt stays with the solver.
fn value_of(solver: &GravitySolver, rules: Rules) -> Result<Value> {
    if let Some(row) = Atlas::get().lookup(rules).filter(Row::is_ours) {
        return Ok(row.value);
    }
    let mut until = || interrupt::asked();
    let mut tell = |news: &Progress| progress(&format!("the value of the board: {} nodes", news.nodes));
    let request =
        Request { goal: Goal::Outcome, until: Some(&mut until), progress: Some(&mut tell), ..Request::default() };
    let outcome = solver.solve_with(&[], request).map_err(bad_input)?.outcome();
    match outcome {
        Some(1) => Ok(Value::First),
        Some(0) => Ok(Value::Draw),
        Some(_) => Ok(Value::Second),
        None => Err(Interrupted.into()),
    }
}

fn read(path: &Path) -> Result<Repertoire> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Repertoire::from_bytes(&bytes).map_err(|error| bad_input(format!("{}: {error}", path.display())))
}

/// The repertoire in a file that says it is one, or that of a board for which one and no book comes with the program.
pub(super) fn find(name: &str) -> Result<Option<Repertoire>> {
    if let Ok(rules) = name.parse::<Rules>() {
        return Ok(Repertoire::shipped(rules).filter(|_| Book::shipped(rules).is_none()).cloned());
    }
    let mut start = [0; 14];
    let begins = std::fs::File::open(name).and_then(|mut file| file.read_exact(&mut start));
    if begins.is_ok() && start == *b"filetto-lines " { read(Path::new(name)).map(Some) } else { Ok(None) }
}

pub(super) fn show(lines: &Repertoire, json: bool) -> Result<()> {
    let (board, value, plies, count) = (lines.rules(), lines.value(), lines.plies(), lines.len());
    if json {
        let (board, value, complete) = (board.to_string(), value.word(), lines.is_complete());
        let sides: Vec<String> = lines.sides().map(|side| side.to_string()).collect();
        let told = json!({
            "board": board, "value": value, "sides": sides, "plies": plies, "complete": complete, "positions": count,
        });
        return print(format!("{told}\n"));
    }
    let (state, who) = (if lines.is_complete() { "" } else { ", not complete" }, who(lines));
    print(format!("{board}: {value}; a move for {count} positions of {who} with fewer than {plies} stones{state}\n"))
}

pub(super) fn check(lines: &Repertoire, sample: usize, json: bool) -> Result<()> {
    let last = lines.check().map_err(bad_input)?;
    let solver = GravitySolver::new(lines.rules(), 64 << 20, 1).map_err(bad_input)?;
    let solved = again(&last, sample, |LastPosition { side, moves }| {
        let outcome = ask(&solver, moves, Goal::Outcome)?.outcome();
        let mover = if moves.len() % 2 == 0 { Side::First } else { Side::Second };
        let winner = match outcome {
            Some(0) | None => None,
            Some(sign) => Some(if sign > 0 { mover } else { mover.other() }),
        };
        if winner == Some(side.other()) || (lines.value() == Value::of(Some(*side)) && winner.is_none()) {
            let moves: Vec<String> = moves.iter().map(|column| (column + 1).to_string()).collect();
            bail!("after '{}' the value of the board is gone", moves.join(" "));
        }
        Ok(())
    })?;
    if json {
        return print(checked(lines.rules(), lines.len(), solved));
    }
    let solved_again =
        if solved > 0 { format!(", {solved} of its last positions solved again") } else { String::new() };
    print(format!("{}: a move for {} positions, none missing{solved_again}\n", lines.rules(), lines.len()))
}
