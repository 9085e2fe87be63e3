//! What is said while thinking, in the words of answers: every value comes with how it is known.
//!
//! MESSAGE is for people. With `show_detail` the lines for programs come too: REALTIME for Yixin-Board, INFO for those that draw a
//! table. Their EVAL is `+M5` for a win in five plies, 0 for a draw, and otherwise the odds of the chance on the scale of such programs:
//! 200 times their logarithm. WINRATE is the chance itself, PROVED and KNOWNBY tell whether it is a fact and whose.

use std::time::Duration;

use filetto_rules::{Cell, Rules};
use filetto_search::Score;

use crate::Info;
use crate::analysis::{Answer, Source, Value};

/// What a program reads where a win has no known end.
const CERTAIN: i64 = 30_000;
/// The scale of the logarithm of the odds.
const ODDS: f64 = 200.0;

/// One of the lines that are told.
pub(super) struct Told<'a> {
    pub(super) rank: usize,
    /// How many lines are told.
    pub(super) of: usize,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) line: &'a [Cell],
    pub(super) worth: Said,
}

/// What a line is worth.
#[derive(Clone, Copy)]
pub(super) enum Said {
    Known(Value, Source),
    /// A player's own score: it says no chance.
    Own(Score),
}

impl Said {
    /// What a thinking champion says: an estimate until it is done.
    pub(super) fn thinking(score: Score, rules: Rules) -> Said {
        let (value, known_by) = Value::searched(score, false, rules);
        Said::Known(value, known_by)
    }

    pub(super) fn words(self) -> String {
        match self {
            Said::Known(value, by) => value.words(by),
            Said::Own(score) => format!("{} in points of its own (estimate)", own(score)),
        }
    }

    fn eval(self) -> String {
        match self {
            Said::Known(Value::Won { plies: Some(plies) }, _) => format!("+M{plies}"),
            Said::Known(Value::Lost { plies: Some(plies) }, _) => format!("-M{plies}"),
            Said::Own(score) => own(score),
            worth => worth.number().to_string(),
        }
    }

    fn number(self) -> i64 {
        match self {
            Said::Known(Value::Won { plies }, _) => CERTAIN - i64::from(plies.unwrap_or(0)),
            Said::Known(Value::Lost { plies }, _) => i64::from(plies.unwrap_or(0)) - CERTAIN,
            Said::Known(Value::Drawn, _) => 0,
            Said::Known(Value::Chance { chance }, _) => (ODDS * (chance / (1.0 - chance)).ln()).round() as i64,
            Said::Own(score) => i64::from(score.raw()).clamp(-CERTAIN, CERTAIN),
        }
    }

    /// The lines of a table that say how it is known.
    fn known(self) -> Vec<String> {
        match self {
            Said::Known(value, by) => vec![
                format!("WINRATE {}", value.points()),
                format!("PROVED {}", u8::from(value.is_proved())),
                format!("KNOWNBY {}", by.word()),
            ],
            Said::Own(_) => Vec::new(),
        }
    }
}

fn own(score: Score) -> String {
    match score.plies() {
        Some(plies) if score.is_win() => format!("+M{plies}"),
        Some(plies) => format!("-M{plies}"),
        None => score.raw().to_string(),
    }
}

impl<'a> Told<'a> {
    /// How far a player is.
    pub(super) fn info(info: &'a Info, of: usize, worth: Said) -> Told<'a> {
        let Info { rank, depth, nodes, elapsed, ref line, .. } = *info;
        Told { rank, of, depth, nodes, elapsed, line, worth }
    }

    /// Every line of an answer.
    pub(super) fn answer(answer: &'a Answer, elapsed: Duration) -> impl Iterator<Item = Told<'a>> {
        let (depth, nodes) = answer.searched.map_or((0, 0), |searched| (searched.depth, searched.nodes));
        let of = answer.lines.len();
        // The first line is the position's: its value is known even where nobody knows which move keeps it.
        let worth = move |rank: usize, value, by| match rank {
            0 => Said::Known(answer.value(), answer.known_by()),
            _ => Said::Known(value, by),
        };
        answer.lines.iter().enumerate().map(move |(rank, line)| {
            let worth = worth(rank, line.value, line.known_by);
            Told { rank, of, depth, nodes, elapsed, line: &line.moves, worth }
        })
    }

    /// The lines that a manager reads; `written` is a cell as it reads them.
    pub(super) fn lines(&self, detail: u32, written: impl Fn(Cell) -> String) -> Vec<String> {
        let Told { rank, of, depth, nodes, elapsed, line, worth } = *self;
        let moves: Vec<String> = line.iter().map(|cell| cell.to_string().to_uppercase()).collect();
        let (moves, ms) = (moves.join(" "), elapsed.as_millis());
        let which = if of > 1 { format!("({}) ", rank + 1) } else { String::new() };
        let words = worth.words();
        let mut lines = vec![format!("MESSAGE {which}Depth {depth} | {words} | Node {nodes} | Time {ms}ms | {moves}")];
        if detail & 1 != 0
            && rank == 0
            && let Some(&best) = line.first()
        {
            lines.push(format!("MESSAGE REALTIME BEST {}", written(best)));
            lines.push(format!("MESSAGE REALTIME VAL {}", worth.number()));
        }
        if detail & 2 != 0 {
            let speed = u128::from(nodes) * 1000 / ms.max(1);
            let mut table = vec![
                format!("PV {rank}"),
                format!("NUMPV {of}"),
                format!("DEPTH {depth}"),
                format!("SELDEPTH {}", line.len()),
                format!("NODES {nodes}"),
                format!("TOTALNODES {nodes}"),
                format!("TOTALTIME {ms}"),
                format!("SPEED {speed}"),
                format!("EVAL {}", worth.eval()),
            ];
            table.extend(worth.known());
            table.extend([format!("BESTLINE {moves}"), "PV DONE".to_owned()]);
            lines.extend(table.into_iter().map(|line| format!("INFO {line}")));
        }
        lines
    }
}
