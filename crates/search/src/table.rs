//! The transposition table: what is already known about a position, reached again by another order of moves.
//!
//! A slot is two words, the data and the key xored with the data (Hyatt and Mann, *A lockless transposition-table
//! implementation for parallel search*, 2002). Two threads that write one slot at the same time can leave the words of
//! different entries behind; xored they then give a key that nobody asks for, so a torn entry reads as absent. Plain
//! relaxed atomics suffice: no lock, no unsafe code.
//!
//! The number of slots is prime and a slot is found by remainder, so every bit of the key has a say in it, whatever the
//! quality of the low ones. Which entry stays when two want one slot is a [`Replacement`] value. Left out: growing,
//! saving to disk, and a smaller key in the slot: two full words keep false matches at the odds of the key itself.

use std::ops::Deref;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::keys::Key;
use crate::score::{Bound, Score};

/// Which entry stays when a new one wants an occupied slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Replacement {
    /// The new one.
    Always,
    /// The new one if it was searched at least as deep as the old one.
    DepthPreferred,
    /// Two slots a place: the first keeps the deeper entry unless it is from an earlier search, the second takes
    /// whatever the first refuses.
    #[default]
    TwoTier,
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score, its distance counted from this position; see [`Score::from_table`].
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How many plies below the position were searched; above 255 told as 255, which is safe.
    pub depth: u32,
    /// Whether no deeper search could change the score, since every line below was followed to its end.
    pub solved: bool,
    /// The index of the best move, canonical if the key was.
    pub best: Option<u16>,
}

impl Entry {
    const DEEPEST: u32 = 255;
    const NO_MOVE: u16 = u16::MAX;

    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1u64,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.score.raw() as u32)
            | u64::from(self.best.unwrap_or(Self::NO_MOVE)) << 32
            | u64::from(self.depth.min(Self::DEEPEST)) << 48
            | bound << 56
            | u64::from(self.solved) << 58
            | u64::from(generation & GENERATIONS) << 59
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match (data >> 56) & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let best = (data >> 32) as u16;
        Some(Entry {
            score: Score::from_raw(data as u32 as i32),
            bound,
            depth: (data >> 48) as u32 & 255,
            solved: (data >> 58) & 1 == 1,
            best: (best != Self::NO_MOVE).then_some(best),
        })
    }

    /// Whether the entry answers a search of `depth` plies.
    #[inline]
    pub fn suffices(&self, depth: u32) -> bool {
        self.solved || self.depth >= depth
    }
}

/// Searches are numbered modulo 32, to tell entries of the present one from older ones.
const GENERATIONS: u8 = 31;

/// The words of an entry.
struct Slot<'a>(&'a [AtomicU64]);

/// Words in a slot.
const SLOT: usize = 2;

impl Slot<'_> {
    #[inline]
    fn read(&self) -> (u64, u64) {
        let data = self.0[1].load(Ordering::Relaxed);
        (self.0[0].load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.0[0].store(key ^ data, Ordering::Relaxed);
        self.0[1].store(data, Ordering::Relaxed);
    }
}

/// A transposition table that any number of threads may share. Its words lie on the heap, or in memory that is handed in.
#[derive(Debug)]
pub struct Table<M = Box<[AtomicU64]>> {
    words: M,
    places: u64,
    replacement: Replacement,
    generation: AtomicU8,
}

impl Table {
    /// A table of at most `bytes` bytes (but one place at least): the largest prime number of places that fits.
    pub fn new(bytes: usize, replacement: Replacement) -> Table {
        Table::within(bytes, replacement, |words| std::iter::repeat_with(AtomicU64::default).take(words).collect())
    }
}

impl<M: Deref<Target = [AtomicU64]>> Table<M> {
    /// The same in memory that `make` gives: so many words, all zero.
    pub fn within(bytes: usize, replacement: Replacement, make: impl FnOnce(usize) -> M) -> Table<M> {
        let place = SLOT * tiers(replacement);
        let places = largest_prime(bytes / (place * size_of::<AtomicU64>()));
        Table { words: make(places * place), places: places as u64, replacement, generation: AtomicU8::new(0) }
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.words.len() / SLOT
    }

    /// The policy it was made with.
    pub fn replacement(&self) -> Replacement {
        self.replacement
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// Tells the table that a new search begins, so that [`Replacement::TwoTier`] lets go of the old one's entries.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is known about the position of a key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let found = self.place(key).chunks_exact(SLOT).map(|words| Slot(words).read());
        found.into_iter().find(|&(stored, _)| stored == key.0).and_then(|(_, data)| Entry::unpack(data))
    }

