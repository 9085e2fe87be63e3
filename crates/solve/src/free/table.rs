//! What is known of positions met before, in memory of a given size.
//!
//! Buckets of four entries. A full bucket gives up the entry with the least work below it: what is cheap to find again goes
//! first, and the search goes on, slower, however small the table is.
//!
//! Threads share it. It is cut into parts with a lock each: a node costs a hundred microseconds and some fifty lookups, of
//! which a lock that nobody else holds is the smallest part.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Proof and disproof number: how much is at least left to do to show that X wins, and that X does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

/// No amount of work will do.
pub(crate) const NEVER: u32 = 1 << 30;

impl Numbers {
    pub(crate) const WIN: Numbers = Numbers { proof: 0, disproof: NEVER };
    pub(crate) const HOLD: Numbers = Numbers { proof: NEVER, disproof: 0 };

    #[inline]
    pub(crate) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Three plain words, all zero when unused, so that a fresh table is memory the system need not touch: the key, the two
/// numbers, the nodes spent.
pub(crate) type Entry = [u64; 3];

/// The numbers of an entry.
fn read(entry: &Entry) -> Numbers {
    Numbers { proof: (entry[1] >> 32) as u32, disproof: entry[1] as u32 }
}

pub(crate) struct ProofTable {
    parts: Vec<Mutex<Part>>,
    /// How many entries each part has room for.
    room: usize,
}

struct Part {
    entries: Vec<Entry>,
    filled: usize,
}

const WAYS: usize = 4;
const PARTS: usize = 64;

impl ProofTable {
    /// A table that takes about this many bytes.
    pub(crate) fn new(bytes: usize) -> ProofTable {
        let buckets = (bytes / (WAYS * size_of::<Entry>() * PARTS)).max(1);
        let part = || Mutex::new(Part { entries: vec![[0; 3]; buckets * WAYS], filled: 0 });
        ProofTable { parts: (0..PARTS).map(|_| part()).collect(), room: buckets * WAYS }
    }

    /// The part that a key belongs to, by the lowest bits; its place there is by the highest.
    fn part(&self, key: u64) -> MutexGuard<'_, Part> {
        self.parts[key as usize % PARTS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, key: u64) -> Option<Entry> {
        let part = self.part(key);
        part.entries[part.bucket(key)].iter().find(|entry| entry[0] == key && entry[2] > 0).copied()
    }

    /// The numbers of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Numbers> {
        self.find(key).as_ref().map(read)
    }

    /// How many nodes were spent on a position.
    pub(crate) fn work(&self, key: u64) -> u64 {
        self.find(key).map_or(0, |entry| entry[2])
    }

    pub(crate) fn put(&self, key: u64, numbers: Numbers, spent: u64) {
        let mut part = self.part(key);
        let range = part.bucket(key);
        let part = &mut *part;
        let bucket = &mut part.entries[range];
        let same = bucket.iter().position(|entry| entry[0] == key && entry[2] > 0);
        let least = || (0..WAYS).min_by_key(|&way| bucket[way][2]).unwrap_or(0);
        let way = same.unwrap_or_else(least);
        // Another thread may have decided the position meanwhile: that is not forgotten for an estimate.
        if same.is_some() && read(&bucket[way]).is_solved() && !numbers.is_solved() {
            return;
        }
        part.filled += usize::from(bucket[way][2] == 0);
        let before = if same.is_some() { bucket[way][2] } else { 0 };
        let both = u64::from(numbers.proof) << 32 | u64::from(numbers.disproof);
        bucket[way] = [key, both, before + spent.max(1)];
    }

    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(|part| part.lock().unwrap_or_else(PoisonError::into_inner).filled).sum()
    }

    /// All that it holds, part by part.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        let held = |part: &Mutex<Part>| {
            let part = part.lock().unwrap_or_else(PoisonError::into_inner);
            part.entries.iter().filter(|entry| entry[2] > 0).copied().collect::<Vec<Entry>>()
        };
        self.parts.iter().flat_map(held)
    }

    /// Takes over an entry of another table.
    pub(crate) fn restore(&self, [key, numbers, work]: Entry) {
        self.put(key, read(&[key, numbers, work]), work);
    }

    /// How full it is, in thousandths.
    pub(crate) fn permille(&self) -> u32 {
        (self.len() * 1000 / (PARTS * self.room)) as u32
    }
}

impl Part {
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = ((u128::from(key) * (self.entries.len() / WAYS) as u128) >> 64) as usize * WAYS;
        start..start + WAYS
    }
}
