//! Estimates of positions that are not over.
//!
//! Three kinds fit the trait. One looks at the whole position (`game`). One looks at what the last move did (`last`), as
//! three of the players that the project descends from do. One keeps a running account: it hears of every move through
//! [`playing`](Evaluator::playing), [`played`](Evaluator::played) and [`undone`](Evaluator::undone) and has its answer
//! ready when it is asked. The hooks are empty unless written, and cost nothing then.

use crate::game::Game;
use crate::score::Score;

/// Estimates positions of a game.
pub trait Evaluator<G: Game> {
    /// The worth of the position for the player to move. The game is not over. `last` is the move that led here; at the
    /// root of a search there is none.
    fn evaluate(&mut self, game: &G, last: Option<G::Move>) -> Score;

    /// Called once before a search starts, on the position that it starts from.
    fn start(&mut self, game: &G) {
        let _ = game;
    }

    /// Called before `mv` is played, while what it is about to change (a captured piece, say) can still be seen.
    fn playing(&mut self, game: &G, mv: G::Move) {
        let _ = (game, mv);
    }

    /// Called after `mv` was played.
    fn played(&mut self, game: &G, mv: G::Move) {
        let _ = (game, mv);
    }

    /// Called after `mv` was taken back.
    fn undone(&mut self, game: &G, mv: G::Move) {
        let _ = (game, mv);
    }
}

/// Knows nothing: every position that is not over is worth a draw. For solving, and for playouts to the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Evaluator<G> for Blind {
    fn evaluate(&mut self, _: &G, _: Option<G::Move>) -> Score {
        Score::DRAW
    }
}

/// An evaluator made of a function of the position.
#[derive(Clone, Copy, Debug)]
pub struct Estimate<F>(pub F);

impl<G: Game, F: FnMut(&G) -> Score> Evaluator<G> for Estimate<F> {
    fn evaluate(&mut self, game: &G, _: Option<G::Move>) -> Score {
        self.0(game)
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for &mut E {
    fn evaluate(&mut self, game: &G, last: Option<G::Move>) -> Score {
        (**self).evaluate(game, last)
    }
    fn start(&mut self, game: &G) {
        (**self).start(game);
    }
    fn playing(&mut self, game: &G, mv: G::Move) {
        (**self).playing(game, mv);
    }
    fn played(&mut self, game: &G, mv: G::Move) {
        (**self).played(game, mv);
    }
    fn undone(&mut self, game: &G, mv: G::Move) {
        (**self).undone(game, mv);
    }
}
