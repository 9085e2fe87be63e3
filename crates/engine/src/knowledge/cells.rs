//! What is known of every cell for both sides: its classes and its grade, what all of them are worth, and where the forcing cells
//! are. Every change is logged with what was there before; no slot changes twice in a move, so a move is taken back by copying the log
//! in any order.

use super::Id;
use super::classes::Class;
use super::grade::{Grade, Packed, table};
use super::memo::{self, Touches};
use super::price::{Price, Prices};
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
pub(super) struct Known {
    pub(super) packed: Packed,
    pub(super) grade: Grade,
}

const NOTHING: Known = Known { packed: 0, grade: Grade::None };

/// What a slot was before a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    slot: Slot,
    known: Known,
    /// Whether the cell was sorted anew.
    sorted: bool,
}

const UNUSED: Change = Change { slot: 0, known: NOTHING, sorted: false };

/// The grades by packed classes.
type Grades = [Grade; 1 << 16];

/// The cells of a side by what they force. Most changes of a cell leave it among the quiet ones and do not come here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sorted {
    pub(super) wins: CellSet,
    pub(super) fours: CellSet,
    pub(super) threes: CellSet,
    /// How many there are of each forcing grade.
    pub(super) forcing: [u16; 16],
    /// How many there are of any grade.
    pub(super) alive: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Cells {
    grades: &'static Grades,
    prices: Prices,
    /// From the slot of a stone to those that it touches in each direction: see [`memo::place`].
    offsets: [[i32; 64]; 4],
    known: Vec<Known>,
    sorted: [Sorted; 2],
    /// What all cells of a side are worth together.
    worth: [Price; 2],
    /// Longer than what is used of it.
    log: Vec<Change>,
    logged: usize,
    /// How much of the log was used at each move, and the worth.
    moves: Vec<(usize, [Price; 2])>,
}

impl Cells {
    pub(super) fn new(shape: &Shape, prices: Prices) -> Cells {
        let (rules, k) = (shape.rules, shape.rules.k());
        let mut offsets = [[0; 64]; 4];
        for (d, offsets) in offsets.iter_mut().enumerate() {
            for (step, behind, side) in memo::places(k) {
                let away = if behind { step as i32 } else { -(step as i32) };
                offsets[memo::place(step, behind, side)] = 2 * shape.stride(d) * away + side as i32;
            }
        }
        let set = CellSet::new(rules.rows(), rules.cols());
        let sorted = Sorted { wins: set.clone(), fours: set.clone(), threes: set, forcing: [0; 16], alive: 0 };
        Cells {
            grades: table(),
            prices,
            offsets,
            known: vec![NOTHING; 2 * rules.cells()],
            sorted: [sorted.clone(), sorted],
            worth: [Price::default(); 2],
            log: vec![UNUSED; 1 << 12],
            logged: 0,
            moves: Vec::with_capacity(rules.cells() + 1),
        }
    }

    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Known {
        self.known[usize::from(slot)]
    }

    #[inline]
    pub(super) fn sorted(&self, side: usize) -> &Sorted {
        &self.sorted[side]
    }

    #[inline]
    pub(super) fn worth(&self, side: usize) -> Price {
        self.worth[side]
    }

    #[inline]
    pub(super) fn prices(&self) -> &Prices {
        &self.prices
    }

    /// Begins a move: a stone is put on a cell, which has no classes any more.
    #[inline]
    pub(super) fn begin(&mut self, shape: &Shape, id: Id) {
        self.moves.push((self.logged, self.worth));
        for side in 0..2 {
            let slot = slot(id, side);
            let before = self.get(slot);
            self.worth[side] -= self.prices.packed(before.packed);
            self.change(shape, slot, before.packed);
        }
    }

    /// Gives a slot a class in the direction that begins at this bit.
    pub(super) fn set(&mut self, shape: &Shape, slot: Slot, shift: u32, class: Class) {
        let old = (self.get(slot).packed >> shift & 15) as Class;
        if old != class {
            self.worth[usize::from(slot & 1)] += self.prices.class(class) - self.prices.class(old);
            self.change(shape, slot, Packed::from(old ^ class) << shift);
        }
    }

    /// Changes the classes of a slot, xored with this.
    fn change(&mut self, shape: &Shape, slot: Slot, difference: Packed) {
        self.make_room(1);
        let Cells { grades, prices, known, sorted, worth, log, .. } = self;
        let (before, now) = replace(known, grades, slot, difference);
        let (sorted, worth) = (&mut sorted[usize::from(slot & 1)], &mut worth[usize::from(slot & 1)]);
        *worth += prices.grade(now) - prices.grade(before.grade);
        let differs = before.grade.kind() != now.kind();
        if differs {
            sorted.resort(shape, slot, before.grade, now);
        }
        log[self.logged] = Change { slot, known: before, sorted: differs };
        self.logged += 1;
    }

