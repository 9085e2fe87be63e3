//! A position as the search sees it: stones, the cells that win for either side, and the moves that do not lose at once.
//!
//! The contract of a node, after Pons's non-losing moves and the prototype's restructuring: the side to move has no immediate win, and
//! `moves` holds its moves after which the opponent has none either. Playing a move computes the mover's winning
//! cells once; they are the child's `theirs`, and the child's moves follow in a handful of operations. Two threats at
//! once, or one on top of a forced reply, leave the child without moves: the game is over two stones later, and no
//! node was spent on it.

use super::lines::winning_cells;
use super::shape::Shape;
use super::word::Word;

/// A position with two ways or more to go on, or none (`moves` empty: the board is full or every move loses).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Well<W> {
    /// Stones of the side to move.
    pub(crate) me: W,
    /// All stones.
    pub(crate) mask: W,
    /// Cells that win for the side to move; none can be played now.
    pub(crate) mine: W,
    /// Cells that win for the opponent.
    pub(crate) theirs: W,
    /// Moves that do not lose at once.
    pub(crate) moves: W,
    /// How many stones lie on the board.
    pub(crate) stones: u32,
}

impl<W: Word> Well<W> {
    /// The position after `x`, one of the moves.
    #[inline(always)]
    pub(crate) fn play<S: Shape<Word = W>>(&self, s: S, x: W) -> Well<W> {
        let mask = self.mask | x;
        let own = self.me | x;
        let theirs = winning_cells(s, own, s.board() & !mask);
        Well {
            me: mask ^ own,
            mask,
            mine: self.theirs & !x,
            theirs,
            moves: non_losing(s, mask, theirs),
            stones: self.stones + 1,
        }
    }

    /// The cells that a stone can be dropped into.
    #[inline(always)]
    pub(crate) fn playable<S: Shape<Word = W>>(&self, s: S) -> W {
        playable(s, self.mask)
    }
}

/// The lowest empty cell of every column that is not full.
#[inline(always)]
pub(crate) fn playable<S: Shape>(s: S, mask: S::Word) -> S::Word {
    mask.plus(s.bottom()) & s.board()
}

/// Moves after which the opponent, who wins on `theirs`, cannot win at once.
#[inline(always)]
pub(crate) fn non_losing<S: Shape>(s: S, mask: S::Word, theirs: S::Word) -> S::Word {
    let playable = playable(s, mask);
    let forced = playable & theirs;
    // Never below a winning cell of the opponent.
    let moves = playable & !(theirs >> 1);
    if forced.is_zero() {
        moves
    } else if forced.several() {
        S::Word::ZERO
    } else {
        moves & forced
    }
}
