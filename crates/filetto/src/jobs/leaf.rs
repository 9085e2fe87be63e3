//! A leaf of a proof as an item: bounded work on one question, its numbers out, and its certificate if it is decided.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use filetto_rules::{Game, Notation, Rules, Side, read_moves};
use filetto_solve::certificate::{Claim, Game as Lines};
use filetto_solve::free::{Job, JobMove, JobResult, Limits, Question, Solver};
use serde_json::{Value, json};

use super::item::{Item, Work};

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
    } else {
        let told_move = |one: &JobMove| json!([one.cell.to_string(), one.proof, one.disproof]);
        told["moves"] = solver.moves().iter().map(told_move).collect();
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

/// A job of a proof as an item, for so many nodes and megabytes.
pub(crate) fn item(job: &Job, nodes: u64, memory: u64, seconds: u64) -> Item {
    let Question { rules, game, attacker, ref moves } = job.question;
    let work = Work::Leaf {
        board: rules.to_string(),
        game: if game == Lines::Strong { "strong" } else { "weak" }.to_owned(),
        attacker: if attacker == Side::First { "first" } else { "second" }.to_owned(),
        moves: Notation::Cells.write(rules, moves.iter().copied()),
        nodes,
        memory,
    };
    Item::new(work, seconds)
}

/// What came of a job, checked: a leaf that is said to be decided has a certificate of just that, which the checker accepts.
pub(crate) fn result(job: &Job, told: &Value) -> Result<JobResult, String> {
    let number = |key: &str| told[key].as_u64().ok_or_else(|| format!("the result of a leaf has no {key}"));
    let small =
        |key: &str| number(key).and_then(|n| u32::try_from(n).map_err(|_| format!("the {key} number is too large")));
    let (proof, disproof) = (small("proof")?, small("disproof")?);
    let mut result = JobResult { proof, disproof, nodes: number("nodes")?, ..JobResult::default() };
    if proof > 0 && disproof > 0 {
        let moves = told["moves"].as_array().ok_or("the result of an open leaf has no moves")?;
        for one in moves {
            let cell = one[0].as_str().and_then(|cell| cell.parse().ok());
            let numbers = [1, 2].map(|place| one[place].as_u64().and_then(|n| u32::try_from(n).ok()));
            let (Some(cell), [Some(proof), Some(disproof)]) = (cell, numbers) else {
                return Err(format!("'{one}' is no move of a leaf"));
            };
            result.moves.push(JobMove { cell, proof, disproof });
        }
        return Ok(result);
    }
    let Question { rules, game, attacker, ref moves } = job.question;
    let wins = proof == 0;
    let claim = Claim { rules, game, who: if wins { attacker } else { attacker.other() }, wins, after: moves.clone() };
    let bytes = told["certificate"].as_str().and_then(|text| STANDARD.decode(text).ok());
    let bytes = bytes.ok_or("the result of a decided leaf has no certificate")?;
    if !bytes.starts_with(format!("filetto-certificate 1 {claim}\n").as_bytes()) {
        return Err("the certificate of a leaf is one of something else".to_owned());
    }
    filetto_verify::check(&bytes, filetto_verify::Limits { work: u64::MAX, ..Default::default() })
        .map_err(|fault| format!("the certificate of a leaf does not convince the checker: {fault}"))?;
    result.certificate = Some(bytes);
    Ok(result)
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
        let work = leaf("7x7x5", "", 50);
        let once = told(&work);
        assert!(once["wins"].is_null() && once["certificate"].is_null());
        assert!(once["proof"].as_u64().unwrap() > 0 && once["disproof"].as_u64().unwrap() > 0);
        assert_eq!(told(&work), once);
    }

    #[test]
    fn a_result_that_proves_something_else_or_nothing_is_refused() {
        let rules: Rules = "5x5x4".parse().unwrap();
        let moves = read_moves(&Game::new(rules), "c3 b2", None).unwrap().moves;
        let question = Question { rules, game: Lines::Strong, attacker: Side::First, moves };
        let job = Job { leaf: 0, question };
        let told = told(&leaf("5x5x4", "c3 b2", 100_000));
        assert_eq!(item(&job, 100_000, 16, 9).work, leaf("5x5x4", "c3 b2", 100_000));
        assert!(result(&job, &told).unwrap().certificate.is_some());
        let mut other = job.clone();
        other.question.moves.pop();
        assert!(result(&other, &told).unwrap_err().contains("something else"));
        let mut bare = told.clone();
        bare["certificate"] = Value::Null;
        assert!(result(&job, &bare).unwrap_err().contains("no certificate"));
        let mut broken = told.clone();
        let text = told["certificate"].as_str().unwrap();
        let mut bytes = STANDARD.decode(text).unwrap();
        bytes.truncate(bytes.len() - 3);
        broken["certificate"] = json!(STANDARD.encode(bytes));
        assert!(result(&job, &broken).unwrap_err().contains("does not convince"));
        let mut swapped = told;
        (swapped["proof"], swapped["disproof"]) = (swapped["disproof"].clone(), swapped["proof"].clone());
        assert!(result(&job, &swapped).is_err());
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
