//! A random tree in which players and dice alternate: choice, roll, choice, roll.

use filetto_search::{Game, Key, MoveList, Outcome, Rng, Stochastic};

use super::mix;

/// A walk through a random tree; everything about a position is a function of the seed and of the path.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    seed: u64,
    levels: u64,
    branching: u64,
    sides: u64,
    path: Vec<u64>,
}

impl Dice {
    /// A random tree, its root a player's or a chance node.
    pub(crate) fn random(rng: &mut Rng) -> Dice {
        let (levels, branching, sides) = (2 + rng.below(4), 1 + rng.below(4), 1 + rng.below(4));
        let path = if rng.below(2) == 0 { vec![0] } else { vec![0, 0] };
        Dice { seed: rng.bits(), levels: levels as u64, branching: branching as u64, sides: sides as u64, path }
    }

    fn rolling(&self) -> bool {
        self.path.len().is_multiple_of(2)
    }
}

impl Game for Dice {
    type Move = u8;

    fn moves(&self, list: &mut MoveList<u8>) {
        assert!(!self.rolling(), "dice have no choice");
        let count = 1 + mix(&[self.key().0, 1]) % self.branching;
        (0..count as u8).for_each(|mv| list.push(mv));
    }

    fn play(&mut self, mv: u8) {
        let child = mix(&[self.key().0, 2, u64::from(mv)]);
        self.path.push(child);
    }

    fn undo(&mut self, _: u8) {
        self.path.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.payoff().map(|payoff| if payoff > 0.0 { Outcome::Win } else { Outcome::Loss })
    }

    fn key(&self) -> Key {
        Key(mix(&[self.seed, self.path.len() as u64, self.path[self.path.len() - 1]]))
    }

    fn index(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn indices(&self) -> usize {
        8
    }
}

impl Stochastic for Dice {
    const LARGEST: f64 = 3.0;

    fn rolls(&self, rolls: &mut Vec<(u8, f64)>) {
        if self.rolling() {
            let weights: Vec<u64> = (0..self.sides).map(|i| 1 + mix(&[self.key().0, 4, i]) % 6).collect();
            let sum: u64 = weights.iter().sum();
            rolls.extend(weights.iter().zip(0..).map(|(&weight, roll)| (roll, weight as f64 / sum as f64)));
        }
    }

    /// Single, double and triple games, as in backgammon.
    fn payoff(&self) -> Option<f64> {
        let fate = mix(&[self.key().0, 3]);
        let early = self.path.len() > 3 && fate.is_multiple_of(7);
        let end = self.path.len() as u64 > 2 * self.levels;
        (early || end).then_some([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0][(fate >> 8) as usize % 6])
    }
}
