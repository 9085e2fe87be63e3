//! The devices of the search and where they are switched on, all in one place. Every one can be turned off, for ablations and for
//! the tests that hold the search with a device against the search without it.

/// Which devices the search uses, and from how many empty cells.
///
/// [`Tuning::OFF`] turns a gate off for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Keep results in the table while at least so many cells are empty.
    pub table_from: u32,
    /// Take the smaller of a key and its mirror image while at least so many cells are empty.
    pub mirror_from: u32,
    /// Paint dead stones in keys while at least so many cells are empty.
    pub paint_from: u32,
    /// Look all children up before searching the first while at least so many cells are empty.
    pub probe_children_from: u32,
    /// Play out replies that are the only ones not losing at once.
    pub chains: bool,
    /// Bound positions by the follow-up strategy.
    pub follow_up: bool,
    /// Bound positions in which a side has no line left.
    pub dead_lines: bool,
    /// Experiments.
    pub params: [i32; 16],
}

impl Tuning {
    /// A gate that never opens.
    pub const OFF: u32 = u32::MAX;

    /// No device beyond the contract of a node.
    pub const PLAIN: Tuning = Tuning {
        table_from: Tuning::OFF,
        mirror_from: Tuning::OFF,
        paint_from: Tuning::OFF,
        probe_children_from: Tuning::OFF,
        chains: false,
        follow_up: false,
        dead_lines: false,
        params: [0, 64, 0, 32, 0, 0, 2, 0, 4, 32, 0, 0, 0, 0, 0, 0],
    };
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            table_from: 10,
            mirror_from: 14,
            paint_from: 16,
            probe_children_from: 16,
            chains: true,
            follow_up: true,
            dead_lines: true,
            params: [0, 64, 0, 32, 0, 0, 2, 0, 4, 32, 0, 0, 0, 0, 0, 0],
        }
    }
}
