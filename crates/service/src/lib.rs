#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysing;
mod atlas;
mod desk;
mod host;
mod learning;
pub mod limits;
pub mod messages;
#[cfg(test)]
mod page_fixtures;
#[cfg(test)]
mod page_types;
mod players;
mod puzzles;
mod reviewing;
mod solving;
mod texts;
mod work;

pub use desk::{Granted, Job, Manner, Refusal, Stop, Work, grant, hello, no_message, read, wants};
pub use host::Host;
pub use messages::{Code, Reply, Request};
pub use players::{Card, DEFAULT_PLAYER, Files, Who, cards};
