//! A position with everything the champion knows about it, kept while moves are played and taken back.
//!
//! A move changes four lines. On each, for both sides, the cells whose opponent-free interval contains the move are classified
//! anew; a cell whose class changed is written to a log with its old classes. Undo reads the log backwards and restores the
//! counts from the frame of the move: exact by construction, and cheaper than classifying again. The lines themselves are
//! words of 128 bits; up to K = 10 everything that a move can touch fits into 64 bits around it, which is all that is shifted
//! and counted.

use std::sync::Arc;

use filetto_rules::{Board, Cell, Game, Rules, Side};

use super::classes::{Class, Classes, class};
use super::grade::{Grade, Packed, table};
use super::sets::CellSet;
use super::shape::{Run, Shape};
use super::weights::{Weights, weigh};

/// The number of a cell: row times columns plus column.
pub type Id = u16;

/// How many cells of each class (over all four directions) and of each grade one side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// By class; class 0 is not counted.
    pub classes: [i32; 16],
    /// By grade; grade 0 is not counted.
    pub grades: [i32; 16],
}

impl Counts {
    /// How many cells of this grade.
    #[inline]
    pub fn of(&self, grade: Grade) -> i32 {
        self.grades[grade as usize]
    }
}

/// The classes that a cell had before a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    id: Id,
    side: u8,
    packed: Packed,
}

/// What undo restores besides the log.
#[derive(Clone, Debug)]
struct Frame {
    id: Id,
    log: u32,
    counts: [Counts; 2],
    near: [u128; 2 * REACH + 1],
    key: u64,
}

/// Moves are looked for this many rows and columns around stones.
const REACH: usize = 3;

/// A position and what is known about it.
#[derive(Clone, Debug)]
pub struct Field {
    shape: Arc<Shape>,
    classes: Arc<Classes>,
    grades: &'static [Grade; 1 << 16],
    /// The stones of both sides in each line, the first cell in bit 0.
    lines: Vec<[u128; 2]>,
    stones: Vec<Option<Side>>,
    /// By cell and side.
    packed: Vec<[Packed; 2]>,
    counts: [Counts; 2],
    wins: [CellSet; 2],
    fours: [CellSet; 2],
    threes: [CellSet; 2],
    near: CellSet,
    heights: Vec<u8>,
    to_move: Side,
    filled: usize,
    won: bool,
    key: u64,
    log: Vec<Change>,
    frames: Vec<Frame>,
}

/// Toggled with the turn.
const TURN: u64 = 0x6a09_e667_f3bc_c909;

impl Field {
    /// The position that a game has reached.
    pub fn of(game: &Game) -> Field {
        let mut field = Field::new(game.rules());
        for &(cell, side) in &game.setup().stones {
            field.set_turn(side);
            field.play(field.shape.id(cell));
        }
        field.set_turn(game.setup().to_move);
        game.cells().for_each(|cell| field.play(field.shape.id(cell)));
        debug_assert_eq!(field.to_move, game.board().to_move());
        field
    }

    /// The empty board.
    pub fn new(rules: Rules) -> Field {
        let shape = Arc::new(Shape::new(rules));
        let set = CellSet::new(rules.rows());
        let mut field = Field {
            lines: vec![[0; 2]; shape.lines().len()],
            stones: vec![None; rules.cells()],
            packed: vec![[0; 2]; rules.cells()],
            counts: Default::default(),
            wins: [set.clone(), set.clone()],
            fours: [set.clone(), set.clone()],
            threes: [set.clone(), set.clone()],
            near: set,
            heights: vec![0; rules.cols()],
            to_move: Side::First,
            filled: 0,
            won: false,
            key: 0,
            log: Vec::with_capacity(1 << 12),
            frames: Vec::with_capacity(rules.cells() + 1),
            classes: Classes::of(rules.k()),
            grades: table(),
            shape,
        };
        for id in 0..rules.cells() as Id {
            for d in 0..4 {
                let (line, n) = field.shape.through(id)[d];
                let run = field.shape.line(line);
                let class = field.classes.counted(0, 0, run.len, n.into());
                (0..2).for_each(|side| field.change(side, id, d, class));
            }
        }
        field.log.clear();
        field
    }

    /// The lines of the board.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.shape.rules
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The stone on a cell.
    #[inline]
    pub fn get(&self, id: Id) -> Option<Side> {
        self.stones[usize::from(id)]
    }

    /// How many stones are on the board.
    #[inline]
    pub fn stones(&self) -> usize {
        self.filled
    }

