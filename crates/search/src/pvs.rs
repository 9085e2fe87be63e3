//! Principal variation search, also known as NegaScout.
//!
//! If the first move is the best, all others need only be shown to be no better, and that is cheaper with a *null
//! window* `(alpha, alpha + 1)`, which no value fits into: every answer is "more" or "not more" (Finkel and Fishburn
//! 1980; Marsland and Campbell 1982; Reinefeld's NegaScout, 1983, is the same idea found apart). A move that turns out
//! better is searched again with the open window. The gain stands and falls with the order of moves, so the principal
//! variation of the previous iteration and the table's move come first.
//!
//! `OPEN` tells the two kinds of node apart at compile time: only nodes of an open window search again. Left out:
//! Reinefeld's saving of the second search near the leaves, which is sound for static horizons only.

use crate::evaluator::Evaluator;
use crate::fixed_depth::{FixedDepth, Windowed};
use crate::game::Game;
use crate::horizon::{Horizon, Static};
use crate::limits::Stopped;
use crate::memory::{Finding, Memory};
use crate::order::{AsGiven, Order};
use crate::score::{Bound, Score};
use crate::walk::Walk;

/// Principal variation search to a fixed depth.
#[derive(Clone, Debug, Default)]
pub struct Pvs<'t, O = AsGiven, H = Static> {
    memory: Memory<'t>,
    order: O,
    horizon: H,
}

impl Pvs<'_> {
    /// The game's order, no table, the evaluator at the horizon.
    pub fn new() -> Self {
        Pvs::default()
    }
}

impl<'t, O, H> Pvs<'t, O, H> {
    /// The same search with a table.
    #[must_use]
    pub fn memory(self, memory: Memory<'t>) -> Self {
        Pvs { memory, ..self }
    }

    /// The same search with another order of moves.
    #[must_use]
    pub fn order<P>(self, order: P) -> Pvs<'t, P, H> {
        Pvs { memory: self.memory, order, horizon: self.horizon }
    }

    /// The same search with another end of its depth.
    #[must_use]
    pub fn horizon<I>(self, horizon: I) -> Pvs<'t, O, I> {
        Pvs { memory: self.memory, order: self.order, horizon }
    }

    fn node<G, E, const OPEN: bool>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        depth: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<Score, Stopped>
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
        H: Horizon<G, E>,
    {
        if let Some(score) = walk.ended() {
            return Ok(score);
        }
        if depth == 0 {
            return self.horizon.value(walk, alpha, beta);
        }
        let unsure = walk.unsure();
        let known = match self.memory.recall(walk, depth, &mut alpha, &mut beta) {
            Ok(known) => known,
            Err(score) => return Ok(score),
        };
        let place = walk.place(depth);
        let span = walk.moves();
        let fixed = walk.arrange(span, &mut self.order, place, &known);
        let (mut best, mut best_move, mut floor) = (Score::LOWEST, None, alpha);
        for i in 0..span.len() {
            let mv = walk.pick::<O>(span, i, fixed);
            let score = walk.after(mv, |walk| {
                let below = depth - 1;
                if OPEN && i == 0 {
                    return Ok(-self.node::<G, E, true>(walk, below, -beta, -floor)?);
                }
                let score = -self.node::<G, E, false>(walk, below, -floor.above(), -floor)?;
                if OPEN && score > floor && score < beta {
                    walk.again()?;
                    return Ok(-self.node::<G, E, true>(walk, below, -beta, -floor)?);
                }
                Ok(score)
            })?;
            self.order.scored(walk.game(), mv, place, score);
            best = best.max(score);
            if score > floor {
                (floor, best_move) = (score, Some(mv));
                walk.improve(mv, score);
            }
            if score >= beta {
                walk.stats.cutoffs += 1;
                walk.stats.first_cutoffs += u64::from(i == 0);
                self.order.cutoff(walk.game(), mv, place);
                break;
            }
        }
        walk.release(span);
        let (solved, bound) = (walk.unsure() == unsure, Bound::of(best, alpha, beta));
        self.memory.remember(walk, &known, Finding { depth, solved, score: best, bound, best: best_move });
        Ok(best)
    }
}

impl<G, E, O, H> FixedDepth<G, E> for Pvs<'_, O, H>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
{
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        self.window(walk, depth, Score::LOWEST, Score::HIGHEST)
    }

    fn age(&mut self) {
        self.order.age();
    }
}

impl<G, E, O, H> Windowed<G, E> for Pvs<'_, O, H>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
{
    fn window(&mut self, walk: &mut Walk<'_, G, E>, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        walk.root()?;
        self.node::<G, E, true>(walk, depth, alpha, beta)
    }
}
