//! The best order there is, known by looking first: for measuring, not for playing.
//!
//! How much alpha-beta gains depends on the order of moves. To show the two ends of the scale, this order is given the
//! minimax value of every move of the tree beforehand and ranks by it; [`Reversed`](crate::Reversed) it is the worst
//! order there is. Learning visits the whole tree and keeps it in memory, so it is meant for small ones.

use std::collections::HashMap;

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::keys::Key;
use crate::limits::{Limits, Stopped};
use crate::order::{Order, Place};
use crate::score::Score;
use crate::walk::Walk;

/// Ranks moves by the value that a full minimax found for them.
#[derive(Clone, Debug, Default)]
pub struct Hindsight {
    values: HashMap<(Key, u32, usize), i32>,
}

impl Hindsight {
    /// Learns the value of every move of the tree under `game`, `depth` plies deep.
    pub fn learn<G: Game, E: Evaluator<G>>(
        game: &mut G,
        evaluator: &mut E,
        limits: &Limits,
        depth: u32,
    ) -> Result<Hindsight, Stopped> {
        let mut hindsight = Hindsight::default();
        let mut walk = Walk::new(game, evaluator, limits);
        walk.root()?;
        hindsight.node(&mut walk, depth)?;
        Ok(hindsight)
    }

    fn node<G: Game, E: Evaluator<G>>(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        if let Some(score) = walk.ended() {
            return Ok(score);
        }
        if depth == 0 {
            return Ok(walk.evaluate());
        }
        let key = walk.game().key();
        let mut best = Score::LOWEST;
        let span = walk.moves();
        for i in 0..span.len() {
            let mv = walk.listed(span, i);
            let score = -walk.after(mv, |walk| self.node(walk, depth - 1))?;
            self.values.insert((key, depth, walk.game().index(mv)), score.raw());
            best = best.max(score);
        }
        walk.release(span);
        Ok(best)
    }
}

impl<G: Game> Order<G> for Hindsight {
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        self.values.get(&(game.key(), place.depth, game.index(mv))).copied().unwrap_or(0)
    }
}
