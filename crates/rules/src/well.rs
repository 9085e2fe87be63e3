//! The whole board in one machine word.
//!
//! Columns lie one after the other from the bottom up, each with one bit to spare at the top that is never set; shifted
//! copies of the word then line up in all four directions and no row runs over into the next column:
//!
//! ```text
//!  .  .  .          3  7 11        a 3x3 board: bit number of each cell,
//!  2  6 10          the top row is the spare one
//!  1  5  9
//!  0  4  8
//! ```
//!
//! Two words say all: every stone, and the stones of the side to move (so that changing sides is one exclusive or).

use std::ops::ControlFlow;

use crate::{Board, Cell, Rules, Shape, Side, Variants, WinRule, Word};

/// A board of `cols * (rows + 1)` bits in one word: a `Copy` value of a few machine words, for exact solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Well<W, S> {
    /// Stones of the side to move.
    own: W,
    /// All stones.
    all: W,
    stones: u16,
    to_move: Side,
    win: Option<Cell>,
    shape: S,
}

impl<W: Word, S: Shape> Well<W, S> {
    /// What it can play, if the board fits the word: shifted copies see K in a row, not how much longer it is.
    pub const VARIANTS: Variants = Variants { win_rules: &[WinRule::AtLeast], ..Variants::all("a board in one word") };

    /// The stones of the side to move, one bit a cell.
    #[inline]
    pub fn own(&self) -> W {
        self.own
    }

    /// All stones, one bit a cell.
    #[inline]
    pub fn all(&self) -> W {
        self.all
    }

    /// Number of the cell's bit.
    #[inline]
    fn index(self, cell: Cell) -> u32 {
        (cell.col() * self.stride() + cell.row()) as u32
    }

    /// Bits from one column to the next.
    #[inline]
    fn stride(self) -> usize {
        self.shape.rules().rows() + 1
    }

    /// Whether `k` of these stones are in a row.
    #[inline]
    fn has_row(self, stones: W) -> bool {
        let (rules, stride) = (self.shape.rules(), self.stride() as u32);
        // A direction in which no row fits is left out: its shifts would be longer than the word.
        match (rules.k() <= rules.rows(), rules.k() <= rules.cols()) {
            (true, true) => row_starts(stones, rules.k(), [1, stride, stride - 1, stride + 1]),
            (true, false) => row_starts(stones, rules.k(), [1]),
            _ => row_starts(stones, rules.k(), [stride]),
        }
    }
}

/// Whether some stone begins a row of `k` in one of these directions, given as distances between bits. The length is doubled
/// at each step, so that four in a row take two shifts a direction; all directions go together, without a branch between.
#[inline]
fn row_starts<W: Word, const N: usize>(stones: W, k: usize, steps: [u32; N]) -> bool {
    let (mut starts, mut len) = ([stones; N], 1);
    while len < k {
        let more = len.min(k - len);
        for (starts, step) in starts.iter_mut().zip(steps) {
            *starts &= *starts >> (more as u32 * step);
        }
        len += more;
    }
    starts.into_iter().fold(W::ZERO, |all, starts| all | starts) != W::ZERO
}

impl<W: Word, S: Shape> Board for Well<W, S> {
    fn fitting(rules: Rules) -> Option<Self> {
        let fits = rules.cols() * (rules.rows() + 1) <= W::BITS as usize && Self::VARIANTS.check(rules).is_ok();
        let shape = S::of(rules).filter(|_| fits)?;
        Some(Well { own: W::ZERO, all: W::ZERO, stones: 0, to_move: Side::First, win: None, shape })
    }

    #[inline]
    fn rules(&self) -> Rules {
        self.shape.rules()
    }

    #[inline]
    fn stones(&self) -> usize {
        self.stones.into()
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn get(&self, cell: Cell) -> Option<Side> {
        if !self.rules().contains(cell) || !self.all.has(self.index(cell)) {
            return None;
        }
        let own = self.own.has(self.index(cell));
        Some(if own { self.to_move } else { self.to_move.other() })
    }

    #[inline]
    fn winning_move(&self) -> Option<Cell> {
        self.win
    }

    #[inline]
    fn landing(&self, col: usize) -> Option<Cell> {
        let rules = self.rules();
        if col >= rules.cols() {
            return None;
        }
        // In a position with floating stones (no gravity) the lowest gap is the answer too.
        let row = (self.all >> (col * self.stride()) as u32).trailing_ones() as usize;
        (row < rules.rows()).then(|| Cell::new(row, col))
    }

    fn try_empty<B>(&self, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        let rules = self.rules();
        for row in 0..rules.rows() {
            for col in 0..rules.cols() {
                let cell = Cell::new(row, col);
                if !self.all.has(self.index(cell)) {
                    visit(cell)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_fast(&mut self, cell: Cell) {
        self.own ^= self.all;
        self.all |= W::bit(self.index(cell));
        self.stones += 1;
        self.to_move = self.to_move.other();
        if self.has_row(self.own ^ self.all) {
            self.win = Some(cell);
        }
    }

    #[inline]
    fn undo(&mut self, cell: Cell) {
        self.all ^= W::bit(self.index(cell));
        self.own ^= self.all;
        self.stones -= 1;
        self.to_move = self.to_move.other();
        self.win = None;
    }

    #[inline]
    fn pass(&mut self) {
        self.own ^= self.all;
        self.to_move = self.to_move.other();
    }

    fn put(&mut self, cell: Cell, side: Side) {
        let bit = W::bit(self.index(cell));
        self.all |= bit;
        if side == self.to_move {
            self.own |= bit;
        }
        self.stones += 1;
    }
}
