//! Watching an alpha-beta search from outside, to draw its tree.

use crate::score::Score;

/// Hears what alpha-beta does at every node. The methods are empty unless written; a search without an observer is
/// compiled without one.
pub trait Observer<M> {
    /// A position is entered by `mv` (`None` at the root) with the window `(alpha, beta)` and `depth` plies to go.
    fn enter(&mut self, mv: Option<M>, alpha: Score, beta: Score, depth: u32) {
        let _ = (mv, alpha, beta, depth);
    }

    /// A move of the position last entered is skipped: an earlier one was good enough.
    fn cut(&mut self, mv: M) {
        let _ = mv;
    }

    /// The position last entered is left with this value for its player to move. A stopped search leaves no further
    /// positions.
    fn leave(&mut self, score: Score) {
        let _ = score;
    }
}

/// Nobody watches.
impl<M> Observer<M> for () {}

impl<M, W: Observer<M>> Observer<M> for &mut W {
    fn enter(&mut self, mv: Option<M>, alpha: Score, beta: Score, depth: u32) {
        (**self).enter(mv, alpha, beta, depth);
    }
    fn cut(&mut self, mv: M) {
        (**self).cut(mv);
    }
    fn leave(&mut self, score: Score) {
        (**self).leave(score);
    }
}
