//! The devices of the search and where they are switched on, all in one place. Every one can be turned off, for ablations and for
//! the tests that hold the search with a device against the search without it.
//!
//! Gates count the *horizon*: how many plies the question of a window can take at most. It is the number of empty cells
//! near a window of zero and less for windows that ask for short wins, whose trees are shallow.

/// Which devices the search uses, and from which horizon on.
///
/// [`Tuning::OFF`] keeps a gate shut for good; 0 opens it everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Keep results in the table.
    pub table_from: u32,
    /// Take the smaller of a key and its mirror image.
    pub mirror_from: u32,
    /// Paint dead stones in keys.
    pub paint_from: u32,
    /// Look all children up before searching the first (enhanced transposition cut-offs).
    pub probe_children_from: u32,
    /// Play replies that are the only ones not losing at once without a look at the table.
    pub chains: bool,
    /// Search the last plies of a question without order, bounds and table.
    pub final_plies: bool,
    /// Bound positions by the follow-up strategy, even number of empty cells.
    pub claim: bool,
    /// In the claim, a line of the opponent above one of the claimer does not count.
    pub below: bool,
    /// Bound positions by the follow-up strategy around a winning cell, odd number of empty cells.
    pub cut: bool,
    /// Count moves when a side has no line left, or few.
    pub last_lines: bool,
    /// Order moves by the lines that they leave to the attacker, with five in a row or more.
    pub lines_from: u32,
    /// Order moves by learnt weights of lines, where there are any.
    pub learnt_from: u32,
    /// Take what matters of a position for its key, with five in a row or more.
    pub essence_from: u32,
}

impl Tuning {
    /// A gate that never opens.
    pub const OFF: u32 = u32::MAX;

    /// No device beyond the contract of a node: moves that do not lose at once, double threats seen by the parent.
    pub const PLAIN: Tuning = Tuning {
        table_from: Tuning::OFF,
        mirror_from: Tuning::OFF,
        paint_from: Tuning::OFF,
        probe_children_from: Tuning::OFF,
        chains: false,
        final_plies: false,
        claim: false,
        below: false,
        cut: false,
        last_lines: false,
        lines_from: Tuning::OFF,
        learnt_from: Tuning::OFF,
        essence_from: Tuning::OFF,
    };

    /// The same without the devices that do not hold where exactly k win: dead stones and what matters of a position (a stone beyond the
    /// end of a line matters), winning cells that stay winning whatever their side plays (`cut`, `last_lines`).
    pub(crate) const fn exactly(self) -> Tuning {
        let (paint_from, essence_from) = (Tuning::OFF, Tuning::OFF);
        Tuning { paint_from, essence_from, below: false, cut: false, last_lines: false, ..self }
    }

    /// Every device at every node: slower, for tests that want each of them exercised on small boards.
    pub const FULL: Tuning = Tuning {
        table_from: 0,
        mirror_from: 0,
        paint_from: 0,
        probe_children_from: 0,
        chains: true,
        final_plies: true,
        claim: true,
        below: true,
        cut: true,
        last_lines: true,
        lines_from: 0,
        learnt_from: 0,
        essence_from: 0,
    };
}

/// The table pays right above the final plies, and looking all children up as soon as they may be there, since that also
/// brings them into the cache. *Measured* against 8 and 10 for the two: the set L1_R1 from 1446 to 1224 nodes in 0.91 of the instructions, the empty 6x7 board
/// from 59.6 M to 56.2 M in some 3 % more time, 7x7x5 one in a hundred more instructions; from 6 on, 1096 nodes on L1_R1 and more time.
impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            table_from: 7,
            mirror_from: 14,
            paint_from: 20,
            probe_children_from: 7,
            lines_from: 14,
            learnt_from: 19,
            essence_from: 8,
            ..Tuning::FULL
        }
    }
}
