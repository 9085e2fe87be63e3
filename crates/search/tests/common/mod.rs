//! Games to test searches with: random trees, random trees with dice, and noughts and crosses on small boards of any shape.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub(crate) mod dice;
pub(crate) mod rows;
pub(crate) mod tree;

use filetto_search::{Evaluator, Game, Rng, Score};

/// 64 bits that depend on all of the words.
pub(crate) fn mix(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash, &word| Rng::new(hash ^ word).bits())
}

/// An estimate that is a function of the position's key, in few steps so that ties are common. It hears of every move
/// and checks that it is told the truth: the moves played and not taken back lead from the start to where it is asked.
#[derive(Default, Clone)]
pub(crate) struct Opinion {
    depth: usize,
    last: Vec<String>,
    start: u64,
}

impl<G: Game> Evaluator<G> for Opinion {
    fn evaluate(&mut self, game: &G, last: Option<G::Move>) -> Score {
        assert_eq!(last.map(|mv| format!("{mv:?}")), self.last.last().cloned());
        opinion(game)
    }

    fn start(&mut self, game: &G) {
        (self.start, self.depth) = (game.key().0, 0);
        self.last.clear();
    }

    fn playing(&mut self, game: &G, mv: G::Move) {
        self.last.push(format!("{mv:?}"));
        assert!(self.last.len() > 1 || game.key().0 == self.start);
    }

    fn played(&mut self, _: &G, _: G::Move) {
        self.depth += 1;
        assert_eq!(self.depth, self.last.len());
    }

    fn undone(&mut self, game: &G, mv: G::Move) {
        assert_eq!(self.last.pop(), Some(format!("{mv:?}")));
        self.depth -= 1;
        assert!(self.depth > 0 || game.key().0 == self.start);
    }
}

/// The estimate that [`Opinion`] gives. A symmetry does not change it.
pub(crate) fn opinion<G: Game>(game: &G) -> Score {
    Score::new((mix(&[game.canonical().key.0, 5]) % 41) as i32 - 20)
}
