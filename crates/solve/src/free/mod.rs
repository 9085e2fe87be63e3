//! Games without gravity: does a side win, or can the other keep it from winning?

mod anneal;
mod assess;
mod cells;
mod checkpoint;
mod crew;
mod dfpn;
mod mix;
mod pairing;
mod plane;
mod shallow;
mod solver;
mod state;
mod strategy;
mod table;
mod vcf;

pub use plane::plane_pairs;
pub use solver::{Answer, Limits, Progress, Question, Report, Solver, Unsolvable};
