#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analysis;
pub mod champion;
pub mod explain;
pub mod heuristics;
// For the tests, examples and measurements of this crate: no part of its interface, and free to change.
#[doc(hidden)]
pub mod knowledge;
pub mod lab;
mod player;
mod players;
mod position;
pub mod protocol;

pub use player::{Choice, Info, Player, outlook};
pub use players::{BadPlayer, Boards, Filter, Named, PLAYERS, Settings, UnknownPlayer, Variant};
pub use position::{Candidates, OnPosition, Position, on_position};
