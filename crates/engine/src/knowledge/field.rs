//! A position with everything the champion knows about it, kept while moves are played and taken back.
//!
//! A move changes four lines. On each, for both sides, the cells whose opponent-free interval contains the move are classified
//! anew (`update.rs`), and what they were before is logged (`half.rs`). Undo copies the log back and restores the counts from the
//! frame of the move: exact by construction, and cheaper than classifying again.

use std::sync::Arc;

use filetto_rules::{Board, Cell, Game, Rules, Side};

use super::classes::{Class, Classes, class};
use super::grade::{Grade, Packed, table};
use super::half::{Grades, Half};
use super::memo::Memo;
use super::sets::CellSet;
use super::shape::Shape;
use super::update::Update;
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

/// What undo restores besides the log.
#[derive(Clone, Debug)]
struct Frame {
    id: Id,
    logs: [u32; 2],
    counts: [Counts; 2],
    near: ([u128; 2 * REACH + 1], u128),
    key: u64,
}

/// Moves are looked for this many rows and columns around stones.
const REACH: usize = 3;

/// A position and what is known about it.
#[derive(Clone, Debug)]
pub struct Field {
    shape: Arc<Shape>,
    classes: Arc<Classes>,
    grades: &'static Grades,
    memo: Option<Memo>,
    /// The stones of both sides in each line, the first cell in bit 0.
    lines: Vec<[u128; 2]>,
    stones: Vec<Option<Side>>,
    halves: [Half; 2],
    near: CellSet,
    heights: Vec<u8>,
    to_move: Side,
    filled: usize,
    won: bool,
    key: u64,
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
        let half = Half::new(rules.rows(), rules.cells());
        let mut field = Field {
            lines: vec![[0; 2]; shape.lines().len()],
            stones: vec![None; rules.cells()],
            halves: [half.clone(), half],
            near: CellSet::new(rules.rows()),
            heights: vec![0; rules.cols()],
            to_move: Side::First,
            filled: 0,
            won: false,
            key: 0,
            frames: Vec::with_capacity(rules.cells() + 1),
            classes: Classes::of(rules.k()),
            grades: table(),
            memo: Memo::new(rules.k()),
            shape,
        };
        for id in 0..rules.cells() as Id {
            for d in 0..4 {
                let (line, n) = field.shape.through(id)[d];
                let run = field.shape.line(line);
                let class = field.classes.counted(0, 0, run.len, n.into());
                for half in field.halves.iter_mut().filter(|_| class != class::DEAD) {
                    half.change(field.grades, &field.shape, id, 4 * d as u32, class);
                }
            }
        }
        for half in &mut field.halves {
            half.settle();
            half.forget();
        }
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
        self.halves.iter().all(|half| half.counts.grades[1..].iter().all(|&n| n == 0))
    }

    /// A key of the position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key of the position after a move.
    #[inline]
    pub fn key_after(&self, id: Id) -> u64 {
        self.key ^ self.shape.key(id, self.to_move.index()) ^ TURN
    }

    /// The counts of a side.
    #[inline]
    pub fn counts(&self, side: Side) -> &Counts {
        &self.halves[side.index()].counts
    }

    /// The four classes of a cell for a side; zero on a taken cell.
    #[inline]
    pub fn packed(&self, id: Id, side: Side) -> Packed {
        self.halves[side.index()].known[usize::from(id)].packed
    }

    /// The class of one of the four lines through a cell.
    #[inline]
    pub fn class(&self, id: Id, side: Side, direction: usize) -> Class {
        (self.packed(id, side) >> (4 * direction) & 15) as Class
    }

    /// What a cell is worth to a side.
    #[inline]
    pub fn grade(&self, id: Id, side: Side) -> Grade {
        self.halves[side.index()].known[usize::from(id)].grade
    }

    /// The cells where a side completes a row, with gravity also those that no stone can reach yet.
    #[inline]
    pub fn wins(&self, side: Side) -> &CellSet {
        &self.halves[side.index()].wins
    }

    /// The cells where a side makes a line that lacks one, and those where it wins.
    #[inline]
    pub fn fours(&self, side: Side) -> &CellSet {
        &self.halves[side.index()].fours
    }

    /// The cells where a side makes an open line that lacks two and nothing better.
    #[inline]
    pub fn threes(&self, side: Side) -> &CellSet {
        &self.halves[side.index()].threes
    }

    /// The cells near stones, taken ones included; meaningless with gravity.
    #[inline]
    pub fn near(&self) -> &CellSet {
        &self.near
    }

    /// The stones of both sides in a row of the board, the first column in bit 0.
    #[inline]
    pub fn row(&self, row: usize) -> [u128; 2] {
        let line = self.shape.through(self.id((row, 0)))[0].0;
        self.lines[usize::from(line)]
    }

    /// The last move that was played, if it was not part of a setup.
    #[inline]
    pub fn last(&self) -> Option<Id> {
        self.frames.last().map(|frame| frame.id)
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
        weights.tempo + weigh(&weights.mover, &self.halves[me].counts)
            - weigh(&weights.waiter, &self.halves[1 - me].counts)
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
        let near = self.spread(row, col);
        let [first, second] = &self.halves;
        let (logs, counts) = ([first.mark(), second.mark()], [first.counts, second.counts]);
        self.frames.push(Frame { id, logs, counts, near, key: self.key });
        self.won = self.grade(id, self.to_move) == Grade::Win;
        self.stones[usize::from(id)] = Some(self.to_move);
        self.heights[col] += 1;
        self.filled += 1;
        self.key = self.key_after(id);
        self.to_move = self.to_move.other();
        let Field { shape, classes, grades, memo, lines, halves, .. } = self;
        let (shape, k) = (&**shape, shape.rules.k());
        halves.iter_mut().for_each(|half| half.take(shape, id));
        for (d, &(line, n)) in shape.through(id).iter().enumerate() {
            let (run, n) = (shape.line(line), u32::from(n));
            let stones = &mut lines[usize::from(line)];
            stones[me] |= 1 << n;
            if (run.len as usize) < k {
                continue;
            }
            let update = Update { shape, grades, run, n, shift: 4 * d as u32 };
            let [first, second] = &mut *halves;
            if let Some(memo) = memo {
                let differences = memo.differences(classes, memo.pattern(*stones, run.len, n), me);
                update.apply(first, differences[0]);
                update.apply(second, differences[1]);
            } else if me == 0 {
                update.count(*stones, [first, second]);
            } else {
                update.count([stones[1], stones[0]], [second, first]);
            }
        }
        halves.iter_mut().for_each(Half::settle);
    }

    /// Takes back the last move.
    pub fn undo(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Frame { id, logs, ref counts, near, key } = frame;
        let (row, col) = self.shape.place(id);
        self.to_move = self.to_move.other();
        let me = self.to_move.index();
        for &(line, n) in self.shape.through(id) {
            self.lines[usize::from(line)][me] &= !(1 << n);
        }
        for (side, half) in self.halves.iter_mut().enumerate() {
            half.restore(&self.shape, logs[side], &counts[side]);
        }
        self.stones[usize::from(id)] = None;
        self.heights[col] -= 1;
        self.filled -= 1;
        self.won = false;
        self.key = key;
        if !self.rules().gravity() {
            self.near.restore(row.saturating_sub(REACH), &near.0, near.1);
        }
    }

    /// Marks the cells around a stone as near: a square of two steps, and three steps in the eight directions. Returns the rows
    /// as they were, from the lowest.
    fn spread(&mut self, row: usize, col: usize) -> ([u128; 2 * REACH + 1], u128) {
        const PATTERN: [u128; 2 * REACH + 1] =
            [0b1001001, 0b0111110, 0b0111110, 0b1111111, 0b0111110, 0b0111110, 0b1001001];
        let mut around = [0; 2 * REACH + 1];
        if self.rules().gravity() {
            return (around, 0);
        }
        let board = u128::MAX >> (128 - self.rules().cols());
        let lowest = row.saturating_sub(REACH);
        for (i, pattern) in PATTERN.into_iter().skip(REACH - (row - lowest)).enumerate() {
            around[i] = (if col >= REACH { pattern << (col - REACH) } else { pattern >> (REACH - col) }) & board;
        }
        self.near.add(lowest, &around)
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
            && self.halves.iter().zip(&other.halves).all(|(half, other)| half.agrees_with(other))
            && (&self.near, &self.heights) == (&other.near, &other.heights)
            && (self.to_move, self.filled, self.won, self.key) == (other.to_move, other.filled, other.won, other.key)
    }
}

// The classes that the sets are made of are ordered as the sets expect.
const _: () = assert!(class::OPEN_2 < class::ONE && class::ONE < class::OPEN_1 && class::OPEN_1 < class::WIN);
