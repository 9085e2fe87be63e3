//! How much work an explanation may cost. Counted, not timed: the same question has the same answer.

/// The limits of an explanation or of each move of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for each attempt to prove a win.
    pub proof: u64,
    /// Nodes for the champion's search where nothing is proved.
    pub search: u64,
    /// The longest win that is looked for, in plies.
    pub plies: u32,
    /// Moves of the winning side that are shown.
    pub shown: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { proof: 100_000, search: 200_000, plies: 25, shown: 60 }
    }
}

impl Effort {
    /// For every move of a game.
    pub fn review() -> Effort {
        Effort { proof: 20_000, search: 50_000, plies: 21, shown: 24 }
    }
}
