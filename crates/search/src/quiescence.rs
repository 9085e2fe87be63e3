//! Quiescence search: estimate quiet positions only.
//!
//! An estimate taken in the middle of an exchange is worthless: the piece just taken may be taken back at once. So at
//! the end of the depth the search goes on with the *noisy* moves alone until none is left (Shannon 1950 asks for it;
//! Harris, *The heuristic search and the game of chess*, 1975, names it). The player to move need not join in: the
//! estimate itself is a lower bound ("stand pat") unless the position must be answered, as a check must.
//!
//! Which moves are noisy only the game knows: [`Noisy`]. The depth is bounded, since a game's noise need not end.
//! Left out: delta pruning and exchange evaluation, which know what a piece is worth.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::horizon::Horizon;
use crate::limits::Stopped;
use crate::movelist::MoveList;
use crate::score::Score;
use crate::walk::Walk;

/// A game that can tell its noisy moves from the quiet ones.
pub trait Noisy: Game {
    /// Pushes the moves after which an estimate would be premature: captures, threats, answers to them.
    fn noisy_moves(&self, list: &mut MoveList<Self::Move>);

    /// Whether the player to move is forced to react, so that standing pat is no option and every move must be tried.
    fn must_answer(&self) -> bool {
        false
    }
}

/// Follows noisy moves, at most so many plies, before it asks the evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Quiescence {
    /// The most plies that noise is followed.
    pub plies: u32,
}

impl<G: Noisy, E: Evaluator<G>> Horizon<G, E> for Quiescence {
    fn value(&mut self, walk: &mut Walk<'_, G, E>, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        settle(walk, self.plies, alpha, beta)
    }
}

fn settle<G: Noisy, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    plies: u32,
    alpha: Score,
    beta: Score,
) -> Result<Score, Stopped> {
    if let Some(score) = walk.ended() {
        return Ok(score);
    }
    let forced = plies > 0 && walk.game().must_answer();
    let mut best = if forced { Score::LOWEST } else { walk.evaluate() };
    if plies == 0 || best >= beta {
        return Ok(best);
    }
    let span = if forced { walk.moves() } else { walk.moves_by(|game, list| game.noisy_moves(list)) };
    for i in 0..span.len() {
        let mv = walk.listed(span, i);
        let score = -walk.after(mv, |walk| settle(walk, plies - 1, -beta, -best.max(alpha)))?;
        best = best.max(score);
        if best >= beta {
            walk.stats.cutoffs += 1;
            walk.stats.first_cutoffs += u64::from(i == 0);
            break;
        }
    }
    walk.release(span);
    Ok(best)
}
