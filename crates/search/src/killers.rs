//! Killers and counter-moves: refutations remembered by where and by what they refuted.
//!
//! *Killer heuristic* (Huberman 1968; Akl and Newborn 1977): the last two moves that gave a cutoff at a ply are tried
//! early at that ply, since sisters are mostly refuted alike. *Counter-move heuristic* (Uiterwijk 1992): the last
//! refutation of a move is tried early when that move is played again. Neither can propose an illegal move, since only
//! moves that the game lists are ranked.

use crate::game::Game;
use crate::history::HIGHEST;
use crate::order::{Order, Place};

/// Two refutations for each ply.
#[derive(Clone, Debug)]
pub struct Killers<M> {
    plies: Vec<[Option<M>; 2]>,
}

impl<M: Copy> Killers<M> {
    /// No killers yet.
    pub fn new() -> Self {
        Killers { plies: Vec::new() }
    }
}

impl<M: Copy> Default for Killers<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Order<G> for Killers<G::Move> {
    fn rank(&mut self, _: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        match self.plies.get(place.ply as usize) {
            Some([first, _]) if *first == Some(mv) => 4 * HIGHEST,
            Some([_, second]) if *second == Some(mv) => 3 * HIGHEST,
            _ => 0,
        }
    }

    fn cutoff(&mut self, _: &G, mv: G::Move, place: Place<G::Move>) {
        let ply = place.ply as usize;
        if ply >= self.plies.len() {
            self.plies.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.plies[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
    }
}

/// For each move the one that refuted it last.
#[derive(Clone, Debug)]
pub struct CounterMoves<M> {
    replies: Vec<[Option<M>; 2]>,
}

impl<M: Copy> CounterMoves<M> {
    /// No replies yet.
    pub fn new() -> Self {
        CounterMoves { replies: Vec::new() }
    }
}

impl<M: Copy> Default for CounterMoves<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Order<G> for CounterMoves<G::Move> {
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        let replies = place.previous.and_then(|previous| self.replies.get(game.index(previous)));
        let known = replies.is_some_and(|replies| replies[place.ply as usize & 1] == Some(mv));
        if known { 2 * HIGHEST } else { 0 }
    }

    fn cutoff(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) {
        let Some(previous) = place.previous.map(|previous| game.index(previous)) else {
            return;
        };
        if previous >= self.replies.len() {
            self.replies.resize(previous + 1, [None; 2]);
        }
        self.replies[previous][place.ply as usize & 1] = Some(mv);
    }
}
