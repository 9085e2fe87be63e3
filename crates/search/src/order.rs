//! In which order moves are looked at: what alpha-beta gains, it gains here.
//!
//! With the best move always first alpha-beta visits about the square root of what minimax visits; with the worst first,
//! all of it. An [`Order`] ranks moves and learns from what the search finds. Orders add up: a tuple of orders is an
//! order, `(Killers, History)` say. The move of the principal variation and the table's move come first whatever the
//! order says.

use crate::game::Game;
use crate::score::Score;

/// Where in the tree a move is ranked.
#[derive(Clone, Copy, Debug)]
pub struct Place<M> {
    /// Plies from the root.
    pub ply: u32,
    /// Plies left to search.
    pub depth: u32,
    /// The move that led here, unless this is the root.
    pub previous: Option<M>,
}

/// Ranks moves.
pub trait Order<G: Game> {
    /// Whether the order ranks at all; one that does not costs nothing.
    const RANKS: bool = true;

    /// The rank of a move; the highest is searched first. Moves of equal rank mostly keep the game's order.
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32;

    /// Hears that `mv` was searched and is worth `score` (or bounded by it) to the player who plays it.
    fn scored(&mut self, game: &G, mv: G::Move, place: Place<G::Move>, score: Score) {
        let _ = (game, mv, place, score);
    }

    /// Hears that `mv` was good enough for the other moves not to matter.
    fn cutoff(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) {
        let _ = (game, mv, place);
    }

    /// Hears that a new iteration or search begins.
    fn age(&mut self) {}
}

/// The game's own order.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsGiven;

impl<G: Game> Order<G> for AsGiven {
    const RANKS: bool = false;
    fn rank(&mut self, _: &G, _: G::Move, _: Place<G::Move>) -> i32 {
        0
    }
}

/// Another order, back to front.
#[derive(Clone, Debug, Default)]
pub struct Reversed<O>(pub O);

impl<G: Game, O: Order<G>> Order<G> for Reversed<O> {
    const RANKS: bool = O::RANKS;
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        self.0.rank(game, mv, place).saturating_neg()
    }
    fn scored(&mut self, game: &G, mv: G::Move, place: Place<G::Move>, score: Score) {
        self.0.scored(game, mv, place, score);
    }
    fn cutoff(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) {
        self.0.cutoff(game, mv, place);
    }
    fn age(&mut self) {
        self.0.age();
    }
}

/// An order made of a function of the position and the move.
#[derive(Clone, Copy, Debug)]
pub struct RankBy<F>(pub F);

impl<G: Game, F: FnMut(&G, G::Move) -> i32> Order<G> for RankBy<F> {
    fn rank(&mut self, game: &G, mv: G::Move, _: Place<G::Move>) -> i32 {
        self.0(game, mv)
    }
}

/// An order lent to a search, so that what it learnt can be used again.
impl<G: Game, O: Order<G>> Order<G> for &mut O {
    const RANKS: bool = O::RANKS;
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        (**self).rank(game, mv, place)
    }
    fn scored(&mut self, game: &G, mv: G::Move, place: Place<G::Move>, score: Score) {
        (**self).scored(game, mv, place, score);
    }
    fn cutoff(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) {
        (**self).cutoff(game, mv, place);
    }
    fn age(&mut self) {
        (**self).age();
    }
}

/// Two orders at once: their ranks add up.
impl<G: Game, A: Order<G>, B: Order<G>> Order<G> for (A, B) {
    const RANKS: bool = A::RANKS || B::RANKS;
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        self.0.rank(game, mv, place).saturating_add(self.1.rank(game, mv, place))
    }
    fn scored(&mut self, game: &G, mv: G::Move, place: Place<G::Move>, score: Score) {
        self.0.scored(game, mv, place, score);
        self.1.scored(game, mv, place, score);
    }
    fn cutoff(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) {
        self.0.cutoff(game, mv, place);
        self.1.cutoff(game, mv, place);
    }
    fn age(&mut self) {
        self.0.age();
        self.1.age();
    }
}
