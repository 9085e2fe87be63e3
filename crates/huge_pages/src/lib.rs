#![doc = include_str!("../README.md")]

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::{FromBytes, IntoBytes};

/// Words that threads share.
pub struct Pages(Owned);

/// Where the words lie.
enum Memory {
    Map(MmapMut),
    /// On systems that map no memory.
    Heap(Vec<u64>),
}

type Words<'a> = &'a mut [AtomicU64];

self_cell!(
    struct Owned {
        owner: MutBorrow<Memory>,
        #[covariant]
        dependent: Words,
    }
);

impl Memory {
    fn zeroed(words: usize) -> Memory {
        // The interpreter of model checks knows no advice about pages.
        if cfg!(miri) {
            return Memory::Heap(vec![0; words]);
        }
        match MmapMut::map_anon(8 * words) {
            Ok(map) => {
                // A system without large pages says no, and the memory is as good without them.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Memory::Map(map)
            }
            Err(_) => Memory::Heap(vec![0; words]),
        }
    }

    fn bytes(&mut self) -> &mut [u8] {
        match self {
            Memory::Map(map) => map,
            Memory::Heap(words) => words.as_mut_bytes(),
        }
    }
}

/// Words that are in memory from the beginning.
const READY: usize = (256 << 20) / 8;

impl Pages {
    /// Zeros, the first quarter of a gigabyte already in memory: look-ups in a table of usual size should not wait for it. The pages of a
    /// larger one come when they are touched: four gigabytes at once would hold up their user for many seconds.
    pub fn zeroed(words: usize) -> Pages {
        let pages = Pages(Owned::new(MutBorrow::new(Memory::zeroed(words)), |memory| {
            let bytes = memory.borrow_mut().bytes();
            <[AtomicU64]>::mut_from_bytes(bytes).expect("pages are aligned and hold whole words")
        }));
        pages.iter().take(READY).step_by(512).for_each(|word| word.store(0, Relaxed));
        pages
    }

    /// Whether all of them were in memory from the beginning.
    pub fn in_memory(&self) -> bool {
        self.len() <= READY
    }

    /// Makes all of them zero again.
    pub fn clear(&self) {
        self.iter().for_each(|word| word.store(0, Relaxed));
    }
}

impl Deref for Pages {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
    }
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pages({} words)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_kept_and_cleared_wherever_they_lie() {
        for words in [0, 1, 511, 512, 513, 1 << 19] {
            let pages = Pages::zeroed(words);
            assert_eq!(pages.len(), words);
            assert!(pages.iter().all(|word| word.load(Relaxed) == 0));
            pages.iter().enumerate().for_each(|(i, word)| word.store(i as u64 + 1, Relaxed));
            assert!(pages.iter().enumerate().all(|(i, word)| word.load(Relaxed) == i as u64 + 1));
            pages.clear();
            assert!(pages.iter().all(|word| word.load(Relaxed) == 0));
        }
        let mut heap = Memory::Heap(vec![0; 3]);
        assert_eq!(<[AtomicU64]>::mut_from_bytes(heap.bytes()).map(|words| words.len()), Ok(3));
    }
}
