//! Principal variations, kept while the search runs.
//!
//! Each ply owns a line; a ply that finds a better move takes its child's line and puts the move before it. The vectors
//! are reused, so nothing is allocated once they have grown.

/// The best line found from each ply of the present path.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M> {
    plies: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        PvTable { plies: vec![Vec::new(), Vec::new()] }
    }

    /// Forgets what an earlier visit to this ply left behind.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        while self.plies.len() <= ply + 1 {
            self.plies.push(Vec::new());
        }
        self.plies[ply].clear();
    }

    /// `mv` is the best move at `ply`; the line goes on as the child has it.
    pub(crate) fn improve(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// The whole line at `ply`, found elsewhere.
    pub(crate) fn set(&mut self, ply: usize, line: &[M]) {
        self.clear(ply);
        self.plies[ply].extend_from_slice(line);
    }

    pub(crate) fn root(&self) -> &[M] {
        &self.plies[0]
    }
}
