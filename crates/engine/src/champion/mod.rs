//! The champion: the default player, on every board.
//!
//! It answers what is forced at once, looks for a forced win by threats, and searches. The parts, from the bottom:
//! knowledge of lines, tactics without search, chains of threats (VCF, VCT), the search, and
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

pub use level::Level;
pub use options::Options;
pub use oracle::{MakeOracle, Oracle, Verdict};
pub(crate) use pairing::Pairing;
pub use periodic_pairing::periodic_pairs;
pub use player::{Analysis, Champion, Variation};
pub use signature::{SignatureBoard, signature, signature_boards, signature_positions};
pub(crate) use tactics::{defences, hindering, wins_now};

/// The parts, for this crate's own tests, examples and measurements.
#[cfg(feature = "internals")]
pub mod parts {
    pub use super::evaluate::{Evaluation, LineEvaluation, NetworkEvaluation, features};
    pub use super::network::{
        CODES, Code, Codes, HEAD_UNIT, HIDDEN, Half, LARGEST_ROW, LARGEST_WEIGHT, Network, NetworkError, ROW_UNIT, Row,
        Sums, WIDTH, classes, seen,
    };
    pub use super::pairing::Pairing;
    pub use super::tactics::{Obligation, defences, hindering, obligation, wins_now};
    pub use super::vcf::{Proof, Vcf};
    pub use super::vct::Vct;
}
