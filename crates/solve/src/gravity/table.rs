//! The transposition table: bounds of positions already searched, shared by all threads without locks.
//!
//! Exact: a bijective mix of the key (multiply, fold, multiply, all modulo 2^bits) is split by one multiplication into a
//! bucket and a remainder that together determine it, and the remainder is stored as the tag. So no two positions
//! are ever taken for each other, the table may have any number of buckets, and nothing is divided. An entry is one
//! `u64`, read and written at once with relaxed atomics: it checks itself. Keys too wide for that go to `WideTable`.
//!
//! A bucket has two slots, after Tromp's Fhourstones: the first keeps the entry that cost more work, the second the newest.
//! Both bounds of a position are kept. Clearing is a new generation; memory is touched once in seven times.

use std::sync::atomic::Ordering::Relaxed;

use filetto_huge_pages::Pages;
use prefetch_index::prefetch_index;

use super::wide_table::WideTable;

/// What is known of a position: `lo <= score <= hi`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) lo: i32,
    pub(crate) hi: i32,
}

/// Where an entry lives and how it is recognised.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) bucket: usize,
    pub(crate) tag: u128,
}

/// A table of either kind; which one is decided once, by the width of the key and the size of the table.
pub(crate) enum ScoreTable {
    Slim(SlimTable),
    Wide(WideTable),
}

impl ScoreTable {
    /// A table of at most `bytes` bytes (at least one bucket) for keys of `bits` bits.
    pub(crate) fn new(bytes: usize, bits: u32) -> ScoreTable {
        match SlimTable::new(bytes, bits) {
            Some(slim) => ScoreTable::Slim(slim),
            None => ScoreTable::Wide(WideTable::new(bytes)),
        }
    }

    #[inline(always)]
    pub(crate) fn address(&self, key: u128) -> Address {
        match self {
            ScoreTable::Slim(t) => t.address(key as u64),
            ScoreTable::Wide(t) => t.address(key),
        }
    }

    /// `at` will be looked up soon: its bucket should be in the cache by then.
    #[inline(always)]
    pub(crate) fn prefetch(&self, at: Address) {
        let words = match self {
            ScoreTable::Slim(t) => &*t.slots,
            ScoreTable::Wide(t) => t.words(),
        };
        prefetch_index(words, at.bucket);
    }

    #[inline(always)]
    pub(crate) fn probe(&self, at: Address) -> Option<Bounds> {
        match self {
            ScoreTable::Slim(t) => t.probe(at),
            ScoreTable::Wide(t) => t.probe(at),
        }
    }

    #[inline(always)]
    pub(crate) fn store(&self, at: Address, bounds: Bounds, work: u32) {
        match self {
            ScoreTable::Slim(t) => t.store(at, bounds, work),
            ScoreTable::Wide(t) => t.store(at, bounds, work),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        match self {
            ScoreTable::Slim(t) => t.clear(),
            ScoreTable::Wide(t) => t.clear(),
        }
    }

    /// Entries in use per thousand, from a sample.
    pub(crate) fn fill_permille(&self) -> u32 {
        match self {
            ScoreTable::Slim(t) => t.fill_permille(),
            ScoreTable::Wide(t) => t.fill_permille(),
        }
    }

    /// Whether no page of it can be missing, however little of it was touched.
    pub(crate) fn in_memory(&self) -> bool {
        self.contents().0.in_memory()
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            ScoreTable::Slim(t) => t.slots.len() * 8,
            ScoreTable::Wide(t) => t.bytes(),
        }
    }

    /// All its words, and the generation that counts.
    pub(crate) fn contents(&self) -> (&Pages, u64) {
        match self {
            ScoreTable::Slim(t) => (&t.slots, t.generation),
            ScoreTable::Wide(t) => t.contents(),
        }
    }

    /// After its words were replaced by those of another table: the generation that counts from now on.
    pub(crate) fn set_generation(&mut self, generation: u64) {
        match self {
            ScoreTable::Slim(t) => t.generation = generation,
            ScoreTable::Wide(t) => t.set_generation(generation as u32),
        }
    }
}

// A slot, from the low end: generation 3, work 5, hi 7, lo 7, tag 42.
const GENERATIONS: u64 = 1 << 3;
const WORK_SHIFT: u32 = 3;
const HI_SHIFT: u32 = 8;
const LO_SHIFT: u32 = 15;
const TAG_SHIFT: u32 = 22;
/// Scores of boards of up to 63 cells, moved to be positive.
const OFFSET: i32 = 64;

/// Sixteen bytes a bucket.
pub(crate) struct SlimTable {
    slots: Pages,
    generation: u64,
    /// To align a key with the top of the word.
    align: u32,
    /// Low bits of the remainder that the bucket already implies.
    drop: u32,
}

impl SlimTable {
    /// `None` if the tag would not fit.
    pub(crate) fn new(bytes: usize, bits: u32) -> Option<SlimTable> {
        let buckets = (bytes / 16).max(1) as u64;
        if bits > 64 || bits - buckets.ilog2().min(bits) > 64 - TAG_SHIFT {
            return None;
        }
        // More buckets than keys would be of no use, and one bit of tag keeps the shift below the word's width.
        let buckets = buckets.min(1 << (bits - 1));
        Some(SlimTable {
            slots: Pages::zeroed(2 * buckets as usize),
            generation: 1,
            align: 64 - bits,
            drop: 64 - bits + buckets.ilog2(),
        })
    }

