//! The numbers: what pairs of games say about who is better, and how sure one can be.

mod normal;
mod pairs;
mod rating;
mod sprt;

pub use pairs::{Interval, Pairs};
pub use rating::{Rating, ratings};
pub use sprt::{Model, Sprt, Verdict};
