//! With gravity: one solver whose table serves every position of a board.

use filetto_rules::{Board, Game, Side};

use crate::certificate::{self, Claim, Game as Kind};
use crate::gravity::{Goal, Graph, GravitySolver, Memory, Perfect, Progress, Request, Score, Solution};
use crate::value::{Found, News, Stage, Unsolvable, Value, Watch};

/// The value of a position that is not over, with its exact score if wanted, after so many nodes of earlier work.
pub(super) fn solve(
    solver: &GravitySolver,
    game: &Game,
    score: bool,
    before: u64,
    watch: Watch,
) -> Result<Found, Unsolvable> {
    let columns: Vec<usize> = game.cells().map(|cell| cell.col()).collect();
    // The solver asks often whether to go on and tells seldom how far it is; the watcher hears both at once.
    let last = std::cell::Cell::new(News { nodes: before, table: 0, stage: Stage::Between(i32::MIN, i32::MAX) });
    let mut progress = |p: &Progress| {
        let stage = Stage::Between(p.lo.get(), p.hi.get());
        last.set(News { nodes: before + p.nodes, table: p.fill_permille, stage });
    };
    let mut until = || watch(&last.get()).is_break();
    let request = Request {
        goal: if score { Goal::Score } else { Goal::Outcome },
        until: Some(&mut until),
        progress: Some(&mut progress),
        ..Request::default()
    };
    let solution = solver.solve_with(&columns, request).map_err(|error| Unsolvable(error.to_string()))?;
    let exact = solution.score();
    let winner = solution.outcome().map(|sign| match sign {
        0 => None,
        1.. => Some(game.to_move()),
        _ => Some(game.to_move().other()),
    });
    let plies = exact.map(|exact| exact.plies_to_end(solver.cells(), columns.len() as u32));
    Ok(Found { value: winner.map(Value::of), score: exact, plies, nodes: solution.nodes })
}

/// What can be proved of the score within the limits, for the side to move.
pub(super) fn bounds(solver: &GravitySolver, game: &Game, request: Request<'_>) -> Option<Solution> {
    if game.outcome().is_over() {
        let stones = game.board().stones() as u32;
        let won = game.outcome().winner().is_some();
        let score = if won { -Score::win_with_stone(stones, solver.cells()) } else { Score::DRAW };
        return Some(Solution { lo: score, hi: score, nodes: 0 });
    }
    let columns: Vec<usize> = game.cells().map(|cell| cell.col()).collect();
    solver.solve_with(&columns, request).ok()
}

/// Certificates of a value. Of each, what was learnt is put where it was taken from.
pub(super) fn certificates(
    solver: &GravitySolver,
    game: &Game,
    value: Value,
    memory: &mut [Memory; 2],
    nodes: u64,
    watch: Watch,
) -> Result<Vec<Vec<u8>>, Unsolvable> {
    let claims: &[(Side, bool)] = match value {
        Value::First => &[(Side::First, true)],
        Value::Second => &[(Side::Second, true)],
        Value::Draw => &[(Side::First, false), (Side::Second, false)],
    };
    let mut certificates = Vec::new();
    for (&(who, wins), memory) in claims.iter().zip(memory) {
        if let Some(mut graph) = Graph::new(solver, game, who, wins, std::mem::take(memory)) {
            let done = graph.run(&mut |leaves, fresh| {
                watch(&News { nodes, table: 0, stage: Stage::Plans(leaves as u32, fresh as u32) }).is_break()
            });
            *memory = graph.memory();
            let stopped = "it was stopped before the certificate was complete";
            let written = if done { graph.certificate() } else { return Err(Unsolvable(stopped.to_owned())) };
            certificates.push(written.map_err(|error| Unsolvable(error.to_string()))?);
            continue;
        }
        let at = News { nodes, table: 0, stage: Stage::Between(i32::MIN, i32::MAX) };
        let mut stop = || watch(&at).is_break();
        let claim = Claim { rules: game.rules(), game: Kind::Strong, who, wins, after: game.cells().collect() };
        let written = certificate::write(&claim, &mut Perfect::new(solver, who, wins, &mut stop));
        certificates.push(written.map_err(|error| Unsolvable(error.to_string()))?);
    }
    Ok(certificates)
}
