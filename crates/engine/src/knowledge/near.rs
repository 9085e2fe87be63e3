//! The cells near stones: a square of two steps around each, and three steps in the eight directions.
//!
//! Where moves are looked for without gravity. Adding a stone ors seven rows; what they were is kept, since an or cannot be taken back.

/// Moves are looked for this many rows and columns around stones.
const REACH: usize = 3;
const ROWS: usize = 2 * REACH + 1;
/// Which of the three kinds of rows each is.
const KINDS: [usize; ROWS] = [0, 1, 1, 2, 1, 1, 0];
const PATTERNS: [u128; 3] = [0b1001001, 0b0111110, 0b1111111];

#[derive(Clone, Debug)]
pub(super) struct Near {
    /// With as many rows below and above the board as the pattern reaches, so that it never has to be cut.
    rows: Box<[u128]>,
    /// The rows of the board that have a cell near a stone.
    used: u128,
    board: u128,
    /// The three kinds of rows around a stone in each column.
    around: Box<[[u128; 3]]>,
    log: Vec<([u128; ROWS], u128)>,
}

impl Near {
    pub(super) fn new(rows: usize, cols: usize) -> Near {
        let width = u128::MAX >> (128 - cols);
        let shift = |pattern: u128, col: usize| {
            (if col >= REACH { pattern << (col - REACH) } else { pattern >> (REACH - col) }) & width
        };
        Near {
            rows: vec![0; rows + 2 * REACH].into(),
            used: 0,
            board: u128::MAX >> (128 - rows),
            around: (0..cols).map(|col| PATTERNS.map(|pattern| shift(pattern, col))).collect(),
            log: Vec::new(),
        }
    }

    /// A stone is put on this cell.
    #[inline]
    pub(super) fn add(&mut self, row: usize, col: usize) {
        let around = &self.around[col];
        let Some(rows) = self.rows[row..].first_chunk_mut::<ROWS>() else { return };
        self.log.push((*rows, self.used));
        for (word, kind) in rows.iter_mut().zip(KINDS) {
            *word |= around[kind];
        }
        self.used |= (0b1111111 << row >> REACH) & self.board;
    }

    /// The stone that was put last, on this row, is taken back.
    #[inline]
    pub(super) fn undo(&mut self, row: usize) {
        if let (Some(rows), Some((before, used))) = (self.rows[row..].first_chunk_mut::<ROWS>(), self.log.pop()) {
            (*rows, self.used) = (before, used);
        }
    }

    /// The rows that have a cell near a stone.
    #[inline]
    pub(super) fn used(&self) -> u128 {
        self.used
    }

    /// The cells of a row, taken ones included.
    #[inline]
    pub(super) fn row(&self, row: usize) -> u128 {
        self.rows[row + REACH]
    }

    pub(super) fn agrees_with(&self, other: &Near) -> bool {
        (&self.rows, self.used) == (&other.rows, other.used)
    }
}
