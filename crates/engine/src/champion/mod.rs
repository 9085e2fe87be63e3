//! The champion: the default player, on every board.
//!
//! It answers what is forced at once, looks for a forced win by threats, and searches. The parts, from the bottom:
//! [`knowledge`](crate::knowledge) of lines, [`tactics`](Duty) without search, chains of threats ([`Vcf`], [`Vct`]), the search, and
//! what decides how long.

mod evaluate;
mod options;
mod order;
mod player;
mod search;
mod signature;
mod tactics;
mod vcf;
mod vct;

pub use evaluate::features;
pub use options::Options;
pub use player::{Champion, Variation};
pub use signature::{signature, signature_positions};
pub use tactics::{Duty, defences, duty, hindering, wins_now};
pub use vcf::{Proof, Vcf};
pub use vct::Vct;
