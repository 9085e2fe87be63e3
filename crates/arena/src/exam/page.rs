//! The findings as one page, in the style of the arena's report: everything in it, nothing fetched.

use filetto_rules::{Cell, Game, Notation};
use maud::{Markup, PreEscaped, html};

use super::board;
use super::drills::Drill;
use super::findings::{Findings, Solved};
use super::review::{Worst, named, words};
use super::{Mark, Task};
use crate::report::tables::what_happened;
use crate::report::{frame, replay};
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
        let pairs: Vec<_> = self.pairs.iter().collect();
        let games = (!pairs.is_empty()).then_some(&pairs[..]);
        let sections = [
            ("", verdict(self)),
            ("Checks", checks(self)),
            ("The worst moves", worst_moves(self)),
            ("Rows to complete and to block", drills(self)),
            ("Results", results(self)),
            ("Faults", faults(self)),
            ("Games", games.map(|_| replay()).unwrap_or_default()),
        ];
        frame(&title, &about, STYLE, &sections, games)
    }
}

fn verdict(findings: &Findings) -> Markup {
    let failed = findings.checks().iter().filter(|check| check.mark == Mark::Fail).count();
    let says = match failed {
        0 if findings.complete => "Everything that costs games without need is in order.".to_owned(),
        0 => "Nothing has failed so far.".to_owned(),
        1 => "One check failed.".to_owned(),
        n => format!("{n} checks failed."),
    };
    html! { p.verdict { (says) } }
}

fn checks(findings: &Findings) -> Markup {
    let sign = |mark: Mark| match mark {
        Mark::Pass => ("✓ ok", "ok"),
        Mark::Warn => ("! warning", "warning"),
        Mark::Fail => ("✗ failed", "failed"),
    };
    html! {
        div.wide {
            table.marks {
                @for check in findings.checks() {
                    @let (sign, class) = sign(check.mark);
                    tr { td class=(class) { (sign) } td.name { (check.name) } td.what { (check.says) } }
                }
            }
        }
    }
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

fn worst_moves(findings: &Findings) -> Markup {
    if findings.worst.is_empty() {
        return html! { @if findings.complete { p { "None that the judge would call bad." } } };
    }
    html! {
        p {
            "The position before the move: " b { "?" } " was played, " b { "!" } " is better. Cells by letter and row from the bottom, "
            "and as the course's interfaces count them."
        }
        @for (number, worst) in findings.worst.iter().enumerate() { (one(number + 1, worst)) }
    }
}

fn one(number: usize, worst: &Worst) -> Markup {
    let Worst { game, cell, opinion, place, result } = worst;
    let cells = |cells: &[Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let line = |title: &str, line: &[Cell], question: &str, why: &str| {
        html! {
            @if line.len() > 1 { p { (title) ": " (cells(&line[..line.len().min(8)])) } }
            @if !why.is_empty() { details { summary { (question) } pre { (why.trim_end()) } } }
        }
    };
    let punished = [&[*cell], &opinion.reply[..]].concat();
    let so_far: Vec<Cell> = game.cells().collect();
    html! {
        article class="move" {
            (PreEscaped(board::svg(game, *cell, opinion.best)))
            div {
                h3 {
                    (number) ". " (game.rules()) ", " (place)
                    @if !result.is_empty() { "; the game was " (result) }
                }
                p { "Played: " b { (both(game, *cell)) } " " (words(opinion.played)) "." }
                p { "Better: " b { (both(game, opinion.best)) } " " (words(opinion.worth)) "." }
                (line("How it is punished", &punished, "Why it is bad", &opinion.why[0]))
                (line("How it would have gone on", &opinion.line, "Why the other is better", &opinion.why[1]))
                details { summary { "moves before" } pre { (cells(&so_far)) } }
            }
        }
    }
}

fn drills(findings: &Findings) -> Markup {
    if findings.drills.is_empty() {
        return Markup::default();
    }
    let word = |task: Task| if task == Task::Win { "complete" } else { "block" };
    let right =
        |drill: &Drill| drill.right.iter().map(|cell| both(&drill.game, *cell)).collect::<Vec<_>>().join(" or ");
    let moves = |drill: &Drill| drill.game.cells().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ");
    let wrong: Vec<(&Drill, String)> = findings
        .drills
        .iter()
        .filter_map(|(drill, answer)| match answer {
            Ok(answer) if drill.right.contains(&answer.cell) => None,
            Ok(answer) => Some((drill, named(drill.game.to_move(), answer.cell))),
            Err(fault) => Some((drill, format!("{}: {}", fault.kind.word(), fault.what))),
        })
        .collect();
    html! {
        @for task in [Task::Win, Task::Block] {
            @let Solved { right, of } = findings.solved(task);
            p { "To " (word(task)) ": " (right) " of " (of) "." }
        }
        @if !wrong.is_empty() {
            div.wide.tall {
                table {
                    tr { @for title in ["board", "task", "right", "answer", "moves before"] { th.name { (title) } } }
                    @for (drill, answer) in &wrong {
                        tr {
                            td.name { (drill.game.rules()) }
                            td.name { (word(drill.task)) }
                            td.name { (right(drill)) }
                            td.what { (answer) }
                            td.what { (moves(drill)) }
                        }
                    }
                }
            }
        }
    }
}

fn results(findings: &Findings) -> Markup {
    if findings.pairs.is_empty() {
        return Markup::default();
    }
    let standing = &findings.standing;
    html! {
        p { "Points as the course counts them (" (findings.exam.scheme.name()) ")." }
        div.wide {
            table {
                tr {
                    th.name { "against" }
                    @for title in ["games", "won", "drawn", "lost", "points"] { th { (title) } }
                }
                @for (opponent, name) in standing.names().iter().enumerate().skip(1) {
                    @let met = standing.meeting(0, opponent).results;
                    tr {
                        td.name { (name) }
                        td { (met.games()) }
                        td { (met.wins) }
                        td { (met.draws) }
                        td { (met.losses) }
                        td { (points(findings.points_against(opponent))) }
                    }
                }
            }
        }
    }
}

fn faults(findings: &Findings) -> Markup {
    let found: Vec<_> = findings.faults().take(50).collect();
    html! {
        @if !found.is_empty() {
            div.wide.tall {
                table {
                    tr { th { "board" } th { "fault" } th.name { "what happened" } }
                    @for (rules, fault) in found { tr { td { (rules) } td { (fault.kind.word()) } (what_happened(fault)) } }
                }
            }
        }
    }
}
