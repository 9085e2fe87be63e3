//! Games with dice: positions in which chance, not a player, has the next move.
//!
//! A roll is a move of the game that nobody chooses. It does not change whose turn it is: a player moves, the opponent's
//! dice are rolled, the opponent moves. Values are expected payoffs rather than [`Score`]s: a win in three plies and an
//! estimate cannot be averaged, one whole win and half a win can.

use crate::evaluator::Evaluator;
use crate::game::{Game, Outcome};
use crate::limits::{Limits, Stopped};
use crate::report::Report;
use crate::score::{Bound, Score};
use crate::walk::Walk;

/// A game with chance nodes.
///
/// [`Game::moves`] lists the choices of a player and is not asked at a chance node. An evaluator speaks in thousandths
/// of a payoff of 1, for the player whose turn it is, before the roll or after it.
pub trait Stochastic: Game {
    /// The largest payoff of a game: more than 1 where a win can count double.
    const LARGEST: f64 = 1.0;

    /// Pushes every roll with its probability if chance has the next move, and nothing if a player has. The game is not
    /// over; the probabilities are positive and add up to 1.
    fn rolls(&self, rolls: &mut Vec<(Self::Move, f64)>);

    /// What a finished game pays to the player whose turn it would be, or `None` while it goes on.
    fn payoff(&self) -> Option<f64> {
        self.outcome().map(|outcome| match outcome {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        })
    }
}

/// What a search of a game with chance nodes found.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation<M> {
    /// The expected payoff for the player whose turn it is; of a stopped search, that of the best move it finished, or
    /// the worst payoff there is.
    pub value: f64,
    /// The move, the cost, and the value as a score in thousandths. Its line is the move alone, since what follows
    /// depends on the dice; at a chance node there is no move. It is solved if every line was followed to its end.
    pub report: Report<M>,
}

impl<M: Copy> Expectation<M> {
    /// Runs `search` on the root, with the depth of the limits.
    pub(crate) fn of<G, E>(
        game: &mut G,
        evaluator: &mut E,
        limits: &Limits,
        search: impl FnOnce(&mut Walk<'_, G, E>, u32) -> Result<f64, Stopped>,
    ) -> Expectation<M>
    where
        G: Stochastic + Game<Move = M>,
        E: Evaluator<G>,
    {
        let depth = limits.depth.unwrap_or(u32::MAX);
        let mut walk = Walk::new(game, evaluator, limits);
        let result = walk.root().and_then(|()| search(&mut walk, depth));
        let mut rolls = Vec::new();
        let ended = walk.game().payoff().is_some();
        if !ended {
            walk.game().rolls(&mut rolls);
        }
        if result.is_ok() {
            walk.stats.depth = depth;
        }
        if rolls.is_empty() {
            let solved = walk.unsure() == 0;
            let report = walk.report(result.map(score), solved);
            let known = (f64::from(report.score.raw()) / 1000.0).max(-G::LARGEST);
            return Expectation { value: result.unwrap_or(known), report };
        }
        // A chance node has no move to offer, and without all of its rolls nothing is known.
        let report = Report {
            score: result.map_or(Score::LOWEST, score),
            bound: if result.is_ok() { Bound::Exact } else { Bound::Lower },
            best: None,
            line: Vec::new(),
            solved: result.is_ok() && walk.unsure() == 0,
            stopped: result.err(),
            stats: walk.stats_now(),
        };
        Expectation { value: result.unwrap_or(-G::LARGEST), report }
    }
}

/// A payoff in thousandths.
pub(crate) fn score(value: f64) -> Score {
    Score::new((value * 1000.0).round() as i32)
}

/// The payoff of a finished game, or the evaluator's word at the horizon.
pub(crate) fn leaf<G: Stochastic, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, depth: u32) -> Option<f64> {
    if let Some(payoff) = walk.game().payoff() {
        return Some(payoff);
    }
    let estimated = || (f64::from(walk.evaluate().raw()) / 1000.0).clamp(-G::LARGEST, G::LARGEST);
    (depth == 0).then(estimated)
}
