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
use crate::interior::{Interior, interior};
use crate::limits::Stopped;
use crate::memory::Memory;
use crate::order::{AsGiven, Order};
use crate::score::Score;
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
        alpha: Score,
        beta: Score,
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
        interior::<_, _, _, OPEN>(self, walk, depth, alpha, beta)
    }
}

impl<'t, G, E, O, H> Interior<'t, G, E> for Pvs<'t, O, H>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
{
    type Order = O;

    fn memory(&self) -> Memory<'t> {
        self.memory
    }

    fn order(&mut self) -> &mut O {
        &mut self.order
    }

    #[inline]
    fn child<const OPEN: bool>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        number: usize,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        if OPEN && number == 0 {
            return Ok(-self.node::<G, E, true>(walk, depth, -beta, -alpha)?);
        }
        let score = -self.node::<G, E, false>(walk, depth, -alpha.above(), -alpha)?;
        if OPEN && score > alpha && score < beta {
            walk.again()?;
            return Ok(-self.node::<G, E, true>(walk, depth, -beta, -alpha)?);
        }
        Ok(score)
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
