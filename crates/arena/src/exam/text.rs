//! The findings at a terminal, and for programs.

use std::fmt::Write;

use filetto_rules::Notation;
use serde_json::{Value, json};

use super::findings::{Findings, Solved};
use super::review::{Worst, words};
use super::{Mark, Task};
use crate::summary::results;
use crate::text::points;

impl Findings {
    /// The checks, the results against each opponent, the worst moves in a line each.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for check in self.checks() {
            let _ = writeln!(text, "{:<8} {:<11} {}", check.mark.word(), check.name, check.says);
        }
        if !self.pairs.is_empty() {
            let width = self.standing.names().iter().map(|name| name.chars().count()).max().unwrap_or(0);
            let _ = writeln!(text, "\n{:<width$}  games  won  drawn  lost  points", "against");
            for (opponent, name) in self.standing.names().iter().enumerate().skip(1) {
                let met = self.standing.meeting(0, opponent).results;
                let _ = writeln!(
                    text,
                    "{name:<width$} {:>6} {:>4} {:>6} {:>5} {:>7}",
                    met.games(),
                    met.wins,
                    met.draws,
                    met.losses,
                    points(self.points_against(opponent))
                );
            }
        }
        if !self.worst.is_empty() {
            text += "\nworst moves\n";
            for (number, worst) in self.worst.iter().enumerate() {
                let _ = writeln!(text, "{}. {}", number + 1, sentence(worst));
            }
        }
        text
    }

    /// Points that the player got from the games against one opponent.
    pub(super) fn points_against(&self, opponent: usize) -> f64 {
        let name = &self.standing.names()[opponent];
        let games = self.own_games().filter(|(pair, ..)| pair.players[1] == *name);
        games.map(|(_, side, played)| self.exam.scheme.points(played, side)).sum()
    }

    /// Everything as one JSON object.
    pub fn json(&self) -> Value {
        let checks: Vec<Value> = self
            .checks()
            .iter()
            .map(|check| {
                let mark = match check.mark {
                    Mark::Pass => "pass",
                    Mark::Warn => "warning",
                    Mark::Fail => "fail",
                };
                json!({"name": check.name, "mark": mark, "says": check.says})
            })
            .collect();
        let opponents: Vec<Value> = (1..self.standing.names().len())
            .map(|opponent| {
                json!({
                    "name": self.standing.names()[opponent],
                    "results": results(&self.standing.meeting(0, opponent).results),
                    "points": self.points_against(opponent),
                })
            })
            .collect();
        let vitals = self.vitals();
        let solved = |task| {
            let Solved { right, of } = self.solved(task);
            json!({"right": right, "of": of})
        };
        json!({
            "format": "filetto-exam", "version": 1,
            "player": self.exam.player.kind.to_string(),
            "name": vitals.as_ref().and_then(|vitals| vitals.name.clone()),
            "complete": self.complete, "passed": self.passed(), "checks": checks,
            "must_win": solved(Task::Win), "must_block": solved(Task::Block),
            "limit_ms": self.exam.time.as_millis() as u64,
            "slowest_ms": self.slowest().map(|slowest| slowest.time.as_millis() as u64),
            "init_ms": self.slowest_start().map(|slowest| slowest.time.as_millis() as u64),
            "heap_bytes": vitals.as_ref().map(|vitals| vitals.heap),
            "printed_bytes": vitals.as_ref().map(|vitals| vitals.printed),
            "threads": vitals.as_ref().map(|vitals| vitals.threads),
            "scheme": self.exam.scheme.name(),
            "points": self.standing.points(0, self.exam.scheme),
            "results": results(&self.standing.line(0).all),
            "opponents": opponents,
            "worst": self.worst.iter().map(bad_move).collect::<Vec<_>>(),
        })
    }
}

/// `7x7x5, move 9 against luccioli (lost): X d4 loses in 3 moves; X e5 draws`.
pub(super) fn sentence(worst: &Worst) -> String {
    let Worst { game, cell, opinion, place, result } = worst;
    let result = if result.is_empty() { String::new() } else { format!(" ({result})") };
    format!(
        "{}, {place}{result}: {} {cell} {}; {} {}",
        game.rules(),
        game.to_move(),
        words(opinion.played),
        opinion.best,
        words(opinion.worth)
    )
}

fn bad_move(worst: &Worst) -> Value {
    let Worst { game, cell, opinion, place, result } = worst;
    let cells = |cells: &[filetto_rules::Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "board": game.rules().to_string(),
        "moves": Notation::Cells.write(game.rules(), game.cells()),
        "place": place, "result": result,
        "played": cell.to_string(), "played_worth": words(opinion.played), "reply": cells(&opinion.reply),
        "better": opinion.best.to_string(), "better_worth": words(opinion.worth), "line": cells(&opinion.line), "why": opinion.why,
    })
}
