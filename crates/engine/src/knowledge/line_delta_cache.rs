//! What a stone changes on a line, remembered by the pattern around it.
//!
//! A stone changes classes up to K-1 cells away, K where exactly K win (the *reach*), and those depend on as many cells more. The same patterns come again and again
//! in a search, on every line, in every direction and for both sides, so what changes is kept in a small table that is overwritten as it
//! comes: one look replaces the classification of all those cells, and the weighing of their classes. What lies behind the nearest
//! stones of both sides cannot matter and is left out of the pattern. Up to a reach of 4 (K = 5) an entry is one line of the cache.

use super::classes::{Class, Classes, class};
use super::packed_weights::{PackedWeight, PackedWeights};

/// The largest reach whose patterns fit into a word.
const LARGEST: usize = 15;

/// Patterns that are kept at a time: 512 kB for K = 5. With half as many a node takes 3 % more instructions, with a quarter 7 %.
const PLACES: usize = 1 << 13;

/// The stones around the middle of a window of twice the reach to each side, the mover's and the other side's; a cell beyond the edge of the board belongs
/// to both.
type Pattern = [u64; 2];

/// A change of one class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClassDelta {
    /// Which cell and side: see [`place`].
    pub(super) place: u8,
    /// The old class xored with the new one.
    pub(super) difference: Class,
}

/// All that a stone changes on a line.
pub(super) struct LineDelta<'a> {
    /// What the classes are worth more, for the mover and for the other side.
    pub(super) worth: [PackedWeight; 2],
    pub(super) list: &'a [ClassDelta],
}

/// Patterns of so many words, which touch at most `N` cells.
#[derive(Clone, Debug)]
struct Entries<const WORDS: usize, const N: usize>(Vec<Entry<WORDS, N>>);

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Entry<const WORDS: usize, const N: usize> {
    pattern: [u64; WORDS],
    worth: [PackedWeight; 2],
    deltas: [ClassDelta; N],
    count: u8,
}

const _: () = assert!(size_of::<Entry<1, 16>>() == 64);

/// The patterns of a reach, as small as they can be.
#[derive(Clone, Debug)]
enum Kept {
    /// Up to 4.
    Short(Entries<1, 16>),
    /// Up to 7.
    Middle(Entries<1, 28>),
    Long(Entries<2, 60>),
}

#[derive(Clone, Debug)]
pub(super) struct LineDeltaCache {
    reach: usize,
    kept: Kept,
}

/// The cells that a stone can touch: so many steps before or behind it, for the mover (0) or the other side (1), numbered.
pub(super) fn place(step: usize, behind: bool, side: usize) -> usize {
    4 * (step - 1) + 2 * usize::from(behind) + side
}

/// All of them for a reach.
pub(super) fn places(reach: usize) -> impl Iterator<Item = (usize, bool, usize)> {
    (1..=reach.min(LARGEST)).flat_map(|step| [(step, false, 0), (step, false, 1), (step, true, 0), (step, true, 1)])
}

impl LineDeltaCache {
    /// An empty cache for a reach, if there is one for it.
    pub(super) fn new(reach: usize) -> Option<LineDeltaCache> {
        let kept = match reach {
            ..=4 => Kept::Short(Entries::empty()),
            5..=7 => Kept::Middle(Entries::empty()),
            8..=LARGEST => Kept::Long(Entries::empty()),
            _ => return None,
        };
        Some(LineDeltaCache { reach, kept })
    }

