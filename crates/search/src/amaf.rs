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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_knows_who_played_a_move_and_not_before_when() {
        let mut trace = Trace::default();
        trace.set(9, [4, 0, 2, 4].into_iter());
        assert!(trace.has(0, 4) && trace.has(0, 2) && trace.has(2, 2) && trace.has(1, 0) && trace.has(3, 4));
        assert!(!trace.has(0, 0), "the other player's move");
        assert!(!trace.has(2, 4), "played before by this player, later by the other only");
        trace.set(9, [1].into_iter());
        assert!(!trace.has(0, 4) && !trace.has(0, 99));
    }

    #[test]
    fn own_visits_take_over_from_all_moves_as_first() {
        let mut amaf = Amaf::prior(2.0, 1.0);
        amaf.add(1.0);
        assert!((amaf.mixed(0, 0.0, 100.0) - 1.0).abs() < 1e-6, "without visits only the others are known");
        assert!((amaf.mixed(100, 0.0, 100.0) - 0.5).abs() < 1e-6, "half and half at the equivalence");
        assert!(amaf.mixed(1_000_000, 0.0, 100.0) < 0.01);
        assert_eq!(Amaf::default().mixed(7, 0.3, 100.0), 0.3);
    }
}
