//! What is known of every cell for both sides: its classes and its grade, what all of them are worth, and where the forcing cells
//! are. Every change is logged with what was there before; no slot changes twice in a move, so a move is taken back by copying the log
//! in any order.

use super::Id;
use super::classes::{Class, reach};
use super::grade::{Grade, Packed, table};
use super::line_delta_cache::{self, LineDelta};
use super::packed_weights::{PackedWeight, PackedWeights};
use super::sets::CellSet;
use super::shape::Shape;

/// A cell as one side sees it: twice the number of the cell, plus one for the second side. Both lie beside each other, since
/// whoever asks for one mostly asks for the other too.
pub(super) type Slot = u16;

/// The slot of a cell and a side.
#[inline]
pub(super) fn slot(id: Id, side: usize) -> Slot {
    2 * id + side as Slot
}

/// The four classes of a cell and the grade that they make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellState {
    pub(super) packed: Packed,
    pub(super) grade: Grade,
}

const NOTHING: CellState = CellState { packed: 0, grade: Grade::None };

/// What a slot was before a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    slot: Slot,
    known: CellState,
}

const UNUSED: Change = Change { slot: 0, known: NOTHING };

/// A slot whose grade became one of another kind.
#[derive(Clone, Copy, Debug)]
struct Turn {
    slot: Slot,
    old: Grade,
    new: Grade,
}

/// Where a move began.
#[derive(Clone, Copy, Debug)]
struct Mark {
    logged: usize,
    turned: usize,
    worth: [PackedWeight; 2],
}

/// The grades by packed classes.
type Grades = [Grade; 1 << 16];

/// The cells of a side by what they force. Most changes of a cell leave it among the quiet ones and do not come here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sorted {
    /// The cells of [`Grade::sets`].
    sets: [CellSet; 3],
    /// How many there are of each [`Grade::kind`]; of the first kind, which has no grade, as many fewer as there are of all others.
    kinds: [u16; 16],
}

#[derive(Clone, Debug)]
pub(super) struct Cells {
    grades: &'static Grades,
    packed: PackedWeights,
    /// From the slot of a stone to those that it touches in each direction: see [`line_delta_cache::place`].
    offsets: [[i32; 64]; 4],
    known: Vec<CellState>,
    sorted: [Sorted; 2],
    /// What all cells of a side are worth together.
    worth: [PackedWeight; 2],
    /// Longer than what is used of it.
    log: Vec<Change>,
    logged: usize,
    turns: Vec<Turn>,
    moves: Vec<Mark>,
}

impl Cells {
    pub(super) fn new(shape: &Shape, packed: PackedWeights) -> Cells {
        let rules = shape.rules;
        let mut offsets = [[0; 64]; 4];
        for (d, offsets) in offsets.iter_mut().enumerate() {
            for (step, behind, side) in line_delta_cache::places(reach(rules)) {
                let away = if behind { step as i32 } else { -(step as i32) };
                offsets[line_delta_cache::place(step, behind, side)] = 2 * shape.stride(d) * away + side as i32;
            }
        }
        let set = CellSet::new(rules.rows(), rules.cols());
        let sorted = Sorted { sets: [set.clone(), set.clone(), set], kinds: [0; 16] };
        Cells {
            grades: table(),
            packed,
            offsets,
            known: vec![NOTHING; 2 * rules.cells()],
            sorted: [sorted.clone(), sorted],
            worth: [PackedWeight::default(); 2],
            log: vec![UNUSED; 1 << 12],
            logged: 0,
            turns: Vec::new(),
            moves: Vec::with_capacity(rules.cells() + 1),
        }
    }

    #[inline]
    pub(super) fn get(&self, slot: Slot) -> CellState {
        self.known[usize::from(slot)]
    }

    /// A cell as both sides see it.
    #[inline]
    pub(super) fn both(&self, id: Id) -> [CellState; 2] {
        let first = usize::from(slot(id, 0));
        *self.known[first..].first_chunk().expect("every cell has two slots")
    }

    #[inline]
    pub(super) fn sorted(&self, side: usize) -> &Sorted {
        &self.sorted[side]
    }

    #[inline]
    pub(super) fn worth(&self, side: usize) -> PackedWeight {
        self.worth[side]
    }

    #[inline]
    pub(super) fn packed(&self) -> &PackedWeights {
        &self.packed
    }

    /// Begins a move: a stone is put on a cell, which has no classes any more.
    #[inline]
    pub(super) fn begin(&mut self, shape: &Shape, id: Id) {
        self.moves.push(Mark { logged: self.logged, turned: self.turns.len(), worth: self.worth });
        for side in 0..2 {
            let slot = slot(id, side);
            let before = self.get(slot);
            self.worth[side] -= self.packed.packed(before.packed);
            self.change(shape, slot, before.packed);
        }
    }

    /// Gives a slot a class in the direction that begins at this bit.
    pub(super) fn set(&mut self, shape: &Shape, slot: Slot, shift: u32, class: Class) {
        let old = (self.get(slot).packed >> shift & 15) as Class;
        if old != class {
            self.worth[usize::from(slot & 1)] += self.packed.class(class) - self.packed.class(old);
            self.change(shape, slot, Packed::from(old ^ class) << shift);
        }
    }

    /// Changes the classes of a slot, xored with this.
    fn change(&mut self, shape: &Shape, slot: Slot, difference: Packed) {
        self.make_room(1);
        let (before, now) = replace(&mut self.known, self.grades, slot, difference);
        self.worth[usize::from(slot & 1)] += self.packed.grade(now) - self.packed.grade(before.grade);
        self.log[self.logged] = Change { slot, known: before };
        self.logged += 1;
        if before.grade.kind() != now.kind() {
            self.turn(shape, Turn { slot, old: before.grade, new: now });
        }
    }

