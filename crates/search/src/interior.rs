//! The inside of a position in every search of the alpha-beta family: ask the memory, try the moves in order, stop at `beta`, remember.
//!
//! [`AlphaBeta`](crate::AlphaBeta), [`Pvs`](crate::Pvs) and [`ProbCut`](crate::ProbCut) differ in the window with which a child is
//! searched and in what may end the position before its first move; the loop is this one. It is a function over a trait and not a
//! closure, because a child is searched by the same search that lends its order and memory to the loop.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Stopped;
use crate::memory::{Finding, Memory};
use crate::movelist::Span;
use crate::order::Order;
use crate::score::{Bound, Score};
use crate::walk::Walk;

/// What a search of the family brings to the loop. `OPEN` is whether the window is open; only PVS asks.
pub(crate) trait Interior<'t, G: Game, E: Evaluator<G>> {
    type Order: Order<G>;

    fn memory(&self) -> Memory<'t>;

    fn order(&mut self) -> &mut Self::Order;

    /// A value that makes trying the moves needless.
    #[inline]
    fn prune(&mut self, _: &mut Walk<'_, G, E>, _depth: u32, _: (Score, Score)) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// The value, for whoever played it, of the move just played, the `number`th of its position.
    fn child<const OPEN: bool>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        number: usize,
        depth: u32,
        window: (Score, Score),
    ) -> Result<Score, Stopped>;

    /// The moves of `span` from the `from`th on need not be tried.
    #[inline]
    fn cut(&mut self, _: &Walk<'_, G, E>, _span: Span, _from: usize) {}
}

/// The value of a position that is neither over nor at the horizon; fail-soft.
#[inline]
pub(crate) fn interior<'t, G, E, S, const OPEN: bool>(
    search: &mut S,
    walk: &mut Walk<'_, G, E>,
    depth: u32,
    mut alpha: Score,
    mut beta: Score,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    S: Interior<'t, G, E>,
{
    let unsure = walk.unsure();
    let known = match search.memory().recall(walk, depth, &mut alpha, &mut beta) {
        Ok(known) => known,
        Err(score) => return Ok(score),
    };
    if let Some(score) = search.prune(walk, depth, (alpha, beta))? {
        return Ok(score);
    }
    let place = walk.place(depth);
    let span = walk.moves();
    let fixed = walk.arrange(span, search.order(), place, &known);
    let (mut best, mut best_move, mut floor) = (Score::LOWEST, None, alpha);
    for i in 0..span.len() {
        let mv = walk.pick::<S::Order>(span, i, fixed);
        let score = walk.after(mv, |walk| search.child::<OPEN>(walk, i, depth - 1, (floor, beta)))?;
        search.order().scored(walk.game(), mv, place, score);
        best = best.max(score);
        if score > floor {
            (floor, best_move) = (score, Some(mv));
            walk.improve(mv, score);
        }
        if score >= beta {
            walk.stats.cutoffs += 1;
            walk.stats.first_cutoffs += u64::from(i == 0);
            search.order().cutoff(walk.game(), mv, place);
            search.cut(walk, span, i + 1);
            break;
        }
    }
    walk.release(span);
    let (solved, bound) = (walk.unsure() == unsure, Bound::of(best, alpha, beta));
    search.memory().remember(walk, &known, Finding { depth, solved, score: best, bound, best: best_move });
    Ok(best)
}
