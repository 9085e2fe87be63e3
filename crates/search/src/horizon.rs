//! What a search does where its depth ends.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Stopped;
use crate::score::Score;
use crate::walk::Walk;

/// Gives a value to a position that is not over when no depth is left.
pub trait Horizon<G: Game, E: Evaluator<G>> {
    /// The value of the position for the player to move, or a bound on it outside `(alpha, beta)`.
    fn value(&mut self, walk: &mut Walk<'_, G, E>, alpha: Score, beta: Score) -> Result<Score, Stopped>;
}

/// Asks the evaluator, whatever is going on in the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Static;

impl<G: Game, E: Evaluator<G>> Horizon<G, E> for Static {
    #[inline]
    fn value(&mut self, walk: &mut Walk<'_, G, E>, _: Score, _: Score) -> Result<Score, Stopped> {
        Ok(walk.evaluate())
    }
}
