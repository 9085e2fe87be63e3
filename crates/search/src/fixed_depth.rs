//! What all searches to a fixed depth have in common.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::report::Report;
use crate::score::Score;
use crate::walk::Walk;

/// A search that looks a given number of plies ahead.
pub trait FixedDepth<G: Game, E: Evaluator<G>> {
    /// The score of the walk's root, `depth` plies deep; the line is left in the walk. Stopped, the walk's line is the
    /// best of the root moves that were finished, the move of the expected line being the first of them.
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped>;

    /// Hears that another, deeper search of the same root follows.
    fn age(&mut self) {}

    /// Searches `game` to the depth of `limits`, or to the end of the game if they have none.
    fn run(&mut self, game: &mut G, evaluator: &mut E, limits: &Limits) -> Report<G::Move> {
        let depth = limits.depth.unwrap_or(u32::MAX);
        let mut walk = Walk::new(game, evaluator, limits);
        let result = self.search(&mut walk, depth);
        if result.is_ok() {
            walk.stats.depth = depth;
        }
        let solved = walk.unsure() == 0;
        walk.report(result, solved)
    }
}

/// A fixed-depth search that can be asked about a window only.
pub trait Windowed<G: Game, E: Evaluator<G>>: FixedDepth<G, E> {
    /// The score of the walk's root if it lies inside `(alpha, beta)`; outside, a bound on it (fail-soft: as far out as
    /// the search could tell).
    fn window(&mut self, walk: &mut Walk<'_, G, E>, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped>;
}