    /// What changes when a stone comes to be the `n`-th of a line of so many cells, which has these stones of the mover, the new one
    /// among them, and these of the other side.
    #[inline]
    pub(super) fn look(
        &mut self,
        classes: &Classes,
        weights: &PackedWeights,
        lines: [u128; 2],
        (len, n): (u32, u32),
    ) -> LineDelta<'_> {
        let pattern = self.pattern(lines, len, n);
        let reach = self.reach as u32;
        match &mut self.kept {
            Kept::Short(entries) => entries.look(classes, weights, reach, pattern),
            Kept::Middle(entries) => entries.look(classes, weights, reach, pattern),
            Kept::Long(entries) => entries.look(classes, weights, reach, pattern),
        }
    }

    #[inline]
    fn pattern(&self, lines: [u128; 2], len: u32, n: u32) -> Pattern {
        let middle = 2 * self.reach as u32;
        let width = u64::MAX >> (63 - 2 * middle);
        let (below, above) = (middle.saturating_sub(n), middle + len - n);
        let beyond = ((1u64 << below) - 1) | if above < 64 { u64::MAX << above } else { 0 };
        let skip = n.saturating_sub(middle);
        let words = lines.map(|line| ((line >> skip) as u64) << below | beyond);
        // The mover's classes end at the other side's nearest stone, those of the other side at the mover's.
        let [behind, before] = [words.map(|word| word >> middle >> 1), words.map(|word| word & ((1 << middle) - 1))];
        let steps = behind[0].trailing_zeros().max(behind[1].trailing_zeros()).min(middle);
        let last = before[0].leading_zeros().max(before[1].leading_zeros());
        let hidden = u64::MAX << (middle + 1) << steps << 1 | ((1u64 << 63 >> last.min(63)) - 1);
        words.map(|word| (word | hidden) & width)
    }
}

impl<const WORDS: usize, const N: usize> Entries<WORDS, N> {
    fn empty() -> Self {
        let entry = Entry {
            pattern: [0; WORDS],
            worth: [PackedWeight::default(); 2],
            deltas: [ClassDelta::default(); N],
            count: 0,
        };
        Entries(vec![entry; PLACES])
    }

    #[inline]
    fn look(&mut self, classes: &Classes, weights: &PackedWeights, reach: u32, pattern: Pattern) -> LineDelta<'_> {
        let mixed = (pattern[0] ^ pattern[1].rotate_left(31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = &mut self.0[(mixed >> (64 - PLACES.ilog2())) as usize];
        // Up to a reach of 7 both sides fit into one word.
        let key = std::array::from_fn(|i| if WORDS == 1 { pattern[0] | pattern[1] << 32 } else { pattern[i] });
        if entry.pattern != key {
            entry.pattern = key;
            entry.compare(classes, weights, reach, pattern);
        }
        LineDelta { worth: entry.worth, list: &entry.deltas[..N.min(entry.count.into())] }
    }
}

impl<const WORDS: usize, const N: usize> Entry<WORDS, N> {
    #[cold]
    fn compare(&mut self, classes: &Classes, weights: &PackedWeights, reach: u32, after: Pattern) {
        let middle = 2 * reach;
        let before = [after[0] & !(1 << middle), after[1]];
        (self.worth, self.count) = ([PackedWeight::default(); 2], 0);
        for (step, behind, side) in places(reach as usize) {
            let i = middle.wrapping_add_signed(if behind { step as i32 } else { -(step as i32) });
            let [old, new] = [before, after].map(|pattern| classify(classes, reach, pattern, i, side));
            if old != new {
                self.worth[side] += weights.class(new) - weights.class(old);
                self.deltas[usize::from(self.count)] =
                    ClassDelta { place: place(step, behind, side) as u8, difference: old ^ new };
                self.count += 1;
            }
        }
    }
}

/// The class of a cell of a pattern for a side; none if it is taken.
fn classify(classes: &Classes, reach: u32, pattern: Pattern, i: u32, side: usize) -> Class {
    let blocked = pattern[1 - side];
    let own = pattern[side] & !blocked;
    if (own | blocked) >> i & 1 == 1 {
        return class::DEAD;
    }
    let from = 64 - (blocked & ((1 << i) - 1)).leading_zeros();
    let to = i + 1 + (blocked >> i >> 1).trailing_zeros().min(reach);
    if classes.is_tabled() {
        classes.tabled(own, i - from, to - 1 - i, i)
    } else {
        classes.counted_in_word(own, from, to, i)
    }
}
