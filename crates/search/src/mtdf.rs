//! MTD(f): the value by null windows alone, starting from a guess.
//!
//! Each null-window search of the root answers "at least this?" and, fail-soft, tells how far off the guess was; the
//! next one asks there, until the lower and the upper bound meet (Plaat, Schaeffer, Pijls and de Bruin, *Best-first
//! fixed-depth minimax algorithms*, 1996). The tree is searched several times, so a table is no luxury, and the fewer
//! searches the better the guess: iterative deepening hands in the score of an earlier iteration.
//!
//! With a fine-grained evaluator the steps can be tiny and many. After [`STEPS`] of them the interval is halved instead,
//! which bounds the number of searches by some thirty more. Left out: MTD-step and the other starting points.

use crate::evaluator::Evaluator;
use crate::fixed_depth::{FixedDepth, Windowed};
use crate::game::Game;
use crate::limits::Stopped;
use crate::score::Score;
use crate::walk::Walk;

/// Steps by the returned bound before the interval is halved.
const STEPS: u32 = 12;

/// MTD(f) over a windowed search, which should have a table.
#[derive(Clone, Debug, Default)]
pub struct Mtdf<S>(pub S);

impl<G: Game, E: Evaluator<G>, S: Windowed<G, E>> FixedDepth<G, E> for Mtdf<S> {
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        let (mut lower, mut upper) = (Score::LOWEST, Score::HIGHEST);
        let mut guess = walk.guess().unwrap_or(Score::DRAW);
        // Only a search that fails high has a move to show for it.
        let mut line = Vec::new();
        for step in 0.. {
            let beta = if guess <= lower { lower.above() } else { guess };
            let score = match self.0.window(walk, depth, beta.below(), beta) {
                Ok(score) => score,
                Err(stopped) => {
                    if !line.is_empty() {
                        walk.set_line(&line, lower);
                    }
                    return Err(stopped);
                }
            };
            if score >= beta {
                lower = score;
                line.clear();
                line.extend_from_slice(walk.line());
            } else {
                upper = score;
            }
            if lower >= upper {
                break;
            }
            guess = if step < STEPS { score } else { between(lower, upper) };
        }
        walk.set_line(&line, lower);
        Ok(lower)
    }

    fn age(&mut self) {
        self.0.age();
    }
}

/// The middle of an interval, above its lower end.
fn between(lower: Score, upper: Score) -> Score {
    let (low, high) = (i64::from(lower.raw()), i64::from(upper.raw()));
    Score::from_raw((low + (high - low + 1) / 2) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_always_asks_inside_the_interval() {
        let (low, high) = (Score::new(-7), Score::new(-6));
        assert_eq!(between(low, high), high);
        let (low, high) = (Score::LOWEST, Score::HIGHEST);
        assert_eq!(between(low, high), Score::DRAW);
    }
}