    /// Whether the last move completed a row.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// Whether every cell is taken.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.filled == self.stones.len()
    }

    /// Whether no line is left that either side could still complete: a draw whatever is played.
    #[inline]
    pub fn is_dead(&self) -> bool {
        self.counts.iter().all(|counts| counts.grades[1..].iter().all(|&n| n == 0))
    }

    /// A key of the position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The counts of a side.
    #[inline]
    pub fn counts(&self, side: Side) -> &Counts {
        &self.counts[side.index()]
    }

    /// The four classes of a cell for a side; zero on a taken cell.
    #[inline]
    pub fn packed(&self, id: Id, side: Side) -> Packed {
        self.packed[usize::from(id)][side.index()]
    }

    /// The class of one of the four lines through a cell.
    #[inline]
    pub fn class(&self, id: Id, side: Side, direction: usize) -> Class {
        (self.packed(id, side) >> (4 * direction) & 15) as Class
    }

    /// What a cell is worth to a side.
    #[inline]
    pub fn grade(&self, id: Id, side: Side) -> Grade {
        self.grades[usize::from(self.packed(id, side))]
    }

    /// The cells where a side completes a row, with gravity also those that no stone can reach yet.
    #[inline]
    pub fn wins(&self, side: Side) -> &CellSet {
        &self.wins[side.index()]
    }

    /// The cells where a side makes a line that lacks one, and those where it wins.
    #[inline]
    pub fn fours(&self, side: Side) -> &CellSet {
        &self.fours[side.index()]
    }

    /// The cells where a side makes an open line that lacks two and nothing better.
    #[inline]
    pub fn threes(&self, side: Side) -> &CellSet {
        &self.threes[side.index()]
    }

    /// The cells near stones, taken ones included; meaningless with gravity.
    #[inline]
    pub fn near(&self) -> &CellSet {
        &self.near
    }

    /// The row where a stone lands in a column: the number of rows if it is full.
    #[inline]
    pub fn height(&self, col: usize) -> usize {
        self.heights[col].into()
    }

    /// Whether a stone can be played there now.
    #[inline]
    pub fn is_playable(&self, id: Id) -> bool {
        if !self.rules().gravity() {
            return self.get(id).is_none();
        }
        let (row, col) = self.shape.place(id);
        self.height(col) == row
    }

    /// The number of a cell by row and column.
    #[inline]
    pub fn id(&self, (row, col): (usize, usize)) -> Id {
        (row * self.rules().cols() + col) as Id
    }

    /// The cell of a number.
    #[inline]
    pub fn cell(&self, id: Id) -> Cell {
        self.shape.cell(id)
    }

    /// What the position is worth to the side to move, by counts alone, in the fine unit of the weights.
    #[inline]
    pub fn estimate(&self, weights: &Weights) -> i32 {
        let me = self.to_move.index();
        weights.tempo + weigh(&weights.mover, &self.counts[me]) - weigh(&weights.waiter, &self.counts[1 - me])
    }

    /// Hands the turn over without a move; its own inverse.
    pub fn pass(&mut self) {
        self.set_turn(self.to_move.other());
    }

    fn set_turn(&mut self, side: Side) {
        if side != self.to_move {
            self.to_move = side;
            self.key ^= TURN;
        }
    }

    /// Plays a move on an empty cell (with gravity, on a playable one).
    pub fn play(&mut self, id: Id) {
        let me = self.to_move.index();
        let (row, col) = self.shape.place(id);
        let mut frame =
            Frame { id, log: self.log.len() as u32, counts: self.counts, near: [0; 2 * REACH + 1], key: self.key };
        self.won = self.grade(id, self.to_move) == Grade::Win;
        self.stones[usize::from(id)] = Some(self.to_move);
        self.heights[col] += 1;
        self.filled += 1;
        self.key ^= self.shape.key(id, me) ^ TURN;
        self.spread(row, col, &mut frame.near);
        self.frames.push(frame);
        (0..2).for_each(|side| self.take(side, id));
        let through = *self.shape.through(id);
        for (d, (line, n)) in through.into_iter().enumerate() {
            let run = self.shape.line(line);
            self.lines[usize::from(line)][me] |= 1 << n;
            if (run.len as usize) < self.rules().k() {
                continue;
            }
            if self.classes.is_tabled() {
                self.reclassify_short(d, line, run, n.into(), me);
            } else {
                self.reclassify_long(d, line, run, n.into(), me);
            }
        }
        self.to_move = self.to_move.other();
    }

    /// Takes back the last move.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let id = frame.id;
        let (row, col) = self.shape.place(id);
        self.to_move = self.to_move.other();
        let me = self.to_move.index();
        for (line, n) in *self.shape.through(id) {
            self.lines[usize::from(line)][me] &= !(1 << n);
        }
        for i in (frame.log as usize..self.log.len()).rev() {
            let Change { id, side, packed } = self.log[i];
            let now = std::mem::replace(&mut self.packed[usize::from(id)][usize::from(side)], packed);
            let (old, new) = (self.grades[usize::from(now)], self.grades[usize::from(packed)]);
            if old != new {
                self.resort(side.into(), id, old, new);
            }
        }
        self.log.truncate(frame.log as usize);
        self.stones[usize::from(id)] = None;
        self.heights[col] -= 1;
        self.filled -= 1;
        self.won = false;
        self.counts = frame.counts;
        self.key = frame.key;
        for (i, word) in frame.near.into_iter().enumerate() {
            if let Some(row) = (row + i).checked_sub(REACH).filter(|&row| row < self.rules().rows()) {
                self.near.set_row(row, word);
            }
        }
    }

    /// Marks the cells around a stone as near: a square of two steps, and three steps in the eight directions.
    fn spread(&mut self, row: usize, col: usize, saved: &mut [u128; 2 * REACH + 1]) {
        const PATTERN: [u128; 2 * REACH + 1] =
            [0b1001001, 0b0111110, 0b0111110, 0b1111111, 0b0111110, 0b0111110, 0b1001001];
        let board = u128::MAX >> (128 - self.rules().cols());
        for (i, pattern) in PATTERN.into_iter().enumerate() {
            if let Some(row) = (row + i).checked_sub(REACH).filter(|&row| row < self.rules().rows()) {
                let around = if col >= REACH { pattern << (col - REACH) } else { pattern >> (REACH - col) };
                saved[i] = self.near.row(row);
                self.near.set_row(row, saved[i] | around & board);
            }
        }
    }

    /// Classifies the cells of one line around a new stone: up to K = 10.
    #[inline]
    fn reclassify_short(&mut self, d: usize, line: u16, run: Run, n: u32, me: usize) {
        let k = self.rules().k() as u32;
        // Everything within 2K-2 cells of the stone, which is now at place p.
        let base = n.saturating_sub(2 * (k - 1));
        let p = n - base;
        let [first, second] = self.lines[usize::from(line)];
        let stones = [(first >> base) as u64, (second >> base) as u64];
        let left = run.len - base;
        let walls = if left < 64 { u64::MAX << left } else { 0 };
        for side in 0..2 {
            let (own, blocked) = (stones[side], stones[1 - side] | walls);
            // The free interval as it was before the move: that is where classes can change.
            let free = !(blocked & !(1 << p));
            let below = (free & ((1 << p) - 1) | !((1 << p) - 1)).rotate_right(p).leading_ones().min(p);
            let above = (free >> p >> 1).trailing_ones();
            if below + above + 1 < k {
                continue;
            }
            let (from, to) = (p - below, p + above + 1);
            let range = |from: u32, to: u32| if from < to { (u64::MAX >> (63 - (to - 1 - from))) << from } else { 0 };
            let reach = range((p + 1).saturating_sub(k).max(from), (p + k).min(to));
            let mut cells = reach & !own & !(1 << p);
            while cells != 0 {
                let i = cells.trailing_zeros();
                cells &= cells - 1;
                // The stone cuts the interval in two for the other side.
                let (from, to) = match side == me {
                    true => (from, to),
                    false if i < p => (from, p),
                    false => (p + 1, to),
                };
                let class = self.classes.tabled(own, i - from, to - 1 - i, i);
                self.change(side, (run.start + run.stride * (base + i) as i32) as Id, d, class);
            }
        }
    }

    /// The same for larger K.
    fn reclassify_long(&mut self, d: usize, line: u16, run: Run, n: u32, me: usize) {
        let k = self.rules().k() as u32;
        for side in 0..2 {
            let (own, other) = (self.lines[usize::from(line)][side], self.lines[usize::from(line)][1 - side]);
            let is_free = |i: &u32| *i == n || other >> i & 1 == 0;
            let from = (0..n).rev().take_while(is_free).last().unwrap_or(n);
            let to = 1 + (n + 1..run.len).take_while(is_free).last().unwrap_or(n);
            if to - from < k {
                continue;
            }
            for i in (n + 1).saturating_sub(k).max(from)..(n + k).min(to) {
                if i == n || own >> i & 1 == 1 {
                    continue;
                }
                let (from, to) = match side == me {
                    true => (from, to),
                    false if i < n => (from, n),
                    false => (n + 1, to),
                };
                let class = self.classes.counted(own, from, to, i);
                self.change(side, (run.start + run.stride * i as i32) as Id, d, class);
            }
        }
    }

    /// Gives a cell a new class in one direction.
    #[inline]
    fn change(&mut self, side: usize, id: Id, d: usize, class: Class) {
        let packed = self.packed[usize::from(id)][side];
        let old = (packed >> (4 * d) & 15) as Class;
        if old == class {
            return;
        }
        let new = packed & !(15 << (4 * d)) | u16::from(class) << (4 * d);
        let classes = &mut self.counts[side].classes;
        classes[usize::from(old & 15)] -= 1;
        classes[usize::from(class & 15)] += 1;
        classes[0] = 0;
        self.repack(side, id, new);
    }

    /// A taken cell has no classes any more.
    fn take(&mut self, side: usize, id: Id) {
        let packed = self.packed[usize::from(id)][side];
        if packed != 0 {
            (0..4).for_each(|d| self.counts[side].classes[usize::from(packed >> (4 * d) & 15)] -= 1);
            self.counts[side].classes[0] = 0;
            self.repack(side, id, 0);
        }
    }

    #[inline]
    fn repack(&mut self, side: usize, id: Id, new: Packed) {
        let packed = std::mem::replace(&mut self.packed[usize::from(id)][side], new);
        self.log.push(Change { id, side: side as u8, packed });
        let (old, new) = (self.grades[usize::from(packed)], self.grades[usize::from(new)]);
        if old != new {
            let grades = &mut self.counts[side].grades;
            grades[old as usize] -= 1;
            grades[new as usize] += 1;
            grades[0] = 0;
            self.resort(side, id, old, new);
        }
    }

    /// Keeps the sets of forcing cells.
    #[inline]
    fn resort(&mut self, side: usize, id: Id, old: Grade, new: Grade) {
        if old.max(new) < Grade::Open2 {
            return;
        }
        let (row, col) = self.shape.place(id);
        let is_three = |grade: Grade| grade >= Grade::Open2 && !grade.is_four();
        if (old == Grade::Win) != (new == Grade::Win) {
            self.wins[side].set(row, col, new == Grade::Win);
        }
        if old.is_four() != new.is_four() {
            self.fours[side].set(row, col, new.is_four());
        }
        if is_three(old) != is_three(new) {
            self.threes[side].set(row, col, is_three(new));
        }
    }

    /// The empty cells of the free windows through a cell, in one direction, that lack at most so many stones besides the cell
    /// itself: where the other side can hinder it. The cell itself is not listed.
    pub fn windows_lacking(&self, id: Id, side: Side, d: usize, lack: u32, mut visit: impl FnMut(Id)) {
        let (line, n) = self.shape.through(id)[d];
        let (run, n, k) = (self.shape.line(line), u32::from(n), self.rules().k() as u32);
        let own = self.lines[usize::from(line)][side.index()];
        let other = self.lines[usize::from(line)][1 - side.index()];
        let full = u128::MAX >> (128 - k);
        let mut found = 0u128;
        for start in (n + 1).saturating_sub(k)..=n.min((run.len + 1).saturating_sub(k + 1)) {
            let window = full << start;
            if start + k <= run.len && other & window == 0 {
                let empty = window & !own & !(1 << n);
                if empty.count_ones() <= lack {
                    found |= empty;
                }
            }
        }
        while found != 0 {
            let i = found.trailing_zeros();
            found &= found - 1;
            visit((run.start + run.stride * i as i32) as Id);
        }
    }

    /// Whether two positions are the same in everything that is known about them.
    pub fn agrees_with(&self, other: &Field) -> bool {
        self.lines == other.lines
            && self.stones == other.stones
            && self.packed == other.packed
            && self.counts == other.counts
            && (&self.wins, &self.fours, &self.threes) == (&other.wins, &other.fours, &other.threes)
            && (&self.near, &self.heights) == (&other.near, &other.heights)
            && (self.to_move, self.filled, self.won, self.key) == (other.to_move, other.filled, other.won, other.key)
    }
}

// The classes that the sets are made of are ordered as the sets expect.
const _: () = assert!(class::OPEN_2 < class::ONE && class::ONE < class::OPEN_1 && class::OPEN_1 < class::WIN);
