//! What Monte Carlo methods learn about a position from one look at it.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Stopped;
use crate::rng::Rng;
use crate::score::Score;
use crate::walk::Walk;

/// How a position is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Playout {
    /// Random moves to the end of the game.
    Random,
    /// Random moves, then the evaluator's word if the game is not over after so many.
    Short {
        /// The most random moves.
        plies: u32,
        /// The estimate that counts as three quarters of a win.
        scale: f64,
    },
    /// No random move: the evaluator's word at once.
    Evaluate {
        /// The estimate that counts as three quarters of a win.
        scale: f64,
    },
}

impl Playout {
    /// Samples the position: 1 if the player to move wins, -1 if they lose, anything between if not so clear. The
    /// position is left as it was, stopped or not; `at_end` sees the walk before its moves are taken back.
    pub(crate) fn sample<G: Game, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        rng: &mut Rng,
        at_end: impl FnOnce(&Walk<'_, G, E>),
    ) -> Result<f64, Stopped> {
        walk.stats.playouts += 1;
        let (plies, scale) = match *self {
            Playout::Random => (u32::MAX, 1.0),
            Playout::Short { plies, scale } => (plies, scale),
            Playout::Evaluate { scale } => (0, scale),
        };
        let start = walk.ply();
        let value = loop {
            let played = walk.ply() - start;
            if let Some(score) = walk.ended() {
                break Ok(signed(worth(score, scale), played));
            }
            if played >= plies {
                break Ok(signed(worth(walk.evaluate(), scale), played));
            }
            let Some(mv) = walk.random_move(rng) else {
                break Ok(0.0);
            };
            if let Err(stopped) = walk.descend(mv) {
                break Err(stopped);
            }
        };
        at_end(walk);
        walk.ascend_to(start);
        value
    }
}

/// A value for the player to move `plies` later, seen by the player to move now.
fn signed(value: f64, plies: u32) -> f64 {
    if plies.is_multiple_of(2) { value } else { -value }
}

/// A score as a number between -1 (lost) and 1 (won); an estimate of `scale` is worth 0.5, three wins in four.
pub fn worth(score: Score, scale: f64) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        -1.0
    } else {
        // atanh(0.5) makes an estimate of `scale` worth 0.5, that is three wins in four.
        (f64::from(score.raw()) / scale.max(f64::MIN_POSITIVE) * 0.549_306_144_334_055).tanh()
    }
}

/// A mean of samples as a score: thousandths of a win, since that is all it can be called.
pub(crate) fn permille(mean: f64) -> Score {
    Score::new((mean * 1000.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_of_one_scale_is_three_quarters_of_a_win() {
        assert!((worth(Score::new(300), 300.0) - 0.5).abs() < 1e-9);
        assert_eq!(worth(Score::win_in(5), 300.0), 1.0);
        assert_eq!(worth(Score::loss_in(5), 300.0), -1.0);
        assert_eq!(worth(Score::DRAW, 0.0), 0.0);
    }
}
