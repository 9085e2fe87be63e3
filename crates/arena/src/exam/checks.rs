//! The findings as a list of checks: what terminal, page and exit code agree on.

use std::collections::BTreeMap;

use super::findings::{Findings, Slowest, Solved};
use super::{Exam, Task};
use crate::fault::{Fault, FaultKind};
use crate::spec::Kind;
use crate::text::points;

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// As it should be.
    Pass,
    /// Something that the course does not like, or that may go wrong one day.
    Warn,
    /// Something that costs games.
    Fail,
}

impl Mark {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Pass => "ok",
            Mark::Warn => "warning",
            Mark::Fail => "FAILED",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What.
    pub name: &'static str,
    /// What came of it.
    pub mark: Mark,
    /// One sentence.
    pub says: String,
}

impl Findings {
    /// Everything that was looked at.
    pub fn checks(&self) -> Vec<Check> {
        let mut list = vec![loading(self)];
        if !self.loaded() {
            return list;
        }
        if !self.smoke.is_empty() {
            list.extend([init(self), legal(self), time(self)]);
        }
        for (task, name) in [(Task::Win, "must win"), (Task::Block, "must block")] {
            let Solved { right, of } = self.solved(task);
            let missed = if right == of { Mark::Pass } else { Mark::Fail };
            let what = if task == Task::Win { "rows completed" } else { "rows of the opponent blocked" };
            list.extend((of > 0).then(|| Check { name, mark: missed, says: format!("{right} of {of} {what}") }));
        }
        list.extend(self.vitals().into_iter().flat_map(|vitals| {
            let heap = format!("at most {:.0} MB in use", vitals.heap as f64 / f64::from(1 << 20));
            let prints = match vitals.printed {
                0 => "prints nothing".to_owned(),
                bytes => format!("printed {bytes} bytes on standard output, which the course forbids"),
            };
            let threads = match vitals.threads {
                0 => "leaves no threads behind".to_owned(),
                n => format!("{n} threads of its own were alive after a move, which the course forbids"),
            };
            let mark = |bad: bool| if bad { Mark::Warn } else { Mark::Pass };
            [
                Check { name: "heap", mark: Mark::Pass, says: heap },
                Check { name: "output", mark: mark(vitals.printed > 0), says: prints },
                Check { name: "threads", mark: mark(vitals.threads > 0), says: threads },
            ]
        }));
        list.extend((!self.pairs.is_empty()).then(|| games(self)));
        list
    }

    /// Whether nothing failed and everything was looked at.
    pub fn passed(&self) -> bool {
        self.complete && self.checks().iter().all(|check| check.mark != Mark::Fail)
    }
}

fn loading(findings: &Findings) -> Check {
    let name = "interface";
    let interface = interface(&findings.exam);
    match &findings.loading {
        None => Check { name, mark: Mark::Fail, says: "nothing was asked".to_owned() },
        Some(Err(fault)) if !findings.loaded() => Check { name, mark: Mark::Fail, says: advice(fault) },
        Some(_) => match findings.vitals() {
            Some(vitals) if vitals.name.is_none() => {
                Check { name, mark: Mark::Fail, says: "playerName fails or returns nothing".to_owned() }
            }
            vitals => {
                let called = vitals.and_then(|vitals| vitals.name).unwrap_or_else(|| findings.exam.player.name.clone());
                Check { name, mark: Mark::Pass, says: format!("{interface} that calls itself '{called}'") }
            }
        },
    }
}

fn interface(exam: &Exam) -> &'static str {
    match (&exam.player.kind, exam.boards.first().is_some_and(|rules| rules.gravity())) {
        (Kind::Java { .. }, true) => "a connectx.CXPlayer",
        (Kind::Java { .. }, false) => "an mnkgame.MNKPlayer",
        _ => "a player",
    }
}

/// A start that failed, with what can be done about it.
fn advice(fault: &Fault) -> String {
    let hints = [
        (
            "ClassNotFoundException",
            "is the class path right, and the class written with its package, as in mnkgame.MyPlayer?",
        ),
        (
            "NoClassDefFoundError",
            "the name of the class and its package must be those of its source, capitals included",
        ),
        ("UnsupportedClassVersionError", "it was compiled for a newer Java than the one that runs it"),
        ("NoSuchMethodException", "it needs a public constructor without arguments"),
        ("IllegalAccessException", "the class and its constructor must be public"),
        ("InstantiationException", "it must be a class, neither abstract nor an interface"),
        ("plays only with gravity", "say --preset bologna-cx"),
        ("plays only without gravity", "say --preset bologna-mnk"),
    ];
    let hint = hints.iter().find(|(sign, _)| fault.what.contains(sign)).map(|(_, hint)| *hint);
    hint.map_or(fault.what.clone(), |hint| format!("{}: {hint}", fault.what))
}

fn init(findings: &Findings) -> Check {
    let limit = findings.exam.time;
    let (mark, says) = match findings.slowest_start() {
        None => (Mark::Fail, "it never got as far as a move".to_owned()),
        Some(Slowest { time, rules }) => {
            let mark = if time > limit { Mark::Fail } else { Mark::Pass };
            (mark, format!("at most {} ms (on {rules}) of {} ms", time.as_millis(), limit.as_millis()))
        }
    };
    Check { name: "initPlayer", mark, says }
}

fn legal(findings: &Findings) -> Check {
    let mut kinds: BTreeMap<FaultKind, u64> = BTreeMap::new();
    let mut first = None;
    for (rules, fault) in findings.faults().filter(|(_, fault)| fault.kind != FaultKind::Time) {
        *kinds.entry(fault.kind).or_default() += 1;
        first.get_or_insert((rules, fault));
    }
    let made = format!("{} legal moves", findings.moves());
    match first {
        None => Check { name: "legality", mark: Mark::Pass, says: made },
        Some((rules, fault)) => {
            let kinds: Vec<String> = kinds.iter().map(|(kind, n)| format!("{n} {}", kind.word())).collect();
            let says = format!("{made}, but {}; first on {rules}: {}", kinds.join(", "), fault.what);
            Check { name: "legality", mark: Mark::Fail, says }
        }
    }
}

fn time(findings: &Findings) -> Check {
    let limit = findings.exam.time;
    let late: Vec<_> = findings.faults().filter(|(_, fault)| fault.kind == FaultKind::Time).collect();
    let slowest = findings.slowest().map_or("no move at all".to_owned(), |Slowest { time, rules }| {
        format!("slowest move {} ms (on {rules}) of {} ms", time.as_millis(), limit.as_millis())
    });
    let near = findings.slowest().is_some_and(|slowest| slowest.time > limit * 19 / 20);
    let (mark, says) = match late.first() {
        Some((rules, _)) => (Mark::Fail, format!("{} times too late, first on {rules}; {slowest}", late.len())),
        None if near => (Mark::Warn, format!("{slowest}: too near to the limit for a busy machine")),
        None => (Mark::Pass, slowest),
    };
    Check { name: "time", mark, says }
}

fn games(findings: &Findings) -> Check {
    let line = findings.standing.line(0);
    let scheme = findings.exam.scheme;
    let says = format!(
        "{} points ({}) in {} games: {} won, {} drawn, {} lost",
        points(findings.standing.points(0, scheme)),
        scheme.name(),
        line.all.games(),
        line.all.wins,
        line.all.draws,
        line.all.losses
    );
    Check { name: "games", mark: Mark::Pass, says }
}
