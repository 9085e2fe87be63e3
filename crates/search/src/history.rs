//! The history heuristic: a move that refuted much elsewhere is tried early here.
//!
//! Schaeffer (*The history heuristic and alpha-beta search enhancements in practice*, 1989): one counter for each move
//! and player, raised by the square of the depth whenever the move gives a cutoff, since a cutoff high in the tree saved
//! more. Counters are halved when a new iteration begins, and when one grows near the killers' rank.
//!
//! Left out: the relative history heuristic (cutoffs per trial) and malus for moves that failed; both want tuning to
//! one game.

use crate::game::Game;
use crate::order::{Order, Place};

/// The largest counter; killers and counter-moves rank above it.
pub(crate) const HIGHEST: i32 = 1 << 24;

/// Counts for each move how much it has cut off.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Two counters a move: one for the player at even plies from the root, one for the other.
    counters: Vec<[i32; 2]>,
}

impl History {
    /// Empty counters; they grow with the game.
    pub fn new() -> History {
        History::default()
    }

    fn counter(&mut self, index: usize, ply: u32) -> &mut i32 {
        if index >= self.counters.len() {
            self.counters.resize(index + 1, [0; 2]);
        }
        &mut self.counters[index][ply as usize & 1]
    }

    /// Raises a move's counter by hand, as a search with its own idea of merit does.
    pub fn credit(&mut self, index: usize, ply: u32, amount: i32) {
        let counter = self.counter(index, ply);
        *counter = counter.saturating_add(amount.max(0));
        if *counter > HIGHEST {
            self.counters.iter_mut().flatten().for_each(|counter| *counter /= 2);
            let counter = self.counter(index, ply);
            *counter = (*counter).min(HIGHEST);
        }
    }
}

impl<G: Game> Order<G> for History {
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        self.counters.get(game.index(mv)).map_or(0, |both| both[place.ply as usize & 1])
    }

    fn cutoff(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) {
        let depth = place.depth.min(1000) as i32;
        self.credit(game.index(mv), place.ply, depth * depth);
    }

    fn age(&mut self) {
        self.counters.iter_mut().flatten().for_each(|counter| *counter /= 2);
    }
}
