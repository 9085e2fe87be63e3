//! Exact values for the page: who wins, after which move, and a certificate that the checker has checked.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use filetto_rules::{Board as _, Game};
use filetto_solve::{News, Stage, Task, Unsolvable, Value};

use super::limits::{CERTIFICATE_BYTES, SOLVER_MEMORY};
use super::messages::{Code, Proof, Reply};

/// With gravity, up to how many cells a proof is written.
const PROVED_CELLS: usize = 30;
/// How often the progress is told.
const PULSE: Duration = Duration::from_millis(100);

/// Solves a position and then each of its moves, within the time or until the flag is set.
pub(super) fn solve(id: u32, game: &Game, time: Duration, stop: &Arc<AtomicBool>, mut tell: impl FnMut(Reply)) {
    if let Err(error) = attempt(id, game, time, stop, &mut tell) {
        tell(Reply::Error { id: Some(id), code: Code::TooMuch, message: error.to_string() });
    }
}

fn attempt(
    id: u32,
    game: &Game,
    time: Duration,
    stop: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(Reply),
) -> Result<(), Unsolvable> {
    let mut task = Task::new(game, SOLVER_MEMORY, 1)?;
    let start = Instant::now();
    let mut told_at = start;
    let ms = || start.elapsed().as_millis() as u64;
    let mut watch = |news: &News, tell: &mut dyn FnMut(Reply)| {
        if told_at.elapsed() >= PULSE {
            told_at = Instant::now();
            let numbers = match news.stage {
                Stage::Numbers(proof, disproof) => Some([u64::from(proof), u64::from(disproof)]),
                Stage::Between(..) => None,
            };
            tell(Reply::Progress { id, nodes: news.nodes, ms: ms(), table: news.table, numbers });
        }
        let over = start.elapsed() >= time || stop.load(Ordering::Relaxed);
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = task.run(&mut |news| watch(news, tell))?;
    let solved = ms();
    tell(Reply::Verdict { id, value: word(found.value), nodes: found.nodes, ms: solved });
    let mut certificates = Vec::new();
    if found.value.is_some() {
        for cell in game.board().legal_moves() {
            let after = task.after(cell, &mut |news| watch(news, tell))?;
            tell(Reply::Fact { id, cell: cell.to_string(), value: word(after.value) });
        }
        // The proof of a larger board with gravity has millions of positions; one that is not ready in time is left out.
        if !game.rules().gravity() || game.rules().cells() <= PROVED_CELLS {
            certificates = task.certificates(&found, &mut |news| watch(news, tell)).unwrap_or_default();
        }
    }
    let fits = certificates.iter().all(|bytes| bytes.len() <= CERTIFICATE_BYTES);
    let certificates = certificates.iter().filter(|_| fits).map(|bytes| proof(bytes)).collect();
    tell(Reply::Solved { id, value: word(found.value), nodes: found.nodes, ms: solved, certificates });
    Ok(())
}

fn proof(bytes: &[u8]) -> Proof {
    let checked = match filetto_verify::check(bytes, filetto_verify::Limits::default()) {
        Ok(proved) => proved.to_string(),
        Err(fault) => format!("refused: {fault}"),
    };
    Proof { bytes: hexadecimal(bytes), checked }
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
        solve(1, &game, Duration::from_secs(60), &Arc::default(), |reply| told.push(reply));
        told
    }

    #[test]
    fn the_verdict_comes_before_the_values_of_moves_and_says_the_same_as_the_end() {
        for rules in ["4x4x4", "4x4x4g", "4x4x3"] {
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
        assert!(!certificates[0].checked.starts_with("refused"), "{certificates:?}");
        assert_eq!(told.iter().filter(|reply| matches!(reply, Reply::Fact { .. })).count(), 16);
    }

    #[test]
    fn falling_stones_are_solved_too() {
        let told = solved("4x4x4g");
        let Some(Reply::Solved { value: "draw", certificates, .. }) = told.last() else { panic!("{told:?}") };
        assert_eq!(certificates.len(), 2, "neither side wins, and both are proved");
        assert!(certificates.iter().all(|proof| proof.checked.contains("does not win")), "{certificates:?}");
    }
}
