//! The same two players for every game: alpha-beta deepened with a table, and Monte Carlo tree search.

use std::fmt::Display;
use std::time::Duration;

use filetto_search::{
    AlphaBeta, Deepening, Evaluator, Game, History, Killers, Limits, Mcts, Memory, Playout, Replacement, Report, Table,
};

/// Searches by iterative deepening alpha-beta.
pub(crate) fn alpha_beta<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    table: &Table,
    limits: &Limits,
) -> Report<G::Move> {
    table.age();
    let search = AlphaBeta::new().memory(Memory::of(table)).order((Killers::new(), History::new()));
    Deepening::new(search).run(game, evaluator, limits, |_| {})
}

/// Searches by Monte Carlo tree search.
pub(crate) fn mcts<G: Game, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    playout: Playout,
    limits: &Limits,
) -> Report<G::Move> {
    Mcts::new(7).playout(playout).run(game, evaluator, limits, |_| {})
}

/// Plays a game, alpha-beta moving first, at most `plies` long, and tells every move to `tell`.
pub(crate) fn play<G: Game + Display, E: Evaluator<G>>(
    game: &mut G,
    evaluator: &mut E,
    playout: Playout,
    time: Duration,
    plies: usize,
    mut tell: impl FnMut(&G, &str, &Report<G::Move>),
) {
    let table = Table::new(16 << 20, Replacement::TwoTier);
    let limits = Limits::none().time(time);
    for ply in 0..plies {
        let (name, report) = if ply.is_multiple_of(2) {
            ("alpha-beta", alpha_beta(game, evaluator, &table, &limits))
        } else {
            ("mcts", mcts(game, evaluator, playout, &limits))
        };
        let Some(best) = report.best else { break };
        game.play(best);
        tell(game, name, &report);
    }
}
