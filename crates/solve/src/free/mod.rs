//! Games without gravity: does a side win, or can the other keep it from winning?

mod anneal;
mod assess;
mod cells;
mod checkpoint;
mod dfpn;
mod job_level;
mod pairing;
mod pairing_potential;
mod parallel_search;
mod reply_pass;
mod solver;
mod state;
mod strategy;
mod table;
mod tile_game;
mod vcf;

pub(crate) use tile_game::TileGame;

pub use job_level::{Job, JobLevel, JobMove, JobResult};
pub use solver::{Answer, Limits, Progress, Question, Report, Solver, Unsolvable, two_passes};
