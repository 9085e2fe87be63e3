//! Expectiminimax: minimax for games with dice.
//!
//! A player's position is worth its best move, a chance node the mean of its rolls (Michie, *Game-playing and
//! game-learning automata*, 1966). Depth counts the players' moves; a roll is free, so depth 1 weighs each move by what
//! the evaluator says before the opponent rolls. It visits (b n)^d positions for b moves and n rolls.
//!
//! Left out: cuts. This is the slow twin of [`Star1`](crate::Star1).

use crate::chance::{Expectation, Stochastic, leaf, score};
use crate::evaluator::Evaluator;
use crate::limits::{Limits, Stopped};
use crate::walk::Walk;

/// Full expectiminimax to a fixed depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectiminimax;

impl Expectiminimax {
    /// Searches `game` to the depth of `limits`, or to the end of the game if they have none.
    pub fn run<G, E>(&mut self, game: &mut G, evaluator: &mut E, limits: &Limits) -> Expectation<G::Move>
    where
        G: Stochastic,
        E: Evaluator<G>,
    {
        let mut rolls = Vec::new();
        Expectation::of(game, evaluator, limits, |walk, depth| node(walk, depth, &mut rolls))
    }
}

/// The value for the player whose turn it is. `rolls` is one stack for the whole search.
fn node<G: Stochastic, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    depth: u32,
    rolls: &mut Vec<(G::Move, f64)>,
) -> Result<f64, Stopped> {
    if let Some(value) = leaf(walk, depth) {
        return Ok(value);
    }
    let start = rolls.len();
    walk.game().rolls(rolls);
    if rolls.len() > start {
        let mut mean = 0.0;
        for i in start..rolls.len() {
            let (roll, probability) = rolls[i];
            mean += probability * walk.after(roll, |walk| node(walk, depth, rolls))?;
        }
        rolls.truncate(start);
        return Ok(mean);
    }
    let mut best = f64::NEG_INFINITY;
    let span = walk.moves();
    for i in 0..span.len() {
        let mv = walk.listed(span, i);
        let value = -walk.after(mv, |walk| node(walk, depth - 1, rolls))?;
        if value > best {
            best = value;
            if walk.ply() == 0 {
                walk.improve(mv, score(value));
            }
        }
    }
    walk.release(span);
    Ok(best)
}
