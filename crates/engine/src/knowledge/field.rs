//! A position with everything the champion knows about it, kept while moves are played and taken back.
//!
//! A move changes four lines. On each, for both sides, the cells whose opponent-free interval contains the move get new classes, as
//! the pattern around the stone says (`line_delta_cache.rs`) or counted anew (`update.rs`), and what they were before is logged (`cells.rs`). Undo copies
//! the log back: exact by construction, and cheaper than classifying again.

use std::sync::Arc;

use filetto_rules::{Board, Cell, Game, Rules, Side};

use super::cells::{Cells, slot};
use super::classes::{Class, Classes, class, reach};
use super::grade::{Grade, Packed};
use super::line_delta_cache::LineDeltaCache;
use super::near::Near;
use super::packed_weights::PackedWeights;
use super::sets::{CellSet, bits};
use super::shape::Shape;
use super::update::Update;
use super::weights::Weights;

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

/// A position and what is known about it.
#[derive(Clone, Debug)]
pub struct Field {
    shape: Arc<Shape>,
    classes: Arc<Classes>,
    cache: Option<LineDeltaCache>,
    /// The stones of both sides in each line, the first cell in bit 0.
    lines: Vec<[u128; 2]>,
    stones: Vec<Option<Side>>,
    cells: Cells,
    /// What it is worth to have the move.
    tempo: i32,
    near: Near,
    heights: Vec<u8>,
    to_move: Side,
    filled: usize,
    won: bool,
    key: u64,
    moves: Vec<Id>,
}

/// Toggled with the turn.
const TURN: u64 = 0x6a09_e667_f3bc_c909;

impl Field {
    /// The position that a game has reached.
    pub fn of(game: &Game) -> Field {
        Field::weighed(game, Weights::of(game.rules()))
    }

    /// The same, its estimate by other weights.
    pub fn weighed(game: &Game, weights: &Weights) -> Field {
        let mut field = Field::empty(game.rules(), weights);
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
        Field::empty(rules, Weights::of(rules))
    }

