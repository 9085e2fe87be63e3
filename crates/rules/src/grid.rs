//! One machine word per line of the board, four times over: rows, columns and both diagonals.
//!
//! A move sets one bit in four words of its side and asks each how long the run through that bit is. Neither the area of
//! the board nor K enters the cost, which is why this is the storage of every board that does not fit into one word.

use std::ops::ControlFlow;

use crate::{Board, Cell, Rules, Side, Word};

/// A board of up to 128x128 cells; the word must hold the longer side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<W> {
    /// For each line, the stones of both sides: the rows, then the columns, rising diagonals, falling diagonals.
    lines: Box<[[W; 2]]>,
    rules: Rules,
    stones: u16,
    to_move: Side,
    win: Option<Cell>,
}

impl<W: Word> Grid<W> {
    /// The four lines through a cell: where each is in `lines`, and the cell's bit in it.
    #[inline]
    fn lines_through(&self, cell: Cell) -> [(usize, u32); 4] {
        let (rows, cols) = (self.rules.rows(), self.rules.cols());
        let (row, col) = (cell.row(), cell.col());
        let rising = rows + cols + (row + cols - 1 - col);
        let falling = 2 * (rows + cols) - 1 + (row + col);
        [(row, col as u32), (rows + col, row as u32), (rising, col as u32), (falling, col as u32)]
    }

    /// The stones of one side in a row of the board, bit 0 at the left.
    #[inline]
    pub fn row(&self, row: usize, side: Side) -> W {
        self.lines[row][side.index()]
    }

    /// Every line of the board: rows, columns, rising and falling diagonals.
    pub fn lines(&self) -> impl Iterator<Item = GridLine<W>> + '_ {
        let (rows, cols) = (self.rules.rows(), self.rules.cols());
        let diagonal = move |i: usize| rows.min(cols).min(i + 1).min(rows + cols - 1 - i);
        let diagonals = (0..rows + cols - 1).map(diagonal);
        let lengths = std::iter::repeat_n(cols, rows).chain(std::iter::repeat_n(rows, cols));
        let all = lengths.chain(diagonals.clone()).chain(diagonals).zip(&self.lines);
        all.map(|(len, &stones)| GridLine { len, stones })
    }

    /// Whether a stone of this side on this cell, empty or its own, stands in a winning row.
    #[inline]
    pub fn completes(&self, cell: Cell, side: Side) -> bool {
        let run = |(line, i): (usize, u32)| (self.lines[line][side.index()] | W::bit(i)).run_through(i);
        self.lines_through(cell).into_iter().any(|through| self.rules.wins_with(run(through) as usize))
    }
}

/// A line from edge to edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridLine<W> {
    /// How many cells it has.
    pub len: usize,
    /// The stones of each side in it, a bit a cell.
    pub stones: [W; 2],
}

impl<W: Word> Board for Grid<W> {
    fn fitting(rules: Rules) -> Option<Self> {
        let (rows, cols) = (rules.rows(), rules.cols());
        if rows.max(cols) > W::BITS as usize {
            return None;
        }
        let lines = vec![[W::ZERO; 2]; 3 * (rows + cols) - 2].into();
        Some(Grid { lines, rules, stones: 0, to_move: Side::First, win: None })
    }

    #[inline]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn stones(&self) -> usize {
        self.stones.into()
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn get(&self, cell: Cell) -> Option<Side> {
        if !self.rules.contains(cell) {
            return None;
        }
        let [first, second] = self.lines[cell.row()];
        if first.has(cell.col() as u32) {
            Some(Side::First)
        } else {
            second.has(cell.col() as u32).then_some(Side::Second)
        }
    }

    #[inline]
    fn winning_move(&self) -> Option<Cell> {
        self.win
    }

    #[inline]
    fn landing(&self, col: usize) -> Option<Cell> {
        if col >= self.rules.cols() {
            return None;
        }
        let [first, second] = self.lines[self.rules.rows() + col];
        let row = (first | second).trailing_ones() as usize;
        (row < self.rules.rows()).then(|| Cell::new(row, col))
    }

    #[inline]
    fn try_empty<B>(&self, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        let board = W::low(self.rules.cols() as u32);
        for row in 0..self.rules.rows() {
            let [first, second] = self.lines[row];
            for col in (board & !(first | second)).ones() {
                visit(Cell::new(row, col as usize))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_fast(&mut self, cell: Cell) {
        let side = self.to_move.index();
        let mut won = false;
        for (line, i) in self.lines_through(cell) {
            let stones = &mut self.lines[line][side];
            *stones |= W::bit(i);
            won |= self.rules.wins_with(stones.run_through(i) as usize);
        }
        if won {
            self.win = Some(cell);
        }
        self.stones += 1;
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn undo(&mut self, cell: Cell) {
        self.to_move = self.to_move.other();
        let side = self.to_move.index();
        for (line, i) in self.lines_through(cell) {
            self.lines[line][side] &= !W::bit(i);
        }
        self.stones -= 1;
        self.win = None;
    }

    #[inline]
    fn pass(&mut self) {
        self.to_move = self.to_move.other();
    }

    fn put(&mut self, cell: Cell, side: Side) {
        for (line, i) in self.lines_through(cell) {
            self.lines[line][side.index()] |= W::bit(i);
        }
        self.stones += 1;
    }
}
