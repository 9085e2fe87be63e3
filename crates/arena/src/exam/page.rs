//! The findings as one page, in the style of the arena's report: everything in it, nothing fetched.

use std::fmt::Write;

use filetto_rules::{Cell, Game, Notation};

use super::board;
use super::findings::Findings;
use super::review::{Worst, named};
use super::{Mark, Task};
use crate::report::{escape, frame, replay};
use crate::text::points;

const STYLE: &str = include_str!("exam.css");

impl Findings {
    /// The page.
    pub fn html(&self) -> String {
        let title = format!("Exam of {}", self.exam.player.name);
        let about = format!(
            "{}; {} ms a move; {}.",
            self.exam.player.kind,
            self.exam.time.as_millis(),
            if self.complete { "the whole exam" } else { "stopped before its end" }
        );
        let sections = [
            ("", verdict(self)),
            ("Checks", checks(self)),
            ("The worst moves", worst_moves(self)),
            ("Rows to complete and to block", drills(self)),
            ("Results", results(self)),
            ("Faults", faults(self)),
            ("Games", if self.pairs.is_empty() { String::new() } else { replay().to_owned() }),
        ];
        let pairs: Vec<_> = self.pairs.iter().collect();
        frame(&title, &about, STYLE, &sections, &pairs)
    }
}

fn verdict(findings: &Findings) -> String {
    let failed = findings.checks().iter().filter(|check| check.mark == Mark::Fail).count();
    let says = match failed {
        0 if findings.complete => "Everything that costs games without need is in order.".to_owned(),
        0 => "Nothing has failed so far.".to_owned(),
        1 => "One check failed.".to_owned(),
        n => format!("{n} checks failed."),
    };
    format!("<p class=\"verdict\">{says}</p>\n")
}

fn checks(findings: &Findings) -> String {
    let mut out = "<div class=\"wide\"><table class=\"marks\">\n".to_owned();
    for check in findings.checks() {
        let (sign, class) = match check.mark {
            Mark::Pass => ("✓ ok", "ok"),
            Mark::Warn => ("! warning", "warning"),
            Mark::Fail => ("✗ failed", "failed"),
        };
        let _ = writeln!(
            out,
            "<tr><td class=\"{class}\">{sign}</td><td class=\"name\">{}</td><td class=\"what\">{}</td></tr>",
            check.name,
            escape(&check.says)
        );
    }
    out + "</table></div>\n"
}

/// A cell as we write it and as the course's interfaces do: `c3 [0,2]`, or with gravity `c3 (column 2)`.
fn both(game: &Game, cell: Cell) -> String {
    let rules = game.rules();
    if rules.gravity() {
        format!("{cell} (column {})", cell.col())
    } else {
        format!("{cell} {}", Notation::Bologna.write(rules, [cell]))
    }
}

fn worst_moves(findings: &Findings) -> String {
    if findings.worst.is_empty() {
        return if findings.complete {
            "<p>None that the judge would call bad.</p>\n".to_owned()
        } else {
            String::new()
        };
    }
    let mut out = "<p>The position before the move: <b>?</b> was played, <b>!</b> is better. Cells by letter and row from the bottom, and as the \
                   course's interfaces count them.</p>\n"
        .to_owned();
    for (number, worst) in findings.worst.iter().enumerate() {
        out += &one(number + 1, worst);
    }
    out
}