    /// Sorts a slot anew.
    #[inline]
    fn turn(&mut self, shape: &Shape, turn: Turn) {
        self.sorted[usize::from(turn.slot & 1)].turn(shape, turn);
        self.turns.push(turn);
    }

    /// Makes room for so many entries of the log.
    #[inline]
    fn make_room(&mut self, entries: usize) {
        if self.log.len() < self.logged + entries {
            self.log.resize(2 * (self.logged + entries), UNUSED);
        }
    }

    /// Changes what a stone of this side on this cell touches in one direction. A quarter of a node's time is spent in the first loop, which
    /// therefore neither branches nor calls anybody; the few cells to be sorted anew are done after it.
    #[inline]
    pub(super) fn touch(&mut self, shape: &Shape, id: Id, side: usize, d: usize, touches: &LineDelta) {
        let count = touches.list.len();
        self.make_room(count);
        let Cells { grades, packed, offsets, known, worth, log, .. } = self;
        let (known, log, offsets) = (&mut known[..], &mut log[self.logged..], &offsets[d]);
        let middle = i32::from(slot(id, 0));
        // What grades are worth more, for both sides and for the second alone; which cells have another kind of grade, the last in bit 0.
        let (mut both, mut second, mut differ) = (PackedWeight::default(), PackedWeight::default(), 0u64);
        for (touch, entry) in touches.list.iter().zip(log) {
            // Offsets are as the first side sees it.
            let slot = (middle + offsets[usize::from(touch.place & 63)]) as Slot ^ side as Slot;
            let (before, now) = replace(known, grades, slot, Packed::from(touch.difference) << (4 * d));
            let change = packed.grade(now) - packed.grade(before.grade);
            both += change;
            second += change.only_if(slot & 1 == 1);
            differ = differ << 1 | u64::from(before.grade.kind() != now.kind());
            *entry = Change { slot, known: before };
        }
        worth[side] += touches.worth[0];
        worth[1 - side] += touches.worth[1];
        worth[0] += both - second;
        worth[1] += second;
        self.logged += count;
        while differ != 0 {
            let Change { slot, known: before } = self.log[self.logged - 1 - differ.trailing_zeros() as usize];
            self.turn(shape, Turn { slot, old: before.grade, new: self.get(slot).grade });
            differ &= differ - 1;
        }
    }

    /// The slots that have changed since so many moves were played, in the order of their changes; one may come more than once.
    #[inline]
    pub(super) fn changed_since(&self, moves: usize) -> impl Iterator<Item = Slot> {
        let from = self.moves.get(moves).map_or(self.logged, |mark| mark.logged);
        self.log[from..self.logged].iter().map(|change| change.slot)
    }

    /// How many moves can be taken back.
    #[inline]
    pub(super) fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Nothing before now will be taken back.
    pub(super) fn forget(&mut self) {
        self.logged = 0;
        self.turns.clear();
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn undo(&mut self, shape: &Shape) {
        let Some(Mark { logged, turned, worth }) = self.moves.pop() else { return };
        for &Turn { slot, old, new } in &self.turns[turned..] {
            self.sorted[usize::from(slot & 1)].turn(shape, Turn { slot, old: new, new: old });
        }
        self.turns.truncate(turned);
        let known = &mut self.known[..];
        for entry in &self.log[logged..self.logged] {
            known[usize::from(entry.slot)] = entry.known;
        }
        (self.logged, self.worth) = (logged, worth);
    }

    /// Whether everything that is known is the same.
    pub(super) fn agrees_with(&self, other: &Cells) -> bool {
        (&self.known, &self.sorted, &self.worth) == (&other.known, &other.sorted, &other.worth)
    }
}

/// Changes the classes of a slot, xored with this; returns what it was and its grade now.
#[inline(always)]
fn replace(known: &mut [CellState], grades: &Grades, slot: Slot, difference: Packed) -> (CellState, Grade) {
    let place = &mut known[usize::from(slot)];
    let before = *place;
    let packed = before.packed ^ difference;
    let grade = grades[usize::from(packed)];
    *place = CellState { packed, grade };
    (before, grade)
}

impl Sorted {
    #[inline]
    pub(super) fn threes(&self) -> &CellSet {
        &self.sets[0]
    }

    #[inline]
    pub(super) fn fours(&self) -> &CellSet {
        &self.sets[1]
    }

    #[inline]
    pub(super) fn wins(&self) -> &CellSet {
        &self.sets[2]
    }

    /// How many there are of a grade that forces.
    #[inline]
    pub(super) fn forcing(&self, grade: Grade) -> u16 {
        debug_assert!(grade >= Grade::Open2);
        self.kinds[usize::from(grade.kind())]
    }

    /// Whether no cell has a grade.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.kinds[usize::from(Grade::None.kind())] == 0
    }

    #[inline]
    fn turn(&mut self, shape: &Shape, Turn { slot, old, new }: Turn) {
        let [less, more] = [old, new].map(|grade| usize::from(grade.kind() & 15));
        self.kinds[less] = self.kinds[less].wrapping_sub(1);
        self.kinds[more] = self.kinds[more].wrapping_add(1);
        let (row, col) = shape.place(slot / 2);
        let mut differ = old.sets() ^ new.sets();
        while differ != 0 {
            self.sets[differ.trailing_zeros() as usize].toggle(row, col);
            differ &= differ - 1;
        }
    }
}
