//! Exact values for the page: who wins, after which move, and a certificate that can be checked.
//!
//! What needs no search is told at once: books, the atlas, repertoires. Then the solver, then the moves one by one, then the proof.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use filetto_rules::{Board as _, Game, Rules, excerpt};
use filetto_search::Clock;
use filetto_solve::lookup::{look_up, look_up_moves};
use filetto_solve::{FoundMove, News, Stage, Task, Unsolvable, Value};

use crate::desk::Refusal;
use crate::limits::{CERTIFICATE_BYTES, SOLVER_MEMORY};
use crate::messages::{Code, Proof, Reply};
use crate::{Host, atlas};

/// With gravity, up to how many cells a proof is written.
const PROVED_CELLS: usize = 30;
/// Without gravity, up to how many cells the moves of a board are solved whose value was looked up.
const SMALL_CELLS: usize = 36;
/// How often the progress is told.
const PULSE: Duration = Duration::from_millis(100);
/// What part of the bar belongs to the verdict and to the moves, in thousandths; the proof has the rest.
const VERDICT: u32 = 500;
const MOVES: u32 = 400;

/// Solves a position and then each of its moves, within the time or until the flag is set.
pub(crate) fn solve(
    id: u32,
    game: &Game,
    time: Duration,
    stop: &Arc<AtomicBool>,
    host: &Host,
    tell: &mut dyn FnMut(Reply),
) {
    if let Err(error) = attempt(id, game, time, stop, host, tell) {
        tell(Reply::Error { id: Some(id), code: Code::TooMuch, message: error.to_string() });
    }
}

/// How far everything is: a bar that only grows.
struct Bar {
    id: u32,
    clock: Clock,
    time: Duration,
    /// Time since the start when it was told last.
    told: Duration,
    /// Where the part at hand begins and ends, and when it began.
    part: (u32, u32, Duration),
    done: u32,
}

impl Bar {
    fn part(&mut self, from: u32, to: u32) {
        self.done = self.done.max(from);
        self.part = (from, to, self.clock.elapsed());
    }

    fn ms(&self) -> u64 {
        self.clock.elapsed().as_millis() as u64
    }

    fn left(&self) -> Duration {
        self.time.saturating_sub(self.clock.elapsed())
    }

    fn watch(&mut self, news: &News, tell: &mut dyn FnMut(Reply)) {
        let now = self.clock.elapsed();
        if now - self.told < PULSE {
            return;
        }
        self.told = now;
        let (from, to, since) = self.part;
        let here = now.saturating_sub(since);
        let gone = here.as_secs_f64() / (here + self.left()).as_secs_f64().max(1e-3);
        self.done = self.done.max(from + (f64::from(to - from) * gone.min(1.0)) as u32);
        let numbers = match news.stage {
            Stage::Numbers(proof, disproof) => Some([u64::from(proof), u64::from(disproof)]),
            Stage::Between(..) | Stage::Plans(..) => None,
        };
        let (id, done) = (self.id, self.done);
        tell(Reply::Progress { id, nodes: news.nodes, ms: self.ms(), table: news.table, done, numbers });
    }
}

