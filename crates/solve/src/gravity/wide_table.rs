//! The transposition table for keys that do not leave room in one word: the whole key is stored, so it is exact for every board.
//!
//! A bucket is a cache line: a sequence number and two entries of three words. A writer makes the number odd, writes, and
//! makes it even again; a reader that saw it odd or changed has seen nothing. A writer that finds another at work drops its entry. All in
//! atomics, so a torn read cannot turn into a wrong bound, which the usual exclusive-or check leaves to chance.

use std::sync::atomic::{AtomicU64, Ordering::*, fence};

use filetto_huge_pages::Pages;

use super::table::{Address, Bounds};

const BUCKET: usize = 8;
/// Entries start after the sequence number and one unused word.
const ENTRIES: usize = 2;
const ENTRY: usize = 3;

pub(crate) struct WideTable {
    words: Pages,
    generation: u32,
}

impl WideTable {
    pub(crate) fn new(bytes: usize) -> WideTable {
        let buckets = (bytes / (8 * BUCKET)).max(1);
        WideTable { words: Pages::zeroed(buckets * BUCKET), generation: 1 }
    }

    #[inline(always)]
    pub(crate) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    pub(crate) fn contents(&self) -> (&Pages, u64) {
        (&self.words, self.generation.into())
    }

    pub(crate) fn set_generation(&mut self, generation: u32) {
        self.generation = generation;
    }

    #[inline(always)]
    pub(crate) fn address(&self, key: u128) -> Address {
        let mut h =
            (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ((key >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        h = (h ^ (h >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let buckets = (self.words.len() / BUCKET) as u128;
        Address { bucket: ((h as u128 * buckets) >> 64) as usize * BUCKET, tag: key }
    }

    #[inline(always)]
    pub(crate) fn probe(&self, at: Address) -> Option<Bounds> {
        let bucket = &self.words[at.bucket..at.bucket + BUCKET];
        let before = bucket[0].load(Acquire);
        let entries = [read(bucket, 0), read(bucket, 1)];
        fence(Acquire);
        if before % 2 == 1 || bucket[0].load(Relaxed) != before {
            return None;
        }
        let entry = entries.into_iter().find(|e| e.key == at.tag && e.generation == self.generation)?;
        Some(Bounds { lo: entry.lo.into(), hi: entry.hi.into() })
    }

    #[inline(always)]
    pub(crate) fn store(&self, at: Address, bounds: Bounds, work: u32) {
        let bucket = &self.words[at.bucket..at.bucket + BUCKET];
        let before = bucket[0].load(Relaxed);
        if before % 2 == 1 || bucket[0].compare_exchange(before, before + 1, Acquire, Relaxed).is_err() {
            return;
        }
        fence(Release);
        let entry = Entry {
            key: at.tag,
            generation: self.generation,
            work: work.min(255) as u8,
            lo: bounds.lo as i8,
            hi: bounds.hi as i8,
        };
        let (first, second) = (read(bucket, 0), read(bucket, 1));
        let same = |e: &Entry| e.key == entry.key && e.generation == entry.generation;
        let first_is_old = first.generation != entry.generation;
        if same(&first) || first_is_old || (!same(&second) && first.work <= entry.work) {
            if !same(&first) && !first_is_old {
                write(bucket, 1, first);
            }
            write(bucket, 0, entry);
        } else {
            write(bucket, 1, entry);
        }
        bucket[0].store(before + 2, Release);
    }

    pub(crate) fn clear(&mut self) {
        match self.generation.checked_add(1) {
            Some(next) => self.generation = next,
            None => {
                self.generation = 1;
                self.words.clear();
            }
        }
    }

    pub(crate) fn fill_permille(&self) -> u32 {
        let buckets = (self.words.len() / BUCKET).min(1000);
        let used: usize = (0..buckets)
            .map(|b| {
                let bucket = &self.words[b * BUCKET..(b + 1) * BUCKET];
                (0..2).filter(|i| read(bucket, *i).generation == self.generation).count()
            })
            .sum();
        (used * 500 / buckets) as u32
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    generation: u32,
    work: u8,
    lo: i8,
    hi: i8,
}

#[inline(always)]
fn read(bucket: &[AtomicU64], entry: usize) -> Entry {
    let at = ENTRIES + entry * ENTRY;
    let data = bucket[at + 2].load(Relaxed);
    Entry {
        key: u128::from(bucket[at].load(Relaxed)) | u128::from(bucket[at + 1].load(Relaxed)) << 64,
        generation: (data >> 32) as u32,
        work: (data >> 16) as u8,
        lo: (data >> 8) as i8,
        hi: data as i8,
    }
}

#[inline(always)]
fn write(bucket: &[AtomicU64], index: usize, entry: Entry) {
    let at = ENTRIES + index * ENTRY;
    bucket[at].store(entry.key as u64, Relaxed);
    bucket[at + 1].store((entry.key >> 64) as u64, Relaxed);
    let data = u64::from(entry.generation) << 32
        | u64::from(entry.work) << 16
        | u64::from(entry.lo as u8) << 8
        | u64::from(entry.hi as u8);
    bucket[at + 2].store(data, Relaxed);
}
