//! How much work an answer may cost. Counted, not timed: the same question has the same answer.

/// The limits of one answer.
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

impl Effort {
    /// What everybody spends who is not told otherwise: commands, the page, the exam. So they all say the same.
    pub const STANDARD: Effort = Effort { proof: 30_000, search: 60_000, plies: 25, shown: 60 };
    /// Nodes of the solvers for one question that go with the standard.
    pub const SOLVER: u64 = 50_000;

    /// Nodes of the solvers for one question that go with this effort.
    pub fn solver(self) -> u64 {
        let nodes = u128::from(Effort::SOLVER) * u128::from(self.search) / u128::from(Effort::STANDARD.search);
        u64::try_from(nodes).unwrap_or(u64::MAX)
    }

    /// So many nodes for the search, and half of that for each proof.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Effort {
        Effort { proof: nodes / 2, search: nodes, ..self }
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::STANDARD
    }
}
