//! The champion: the default player, on every board.
//!
//! It answers what is forced at once, looks for a forced win by threats, and searches. The parts, from the bottom:
//! [`knowledge`](crate::knowledge) of lines, [`tactics`](Obligation) without search, chains of threats ([`Vcf`], [`Vct`]), the search, and
//! what decides how long.

mod deepen;
mod evaluate;
mod follow_up;
mod level;
mod network;
mod options;
mod oracle;
mod order;
mod pairing;
mod periodic_pairing;
mod player;
mod root;
mod search;
mod selective;
mod signature;
mod tactics;
mod vcf;
mod vct;

#[doc(hidden)]
pub use evaluate::{Evaluation, LineEvaluation, NetworkEvaluation, features};
pub use level::Level;
#[doc(hidden)]
pub use network::{
    CODES, Code, Codes, HEAD_UNIT, HIDDEN, Half, LARGEST_ROW, LARGEST_WEIGHT, Network, NetworkError, ROW_UNIT, Row,
    Sums, WIDTH, classes, seen,
};
pub use options::Options;
pub use oracle::{MakeOracle, Oracle, Verdict};
#[doc(hidden)]
pub use pairing::Pairing;
pub use periodic_pairing::periodic_pairs;
pub use player::{Champion, Variation};
pub use signature::{signature, signature_boards, signature_positions};
// These work on `knowledge::Field`: for the tests and measurements of this crate.
#[doc(hidden)]
pub use tactics::{Obligation, defences, hindering, obligation, wins_now};
#[doc(hidden)]
pub use vcf::{Proof, Vcf};
#[doc(hidden)]
pub use vct::Vct;
