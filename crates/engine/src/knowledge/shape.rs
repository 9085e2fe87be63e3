//! Where the lines of a board run: made once a game, shared by all its positions.

use filetto_rules::{Cell, Direction, Rng, Rules, Side, Step};

use super::Id;

/// The lines of a board and the keys of its stones.
#[derive(Debug)]
pub struct Shape {
    /// The rules.
    pub rules: Rules,
    /// For each cell and direction, its line and its place in it.
    through: Vec<[(u16, u8); 4]>,
    lines: Vec<Run>,
    keys: Vec<[u64; 2]>,
    places: Vec<(u8, u8)>,
}

/// A line of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) start: i32,
    pub(super) stride: i32,
    pub(super) len: u32,
}

impl Shape {
    /// The lines of these rules' board.
    pub fn new(rules: Rules) -> Shape {
        let cols = rules.cols() as i32;
        let mut through = vec![[(0, 0); 4]; rules.cells()];
        let mut lines = Vec::new();
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            let Step { up, right } = direction.step();
            let next = |cell: Cell, n| cell.step(direction, n).filter(|&cell| rules.contains(cell));
            for start in rules.all_cells().filter(|&cell| next(cell, -1).is_none()) {
                let mut len = 0;
                while let Some(cell) = next(start, len) {
                    through[cell.row() * rules.cols() + cell.col()][d] = (lines.len() as u16, len as u8);
                    len += 1;
                }
                let start = start.row() as i32 * cols + start.col() as i32;
                lines.push(Run { start, stride: up * cols + right, len: len as u32 });
            }
        }
        // One number a stone, not the eight of rules::Zobrist: see there.
        let key = |id: usize, side: Side| Rng::new((id * 2 + side.index() + 1) as u64 * 0x9e37_79b9).next_u64();
        let keys = (0..rules.cells()).map(|id| Side::BOTH.map(|side| key(id, side))).collect();
        let places = rules.all_cells().map(|cell| (cell.row() as u8, cell.col() as u8)).collect();
        Shape { rules, through, lines, keys, places }
    }

    /// The number of a cell.
    #[inline]
    pub fn id(&self, cell: Cell) -> Id {
        (cell.row() * self.rules.cols() + cell.col()) as Id
    }

    /// The cell of a number.
    #[inline]
    pub fn cell(&self, id: Id) -> Cell {
        let (row, col) = self.place(id);
        Cell::new(row, col)
    }

    /// Row and column of a number.
    #[inline]
    pub fn place(&self, id: Id) -> (usize, usize) {
        let (row, col) = self.places[usize::from(id)];
        (row.into(), col.into())
    }

    #[inline]
    pub(super) fn through(&self, id: Id) -> &[(u16, u8); 4] {
        &self.through[usize::from(id)]
    }

    #[inline]
    pub(super) fn line(&self, line: u16) -> Run {
        self.lines[usize::from(line)]
    }

    /// From a cell to the next one in a direction.
    pub(super) fn stride(&self, d: usize) -> i32 {
        let Step { up, right } = Direction::ALL[d].step();
        up * self.rules.cols() as i32 + right
    }

    pub(super) fn lines(&self) -> &[Run] {
        &self.lines
    }

    #[inline]
    pub(super) fn key(&self, id: Id, side: usize) -> u64 {
        self.keys[usize::from(id)][side]
    }
}
