//! Who may end a search, and what the threads of one search share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::busy::Busy;
use super::table::Bounds;

/// What the threads of one solve share besides the table.
pub(crate) struct Shared {
    bounds: Mutex<Bounds>,
    /// Counts changes of the bounds, so that a thread notices that its window is decided.
    epoch: AtomicU64,
    halt: AtomicBool,
    nodes: AtomicU64,
}

impl Shared {
    pub(crate) fn new(bounds: Bounds) -> Shared {
        Shared {
            bounds: Mutex::new(bounds),
            epoch: AtomicU64::new(0),
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// What is proved so far, and its epoch.
    pub(crate) fn bounds(&self) -> (Bounds, u64) {
        let bounds = self.bounds.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        (*bounds, self.epoch.load(Relaxed))
    }

    /// Adds what a thread has proved.
    pub(crate) fn narrow(&self, lo: i32, hi: i32) {
        let mut bounds = self.bounds.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let narrower = Bounds { lo: bounds.lo.max(lo), hi: bounds.hi.min(hi) };
        if narrower != *bounds {
            *bounds = narrower;
            self.epoch.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    pub(crate) fn resume(&self) {
        self.halt.store(false, Relaxed);
    }

    pub(crate) fn halted(&self) -> bool {
        self.halt.load(Relaxed)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }
}

/// Asked now and then by the first thread, with the nodes of all: `true` ends the search.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(&Shared) -> bool;

/// One thread's side of it.
pub(crate) struct Control<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) epoch: u64,
    pub(crate) watch: Option<Watch<'a>>,
    /// What the other threads are at, if there are any.
    pub(crate) busy: Option<&'a Busy>,
    reported: u64,
}

impl<'a> Control<'a> {
    pub(crate) fn new(shared: &'a Shared, watch: Option<Watch<'a>>, busy: Option<&'a Busy>) -> Control<'a> {
        Control { shared, epoch: 0, watch, busy, reported: 0 }
    }

    /// Reports the thread's nodes; says whether it should leave the current window.
    pub(crate) fn poll(&mut self, nodes: u64) -> bool {
        self.report(nodes);
        if let Some(watch) = &mut self.watch
            && watch(self.shared)
        {
            self.shared.halt();
        }
        self.shared.halted() || self.shared.epoch.load(Relaxed) != self.epoch
    }

    pub(crate) fn report(&mut self, nodes: u64) {
        self.shared.add_nodes(nodes - self.reported);
        self.reported = nodes;
    }
}
