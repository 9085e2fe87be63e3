//! Aspiration windows: search as if the score were known, and repair it when it was not.
//!
//! A narrow window around the score of an earlier iteration cuts more than an open one; when the value falls outside,
//! that side is widened and the search repeated (Baudet 1978; Slate and Atkin's CHESS 4.5 used it with iterative
//! deepening). The widening is by a constant factor, so a value far off costs a logarithm of repetitions.
//!
//! Left out: widening both sides at once and reducing depth on a failure.

use crate::evaluator::Evaluator;
use crate::fixed_depth::{FixedDepth, Windowed};
use crate::game::Game;
use crate::limits::Stopped;
use crate::score::Score;
use crate::walk::Walk;

const WIDENING: i32 = 4;

/// A windowed search that aims at the expected score.
#[derive(Clone, Debug)]
pub struct Aspiration<S> {
    inner: S,
    width: i32,
}

impl<S> Aspiration<S> {
    /// A window that reaches `width` to both sides of the expected score.
    pub fn new(inner: S, width: i32) -> Self {
        Aspiration { inner, width: width.max(1) }
    }
}

impl<G: Game, E: Evaluator<G>, S: Windowed<G, E>> FixedDepth<G, E> for Aspiration<S> {
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        let Some(guess) = walk.guess().filter(|guess| !guess.is_decisive()) else {
            return self.inner.search(walk, depth);
        };
        let edge = |width: i32| Score::from_raw(guess.raw().saturating_add(width));
        let (mut down, mut up) = (self.width, self.width);
        let mut better: Option<(Vec<G::Move>, Score)> = None;
        loop {
            let (alpha, beta) = (edge(down.saturating_neg()), edge(up));
            let result = self.inner.window(walk, depth, alpha, beta);
            match result {
                Ok(score) if score <= alpha && alpha > Score::LOWEST => down = down.saturating_mul(WIDENING),
                Ok(score) if score >= beta && beta < Score::HIGHEST => {
                    up = up.saturating_mul(WIDENING);
                    better = Some((walk.line().to_vec(), score));
                }
                Ok(score) => return Ok(score),
                Err(stopped) => {
                    // A move that beat the window is worth more than nothing from the repetition.
                    if let (None, Some((line, score))) = (walk.root_score(), better) {
                        walk.set_line(&line, score);
                    }
                    return Err(stopped);
                }
            }
        }
    }

    fn age(&mut self) {
        self.inner.age();
    }
}
