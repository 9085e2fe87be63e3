//! A leaf of a proof as an item: bounded work on one question, its numbers out, and its certificate if it is decided.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use filetto_rules::{Game, Notation, Rules, Side, read_moves};
use filetto_solve::certificate::Game as Lines;
use filetto_solve::free::{Limits, Question, Solver};
use serde_json::{Value, json};

use super::item::Work;

/// The largest table of an item, in megabytes.
const MOST: u64 = 64 << 10;

/// Works on a leaf.
pub(super) fn solve(work: &Work, stop: &AtomicBool) -> Option<Result<Value, String>> {
    let mut solver = match read(work) {
        Ok(solver) => solver,
        Err(error) => return Some(Err(error)),
    };
    let stopped = || stop.load(Ordering::Relaxed);
    let mut go_on = |_: &_| if stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let answer = solver.solve(&mut go_on);
    let progress = answer.progress;
    let mut told = json!({"proof": progress.proof, "disproof": progress.disproof, "nodes": progress.nodes});
    if let Some(wins) = answer.wins {
        match solver.certificate(&mut go_on) {
            Ok(certificate) => {
                told["wins"] = json!(wins);
                told["certificate"] = json!(STANDARD.encode(certificate));
            }
            Err(_) if stopped() => return None,
            Err(error) => return Some(Err(error.to_string())),
        }
    } else if stopped() {
        return None;
    }
    Some(Ok(told))
}

fn read(work: &Work) -> Result<Solver, String> {
    let Work::Leaf { board, game, attacker, moves, nodes, memory } = work else {
        return Err("no leaf of a proof".to_owned());
    };
    let rules: Rules = board.parse().map_err(|error: filetto_rules::RulesError| error.to_string())?;
    let kind = match game.as_str() {
        "strong" => Lines::Strong,
        "weak" => Lines::Weak,
        other => return Err(format!("the game is strong or weak, not '{other}'")),
    };
    let attacker = match attacker.as_str() {
        "first" => Side::First,
        "second" => Side::Second,
        other => return Err(format!("the attacker is first or second, not '{other}'")),
    };
    if !(1..=MOST).contains(memory) {
        return Err(format!("the memory is 1 to {MOST} MB, not {memory}"));
    }
    let read = read_moves(&Game::new(rules), moves, Some(Notation::Cells)).map_err(|error| error.to_string())?;
    let limits = Limits { nodes: *nodes, table: (*memory as usize) << 20, threads: 1 };
    Solver::new(Question { rules, game: kind, attacker, moves: read.moves }, limits).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(board: &str, moves: &str, nodes: u64) -> Work {
        let [board, game, attacker, moves] = [board, "strong", "first", moves].map(str::to_owned);
        Work::Leaf { board, game, attacker, moves, nodes, memory: 16 }
    }

    fn told(work: &Work) -> Value {
        solve(work, &AtomicBool::new(false)).unwrap().unwrap()
    }

    #[test]
    fn a_decided_leaf_has_a_certificate_that_the_checker_accepts() {
        let told = told(&leaf("5x5x4", "c3 b2", 100_000));
        let certificate = STANDARD.decode(told["certificate"].as_str().unwrap()).unwrap();
        let proved = filetto_verify::check(&certificate, filetto_verify::Limits::default()).unwrap();
        let wins = told["wins"] == true;
        assert_eq!(proved.to_string().contains("wins"), wins && !proved.to_string().contains("not win"), "{proved}");
    }

    #[test]
    fn an_open_leaf_has_numbers_and_is_the_same_every_time() {
        let work = leaf("6x6x5", "", 50);
        let once = told(&work);
        assert!(once["wins"].is_null() && once["certificate"].is_null());
        assert!(once["proof"].as_u64().unwrap() > 0 && once["disproof"].as_u64().unwrap() > 0);
        assert_eq!(told(&work), once);
    }

    #[test]
    fn what_cannot_be_asked_is_refused_in_a_sentence() {
        let refused = |work: Work| solve(&work, &AtomicBool::new(false)).unwrap().unwrap_err();
        assert!(refused(leaf("6x7x4g", "", 9)).contains("gravity"));
        assert!(refused(leaf("5x5", "", 9)).len() > 10);
        assert!(refused(leaf("5x5x4", "a1 a1", 9)).contains("a1"));
        let Work::Leaf { board, game, attacker, moves, nodes, .. } = leaf("5x5x4", "", 9) else { unreachable!() };
        let work = Work::Leaf { board, game, attacker, moves, nodes, memory: 0 };
        assert!(refused(work).contains("memory"));
    }
}
