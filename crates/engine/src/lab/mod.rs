//! The laboratory: the same position searched by every algorithm, and the game tree with what alpha-beta cuts.
//!
//! This is the exercise of the minimax laboratory that the project grew from (compare negamax with and without alpha-beta, and
//! the heuristics), for any position of any board.

mod chart;
mod experiment;
mod rekeyed;
mod tree;
mod tree_picture;

pub use chart::chart;
pub use experiment::{ALGORITHMS, Experiment, Row, affordable_depth};
pub use tree::{Node, TooLarge, Tree};
pub use tree_picture::tree_picture;
