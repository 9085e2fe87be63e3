//! `filetto lab`: one position, every algorithm, what each finds and what it costs.

mod args;
mod compare;

use std::fmt::Write;

use anyhow::Result;
use filetto_engine::lab::{ALGORITHMS, Experiment, Row, RowKind, affordable_depth, chart};
use filetto_rules::{Game, Notation, draw};
use filetto_search::Limits;
use serde_json::{Value, json};

use super::analyse::{score_json, score_words};
use crate::terminal::{Interrupted, bad_input, note, print, progress};
use crate::{files, interrupt};
pub(crate) use args::{Lab, Tree};

/// A tree of this size takes the slowest algorithm a few seconds.
const AFFORDABLE: u64 = 1_000_000;

pub(crate) fn run(args: &Lab) -> Result<()> {
    let game = args.position.position.read()?.game;
    if game.outcome().is_over() {
        return Err(bad_input(format!("there is nothing to search: {}", draw::caption(&game))));
    }
    if !args.heuristics.is_empty() {
        return compare::run(args, &game);
    }
    let experiment = Experiment {
        depth: args.position.depth.unwrap_or_else(|| affordable_depth(&game, AFFORDABLE)),
        heuristic: args.position.heuristic.clone(),
        algorithms: algorithms(&args.algorithms)?,
        limits: Limits::none().time(args.time).stop(interrupt::watch()),
        memory: (args.memory as usize) << 20,
    };
    let title = format!("{} depth {}, {}", game.rules(), experiment.depth, experiment.heuristic.name());
    let quiet = args.json || args.svg.as_deref().is_some_and(files::is_dash);
    if !quiet {
        print(format!("{title}\n\n{HEADER}\n"))?;
    }
    let mut printed = Ok(());
    // A table of gigabytes takes longer to make than anybody should wait.
    let busy = interrupt::Busy::new("", "stopped: the searches did not all come to their end");
    progress("searching …");
    let rows = experiment.run(&game, |row| {
        progress("");
        if printed.is_ok() {
            printed = match (args.json, quiet) {
                (true, _) => print(format!("{}\n", as_json(row))),
                (false, false) => print(format!("{}\n", line(&game, row))),
                _ => Ok(()),
            };
        }
        progress("searching …");
    });
    drop(busy);
    progress("");
    printed?;
    if !quiet {
        print(conclusion(&rows))?;
    }
    if let Some(path) = &args.svg {
        files::write(path, chart(&title, &rows).as_bytes())?;
    }
    if !interrupt::asked() {
        return Ok(());
    }
    let left = rows.iter().filter(|row| !row.complete).count();
    note(&format!("stopped: {left} of {} searches did not come to their end", rows.len()));
    Err(Interrupted.into())
}

/// The names asked for, or all.
fn algorithms(wanted: &[String]) -> Result<Vec<&'static str>> {
    let known = || ALGORITHMS.iter().map(|(name, _)| *name);
    let find = |name: &String| {
        known().find(|known| known == name).ok_or_else(|| {
            bad_input(format!("there is no algorithm '{name}': they are {}", known().collect::<Vec<_>>().join(", ")))
        })
    };
    if wanted.is_empty() { Ok(known().collect()) } else { wanted.iter().map(find).collect() }
}

const HEADER: &str =
    "algorithm                       value   best         nodes  evaluations   cut-offs   branching      time";

fn line(game: &Game, row: &Row) -> String {
    let value = row.value.map_or("-".to_owned(), score_words);
    // A mean of samples or of all replies, a value of other than the whole tree, a proof to the end of the game.
    let sign = match row.kind {
        RowKind::FullWidth => "",
        RowKind::Sampled => "~",
        RowKind::Expected => "Ø",
        RowKind::Selective => "≈",
        RowKind::Proof => "!",
    };
    let value = format!("{sign}{value}");
    let best = row.best.map_or("-".to_owned(), |cell| Notation::native(game.rules()).write(game.rules(), [cell]));
    let note = match (row.complete, row.nodes) {
        (true, _) => "",
        (false, 0) => "  not at this depth or in this time",
        _ => "  stopped",
    };
    format!(
        "{:<26} {value:>10}  {best:>5}  {:>12} {:>12} {:>10}  {:>10.2}  {:>7.3} s{note}",
        row.algorithm,
        row.nodes,
        row.evaluations,
        row.cutoffs,
        row.branching,
        row.elapsed.as_secs_f64()
    )
}

/// What the table shows, in a sentence.
fn conclusion(rows: &[Row]) -> String {
    let full: Vec<&Row> = rows.iter().filter(|row| row.kind == RowKind::FullWidth && row.complete).collect();
    let Some(first) = full.first() else { return String::new() };
    let equal = full.iter().all(|row| row.value == first.value);
    let mut text = match equal {
        true => format!("\nall {} full-width searches agree\n", full.len()),
        false => "\nthe full-width searches differ: this heuristic depends on the way a position was reached, which a table forgets\n"
            .to_owned(),
    };
    let told = |kind| rows.iter().any(|row| row.kind == kind);
    for (kind, words) in [
        (RowKind::Sampled, "~ is a mean of samples, in thousandths of a win"),
        (
            RowKind::Expected,
            "Ø is the mean over all replies of an opponent who plays anywhere, in thousandths of a win",
        ),
        (RowKind::Selective, "≈ is the value of another tree than the full one"),
        (RowKind::Proof, "! is a proof to the end of the game"),
    ] {
        if told(kind) {
            let _ = writeln!(text, "{words}");
        }
    }
    let nodes = |name: &str| full.iter().find(|row| row.algorithm == name).map(|row| row.nodes);
    if let (Some(all), Some(some)) = (nodes("minimax"), nodes("alphabeta")) {
        let _ = writeln!(text, "alpha-beta visits 1 position in {:.0} of minimax's", all as f64 / some.max(1) as f64);
    }
    text
}

fn as_json(row: &Row) -> Value {
    json!({
        "algorithm": row.algorithm,
        "value": row.value.map(score_json),
        "kind": match row.kind {
            RowKind::FullWidth => "full width",
            RowKind::Sampled => "sampled",
            RowKind::Expected => "expected",
            RowKind::Selective => "selective",
            RowKind::Proof => "proof",
        },
        "sampled": row.kind == RowKind::Sampled,
        "best": row.best.map(|cell| cell.to_string()),
        "nodes": row.nodes,
        "evaluations": row.evaluations,
        "cutoffs": row.cutoffs,
        "branching": row.branching,
        "seconds": row.elapsed.as_secs_f64(),
        "complete": row.complete,
    })
}
