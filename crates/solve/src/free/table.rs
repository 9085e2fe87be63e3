//! What is known of positions met before, in memory of a given size.
//!
//! Buckets of four entries. A full bucket gives up the entry with the least work below it: what is cheap to find again goes
//! first, and the search goes on, slower, however small the table is.

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

pub(crate) struct Table {
    entries: Vec<Entry>,
    buckets: usize,
    filled: usize,
}

const WAYS: usize = 4;

impl Table {
    /// A table that takes about this many bytes.
    pub(crate) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (WAYS * size_of::<Entry>())).max(64);
        Table { entries: vec![[0; 3]; buckets * WAYS], buckets, filled: 0 }
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = ((u128::from(key) * self.buckets as u128) >> 64) as usize * WAYS;
        start..start + WAYS
    }

    fn find(&self, key: u64) -> Option<&Entry> {
        self.entries[self.bucket(key)].iter().find(|entry| entry[0] == key && entry[2] > 0)
    }

    /// The numbers of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Numbers> {
        self.find(key).map(|entry| Numbers { proof: (entry[1] >> 32) as u32, disproof: entry[1] as u32 })
    }

    /// How many nodes were spent on a position.
    pub(crate) fn work(&self, key: u64) -> u64 {
        self.find(key).map_or(0, |entry| entry[2])
    }

    pub(crate) fn put(&mut self, key: u64, numbers: Numbers, spent: u64) {
        let range = self.bucket(key);
        let bucket = &mut self.entries[range];
        let same = bucket.iter().position(|entry| entry[0] == key && entry[2] > 0);
        let least = || (0..WAYS).min_by_key(|&way| bucket[way][2]).unwrap_or(0);
        let way = same.unwrap_or_else(least);
        self.filled += usize::from(bucket[way][2] == 0);
        let before = if same.is_some() { bucket[way][2] } else { 0 };
        let both = u64::from(numbers.proof) << 32 | u64::from(numbers.disproof);
        bucket[way] = [key, both, before + spent.max(1)];
    }

    /// All that it holds.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry[2] > 0)
    }

    /// Takes over an entry of another table.
    pub(crate) fn restore(&mut self, [key, numbers, work]: Entry) {
        self.put(key, Numbers { proof: (numbers >> 32) as u32, disproof: numbers as u32 }, work);
    }

    /// How full it is, in thousandths.
    pub(crate) fn permille(&self) -> u32 {
        (self.filled * 1000 / self.entries.len()) as u32
    }
}
