//! Star1: alpha-beta for games with dice.
//!
//! A chance node may be left as soon as the rolls seen so far, with the best or the worst payoff there is for the rest,
//! cannot bring the mean back into the window; each roll is searched with the window that decides this (Ballard, *The
//! \*-minimax search procedure for trees containing chance nodes*, 1983; Hauk, Buro and Schaeffer 2004). Fail-soft.
//!
//! Left out: Star2, which probes one move of every roll first, and a table.

use crate::chance::{Expectation, Stochastic, leaf, score};
use crate::evaluator::Evaluator;
use crate::limits::{Limits, Stopped};
use crate::order::{AsGiven, Order};
use crate::walk::Walk;

/// Star1 to a fixed depth: the value and the move of [`Expectiminimax`](crate::Expectiminimax) for fewer nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Star1<O = AsGiven> {
    /// In which order a player's moves are tried: the better the order, the more is cut.
    pub order: O,
}

impl Star1 {
    /// Moves in the game's own order.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<O> Star1<O> {
    /// The same search trying moves in another order.
    #[must_use]
    pub fn order<P>(self, order: P) -> Star1<P> {
        Star1 { order }
    }

    /// Searches `game` to the depth of `limits`, or to the end of the game if they have none.
    pub fn run<G, E>(&mut self, game: &mut G, evaluator: &mut E, limits: &Limits) -> Expectation<G::Move>
    where
        G: Stochastic,
        E: Evaluator<G>,
        O: Order<G>,
    {
        let mut rolls = Vec::new();
        Expectation::of(game, evaluator, limits, |walk, depth| {
            self.node(walk, depth, (-G::LARGEST, G::LARGEST), &mut rolls)
        })
    }

    /// The value if it lies inside the window, a bound on it if not.
    fn node<G, E>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        depth: u32,
        (alpha, beta): (f64, f64),
        rolls: &mut Vec<(G::Move, f64)>,
    ) -> Result<f64, Stopped>
    where
        G: Stochastic,
        E: Evaluator<G>,
        O: Order<G>,
    {
        if let Some(value) = leaf(walk, depth) {
            return Ok(value);
        }
        let start = rolls.len();
        walk.game().rolls(rolls);
        if rolls.len() > start {
            let mean = self.mean(walk, depth, (alpha, beta), start, rolls);
            rolls.truncate(start);
            return mean;
        }
        let (mut best, mut alpha) = (f64::NEG_INFINITY, alpha);
        let span = walk.moves();
        let place = walk.place(depth);
        let fixed = walk.arrange(span, &mut self.order, place, &Default::default());
        for i in 0..span.len() {
            let mv = walk.pick::<O>(span, i, fixed);
            let value = -walk.after(mv, |walk| self.node(walk, depth - 1, (-beta, -alpha), rolls))?;
            if value > best {
                best = value;
                if walk.ply() == 0 {
                    walk.improve(mv, score(value));
                }
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                walk.stats.cutoffs += 1;
                walk.stats.first_cutoffs += u64::from(i == 0);
                break;
            }
        }
        walk.release(span);
        Ok(best)
    }

    /// The mean over the rolls from `start` on, or a bound on it.
    fn mean<G, E>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        depth: u32,
        (alpha, beta): (f64, f64),
        start: usize,
        rolls: &mut Vec<(G::Move, f64)>,
    ) -> Result<f64, Stopped>
    where
        G: Stochastic,
        E: Evaluator<G>,
        O: Order<G>,
    {
        let (mut seen, mut unseen) = (0.0, 1.0);
        for i in start..rolls.len() {
            let (roll, probability) = rolls[i];
            // The last remainder is rounding, not probability.
            unseen = if i + 1 == rolls.len() { 0.0 } else { unseen - probability };
            let rest = unseen * G::LARGEST;
            let low = (alpha - seen - rest) / probability;
            let high = (beta - seen + rest) / probability;
            let window = (low.max(-G::LARGEST), high.min(G::LARGEST));
            let value = walk.after(roll, |walk| self.node(walk, depth, window, rolls))?;
            seen += probability * value;
            // Compared with the roll's own window, as the search below did: rounding cannot make a bound look exact.
            if value <= low || value >= high {
                walk.stats.cutoffs += u64::from(unseen > 0.0);
                return Ok(if value <= low { alpha.min(seen + rest) } else { beta.max(seen - rest) });
            }
        }
        Ok(seen)
    }
}
