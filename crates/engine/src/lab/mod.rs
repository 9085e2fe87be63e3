//! The laboratory: the same position searched by every algorithm, and the game tree with what alpha-beta cuts.
//!
//! This is the exercise of the minimax laboratory that the project grew from (compare negamax with and without alpha-beta, and
//! the heuristics), for any position of any board.

mod careless;
mod chart;
mod contest;
mod experiment;
mod foretold;
mod judged;
mod leaves;
mod proofs;
mod recorded;
mod rekeyed;
mod tree;
mod tree_picture;

pub use chart::chart;
pub use contest::{Contest, Opinion, Result as ContestResult, opinions};
pub use experiment::{ALGORITHMS, Experiment, Row, RowKind, affordable_depth};
pub use leaves::{BadLeaves, Exercise, exercise, leaves_tree};
pub use recorded::{MoveOrder, Simulation, simulations};
pub use tree::{Node, TooLarge, Tree};
pub use tree_picture::tree_picture;

/// The estimate that counts as three quarters of a win where an algorithm takes shares of a win.
const SCALE: f64 = 100.0;
