//! What a game must tell a search.

use std::fmt::Debug;

use crate::keys::Key;
use crate::movelist::MoveList;
use crate::rng::Rng;

/// How a finished game ended, seen by the player who would be to move.
///
/// In most games the player to move can only have lost or drawn, since the move that ended the game was the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// The player to move has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The player to move has lost.
    Loss,
}

/// Which symmetry of a game leads from a position to its canonical form; the numbers are the game's own,
/// but 0 leaves everything as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Symmetry(pub u8);

/// What a position shares with all positions that are the same but for a symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Canonical {
    /// The key of all of them.
    pub key: Key,
    /// What leads from this position to the one that has that key.
    pub symmetry: Symmetry,
}

/// A position of a two-player zero-sum game with perfect information in which the players take turns.
///
/// A search owns one position and walks it down and up: `play` and `undo` are the hot path, and no position is cloned.
/// A game whose player may pass has the pass as a move.
pub trait Game {
    /// A move; small, since stacks of them are kept.
    type Move: Copy + Eq + Debug;

    /// Pushes every move of the player to move. A position without an [`outcome`](Self::outcome) has at least one.
    fn moves(&self, list: &mut MoveList<Self::Move>);

    /// Plays a move that [`moves`](Self::moves) gave.
    fn play(&mut self, mv: Self::Move);

    /// Takes back `mv`, which was the last move played.
    fn undo(&mut self, mv: Self::Move);

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The position's key. Positions that can still go differently must have different keys, but for the odds of a
    /// 64-bit collision; who is to move is part of the position.
    fn key(&self) -> Key;

    /// A small number for a move, below [`indices`](Self::indices). Tables of moves are arrays over it. Different moves
    /// of one position must have different numbers.
    fn index(&self, mv: Self::Move) -> usize;

    /// One more than the largest [`index`](Self::index); at most 65,535, so that a table entry has room for it.
    fn indices(&self) -> usize;

    /// The key shared by all positions that are this one but for a symmetry. Without symmetries: the plain key.
    fn canonical(&self) -> Canonical {
        Canonical { key: self.key(), symmetry: Symmetry::default() }
    }

    /// The [`index`](Self::index) of the move that `mv` becomes under a symmetry that [`canonical`](Self::canonical) gave.
    fn canonical_index(&self, mv: Self::Move, symmetry: Symmetry) -> usize {
        let _ = symmetry;
        self.index(mv)
    }

    /// A random move, for playouts. `list` is scratch space. A game that can draw a move without listing all of them
    /// makes its playouts cheaper by doing so here.
    fn random_move(&self, rng: &mut Rng, list: &mut MoveList<Self::Move>) -> Option<Self::Move> {
        let start = list.len();
        self.moves(list);
        let span = list.since(start);
        let mv = (!span.is_empty()).then(|| list.get(span, rng.below(span.len())));
        list.release(span);
        mv
    }
}
