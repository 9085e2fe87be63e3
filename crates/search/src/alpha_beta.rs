//! Alpha-beta: minimax without the branches that cannot matter.
//!
//! Once one reply refutes a move, its other replies need not be known: the window `(alpha, beta)` says which values can
//! still change the decision above, and a value at or beyond `beta` ends the position (Knuth and Moore 1975, who also
//! prove that the best order of moves visits about 2 b^(d/2) positions). This is the *fail-soft* form (Fishburn 1983):
//! what comes back from outside the window is the tightest bound that was seen, not the window's edge, which tables and
//! MTD(f) profit from.
//!
//! With a [`Memory`] stored bounds tighten the window and the stored move comes first; with an [`Order`] the rest is
//! ranked; a [`Horizon`] says what happens where the depth ends; an [`Observer`] can watch. Each is a type parameter, so
//! what is not used is not compiled in.
//!
//! Left out: null-move pruning, late-move reductions and futility. They change values, and belong to an engine that
//! knows its game.

use crate::evaluator::Evaluator;
use crate::fixed_depth::{FixedDepth, Windowed};
use crate::game::Game;
use crate::horizon::{Horizon, Static};
use crate::interior::{Interior, interior};
use crate::limits::Stopped;
use crate::memory::Memory;
use crate::movelist::Span;
use crate::observer::Observer;
use crate::order::{AsGiven, Order};
use crate::score::Score;
use crate::walk::Walk;

/// Fail-soft alpha-beta to a fixed depth.
///
/// ```
/// use filetto_search::{AlphaBeta, History, Memory, Replacement, Table};
/// let table = Table::new(1 << 20, Replacement::DepthPreferred);
/// let search = AlphaBeta::new().memory(Memory::of(&table)).order(History::new());
/// ```
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta<'t, O = AsGiven, H = Static, W = ()> {
    memory: Memory<'t>,
    order: O,
    horizon: H,
    observer: W,
}

impl AlphaBeta<'_> {
    /// Plain alpha-beta: the game's order, no table, the evaluator at the horizon.
    pub fn new() -> Self {
        AlphaBeta::default()
    }
}

impl<'t, O, H, W> AlphaBeta<'t, O, H, W> {
    /// The same search with a table.
    #[must_use]
    pub fn memory(self, memory: Memory<'t>) -> Self {
        AlphaBeta { memory, ..self }
    }

    /// The same search with another order of moves.
    #[must_use]
    pub fn order<P>(self, order: P) -> AlphaBeta<'t, P, H, W> {
        AlphaBeta { memory: self.memory, order, horizon: self.horizon, observer: self.observer }
    }

    /// The same search with another end of its depth, a [`Quiescence`](crate::Quiescence) say.
    #[must_use]
    pub fn horizon<I>(self, horizon: I) -> AlphaBeta<'t, O, I, W> {
        AlphaBeta { memory: self.memory, order: self.order, horizon, observer: self.observer }
    }

    /// The same search, watched.
    #[must_use]
    pub fn observe<V>(self, observer: V) -> AlphaBeta<'t, O, H, V> {
        AlphaBeta { memory: self.memory, order: self.order, horizon: self.horizon, observer }
    }

    /// The observer, with what it saw.
    pub fn into_observer(self) -> W {
        self.observer
    }

    fn node<G, E>(&mut self, walk: &mut Walk<'_, G, E>, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped>
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
        H: Horizon<G, E>,
        W: Observer<G::Move>,
    {
        self.observer.enter(walk.last(), alpha, beta, depth);
        let score = if let Some(score) = walk.ended() {
            score
        } else if depth == 0 {
            self.horizon.value(walk, alpha, beta)?
        } else {
            interior::<_, _, _, false>(self, walk, depth, alpha, beta)?
        };
        self.observer.leave(score);
        Ok(score)
    }
}

impl<'t, G, E, O, H, W> Interior<'t, G, E> for AlphaBeta<'t, O, H, W>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
    W: Observer<G::Move>,
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
        _: usize,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        Ok(-self.node(walk, depth, -beta, -alpha)?)
    }

    fn cut(&mut self, walk: &Walk<'_, G, E>, span: Span, from: usize) {
        walk.list(span).skip(from).for_each(|mv| self.observer.cut(mv));
    }
}

impl<G, E, O, H, W> FixedDepth<G, E> for AlphaBeta<'_, O, H, W>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
    W: Observer<G::Move>,
{
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        self.window(walk, depth, Score::LOWEST, Score::HIGHEST)
    }

    fn age(&mut self) {
        self.order.age();
    }
}

impl<G, E, O, H, W> Windowed<G, E> for AlphaBeta<'_, O, H, W>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
    W: Observer<G::Move>,
{
    fn window(&mut self, walk: &mut Walk<'_, G, E>, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        walk.root()?;
        self.node(walk, depth, alpha, beta)
    }
}