    /// Offers an entry; whether it stays is the policy's affair.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed) & GENERATIONS;
        let data = entry.pack(generation);
        let (first, second) = self.place(key).split_at(SLOT);
        let (first, second) = (Slot(first), Slot(second));
        let (old_key, old_data) = first.read();
        let old = Entry::unpack(old_data);
        let deeper = old.is_none_or(|old| entry.depth.min(Entry::DEEPEST) >= old.depth);
        match self.replacement {
            Replacement::Always => first.write(key.0, data),
            Replacement::DepthPreferred if deeper => first.write(key.0, data),
            Replacement::DepthPreferred => {}
            Replacement::TwoTier => {
                let stale = (old_data >> 59) as u8 != generation;
                if old.is_none() || old_key == key.0 || deeper || stale {
                    // What is pushed out may still serve: it moves down a tier.
                    if old.is_some() && old_key != key.0 {
                        second.write(old_key, old_data);
                    }
                    first.write(key.0, data);
                } else {
                    second.write(key.0, data);
                }
            }
        }
    }

    /// Entries in use per thousand, judged by the first few thousand places.
    pub fn permille_full(&self) -> usize {
        let sample = &self.words[..self.words.len().min(4000 * SLOT)];
        sample.chunks_exact(SLOT).filter(|words| Slot(words).read().1 != 0).count() * 1000 / (sample.len() / SLOT)
    }

    /// All its words: for whoever can fetch those of a position into the cache before it is looked up. (That takes an instruction which only
    /// unsafe code or a dependency has; this crate has neither.)
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// Which of its words is the first that may hold the position of a key.
    #[inline]
    pub fn first_word(&self, key: Key) -> usize {
        (key.0 % self.places) as usize * SLOT * tiers(self.replacement)
    }

    /// The slots that may hold the position of a key.
    #[inline]
    fn place(&self, key: Key) -> &[AtomicU64] {
        let first = self.first_word(key);
        &self.words[first..first + SLOT * tiers(self.replacement)]
    }
}

/// Slots in a place.
#[inline]
fn tiers(replacement: Replacement) -> usize {
    if replacement == Replacement::TwoTier { 2 } else { 1 }
}

/// The largest prime up to `n`, or 1 if there is none.
fn largest_prime(n: usize) -> usize {
    let is_prime = |n: &usize| *n >= 2 && (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    (2..=n).rev().find(is_prime).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32, score: i32) -> Entry {
        Entry { score: Score::new(score), bound: Bound::Lower, depth, solved: false, best: Some(7) }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::new(1 << 12, Replacement::Always);
        for (i, score) in [Score::loss_in(3), Score::new(-5), Score::DRAW, Score::win_in(100)].into_iter().enumerate() {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for best in [None, Some(0), Some(65_534)] {
                    let entry = Entry { score, bound, depth: 9 * i as u32, solved: i % 2 == 1, best };
                    table.store(Key(u64::MAX - i as u64), entry);
                    assert_eq!(table.probe(Key(u64::MAX - i as u64)), Some(entry));
                }
            }
        }
        assert_eq!(table.probe(Key(0)), None, "an empty slot is no entry, not even for key zero");
    }

    #[test]
    fn a_table_keeps_to_its_bytes_and_has_a_prime_number_of_places() {
        for (bytes, places) in [(0, 1), (16, 1), (32, 2), (160, 7), (16_000, 997), (1 << 20, 65_521)] {
            let table = Table::new(bytes, Replacement::DepthPreferred);
            assert_eq!(table.capacity(), places);
        }
        assert_eq!(Table::new(32_000, Replacement::TwoTier).capacity(), 2 * 997);
    }

    #[test]
    fn each_policy_keeps_the_entry_that_it_is_named_after() {
        let (deep, shallow) = (Key(1), Key(2));
        let fill = |replacement| {
            let table = Table::new(16, replacement);
            table.store(deep, entry(8, 1));
            table.store(shallow, entry(3, 2));
            (table.probe(deep).is_some(), table.probe(shallow).is_some())
        };
        assert_eq!(fill(Replacement::Always), (false, true));
        assert_eq!(fill(Replacement::DepthPreferred), (true, false));
        assert_eq!(fill(Replacement::TwoTier), (true, true));
    }

    #[test]
    fn an_old_search_gives_way_in_a_two_tier_table() {
        let table = Table::new(32, Replacement::TwoTier);
        table.store(Key(1), entry(8, 1));
        table.age();
        table.store(Key(2), entry(3, 2));
        table.store(Key(3), entry(2, 3));
        assert_eq!(table.probe(Key(2)).map(|e| e.depth), Some(3));
        assert_eq!(table.probe(Key(1)), None);
    }

    #[test]
    fn threads_that_share_a_table_never_read_a_torn_entry() {
        // In a model check, where a step takes a thousand times as long, threads meet in one place.
        const KEYS: usize = if cfg!(miri) { 3 } else { 60 };
        let table = Table::new(if cfg!(miri) { 16 } else { 16 * 7 }, Replacement::Always);
        // The score, depth and move of an entry are all functions of its key: a mixture would show.
        let of = |key: u64| Entry {
            score: Score::new(key as i32 * 31),
            bound: Bound::Exact,
            depth: key as u32 % 200,
            solved: false,
            best: Some(key as u16 ^ 0x55),
        };
        let hits = std::thread::scope(|scope| {
            let workers = [1u64, 2, 3].map(|seed| {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = crate::Rng::new(seed);
                    let mut hits = 0;
                    for _ in 0..if cfg!(miri) { 12 } else { 60_000 } {
                        let key = 1 + rng.below(KEYS) as u64;
                        table.store(Key(key), of(key));
                        let asked = 1 + rng.below(KEYS) as u64;
                        if let Some(found) = table.probe(Key(asked)) {
                            assert_eq!(found, of(asked));
                            hits += 1;
                        }
                    }
                    hits
                })
            });
            workers.map(|worker| worker.join().expect("no thread reads a torn entry")).iter().sum::<u32>()
        });
        assert!(hits > 1000 || cfg!(miri), "the threads met in the table: {hits}");
    }
}
