//! Exact scores of positions with gravity: Connect Four and all its sizes.

mod busy;
mod checkpoint;
mod control;
mod engine;
mod error;
mod final_plies;
mod follow_up;
mod keys;
mod last_lines;
mod learnt;
mod lines;
mod order;
pub(crate) mod plan;
mod request;
mod score;
mod search;
mod shape;
mod solver;
mod strategy;
mod table;
mod tuning;
mod well;
mod wide_table;
mod windows;
mod word;

pub(crate) use checkpoint::table_bytes as saved_bytes;
pub use error::PositionError;
pub(crate) use plan::{Graph, Memory};
pub use request::{Goal, Progress, Request, Solution};
pub use score::Score;
pub use solver::GravitySolver;
pub(crate) use strategy::Perfect;
// For this crate's own tests and benchmarks.
#[cfg(feature = "internals")]
pub use tuning::Tuning;