fn attempt(
    id: u32,
    game: &Game,
    time: Duration,
    stop: &Arc<AtomicBool>,
    host: &Host,
    tell: &mut dyn FnMut(Reply),
) -> Result<(), Unsolvable> {
    let clock = Clock::start();
    let mut bar = Bar { id, clock, time, told: Duration::ZERO, part: (0, VERDICT, Duration::ZERO), done: 0 };
    let known = look_up(game, None).filter(|known| known.found.value.is_some());
    let made = Task::new(game, SOLVER_MEMORY, 1);
    let rules = game.rules();
    let over = |until: Duration| clock.elapsed() >= until || stop.load(Ordering::Relaxed);
    let (mut task, found) = match (known, made) {
        (Some(known), made) => {
            let (value, nodes, ms) = (word(known.found.value), known.found.nodes, bar.ms());
            tell(Reply::Verdict { id, value, nodes, ms, how: known.how, source: known.source });
            (made.ok(), known.found)
        }
        (None, made) => {
            let mut task = made?;
            let found = task.run(&mut |news| {
                bar.watch(news, tell);
                if over(time) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            let (value, nodes, ms) = (word(found.value), found.nodes, bar.ms());
            tell(Reply::Verdict { id, value, nodes, ms, how: "solver", source: String::new() });
            (Some(task), found)
        }
    };
    let solved = bar.ms();
    let found_here = found.nodes > 0;
    let mut certificates = Vec::new();
    if found.value.is_some() {
        bar.part(VERDICT, VERDICT + MOVES);
        if let Some(moves) = look_up_moves(game, None) {
            for FoundMove { cell, found: after } in moves {
                tell(Reply::Fact { id, cell: cell.to_string(), value: word(after.value) });
            }
        } else if let Some(task) =
            task.as_mut().filter(|_| found_here || rules.gravity() || rules.cells() <= SMALL_CELLS)
        {
            let legal = game.board().legal_moves();
            let step = |i: usize| VERDICT + (MOVES as usize * i / legal.len()) as u32;
            for (i, &cell) in legal.iter().enumerate() {
                bar.part(step(i), step(i + 1));
                // Each gets its share of what is left, so that a hard one does not cost the others their answer.
                let until = clock.elapsed() + bar.left() / 2;
                let after = task.after(cell, &mut |news| {
                    bar.watch(news, tell);
                    if over(until) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                tell(Reply::Fact { id, cell: cell.to_string(), value: word(after.value) });
            }
        }
        bar.part(VERDICT + MOVES, 1000);
        certificates = task.map(|task| proofs(task, rules, stop, &mut bar, tell)).unwrap_or_default();
    }
    let fits = certificates.iter().all(|bytes| bytes.len() <= CERTIFICATE_BYTES);
    let certificates = certificates.iter().filter(|_| fits).map(|bytes| proof(bytes)).collect();
    let files = if game.moves().is_empty() { atlas::certificates(rules, host) } else { Vec::new() };
    tell(Reply::Solved { id, value: word(found.value), nodes: found.nodes, ms: solved, certificates, files });
    Ok(())
}

/// The certificates, if they are ready in time. The proof of a larger board with gravity has millions of positions.
fn proofs(mut task: Task, rules: Rules, stop: &AtomicBool, bar: &mut Bar, tell: &mut dyn FnMut(Reply)) -> Vec<Vec<u8>> {
    if rules.gravity() && rules.cells() > PROVED_CELLS || !rules.gravity() && rules.cells() > 2 * SMALL_CELLS {
        return Vec::new();
    }
    let mut watch = |news: &News| {
        bar.watch(news, tell);
        let over = bar.left().is_zero() || stop.load(Ordering::Relaxed);
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    // What was looked up is searched now; what was searched is still known.
    match task.run(&mut watch) {
        Ok(found) if found.value.is_some() => task.certificates(&found, &mut watch).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn proof(bytes: &[u8]) -> Proof {
    Proof { bytes: hexadecimal(bytes), size: bytes.len() }
}

/// A certificate that somebody wants checked: one of ours by its name, or its bytes.
pub(crate) fn certificate(bytes: Option<&str>, name: Option<&str>, host: &Host) -> Result<Vec<u8>, Refusal> {
    let bad = |what: String| Refusal(Code::BadMessage, what);
    match (bytes, name) {
        (None, Some(name)) => {
            (host.certificate)(name).ok_or_else(|| bad(format!("there is no certificate '{}'", excerpt(name, 60))))
        }
        (Some(text), None) if text.len().is_multiple_of(2) && text.is_ascii() => {
            let byte = |i: usize| u8::from_str_radix(&text[i..i + 2], 16);
            let read: Result<Vec<u8>, _> = (0..text.len()).step_by(2).map(byte).collect();
            read.map_err(|_| bad("a certificate is sent in hexadecimal".to_owned()))
        }
        _ => Err(bad("give the bytes of a certificate in hexadecimal, or its name".to_owned())),
    }
}

/// What the independent checker says.
pub(crate) fn check(bytes: &[u8]) -> String {
    // One client must not take all the memory.
    let limits = filetto_verify::Limits { payload: 64 << 20, ..Default::default() };
    match filetto_verify::check(bytes, limits) {
        Ok(proved) => proved.to_string(),
        Err(fault) => format!("refused: {fault}"),
    }
}

fn word(value: Option<Value>) -> &'static str {
    match value {
        Some(Value::First) => "first",
        Some(Value::Draw) => "draw",
        Some(Value::Second) => "second",
        None => "unknown",
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(rules: &str) -> Vec<Reply> {
        let mut told = Vec::new();
        let game = Game::new(rules.parse().unwrap());
        let mut tell = |reply| told.push(reply);
        solve(1, &game, Duration::from_secs(60), &Arc::default(), &Host::default(), &mut tell);
        told
    }

    #[test]
    fn the_verdict_comes_before_the_values_of_moves_and_says_the_same_as_the_end() {
        for rules in ["4x4x4", "4x4x4g", "4x4x3", "6x7x4g"] {
            let told = solved(rules);
            let told: Vec<&Reply> = told.iter().filter(|reply| !matches!(reply, Reply::Progress { .. })).collect();
            let [Reply::Verdict { value: early, .. }, facts @ .., Reply::Solved { value, .. }] = &told[..] else {
                panic!("{told:?}")
            };
            assert_eq!(early, value, "{rules}");
            assert!(facts.len() >= 4 && facts.iter().all(|reply| matches!(reply, Reply::Fact { .. })), "{told:?}");
        }
    }

    #[test]
    fn a_draw_comes_with_a_certificate_that_convinces_the_checker() {
        let told = solved("4x4x4");
        let Some(Reply::Solved { value: "draw", certificates, .. }) = told.last() else { panic!("{told:?}") };
        assert_eq!(certificates.len(), 1);
        assert!(certificates[0].bytes.starts_with("66696c6574746f"), "it begins with 'filetto'");
        let bytes = certificate(Some(&certificates[0].bytes), None, &Host::default()).unwrap();
        assert!(
            !check(&bytes).starts_with("refused") && check(&bytes[..20]).starts_with("refused"),
            "{certificates:?}"
        );
        assert_eq!(told.iter().filter(|reply| matches!(reply, Reply::Fact { .. })).count(), 16);
    }

    #[test]
    fn what_the_atlas_knows_is_told_with_its_source_and_nothing_is_proved_in_vain() {
        let told = solved("15x15x5");
        let Some(Reply::Verdict { value: "first", how: "literature", source, .. }) = told.first() else {
            panic!("{told:?}")
        };
        assert!(!source.is_empty());
        assert!(matches!(told.last(), Some(Reply::Solved { value: "first", .. })), "{told:?}");
    }

    #[test]
    fn the_bar_only_grows() {
        let told = solved("5x5x4");
        let bar =
            |reply: &Reply| if let Reply::Progress { done, nodes, .. } = reply { Some((*done, *nodes)) } else { None };
        let bar: Vec<_> = told.iter().filter_map(bar).collect();
        assert!(bar.windows(2).all(|two| two[0].0 <= two[1].0 && two[0].1 <= two[1].1), "{bar:?}");
    }

    #[test]
    fn falling_stones_are_solved_too() {
        let told = solved("4x4x4g");
        let Some(Reply::Solved { value: "draw", certificates, .. }) = told.last() else { panic!("{told:?}") };
        assert_eq!(certificates.len(), 2, "neither side wins, and both are proved");
        assert!(
            certificates.iter().all(|proof| check(&certificate(Some(&proof.bytes), None, &Host::default()).unwrap())
                .contains("does not win")),
            "{certificates:?}"
        );
    }
}
