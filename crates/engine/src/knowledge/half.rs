//! What is known for one side: the classes and the grade of every cell, how many there are of each, and where the forcing cells
//! are. Every change is logged with what was there before; no cell changes twice in a move, so a move is taken back by copying
//! the log in any order.

use super::classes::{Class, class};
use super::grade::{Grade, Packed};
use super::sets::CellSet;
use super::shape::Shape;
use super::{Counts, Id};

/// The four classes of a cell and the grade that they make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) packed: Packed,
    pub(super) grade: Grade,
}

/// What a cell was before a move.
#[derive(Clone, Copy, Debug)]
struct Change {
    id: Id,
    known: Known,
}

/// The grades by packed classes.
pub(super) type Grades = [Grade; 1 << 16];

#[derive(Clone, Debug)]
pub(super) struct Half {
    pub(super) known: Vec<Known>,
    pub(super) counts: Counts,
    pub(super) wins: CellSet,
    pub(super) fours: CellSet,
    pub(super) threes: CellSet,
    log: Vec<Change>,
}

impl Half {
    pub(super) fn new(rows: usize, cells: usize) -> Half {
        let set = CellSet::new(rows);
        Half {
            known: vec![Known { packed: 0, grade: Grade::None }; cells],
            counts: Counts::default(),
            wins: set.clone(),
            fours: set.clone(),
            threes: set,
            log: Vec::with_capacity(1 << 12),
        }
    }

    /// How long the log is: what [`Half::restore`] goes back to.
    #[inline]
    pub(super) fn mark(&self) -> u32 {
        self.log.len() as u32
    }

    /// Nothing before now will be taken back.
    pub(super) fn forget(&mut self) {
        self.log.clear();
    }

    /// The class of a cell in the direction that begins at this bit.
    #[inline]
    pub(super) fn class(&self, id: Id, shift: u32) -> Class {
        (self.known[usize::from(id)].packed >> shift & 15) as Class
    }

    /// Gives a cell a new class in the direction that begins at this bit: the old one xored with this, which is not zero.
    #[inline]
    pub(super) fn change(&mut self, grades: &Grades, shape: &Shape, id: Id, shift: u32, difference: Class) {
        let known = &mut self.known[usize::from(id)];
        let before = *known;
        let old = before.packed >> shift & 15;
        let new = old ^ u16::from(difference);
        let packed = before.packed ^ u16::from(difference) << shift;
        let grade = grades[usize::from(packed)];
        *known = Known { packed, grade };
        self.log.push(Change { id, known: before });
        self.counts.classes[usize::from(old & 15)] -= 1;
        self.counts.classes[usize::from(new & 15)] += 1;
        if grade != before.grade {
            self.counts.grades[before.grade as usize] -= 1;
            self.counts.grades[grade as usize] += 1;
            if before.grade.max(grade) >= Grade::Open2 {
                self.resort(shape, id, before.grade, grade);
            }
        }
    }

    /// A taken cell has no classes any more.
    pub(super) fn take(&mut self, shape: &Shape, id: Id) {
        let none = Known { packed: 0, grade: Grade::None };
        let before = std::mem::replace(&mut self.known[usize::from(id)], none);
        if before == none {
            return;
        }
        self.log.push(Change { id, known: before });
        (0..4).for_each(|d| self.counts.classes[usize::from(before.packed >> (4 * d) & 15)] -= 1);
        self.counts.grades[before.grade as usize] -= 1;
        if before.grade >= Grade::Open2 {
            self.resort(shape, id, before.grade, Grade::None);
        }
    }

    /// Ends a move: what is dead or without a grade is not counted.
    #[inline]
    pub(super) fn settle(&mut self) {
        self.counts.classes[usize::from(class::DEAD)] = 0;
        self.counts.grades[Grade::None as usize] = 0;
    }

    /// Takes back what was changed since the mark.
    #[inline]
    pub(super) fn restore(&mut self, shape: &Shape, mark: u32, counts: &Counts) {
        for i in mark as usize..self.log.len() {
            let Change { id, known } = self.log[i];
            let now = std::mem::replace(&mut self.known[usize::from(id)], known);
            if now.grade != known.grade && now.grade.max(known.grade) >= Grade::Open2 {
                self.resort(shape, id, now.grade, known.grade);
            }
        }
        self.log.truncate(mark as usize);
        self.counts = *counts;
    }

    /// Keeps the sets of forcing cells.
    #[inline(never)]
    fn resort(&mut self, shape: &Shape, id: Id, old: Grade, new: Grade) {
        let (row, col) = shape.place(id);
        let is_three = |grade: Grade| grade >= Grade::Open2 && !grade.is_four();
        if (old == Grade::Win) != (new == Grade::Win) {
            self.wins.toggle(row, col);
        }
        if old.is_four() != new.is_four() {
            self.fours.toggle(row, col);
        }
        if is_three(old) != is_three(new) {
            self.threes.toggle(row, col);
        }
    }

    /// Whether everything that is known is the same.
    pub(super) fn agrees_with(&self, other: &Half) -> bool {
        self.known == other.known
            && self.counts == other.counts
            && (&self.wins, &self.fours, &self.threes) == (&other.wins, &other.fours, &other.threes)
    }
}
