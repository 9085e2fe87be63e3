//! Flat Monte Carlo: the move that wins most random games.
//!
//! Every root move gets the same number of playouts, and the best mean is played (Abramson, *Expected-outcome: a general
//! model of static evaluation*, 1990). No tree, no memory, no knowledge; and no defence against a single refutation
//! that random play rarely finds, which is what the tree of MCTS adds.
//!
//! Left out: bandits at the root (that is MCTS with a tree of one ply) and pruning of hopeless moves.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::playout::{Playout, permille};
use crate::report::Report;
use crate::rng::Rng;
use crate::score::{Bound, Score};
use crate::walk::Walk;

/// Flat Monte Carlo.
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo {
    /// How positions are sampled.
    pub playout: Playout,
    /// Playouts for each root move; without a number, as many as the limits allow.
    pub rounds: Option<u32>,
    /// Where the random moves come from.
    pub rng: Rng,
}

impl FlatMonteCarlo {
    /// Random games to the end, `rounds` for each move.
    pub fn new(rounds: u32, seed: u64) -> Self {
        FlatMonteCarlo { playout: Playout::Random, rounds: Some(rounds), rng: Rng::new(seed) }
    }

    /// Plays rounds, one playout for each root move, until the limits or the number of rounds is reached. The score is a
    /// mean in thousandths of a win, and nothing that it says is certain. Without rounds and limits it would not end, so
    /// then it plays 1,000 rounds.
    pub fn run<G: Game, E: Evaluator<G>>(
        &mut self,
        game: &mut G,
        evaluator: &mut E,
        limits: &Limits,
    ) -> Report<G::Move> {
        let endless = limits.time.is_none() && limits.nodes.is_none() && limits.stop.is_none();
        let rounds = self.rounds.unwrap_or(if endless { 1000 } else { u32::MAX });
        let mut walk = Walk::new(game, evaluator, &limits.clone().one_pass());
        if let Some(score) = walk.ended() {
            return walk.report(Ok(score), true);
        }
        let span = walk.moves();
        let moves: Vec<G::Move> = walk.list(span).collect();
        let mut sums = vec![(0.0, 0u32); moves.len()];
        let stopped = self.rounds(&mut walk, &moves, &mut sums, rounds).err();
        let mean = |&(sum, n): &(f64, u32)| {
            if n == 0 { f64::NEG_INFINITY } else { sum / f64::from(n) }
        };
        // The first of equals, as everywhere.
        let best = (0..moves.len()).rev().max_by(|&a, &b| mean(&sums[a]).total_cmp(&mean(&sums[b]))).unwrap_or(0);
        let score = if sums[best].1 == 0 { Score::DRAW } else { permille(mean(&sums[best])) };
        walk.set_line(&moves[best..=best], score);
        walk.stats.depth = 1;
        let mut report = walk.report(Ok(score), false);
        report.stopped = stopped;
        report.bound = Bound::Exact;
        report
    }

    fn rounds<G: Game, E: Evaluator<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        moves: &[G::Move],
        sums: &mut [(f64, u32)],
        rounds: u32,
    ) -> Result<(), Stopped> {
        walk.meter().tick()?;
        for _ in 0..rounds {
            for (&mv, (sum, n)) in moves.iter().zip(&mut *sums) {
                *sum -= walk.after(mv, |walk| self.playout.sample(walk, &mut self.rng, |_| {}))?;
                *n += 1;
            }
        }
        Ok(())
    }
}