    /// Makes room for so many entries of the log.
    #[inline]
    fn make_room(&mut self, entries: usize) {
        if self.log.len() < self.logged + entries {
            self.log.resize(2 * (self.logged + entries), UNUSED);
        }
    }

    /// Changes what a stone of this side on this cell touches in one direction. Half of a node's time is spent in the first loop, which
    /// therefore neither branches nor calls anybody; the few cells to be sorted anew are done after it.
    #[inline]
    pub(super) fn touch(&mut self, shape: &Shape, id: Id, side: usize, d: usize, touches: &Touches) {
        let count = touches.list.len();
        self.make_room(count);
        let Cells { grades, prices, offsets, known, sorted, worth, log, .. } = self;
        let (known, log, offsets) = (&mut known[..], &mut log[self.logged..][..count], &offsets[d]);
        let middle = i32::from(slot(id, 0));
        // What grades are worth more, for both sides and for the second alone; which cells have another kind of grade, the last in bit 0.
        let (mut both, mut second, mut differ) = (Price::default(), Price::default(), 0u64);
        for (touch, entry) in touches.list.iter().zip(&mut *log) {
            // Offsets are as the first side sees it.
            let slot = (middle + offsets[usize::from(touch.place & 63)]) as Slot ^ side as Slot;
            let (before, now) = replace(known, grades, slot, Packed::from(touch.difference) << (4 * d));
            let change = prices.grade(now) - prices.grade(before.grade);
            both += change;
            second += change.only_if(slot & 1 == 1);
            let differs = before.grade.kind() != now.kind();
            differ = differ << 1 | u64::from(differs);
            *entry = Change { slot, known: before, sorted: differs };
        }
        while differ != 0 {
            let Change { slot, known: before, .. } = log[count - 1 - differ.trailing_zeros() as usize];
            let now = known[usize::from(slot)].grade;
            sorted[usize::from(slot & 1)].resort(shape, slot, before.grade, now);
            differ &= differ - 1;
        }
        worth[side] += touches.worth[0];
        worth[1 - side] += touches.worth[1];
        worth[0] += both - second;
        worth[1] += second;
        self.logged += count;
    }

    /// Nothing before now will be taken back.
    pub(super) fn forget(&mut self) {
        self.logged = 0;
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn undo(&mut self, shape: &Shape) {
        let Some((mark, worth)) = self.moves.pop() else { return };
        let Cells { known, sorted, log, .. } = self;
        for entry in &log[mark..self.logged] {
            let now = std::mem::replace(&mut known[usize::from(entry.slot)], entry.known);
            if entry.sorted {
                sorted[usize::from(entry.slot & 1)].resort(shape, entry.slot, now.grade, entry.known.grade);
            }
        }
        self.logged = mark;
        self.worth = worth;
    }

    /// Whether everything that is known is the same.
    pub(super) fn agrees_with(&self, other: &Cells) -> bool {
        (&self.known, &self.sorted, &self.worth) == (&other.known, &other.sorted, &other.worth)
    }
}

/// Changes the classes of a slot, xored with this; returns what it was and its grade now.
#[inline(always)]
fn replace(known: &mut [Known], grades: &Grades, slot: Slot, difference: Packed) -> (Known, Grade) {
    let place = &mut known[usize::from(slot)];
    let before = *place;
    let packed = before.packed ^ difference;
    let grade = grades[usize::from(packed)];
    *place = Known { packed, grade };
    (before, grade)
}

impl Sorted {
    /// A cell has a grade of another kind.
    #[inline(never)]
    fn resort(&mut self, shape: &Shape, slot: Slot, old: Grade, new: Grade) {
        self.alive -= u32::from(old != Grade::None);
        self.alive += u32::from(new != Grade::None);
        if old.max(new) < Grade::Open2 {
            return;
        }
        for (grade, change) in [(old, u16::MAX), (new, 1)] {
            if grade >= Grade::Open2 {
                let count = &mut self.forcing[grade as usize];
                *count = count.wrapping_add(change);
            }
        }
        let (row, col) = shape.place(slot / 2);
        let is_three = |grade: Grade| grade >= Grade::Open2 && !grade.is_four();
        if is_three(old) != is_three(new) {
            self.threes.toggle(row, col);
        }
        if old.is_four() != new.is_four() {
            self.fours.toggle(row, col);
        }
        if (old == Grade::Win) != (new == Grade::Win) {
            self.wins.toggle(row, col);
        }
    }
}
