//! All moves as first: what a simulation says about moves that were played later in it.
//!
//! In games where a stone is worth much the same now and a little later, a position learns from one simulation about
//! every move that its player made below, not only about the first (Brügmann 1993). The values are biased but many: a
//! child trusts them while its own visits are few (RAVE: Gelly and Silver, *Combining online and offline knowledge in
//! UCT*, 2007).

/// Where each move was last played in one simulation, by the parity of the ply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    plies: [Vec<u32>; 2],
}

impl Trace {
    /// Notes a whole simulation: the indices of its moves from the root on.
    pub(crate) fn set(&mut self, indices: usize, moves: impl Iterator<Item = usize>) {
        for plies in &mut self.plies {
            plies.clear();
            plies.resize(indices, 0);
        }
        // Counted from 1, so that 0 means never.
        for (ply, index) in moves.enumerate() {
            self.plies[ply % 2][index] = ply as u32 + 1;
        }
    }

    /// Whether the player to move at `ply` played the move there or later.
    pub(crate) fn has(&self, ply: u32, index: usize) -> bool {
        self.plies[ply as usize % 2].get(index).is_some_and(|&played| played > ply)
    }
}

/// Visits of a move anywhere below its position, and what they were worth to the player who makes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Amaf {
    pub(crate) visits: f32,
    sum: f32,
}

impl Amaf {
    /// Visits that were never made: what is known beforehand.
    pub(crate) fn prior(visits: f32, mean: f32) -> Amaf {
        Amaf { visits, sum: visits * mean }
    }

    pub(crate) fn add(&mut self, value: f64) {
        self.visits += 1.0;
        self.sum += value as f32;
    }

    /// The mean of a child with `visits` of its own and a `mean` of them, mixed with this: half and half when the visits
    /// are as many as `equivalence`.
    pub(crate) fn mixed(&self, visits: u32, mean: f64, equivalence: f64) -> f64 {
        if self.visits <= 0.0 {
            return mean;
        }
        let trust = (equivalence / (3.0 * f64::from(visits) + equivalence)).sqrt();
        trust * f64::from(self.sum / self.visits) + (1.0 - trust) * mean
    }
}
