//! Minimax as the textbooks tell it: two procedures, one that maximises and one that minimises.
//!
//! The value of a position is what the best move keeps if the other player also plays best (von Neumann 1928; Shannon,
//! *Programming a computer for playing chess*, 1950). `maxi` is the player at the root, `mini` the opponent; each calls
//! the other. All scores are the root player's. It visits b^d positions.
//!
//! Left out, deliberately: everything. No cut, no table, no order; this is the slow twin that every other full-width
//! search of the crate must agree with.

use crate::evaluator::Evaluator;
use crate::fixed_depth::FixedDepth;
use crate::game::Game;
use crate::limits::Stopped;
use crate::score::Score;
use crate::walk::Walk;

/// Full minimax to a fixed depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl<G: Game, E: Evaluator<G>> FixedDepth<G, E> for Minimax {
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        walk.root()?;
        maxi(walk, depth)
    }
}

fn maxi<G: Game, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
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
        let score = walk.after(mv, |walk| mini(walk, depth - 1))?;
        if score > best {
            best = score;
            walk.improve(mv, score);
        }
    }
    walk.release(span);
    Ok(best)
}

fn mini<G: Game, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
    // The game and the evaluator speak for the player to move, who is the opponent here.
    if let Some(score) = walk.ended() {
        return Ok(-score);
    }
    if depth == 0 {
        return Ok(-walk.evaluate());
    }
    let mut best = Score::HIGHEST;
    let span = walk.moves();
    for i in 0..span.len() {
        let mv = walk.listed(span, i);
        let score = walk.after(mv, |walk| maxi(walk, depth - 1))?;
        if score < best {
            best = score;
            walk.improve(mv, score);
        }
    }
    walk.release(span);
    Ok(best)
}
