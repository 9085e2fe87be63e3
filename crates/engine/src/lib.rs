#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// What only tests, examples and measurements look at is unused for everybody else.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports, unreachable_pub))]

pub mod analysis;
pub mod champion;
pub mod explain;
pub mod heuristics;
#[cfg(feature = "internals")]
pub mod knowledge;
#[cfg(not(feature = "internals"))]
mod knowledge;
pub mod lab;
mod player;
mod players;
mod position;
pub mod protocol;

pub use player::{Choice, Info, Player, outlook};
pub use players::{BadPlayer, Boards, Configured, Filter, Named, PLAYERS, Settings, UnknownPlayer, Variant};
pub use position::{Candidates, OnPosition, Position, on_position};
