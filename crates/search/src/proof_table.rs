//! The table of df-pn: proof numbers by position, the work of many nodes kept before that of few.

use crate::keys::Key;
use crate::proof::Numbers;

/// What is known about a position, the numbers those of the player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofEntry {
    key: Key,
    pub(crate) numbers: Numbers,
    /// Nodes spent below the position; 0 marks an empty slot.
    work: u32,
    pub(crate) best: u16,
}

const EMPTY: ProofEntry = ProofEntry { key: Key(0), numbers: Numbers::UNKNOWN, work: 0, best: u16::MAX };
const BUCKET: usize = 4;

#[derive(Clone, Debug)]
pub(crate) struct ProofTable {
    slots: Vec<ProofEntry>,
}

impl ProofTable {
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * size_of::<ProofEntry>())).max(1);
        ProofTable { slots: vec![EMPTY; buckets * BUCKET] }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    fn bucket(&self, key: Key) -> std::ops::Range<usize> {
        let buckets = (self.slots.len() / BUCKET) as u64;
        let first = (key.0 % buckets) as usize * BUCKET;
        first..first + BUCKET
    }

    pub(crate) fn probe(&self, key: Key) -> Option<&ProofEntry> {
        self.slots[self.bucket(key)].iter().find(|entry| entry.work > 0 && entry.key == key)
    }

    /// Stores numbers that cost `work` nodes. In a full bucket the entry that cost least gives way.
    pub(crate) fn store(&mut self, key: Key, numbers: Numbers, work: u64, best: u16) {
        let bucket = self.bucket(key);
        let slots = &mut self.slots[bucket];
        let same = slots.iter().position(|entry| entry.work > 0 && entry.key == key);
        let cheapest = || (0..BUCKET).min_by_key(|&i| slots[i].work).unwrap_or(0);
        let at = same.unwrap_or_else(cheapest);
        let spent = if same.is_some() { slots[at].work } else { 0 };
        let work = spent.saturating_add(u32::try_from(work).unwrap_or(u32::MAX)).max(1);
        slots[at] = ProofEntry { key, numbers, work, best };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_lets_go_of_the_cheapest_entry() {
        let mut table = ProofTable::new(1);
        for (key, work) in [(1, 50), (2, 3), (3, 70), (4, 90), (5, 10)] {
            table.store(Key(key), Numbers::PROVED, work, 0);
        }
        let kept: Vec<u64> = (1..6).filter(|&key| table.probe(Key(key)).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }
}
