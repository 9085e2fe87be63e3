//! Several threads on one question.
//!
//! All start at the root and share the table. A thread that goes into a position leaves a mark, and the others take the position
//! for harder than it is while the mark stands, so they spread over the moves that are about as promising (virtual proof
//! numbers, Kaneko 2010). What one thread proves, the others find in the table when they next choose among moves.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// Marks are kept by a part of the key: two positions that share a mark are avoided together, which does no harm.
const MARKS: usize = 1 << 16;

/// What the threads of a search share beside the table.
pub(crate) struct ParallelSearch {
    marks: Vec<AtomicU8>,
    done: AtomicBool,
    nodes: AtomicU64,
}

impl ParallelSearch {
    pub(crate) fn new() -> ParallelSearch {
        ParallelSearch {
            marks: (0..MARKS).map(|_| AtomicU8::new(0)).collect(),
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// A thread goes into a position.
    pub(crate) fn enter(&self, key: u64) {
        self.mark(key).fetch_add(1, Relaxed);
    }

    /// It comes back.
    pub(crate) fn leave(&self, key: u64) {
        self.mark(key).fetch_sub(1, Relaxed);
    }

    /// How many are in a position.
    pub(crate) fn inside(&self, key: u64) -> u32 {
        self.mark(key).load(Relaxed).into()
    }

    fn mark(&self, key: u64) -> &AtomicU8 {
        &self.marks[(key >> 20) as usize % MARKS]
    }

    /// The question is answered, or nobody wants to know any more.
    pub(crate) fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }

    /// Counts a thread's nodes.
    pub(crate) fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// The nodes of the helping threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}
