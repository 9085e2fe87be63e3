//! `filetto solve --batch`: one position a line, with the score that is expected of it if anybody knows.
//!
//! A line that makes no sense is told with its number and passed over: the others may have taken hours.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use filetto_rules::{Game, Notation, Reading, read_lines, read_moves};
use filetto_solve::Task;

use super::{How, Solve, Watcher, as_json_value, words};
use crate::interrupt;
use crate::position::advised;
use crate::terminal::{Interrupted, bad_input, note, print, progress};

/// A line of the file.
struct Line<'a> {
    number: usize,
    moves: &'a str,
    expected: Option<i32>,
}

/// What came of all of them.
#[derive(Default)]
struct Tally {
    solved: u64,
    wrong: u64,
    bad: u64,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &Solve, mut task: Task, text: &str, begun: Instant) -> Result<()> {
    let start = args.position.read()?.game;
    let mut watcher = Watcher::new(begun, args.time, None);
    let mut tally = Tally::default();
    let mut told = |number: usize, what: &str| {
        tally.bad += 1;
        tell(args.json, number, what)
    };
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| is_position(line)) {
        match read(number, line) {
            Ok(line) => lines.push(line),
            Err(what) => told(number, &what)?,
        }
    }
    if lines.is_empty() && tally.bad == 0 {
        return Err(bad_input("the file has no position: write one a line, - for the empty board"));
    }
    let readings = legal(&start, &mut lines, args, &mut |number, what| {
        tally.bad += 1;
        tell(args.json, number, what)
    })?;
    let all = lines.len();
    for (line, reading) in lines.iter().zip(readings) {
        let mut game = start.clone();
        for cell in reading.moves {
            game.play(cell)?;
        }
        let clock = Instant::now();
        let found = task.ask(&game, &mut |news| watcher.watch(news)).map_err(bad_input)?;
        if found.value.is_none() {
            break;
        }
        let seconds = clock.elapsed().as_secs_f64();
        let score = found.score.map(|score| score.get());
        let right = line.expected.map(|expected| Some(expected) == score);
        tally.time += clock.elapsed();
        tally.solved += 1;
        tally.nodes += found.nodes;
        tally.wrong += u64::from(right == Some(false));
        if args.json {
            let how = How { word: "search", source: None, resumed: 0, seconds, stage: None };
            let mut value = as_json_value(&game, &found, &[], &how);
            value["line"] = line.number.into();
            value["expected"] = line.expected.into();
            value["right"] = right.into();
            print(format!("{value}\n"))?;
        } else {
            let but = match (right, line.expected) {
                (Some(false), Some(expected)) => format!(", but {expected:+} was expected"),
                _ => String::new(),
            };
            let moves = if line.moves.is_empty() { "-" } else { line.moves };
            let told = score.map_or_else(|| words(&found), |score| format!("{score:+}"));
            print(format!("line {}: {moves} scores {told}{but}\n", line.number))?;
        }
    }
    progress("");
    finish(args, &tally, all)
}

fn is_position(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// Moves, or `-` for none, then perhaps a score.
fn read(number: usize, line: &str) -> Result<Line<'_>, String> {
    let (moves, expected) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
    let expected = match expected {
        "" => None,
        text => Some(text.parse().map_err(|_| format!("'{text}' is no score"))?),
    };
    let moves = moves.trim_end();
    Ok(Line { number, moves: if moves == "-" { "" } else { moves }, expected })
}

/// The lines that can be played, all in one notation: columns from 0 or from 1 is a matter of the whole file, since most lines can be read
/// both ways. The others are told and taken out.
fn legal(
    start: &Game,
    lines: &mut Vec<Line<'_>>,
    args: &Solve,
    told: &mut dyn FnMut(usize, &str) -> Result<()>,
) -> Result<Vec<Reading>> {
    // A line that is no text of moves in any notation must not decide how the others are read.
    for line in std::mem::take(lines) {
        let fits = |&(notation, _): &(Notation, _)| read_moves(start, line.moves, Some(notation)).is_ok();
        match read_moves(start, line.moves, args.position.coords) {
            Err(error) if !Notation::NAMES.iter().any(fits) => told(line.number, &advised(&error))?,
            _ => lines.push(line),
        }
    }
    loop {
        let texts: Vec<(&Game, &str)> = lines.iter().map(|line| (start, line.moves)).collect();
        match read_lines(&texts, args.position.coords) {
            Ok(readings) => return Ok(readings),
            Err(wrong) => {
                let line = lines.remove(wrong.line);
                told(line.number, &advised(&wrong.error))?;
            }
        }
    }
}

fn tell(json: bool, number: usize, what: &str) -> Result<()> {
    if json {
        return print(format!("{}\n", serde_json::json!({"line": number, "error": what})));
    }
    note(&format!("line {number}: {what}"));
    Ok(())
}

fn finish(args: &Solve, tally: &Tally, all: usize) -> Result<()> {
    let Tally { solved, wrong, bad, nodes, time } = tally;
    if !args.json && *solved > 0 {
        let mean = time.as_secs_f64() / *solved as f64 * 1e3;
        print(format!("{solved} positions, {wrong} wrong, mean {mean:.3} ms and {} nodes\n", nodes / solved))?;
    }
    let left = all as u64 - solved;
    if interrupt::asked() {
        note(&format!("stopped: {left} positions were not looked at"));
        return Err(Interrupted.into());
    }
    let told = [
        (*wrong, "position has another score than expected", "positions have another score than expected"),
        (*bad, "line is no position", "lines are no positions"),
        (left, "position was not solved within the time", "positions were not solved within the time"),
    ];
    let told: Vec<String> = told
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    if told.is_empty() { Ok(()) } else { bail!("{}", told.join(", ")) }
}
