//! Noughts and crosses on a small board of any shape: `k` in a row win, checked by walking over the whole board.

use filetto_search::{Canonical, Game, Key, KeyScheme, KeyWords, MoveList, Noisy, Outcome, Rng, Symmetry};

/// A position. Cell `row * cols + col` holds 0 (empty), 1 or 2.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    k: usize,
    cells: Vec<u8>,
    stones: usize,
    words: KeyWords,
}

const ZOBRIST: KeyScheme = KeyScheme::Zobrist { seed: 99 };

impl Rows {
    pub(crate) fn new(rows: usize, cols: usize, k: usize, scheme: KeyScheme) -> Rows {
        let words = KeyWords::new(scheme, 2 * rows * cols);
        Rows { rows, cols, k, cells: vec![0; rows * cols], stones: 0, words }
    }

    pub(crate) fn tictactoe() -> Rows {
        Rows::new(3, 3, 3, ZOBRIST)
    }

    /// A random shape with a random start, so that at most `empty` cells are left and the game is not over.
    pub(crate) fn random(rng: &mut Rng, empty: usize) -> Rows {
        loop {
            let mut game = Rows::new(1 + rng.below(4), 2 + rng.below(3), 2 + rng.below(3), ZOBRIST);
            let mut list = MoveList::new();
            while game.outcome().is_none() && game.cells.len() - game.stones > empty {
                let mv = game.random_move(rng, &mut list).expect("the game is not over");
                game.play(mv);
            }
            if game.outcome().is_none() {
                return game;
            }
        }
    }

    /// The same position with keys of another scheme.
    pub(crate) fn with_keys(&self, scheme: KeyScheme) -> Rows {
        Rows { words: KeyWords::new(scheme, 2 * self.cells.len()), ..self.clone() }
    }

    pub(crate) fn play_all(mut self, moves: &[u16]) -> Rows {
        moves.iter().for_each(|&mv| self.play(mv));
        self
    }

    fn mover(&self) -> u8 {
        1 + (self.stones % 2) as u8
    }

    fn has_row(&self, stone: u8) -> bool {
        let at =
            |row: usize, col: usize| row < self.rows && col < self.cols && self.cells[row * self.cols + col] == stone;
        (0..self.cells.len()).any(|cell| {
            let (row, col) = (cell / self.cols, cell % self.cols);
            (0..self.k).all(|i| at(row, col + i))
                || (0..self.k).all(|i| at(row + i, col))
                || (0..self.k).all(|i| at(row + i, col + i))
                || (0..self.k).all(|i| at(row + i, col.wrapping_sub(i)))
        })
    }

    /// Where a cell goes: bit 0 turns the columns around, bit 1 the rows.
    fn image(&self, cell: usize, symmetry: u8) -> usize {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let row = if symmetry & 2 > 0 { self.rows - 1 - row } else { row };
        let col = if symmetry & 1 > 0 { self.cols - 1 - col } else { col };
        row * self.cols + col
    }

    fn key_under(&self, symmetry: u8) -> Key {
        let stones = self.cells.iter().enumerate().filter(|(_, stone)| **stone > 0);
        stones.fold(Key::default(), |key, (cell, &stone)| {
            key ^ self.words.word(2 * self.image(cell, symmetry) + usize::from(stone) - 1)
        })
    }
}

impl Game for Rows {
    type Move = u16;

    fn moves(&self, list: &mut MoveList<u16>) {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0).for_each(|cell| list.push(cell as u16));
    }

    fn play(&mut self, mv: u16) {
        self.cells[usize::from(mv)] = self.mover();
        self.stones += 1;
    }

    fn undo(&mut self, mv: u16) {
        self.cells[usize::from(mv)] = 0;
        self.stones -= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_row(3 - self.mover()) {
            Some(Outcome::Loss)
        } else {
            (self.stones == self.cells.len()).then_some(Outcome::Draw)
        }
    }

    fn key(&self) -> Key {
        self.key_under(0)
    }

    fn index(&self, mv: u16) -> usize {
        usize::from(mv)
    }

    fn indices(&self) -> usize {
        self.cells.len()
    }

    fn canonical(&self) -> Canonical {
        let images = (0..4).map(|number| Canonical { key: self.key_under(number), symmetry: Symmetry(number) });
        images.min_by_key(|image| image.key).unwrap_or_default()
    }

    fn canonical_index(&self, mv: u16, symmetry: Symmetry) -> usize {
        self.image(usize::from(mv), symmetry.0)
    }
}

impl Noisy for Rows {
    /// Moves that win at once.
    fn noisy_moves(&self, list: &mut MoveList<u16>) {
        for cell in (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0) {
            let mut after = self.clone();
            after.play(cell as u16);
            if after.outcome() == Some(Outcome::Loss) {
                list.push(cell as u16);
            }
        }
    }
}
