//! Keys of positions, kept while playing, for the position and its mirror images at once.
//!
//! Zobrist (1970): a position's key is the exclusive or of one random number for each stone. The eight numbers that a stone
//! contributes to the keys of the eight images of the position lie side by side, 64 bytes, one cache line: keeping all eight
//! costs hardly more than keeping one. A board with fewer symmetries has its images repeated, so that the code has no cases.
//!
//! This is the scheme of all keys of boards. The solver without gravity gives numbers to walls too and takes its images from here
//! ([`Images::of`]); the champion, which keeps no images, has one number a stone: 3.6 kB instead of 28.8 kB on 15x15, where
//! a first-level cache has 32 or 48 kB. The keys of `search`, which knows no boards, are those of any set of features.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{Board, Cell, Rng, Rules, Side, Symmetry};

/// A 64-bit key of a position. Equal positions have equal keys; different ones almost surely different keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(pub u64);

/// The key that a position shares with its images. A move is stored with it after mapping it by the symmetry, and is read back by
/// mapping it with the inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The least key of the images.
    pub key: Key,
    /// Leads from the position to the image that has it.
    pub symmetry: Symmetry,
}

/// One number for each symmetric image of a board, combined by exclusive or.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Images([u64; Symmetry::MOST]);

impl Images {
    /// What a cell contributes to the keys of the images of a position, each cell having the number that `number` gives it.
    pub fn of(rules: Rules, cell: Cell, number: impl Fn(Cell) -> u64) -> Images {
        Images(std::array::from_fn(|i| number(Symmetry::numbered(i, rules).map(rules, cell))))
    }

    /// Adds what a cell contributes, or takes it away.
    #[inline]
    pub fn toggle(&mut self, other: &Images) {
        self.0.iter_mut().zip(&other.0).for_each(|(key, number)| *key ^= number);
    }

    /// The least of them, which all images of a position share.
    #[inline]
    pub fn least(&self) -> u64 {
        self.0.into_iter().min().unwrap_or(0)
    }
}

/// Toggled whenever the turn changes; a stone's numbers contain it, because playing a stone changes the turn.
const TURN: u64 = 0x5bf0_3635_d1f4_bb21;

/// The random numbers of one board size.
#[derive(Debug)]
pub struct Zobrist {
    rules: Rules,
    /// By cell and side.
    stones: Box<[[Images; 2]]>,
}

impl Zobrist {
    /// The numbers for these rules: the same in every run, and the same for a cell whatever K and gravity.
    pub fn new(rules: Rules) -> Zobrist {
        let number = |cell: Cell, side: Side| {
            let seed = (cell.row() << 16 | cell.col() << 1 | side.index()) as u64;
            Rng::new(seed.wrapping_mul(0xd134_2543_de82_ef95)).next_u64()
        };
        let images = |cell: Cell, side: Side| Images::of(rules, cell, |image| number(image, side) ^ TURN);
        Zobrist { rules, stones: rules.all_cells().map(|cell| Side::BOTH.map(|side| images(cell, side))).collect() }
    }

    #[inline]
    fn stone(&self, cell: Cell, side: Side) -> &Images {
        &self.stones[cell.row() * self.rules.cols() + cell.col()][side.index()]
    }

    /// The keys of a position computed afresh, as [`Keyed`] keeps them.
    pub fn keys_of(&self, board: &impl Board) -> Keys {
        let mut keys = Keys::default();
        for cell in self.rules.all_cells() {
            if let Some(side) = board.get(cell) {
                keys.toggle(self.stone(cell, side));
                keys.turn();
            }
        }
        if board.to_move() == Side::Second {
            keys.turn();
        }
        keys
    }
}

/// The keys of a position and of its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Keys(Images);

impl Keys {
    /// The key of the position itself.
    #[inline]
    pub fn key(&self) -> Key {
        Key(self.0.0[0])
    }

    /// The key of the position after a symmetry of its board.
    #[inline]
    pub fn image(&self, symmetry: Symmetry) -> Key {
        Key(self.0.0[symmetry.index()])
    }

    /// The least of the keys, which all images share, and a symmetry that leads to the image it belongs to.
    #[inline]
    pub fn canonical(&self, rules: Rules) -> Canonical {
        let least = self.0.least();
        let index = self.0.0.iter().position(|&key| key == least).unwrap_or(0);
        Canonical { key: Key(least), symmetry: Symmetry::numbered(index, rules) }
    }

    #[inline]
    fn toggle(&mut self, stone: &Images) {
        self.0.toggle(stone);
    }

    #[inline]
    fn turn(&mut self) {
        self.0.0.iter_mut().for_each(|key| *key ^= TURN);
    }
}

/// A board that keeps its keys while moves are played and taken back.
///
/// ```
/// use filetto_rules::{Board, Cell, Grid, Keyed, Rules};
///
/// let mut left = Keyed::<Grid<u32>>::fitting(Rules::CONNECT4).unwrap();
/// let mut right = left.clone();
/// left.play(Cell::new(0, 2))?;
/// right.play(Cell::new(0, 4))?;
/// assert_ne!(left.key(), right.key());
/// assert_eq!(left.canonical().key, right.canonical().key);
/// # Ok::<(), filetto_rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Keyed<B> {
    board: B,
    keys: Keys,
    zobrist: Arc<Zobrist>,
}

impl<B: Board> Keyed<B> {
    /// The key of the position.
    #[inline]
    pub fn key(&self) -> Key {
        self.keys.key()
    }

    /// The keys of the position and its images.
    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The key that the position shares with its images: see [`Keys::canonical`].
    #[inline]
    pub fn canonical(&self) -> Canonical {
        self.keys.canonical(self.rules())
    }

    /// The board without its keys.
    #[inline]
    pub fn board(&self) -> &B {
        &self.board
    }
}

impl<B: Board> From<B> for Keyed<B> {
    fn from(board: B) -> Self {
        let zobrist = Arc::new(Zobrist::new(board.rules()));
        Keyed { keys: zobrist.keys_of(&board), board, zobrist }
    }
}

impl<B: Board> Board for Keyed<B> {
    fn fitting(rules: Rules) -> Option<Self> {
        B::fitting(rules).map(Keyed::from)
    }

    #[inline]
    fn rules(&self) -> Rules {
        self.board.rules()
    }

    #[inline]
    fn stones(&self) -> usize {
        self.board.stones()
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.board.to_move()
    }

    #[inline]
    fn get(&self, cell: Cell) -> Option<Side> {
        self.board.get(cell)
    }

    #[inline]
    fn winning_move(&self) -> Option<Cell> {
        self.board.winning_move()
    }

    #[inline]
    fn landing(&self, col: usize) -> Option<Cell> {
        self.board.landing(col)
    }

    #[inline]
    fn try_empty<T>(&self, visit: impl FnMut(Cell) -> ControlFlow<T>) -> ControlFlow<T> {
        self.board.try_empty(visit)
    }

    #[inline]
    fn play_fast(&mut self, cell: Cell) {
        self.keys.toggle(self.zobrist.stone(cell, self.board.to_move()));
        self.board.play_fast(cell);
    }

    #[inline]
    fn undo(&mut self, cell: Cell) {
        self.board.undo(cell);
        self.keys.toggle(self.zobrist.stone(cell, self.board.to_move()));
    }

    #[inline]
    fn pass(&mut self) {
        self.board.pass();
        self.keys.turn();
    }

    fn put(&mut self, cell: Cell, side: Side) {
        self.board.put(cell, side);
        self.keys.toggle(self.zobrist.stone(cell, side));
        self.keys.turn();
    }
}