fn one(number: usize, worst: &Worst) -> String {
    let Worst { game, cell, opinion, place, result } = worst;
    let line = |title: &str, cells: &[Cell]| {
        let cells: Vec<String> = cells.iter().take(8).map(ToString::to_string).collect();
        if cells.len() < 2 { String::new() } else { format!("<p>{title}: {}</p>\n", cells.join(" ")) }
    };
    let why = |title: &str, text: &str| match text {
        "" => String::new(),
        text => format!("<details><summary>{title}</summary><pre>{}</pre></details>\n", escape(text.trim_end())),
    };
    let ended = if result.is_empty() { String::new() } else { format!("; the game was {result}") };
    let so_far: Vec<String> = game.cells().map(|cell| cell.to_string()).collect();
    format!(
        "<article class=\"move\">\n{}<div><h3>{number}. {}, {}{ended}</h3>\n<p>Played: <b>{}</b> {}.</p>\n<p>Better: <b>{}</b> {}.</p>\n{}{}\
         <details><summary>moves before</summary><pre>{}</pre></details></div>\n</article>\n",
        board::svg(game, *cell, opinion.best),
        game.rules(),
        escape(place),
        both(game, *cell),
        opinion.played,
        both(game, opinion.best),
        opinion.worth,
        line("How it is punished", &[&[*cell], &opinion.reply[..]].concat()) + &why("Why it is bad", &opinion.why[0]),
        line("How it would have gone on", &opinion.line) + &why("Why the other is better", &opinion.why[1]),
        so_far.join(" "),
    )
}

fn drills(findings: &Findings) -> String {
    if findings.drills.is_empty() {
        return String::new();
    }
    let mut out = String::new();
    for (task, title) in [(Task::Win, "complete"), (Task::Block, "block")] {
        let (right, of) = findings.solved(task);
        let _ = writeln!(out, "<p>To {title}: {right} of {of}.</p>");
    }
    let mut rows = String::new();
    for (drill, answer) in &findings.drills {
        let wrong = match answer {
            Ok(answer) if drill.right.contains(&answer.cell) => continue,
            Ok(answer) => named(drill.game.to_move(), answer.cell),
            Err(fault) => format!("{}: {}", fault.kind.word(), fault.what),
        };
        let right: Vec<String> = drill.right.iter().map(|cell| both(&drill.game, *cell)).collect();
        let moves: Vec<String> = drill.game.cells().map(|cell| cell.to_string()).collect();
        let _ = writeln!(
            rows,
            "<tr><td class=\"name\">{}</td><td class=\"name\">{}</td><td class=\"name\">{}</td><td class=\"what\">{}</td><td class=\"what\">\
             {}</td></tr>",
            drill.game.rules(),
            if drill.task == Task::Win { "complete" } else { "block" },
            right.join(" or "),
            escape(&wrong),
            moves.join(" ")
        );
    }
    if rows.is_empty() {
        return out;
    }
    format!(
        "{out}<div class=\"wide tall\"><table>\n<tr><th class=\"name\">board</th><th class=\"name\">task</th><th class=\"name\">right</th>\
         <th class=\"name\">answer</th><th class=\"name\">moves before</th></tr>\n{rows}</table></div>\n"
    )
}

fn results(findings: &Findings) -> String {
    if findings.pairs.is_empty() {
        return String::new();
    }
    let standing = &findings.standing;
    let mut out = format!(
        "<p>Points as the course counts them ({}).</p>\n<div class=\"wide\"><table>\n<tr><th class=\"name\">against</th><th>games</th><th>won</th>\
         <th>drawn</th><th>lost</th><th>points</th></tr>\n",
        findings.exam.scheme.name()
    );
    for (opponent, name) in standing.names().iter().enumerate().skip(1) {
        let met = standing.meeting(0, opponent).results;
        let _ = writeln!(
            out,
            "<tr><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(name),
            met.games(),
            met.wins,
            met.draws,
            met.losses,
            points(findings.points_against(opponent))
        );
    }
    out + "</table></div>\n"
}

fn faults(findings: &Findings) -> String {
    let mut rows = String::new();
    for (rules, fault) in findings.faults().take(50) {
        let _ = write!(
            rows,
            "<tr><td>{rules}</td><td>{}</td><td class=\"what\">{}",
            fault.kind.word(),
            escape(&fault.what)
        );
        if !fault.output.is_empty() {
            let lines = escape(&fault.output.join("\n"));
            let _ = write!(rows, "<details><summary>its last lines</summary><pre>{lines}</pre></details>");
        }
        rows += "</td></tr>\n";
    }
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<div class=\"wide tall\"><table>\n<tr><th>board</th><th>fault</th><th class=\"name\">what happened</th></tr>\n{rows}</table></div>\n"
    )
}
