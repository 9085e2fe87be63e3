//! What a stone changes on a line, remembered by the pattern around it.
//!
//! A stone changes classes up to K-1 cells away, and those depend on 2K-2 cells around it. The same patterns come again and again
//! in a search, on every line and in every direction, so the differences are kept in a small table that is overwritten as it
//! comes: one look replaces the classification of up to 4K-4 cells. On 15x15x5 that took a sixth of a node's instructions.

use super::classes::{Class, Classes, class};

/// The largest K whose patterns fit into a word.
const LARGEST: usize = 16;

/// Patterns that are kept at a time: 200 kB.
const PLACES: usize = 1 << 12;

/// The stones around the middle of a window of 4K-3 cells, by side; a cell beyond the edge of the board belongs to both.
pub(super) type Pattern = [u64; 2];

/// For one side, old and new classes of the cells below and above the stone, xored: four bits a cell, the nearest first.
pub(super) type Difference = [u64; 2];

#[derive(Clone, Debug, Default)]
struct Entry {
    pattern: Pattern,
    differences: [Difference; 2],
}

#[derive(Clone, Debug)]
pub(super) struct Memo {
    k: usize,
    entries: Vec<Entry>,
}

impl Memo {
    /// An empty memo for K, if there is one for it.
    pub(super) fn new(k: usize) -> Option<Memo> {
        (k <= LARGEST).then(|| Memo { k, entries: vec![Entry::default(); PLACES] })
    }

    /// The pattern around the `n`-th cell of a line of so many cells.
    #[inline]
    pub(super) fn pattern(&self, lines: [u128; 2], len: u32, n: u32) -> Pattern {
        let middle = 2 * (self.k as u32 - 1);
        let width = u64::MAX >> (63 - 2 * middle);
        let (below, above) = (middle.saturating_sub(n), middle + len - n);
        let beyond = ((1u64 << below) - 1) | if above < 64 { u64::MAX << above } else { 0 };
        let skip = n.saturating_sub(middle);
        lines.map(|line| (((line >> skip) as u64) << below | beyond) & width)
    }

    /// What changed when this side put the stone in the middle of the pattern, for both sides.
    #[inline]
    pub(super) fn differences(&mut self, classes: &Classes, pattern: Pattern, side: usize) -> [Difference; 2] {
        let mixed = (pattern[0] ^ pattern[1].rotate_left(31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = &mut self.entries[(mixed >> (64 - PLACES.ilog2())) as usize];
        if entry.pattern != pattern {
            *entry = Entry { pattern, differences: compare(classes, self.k as u32, pattern, side) };
        }
        entry.differences
    }
}

#[cold]
fn compare(classes: &Classes, k: u32, after: Pattern, side: usize) -> [Difference; 2] {
    let middle = 2 * (k - 1);
    let mut before = after;
    before[side] &= !(1 << middle);
    [0, 1].map(|side| {
        [-1, 1].map(|direction: i32| {
            (1..k).fold(0, |difference, step| {
                let i = middle.wrapping_add_signed(direction * step as i32);
                let [old, new] = [before, after].map(|pattern| classify(classes, k, pattern, i, side));
                difference | u64::from(old ^ new) << (4 * (step - 1))
            })
        })
    })
}

/// The class of a cell of a pattern for a side; none if it is taken.
fn classify(classes: &Classes, k: u32, pattern: Pattern, i: u32, side: usize) -> Class {
    let blocked = pattern[1 - side];
    let own = pattern[side] & !blocked;
    if (own | blocked) >> i & 1 == 1 {
        return class::DEAD;
    }
    let from = 64 - (blocked & ((1 << i) - 1)).leading_zeros();
    let to = i + 1 + (blocked >> i >> 1).trailing_zeros().min(k - 1);
    if classes.is_tabled() {
        classes.tabled(own, i - from, to - 1 - i, i)
    } else {
        classes.counted(own.into(), from, to, i)
    }
}
