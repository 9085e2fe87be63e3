#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// What only tests, examples and measurements switch and count is unused for everybody else.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub))]

mod answers;
pub mod atlas;
pub mod book;
pub mod certificate;
pub mod family;
pub mod free;
pub mod gravity;
pub mod lookup;
pub mod oracle;
mod packed;
mod task;
mod value;

pub use answers::Answers;
pub use oracle::Solvers;
pub use task::{CHECKPOINT, Task};
pub use value::{Found, FoundMove, News, Stage, Unsolvable, Value, Watch};
