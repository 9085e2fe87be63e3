#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod atlas;
pub mod book;
pub mod certificate;
mod exact;
pub mod free;
pub mod gravity;
pub mod oracle;
mod task;
mod value;

pub use exact::Answers;
pub use oracle::Exact;
pub use task::Task;
pub use value::{Found, News, Stage, Unsolvable, Value, Valuer, Watch};