    fn empty(rules: Rules, weights: &Weights) -> Field {
        let shape = Arc::new(Shape::new(rules));
        let mut field = Field {
            lines: vec![[0; 2]; shape.lines().len()],
            stones: vec![None; rules.cells()],
            cells: Cells::new(&shape, PackedWeights::of(weights)),
            tempo: weights.tempo,
            near: Near::new(rules.rows(), rules.cols()),
            heights: vec![0; rules.cols()],
            to_move: Side::First,
            filled: 0,
            won: false,
            key: 0,
            moves: Vec::with_capacity(rules.cells() + 1),
            classes: Classes::of(rules),
            cache: LineDeltaCache::new(reach(rules)),
            shape,
        };
        for id in 0..rules.cells() as Id {
            for d in 0..4 {
                let (line, n) = field.shape.through(id)[d];
                let run = field.shape.line(line);
                let class = field.classes.counted(0, 0, run.len, n.into());
                for side in 0..2 {
                    field.cells.set(&field.shape, slot(id, side), 4 * d as u32, class);
                }
            }
        }
        field.cells.forget();
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
        self.cells.sorted(0).is_dead() && self.cells.sorted(1).is_dead()
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

    /// How many cells of a side have a grade that forces: an open line that lacks two, or better.
    #[inline]
    pub fn forcing(&self, side: Side, grade: Grade) -> u16 {
        self.cells.sorted(side.index()).forcing(grade)
    }

    /// All classes and grades of a side, counted cell by cell.
    pub fn counts(&self, side: Side) -> Counts {
        let mut counts = Counts::default();
        for id in 0..self.rules().cells() as Id {
            (0..4).for_each(|d| counts.classes[usize::from(self.class(id, side, d))] += 1);
            counts.grades[self.grade(id, side) as usize] += 1;
        }
        (counts.classes[usize::from(class::DEAD)], counts.grades[Grade::None as usize]) = (0, 0);
        counts
    }

    /// The four classes of a cell for a side; zero on a taken cell.
    #[inline]
    pub fn packed(&self, id: Id, side: Side) -> Packed {
        self.cells.get(slot(id, side.index())).packed
    }

    /// The same for both sides, X's first.
    #[inline]
    pub fn packed_of_both(&self, id: Id) -> [Packed; 2] {
        self.cells.both(id).map(|known| known.packed)
    }

    /// The class of one of the four lines through a cell.
    #[inline]
    pub fn class(&self, id: Id, side: Side, direction: usize) -> Class {
        (self.packed(id, side) >> (4 * direction) & 15) as Class
    }

    /// What a cell is worth to a side.
    #[inline]
    pub fn grade(&self, id: Id, side: Side) -> Grade {
        self.cells.get(slot(id, side.index())).grade
    }

    /// The cells where a side completes a row, with gravity also those that no stone can reach yet.
    #[inline]
    pub fn wins(&self, side: Side) -> &CellSet {
        self.cells.sorted(side.index()).wins()
    }

    /// The cells where a side makes a line that lacks one, and those where it wins.
    #[inline]
    pub fn fours(&self, side: Side) -> &CellSet {
        self.cells.sorted(side.index()).fours()
    }

    /// The cells where a side makes an open line that lacks two and nothing better.
    #[inline]
    pub fn threes(&self, side: Side) -> &CellSet {
        self.cells.sorted(side.index()).threes()
    }

    /// Visits the empty cells near stones, by row and column from the bottom left; none with gravity.
    #[inline]
    pub fn near(&self, mut visit: impl FnMut(Id)) {
        bits(self.near.used(), |row| {
            let first = self.id((row, 0));
            let [ours, theirs] = self.row(row);
            bits(self.near.row(row) & !ours & !theirs, |col| visit(first + col as Id));
        });
    }

    /// The stones of both sides in a row of the board, the first column in bit 0.
    #[inline]
    pub fn row(&self, row: usize) -> [u128; 2] {
        let line = self.shape.through(self.id((row, 0)))[0].0;
        self.lines[usize::from(line)]
    }

    /// How many moves have been played and can be taken back, stones of a setup among them.
    #[inline]
    pub fn moves(&self) -> usize {
        self.cells.moves()
    }

    /// The cells whose classes have changed since so many moves were played; one may come more than once.
    #[inline]
    pub fn changed_since(&self, moves: usize) -> impl Iterator<Item = Id> {
        self.cells.changed_since(moves).map(|slot| slot / 2)
    }

    /// The last move that was played, if it was not part of a setup.
    #[inline]
    pub fn last(&self) -> Option<Id> {
        self.moves.last().copied()
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

    /// What the position is worth to the side to move, by classes and grades alone, in the fine unit of the weights.
    #[inline]
    pub fn estimate(&self) -> i32 {
        let me = self.to_move.index();
        self.tempo + self.cells.worth(me).mover() - self.cells.worth(1 - me).waiter()
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
        if !self.rules().gravity() {
            self.near.add(row, col);
        }
        self.moves.push(id);
        self.won = self.grade(id, self.to_move) == Grade::Win;
        self.stones[usize::from(id)] = Some(self.to_move);
        self.heights[col] += 1;
        self.filled += 1;
        self.key = self.key_after(id);
        self.to_move = self.to_move.other();
        let Field { shape, classes, cache, lines, cells, .. } = self;
        let (shape, k) = (&**shape, shape.rules.k());
        cells.begin(shape, id);
        for (d, &(line, n)) in shape.through(id).iter().enumerate() {
            let (run, n) = (shape.line(line), u32::from(n));
            let stones = &mut lines[usize::from(line)];
            stones[me] |= 1 << n;
            if (run.len as usize) < k {
                continue;
            }
            let stones = [stones[me], stones[1 - me]];
            if let Some(cache) = cache {
                cells.touch(shape, id, me, d, &cache.look(classes, cells.packed(), stones, (run.len, n)));
            } else {
                Update { shape, classes, run, n, shift: 4 * d as u32 }.count(cells, me, stones);
            }
        }
    }

    /// Takes back the last move.
    pub fn undo(&mut self) {
        let Some(id) = self.moves.pop() else { return };
        let (row, col) = self.shape.place(id);
        self.to_move = self.to_move.other();
        let me = self.to_move.index();
        for &(line, n) in self.shape.through(id) {
            self.lines[usize::from(line)][me] &= !(1 << n);
        }
        self.cells.undo(&self.shape);
        self.stones[usize::from(id)] = None;
        self.heights[col] -= 1;
        self.filled -= 1;
        self.won = false;
        self.key ^= self.shape.key(id, me) ^ TURN;
        if !self.rules().gravity() {
            self.near.undo(row);
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
        let spoilt = self.classes.spoilt(own);
        let mut found = 0u128;
        for start in (n + 1).saturating_sub(k)..=n.min((run.len + 1).saturating_sub(k + 1)) {
            let window = full << start;
            if start + k <= run.len && other & window == 0 && spoilt >> start & 1 == 0 {
                let empty = window & !own & !(1 << n);
                if empty.count_ones() <= lack {
                    found |= empty;
                }
            }
        }
        bits(found, |i| visit((run.start + run.stride * i as i32) as Id));
    }

    /// Whether two positions are the same in everything that is known about them.
    pub fn agrees_with(&self, other: &Field) -> bool {
        self.lines == other.lines
            && self.stones == other.stones
            && self.cells.agrees_with(&other.cells)
            && self.near.agrees_with(&other.near)
            && self.heights == other.heights
            && (self.to_move, self.filled, self.won, self.key) == (other.to_move, other.filled, other.won, other.key)
    }
}

// The classes that the sets are made of are ordered as the sets expect.
const _: () = assert!(class::OPEN_2 < class::ONE && class::ONE < class::OPEN_1 && class::OPEN_1 < class::WIN);
