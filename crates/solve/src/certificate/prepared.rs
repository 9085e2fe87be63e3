//! Strategies that somebody else found: one pairing, or a reply and a pairing for each opening.

use filetto_rules::{Cell, Rules, Side, Symmetry};

use super::{Leaf, Reply, Strategy};

/// The second player's answer to one opening, and how it holds from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The first player's move.
    pub first: Cell,
    /// The answer.
    pub reply: Cell,
    /// Pairs of the cells that are left.
    pub pairs: Vec<[Cell; 2]>,
}

/// A draw that is known without a search.
#[derive(Clone, Debug)]
pub struct Prepared {
    rules: Rules,
    openings: Vec<Opening>,
    pairs: Option<Vec<[Cell; 2]>>,
    moves: Vec<Cell>,
}

impl Prepared {
    /// A pairing of the empty board.
    pub fn pairing(rules: Rules, pairs: Vec<[Cell; 2]>) -> Prepared {
        Prepared { rules, openings: Vec::new(), pairs: Some(pairs), moves: Vec::new() }
    }

    /// An answer to every opening up to symmetry.
    pub fn openings(rules: Rules, openings: Vec<Opening>) -> Prepared {
        Prepared { rules, openings, pairs: None, moves: Vec::new() }
    }

    /// The opening that was played and the symmetry that brings the stored one there.
    fn opening(&self) -> Option<(&Opening, Symmetry)> {
        let played = *self.moves.first()?;
        let symmetries = Symmetry::of(self.rules);
        let mut all = self.openings.iter().flat_map(|opening| symmetries.clone().map(move |s| (opening, s)));
        all.find(|(opening, s)| s.map(self.rules, opening.first) == played)
    }
}

impl Strategy for Prepared {
    fn play(&mut self, cell: Cell, _: Side) {
        self.moves.push(cell);
    }

    fn undo(&mut self, _: Cell) {
        self.moves.pop();
    }

    fn reply(&mut self) -> Option<Reply> {
        let (opening, s) = self.opening().filter(|_| self.moves.len() == 1)?;
        Some(Reply::Move(s.map(self.rules, opening.reply)))
    }

    fn leaf(&mut self) -> Option<Leaf> {
        if let Some(pairs) = &self.pairs {
            return Some(Leaf::Pairs(pairs.clone()));
        }
        let (opening, s) = self.opening()?;
        let pairs = opening.pairs.iter().map(|pair| pair.map(|cell| s.map(self.rules, cell)));
        Some(Leaf::Pairs(pairs.collect()))
    }
}
