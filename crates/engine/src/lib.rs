//! Knowledge of k-in-a-row games.
#![forbid(unsafe_code)]

pub mod heuristics;
mod player;
mod position;

pub use player::{Choice, Info, Player, budget, within};
pub use position::{Candidates, OnPosition, Position, on_position};
