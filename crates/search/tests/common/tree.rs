//! A random game tree, or rather a layered graph: many positions are reached by several orders of moves.

use filetto_search::{Game, Key, MoveList, Outcome, Rng};

use super::mix;

/// A walk through a random tree; everything about a position is a function of the seed and of where it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tree {
    pub(crate) seed: u64,
    levels: u64,
    width: u64,
    branching: u64,
    path: Vec<u64>,
}

impl Tree {
    pub(crate) fn random(rng: &mut Rng) -> Tree {
        Tree {
            seed: rng.bits(),
            levels: 2 + rng.below(5) as u64,
            width: 1 + rng.below(12) as u64,
            branching: 1 + rng.below(5) as u64,
            path: vec![0],
        }
    }

    fn level(&self) -> u64 {
        self.path.len() as u64 - 1
    }

    fn place(&self) -> u64 {
        self.path[self.path.len() - 1]
    }
}

impl Game for Tree {
    type Move = u8;

    fn moves(&self, list: &mut MoveList<u8>) {
        let count = 1 + mix(&[self.key().0, 1]) % self.branching;
        (0..count as u8).for_each(|mv| list.push(mv));
    }

    fn play(&mut self, mv: u8) {
        let child = mix(&[self.key().0, 2, u64::from(mv)]) % self.width;
        self.path.push(child);
    }

    fn undo(&mut self, _: u8) {
        self.path.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        let fate = mix(&[self.key().0, 3]);
        let early = self.level() > 1 && fate.is_multiple_of(6);
        (early || self.level() == self.levels).then_some(match (fate >> 8) % 5 {
            0 => Outcome::Win,
            1 | 2 => Outcome::Draw,
            _ => Outcome::Loss,
        })
    }

    fn key(&self) -> Key {
        Key(mix(&[self.seed, self.level(), self.place()]))
    }

    fn index(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn indices(&self) -> usize {
        5
    }
}
