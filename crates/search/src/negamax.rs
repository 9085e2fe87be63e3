//! Negamax: minimax in one procedure.
//!
//! What is good for one player is as bad for the other, so `max(a, b) = -min(-a, -b)` and both procedures of minimax
//! become one that negates what comes back from below (Knuth and Moore, *An analysis of alpha-beta pruning*, 1975). Same
//! positions, same values, half the code.
//!
//! Left out: cuts and tables, which are alpha-beta's file.

use crate::evaluator::Evaluator;
use crate::fixed_depth::FixedDepth;
use crate::game::Game;
use crate::limits::Stopped;
use crate::score::Score;
use crate::walk::Walk;

/// Full negamax to a fixed depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Negamax;

impl<G: Game, E: Evaluator<G>> FixedDepth<G, E> for Negamax {
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        walk.root()?;
        node(walk, depth)
    }
}

fn node<G: Game, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
    if let Some(score) = walk.ended() {
        return Ok(score);
    }
    if depth == 0 {
        return Ok(walk.evaluate());
    }
    let mut best = Score::LOWEST;
    let span = walk.moves();
    walk.hint_first(span);
    for i in 0..span.len() {
        let mv = walk.listed(span, i);
        let score = -walk.after(mv, |walk| node(walk, depth - 1))?;
        if score > best {
            best = score;
            walk.improve(mv, score);
        }
    }
    walk.release(span);
    Ok(best)
}
