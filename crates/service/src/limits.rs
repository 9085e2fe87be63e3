//! How much one request may ask for.

use std::time::Duration;

/// The longest time a request may think.
pub const LONGEST_THINKING: Duration = Duration::from_secs(600);
/// Bytes for the tables of one search.
pub const SEARCH_MEMORY: usize = 32 << 20;
/// Bytes for the table of a solver.
pub const SOLVER_MEMORY: usize = 64 << 20;
/// The longest certificate that is sent; a longer one is written by `filetto solve`.
pub const CERTIFICATE_BYTES: usize = 4 << 20;
/// Simulations of Monte Carlo tree search that are told.
pub const SIMULATIONS: u32 = 500;
/// The largest game tree that is drawn.
pub const TREE_NODES: usize = 4000;
/// Moves of a game that is reviewed.
pub const REVIEWED: usize = 400;
