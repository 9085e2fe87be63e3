//! Exact values for the page: who wins, after which move, and a certificate that the checker has checked.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use filetto_rules::Game;
use filetto_solve::{News, Stage, Unsolvable, Value, Valuer};

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
    let valuer = Valuer::new(game.rules(), SOLVER_MEMORY, 1)?;
    let start = Instant::now();
    let mut told = start;
    let mut watch = |news: &News| {
        if told.elapsed() >= PULSE {
            told = Instant::now();
            let numbers = match news.stage {
                Stage::Numbers(proof, disproof) => Some([u64::from(proof), u64::from(disproof)]),
                Stage::Between(..) => None,
            };
            let ms = start.elapsed().as_millis() as u64;
            tell(Reply::Progress { id, nodes: news.nodes, ms, table: news.table, numbers });
        }
        let over = start.elapsed() >= time || stop.load(Ordering::Relaxed);
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (found, certificates) = if game.rules().gravity() {
        let found = valuer.value(game, false, &mut watch)?;
        // The proof of a larger board has millions of positions; one that is not ready in time is left out.
        let small = found.value.is_some() && game.rules().cells() <= PROVED_CELLS;
        let proof = if small { valuer.prove(game, &mut watch).ok() } else { None };
        (found, proof.map(|(_, certificates)| certificates).unwrap_or_default())
    } else {
        valuer.prove(game, &mut watch)?
    };
    let ms = start.elapsed().as_millis() as u64;
    let moves = if found.value.is_some() { valuer.moves(game, false, &mut watch)? } else { Vec::new() };
    for (cell, after) in moves {
        tell(Reply::Fact { id, cell: cell.to_string(), value: word(after.value) });
    }
    let fits = certificates.iter().all(|bytes| bytes.len() <= CERTIFICATE_BYTES);
    let certificates = certificates.iter().filter(|_| fits).map(|bytes| proof(bytes)).collect();
    tell(Reply::Solved { id, value: word(found.value), nodes: found.nodes, ms, certificates });
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
