//! The memory of a table: zeroed words, in large pages where the system has them.
//!
//! A table is looked up at random, and with pages of 4 kB nearly every look-up also has to walk the page tables, on a virtual machine those of
//! the host too. Most systems give pages of 2 MB only to memory that asks for them. *Measured*, processor time of the empty 6x7
//! board: 64 MB 11.3 s without and 10.5 s with them, 1 GB 17.2 s and 14.0 s. Threads gain more, since walks share the caches: two solves beside each
//! other took 13.0 s each without and 10.6 s with them (10.6 s alone).
//!
//! An anonymous map asks for them without unsafe code of ours; what it takes is that the bytes are seen as atomic words (zerocopy) by the
//! struct that also owns them (`self_cell`).

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

/// Words that threads share.
pub(crate) struct Pages(Mapped);

type Slice<'a> = &'a mut [AtomicU64];

self_cell!(
    struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Slice,
    }
);

impl Pages {
    /// Zeros, every page of them already in memory: the first solves should not wait for it.
    pub(crate) fn zeroed(words: usize) -> Pages {
        let map = MmapMut::map_anon(8 * words).expect("the system has the memory that was asked for");
        // A system without large pages says no, and the table is as right without them.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let pages = Pages(Mapped::new(MutBorrow::new(map), |map| {
            <[AtomicU64]>::mut_from_bytes(map.borrow_mut()).expect("pages are aligned and hold whole words")
        }));
        pages.iter().step_by(512).for_each(|word| word.store(0, Relaxed));
        pages
    }

    /// Makes all of them zero again.
    pub(crate) fn clear(&self) {
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
