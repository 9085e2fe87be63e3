//! The walk's moves: listed on the shared stack, arranged, picked.

use super::Walk;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::memory::TableProbe;
use crate::movelist::{MoveList, Span};
use crate::order::{Order, Place};
use crate::rng::Rng;

impl<G: Game, E: Evaluator<G>> Walk<'_, G, E> {
    /// Lists the moves of the position.
    #[inline]
    pub fn moves(&mut self) -> Span {
        let start = self.list.len();
        self.game.moves(&mut self.list);
        let span = self.list.since(start);
        debug_assert!(!span.is_empty(), "a position without an outcome has a move");
        span
    }

    /// Lists moves by another rule than all of them: `generate` pushes those it wants.
    #[inline]
    pub fn moves_by(&mut self, generate: impl FnOnce(&G, &mut MoveList<G::Move>)) -> Span {
        let start = self.list.len();
        generate(self.game, &mut self.list);
        self.list.since(start)
    }

    /// The `i`-th move of a list, in the game's own order unless it was ranked and picked.
    #[inline]
    pub fn listed(&self, span: Span, i: usize) -> G::Move {
        self.list.get(span, i)
    }

    /// Brings the move of the expected line to the front of a list, so that what a stopped search leaves behind starts
    /// with it.
    pub fn hint_first(&mut self, span: Span) {
        if self.followed == self.path.len()
            && let Some(&hinted) = self.hint.get(self.followed)
        {
            self.list.bring(span, 0, |mv| mv == hinted);
        }
    }

    /// The moves of a list in their present order.
    pub fn list(&self, span: Span) -> impl Iterator<Item = G::Move> + '_ {
        self.list.iter(span)
    }

    /// Drops a list. Lists are dropped in the reverse order of their making; a stopped search need not drop its own.
    #[inline]
    pub fn release(&mut self, span: Span) {
        self.list.release(span);
    }

    /// Prepares a list for [`pick`](Self::pick): the principal variation's move first, then the table's, then the rest
    /// ranked by `order`. Returns how many of the first two there are.
    #[inline]
    pub fn arrange<O: Order<G>>(
        &mut self,
        span: Span,
        order: &mut O,
        place: Place<G::Move>,
        known: &TableProbe,
    ) -> usize {
        let game = &*self.game;
        let mut first = 0;
        if self.followed == self.path.len()
            && let Some(&hinted) = self.hint.get(self.followed)
        {
            first += usize::from(self.list.bring(span, 0, |mv| mv == hinted));
        }
        if known.has_best() {
            first += usize::from(self.list.bring(span, first, |mv| known.is_best(game, mv)));
        }
        if O::RANKS {
            self.list.rank(span, first, |mv| order.rank(game, mv, place));
        }
        first
    }

    /// The move to search `i`-th of a list that was arranged with its first `fixed` moves in place.
    #[inline]
    pub fn pick<O: Order<G>>(&mut self, span: Span, i: usize, fixed: usize) -> G::Move {
        if O::RANKS { self.list.pick(span, i, fixed) } else { self.list.get(span, i) }
    }

    /// A random move of the position.
    #[inline]
    pub(crate) fn random_move(&mut self, rng: &mut Rng) -> Option<G::Move> {
        self.game.random_move(rng, &mut self.list)
    }
}