    #[inline(always)]
    pub(crate) fn address(&self, key: u64) -> Address {
        // Everything stays in the top `bits` bits, so arithmetic is modulo 2^bits for free.
        let mut h = (key << self.align).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        h ^= ((h >> 32) >> self.align) << self.align;
        h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let product = h as u128 * (self.slots.len() / 2) as u128;
        // Keys of one bucket lie `buckets` apart or more in the remainder, so its low bits tell nothing.
        Address { bucket: 2 * (product >> 64) as usize, tag: (product as u64 >> self.drop).into() }
    }

    #[inline(always)]
    pub(crate) fn probe(&self, at: Address) -> Option<Bounds> {
        let (first, second) = self.load(at.bucket);
        let wanted = (at.tag as u64) << TAG_SHIFT | self.generation;
        let entry = [first, second].into_iter().find(|slot| same(*slot, wanted))?;
        Some(Bounds {
            lo: ((entry >> LO_SHIFT) & 127) as i32 - OFFSET,
            hi: ((entry >> HI_SHIFT) & 127) as i32 - OFFSET,
        })
    }

    #[inline(always)]
    pub(crate) fn store(&self, at: Address, bounds: Bounds, work: u32) {
        let (first, second) = self.load(at.bucket);
        let wanted = (at.tag as u64) << TAG_SHIFT | self.generation;
        let work = u64::from(work.min(31));
        let entry = wanted
            | work << WORK_SHIFT
            | ((bounds.hi + OFFSET) as u64) << HI_SHIFT
            | ((bounds.lo + OFFSET) as u64) << LO_SHIFT;
        let replace_first = same(first, wanted)
            || first & (GENERATIONS - 1) != self.generation
            || (!same(second, wanted) && (first >> WORK_SHIFT) & 31 <= work);
        // What the larger work drives out of the first slot still deserves the second.
        if replace_first {
            if !same(first, wanted) && first & (GENERATIONS - 1) == self.generation {
                self.slots[at.bucket + 1].store(first, Relaxed);
            }
            self.slots[at.bucket].store(entry, Relaxed);
        } else {
            self.slots[at.bucket + 1].store(entry, Relaxed);
        }
    }

    #[inline(always)]
    fn load(&self, bucket: usize) -> (u64, u64) {
        let pair = &self.slots[bucket..bucket + 2];
        (pair[0].load(Relaxed), pair[1].load(Relaxed))
    }

    fn clear(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.generation = 1;
            self.slots.clear();
        }
    }

    fn fill_permille(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(2000)];
        let used = sample.iter().filter(|slot| slot.load(Relaxed) & (GENERATIONS - 1) == self.generation).count();
        (used * 1000 / sample.len()) as u32
    }
}

/// Tag and generation agree.
#[inline(always)]
fn same(slot: u64, wanted: u64) -> bool {
    const MASK: u64 = !((1 << TAG_SHIFT) - 1) | (GENERATIONS - 1);
    (slot ^ wanted) & MASK == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads store and look up a few positions of one bucket, the bounds of each a function of its key: a mixture would show.
    fn never_mixed(table: &ScoreTable, bits: u32) {
        let rounds = if cfg!(miri) { 10 } else { 40_000 };
        let key = |n: u64| (u128::from(n) * 0x0003_9E37_79B9_7F4A_7C15_9E37_79B9) & ((1 << bits) - 1);
        let of = |n: u64| Bounds { lo: n as i32 - 20, hi: 20 - n as i32 };
        let hits: u32 = std::thread::scope(|scope| {
            let work = |seed: u64| {
                let mut rng = filetto_rules::Rng::new(seed);
                let mut hits = 0;
                for _ in 0..rounds {
                    let (n, asked) = (1 + rng.below(4) as u64, 1 + rng.below(4) as u64);
                    table.store(table.address(key(n)), of(n), n as u32);
                    if let Some(found) = table.probe(table.address(key(asked))) {
                        assert_eq!(found, of(asked));
                        hits += 1;
                    }
                }
                hits
            };
            let threads = [1, 2, 3].map(|seed| scope.spawn(move || work(seed)));
            threads.map(|thread| thread.join().expect("no thread reads a mixture")).iter().sum()
        });
        assert!(hits > 100 || cfg!(miri), "the threads met in the table: {hits}");
    }

    #[test]
    fn threads_that_share_a_slim_table_never_read_a_mixture() {
        let table = ScoreTable::new(16, 42);
        assert!(matches!(table, ScoreTable::Slim(_)));
        never_mixed(&table, 42);
    }

    #[test]
    fn threads_that_share_a_wide_table_never_read_a_mixture() {
        let table = ScoreTable::new(64, 100);
        assert!(matches!(table, ScoreTable::Wide(_)));
        never_mixed(&table, 100);
    }
}
