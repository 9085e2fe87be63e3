//! A small network over the codes of cells, added to the estimate.
//!
//! It sees what the weighed counts cannot: which classes meet on one cell, one's own and the other's, and how many such cells there are at once. Its sums
//! are kept while a search plays ([`Sums`]), in integers, so that a position has one estimate however it was reached. One model serves a
//! class of boards, as with the weights; a class has one only where it won its matches at equal time: docs/champion.md.

mod codes;
mod model;
mod sums;

use std::sync::OnceLock;

use filetto_rules::Rules;

pub use codes::{CODES, Code, Codes, classes};
pub use model::{HEAD_UNIT, HIDDEN, Half, LARGEST_ROW, LARGEST_WEIGHT, Network, NetworkError, ROW_UNIT, Row, WIDTH};
pub use sums::{Sums, seen};

use crate::knowledge::Weights;

/// The networks by the name of their class of boards.
const MODELS: [(&str, &[u8]); 1] = [("k5", include_bytes!("../../../models/k5.net"))];

impl Network {
    /// The network for a board, if its class has one.
    pub fn of(rules: Rules) -> Option<&'static Network> {
        static READ: OnceLock<Vec<(&str, Network)>> = OnceLock::new();
        let all = READ.get_or_init(|| {
            MODELS.iter().filter_map(|(name, bytes)| Some((*name, Network::read(bytes).ok()?))).collect()
        });
        let class = Weights::model(rules);
        all.iter().find(|(name, _)| *name == class).map(|(_, network)| network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_is_read_and_says_where_it_comes_from() {
        for (name, bytes) in MODELS {
            let network = Network::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(network.to_bytes(), bytes, "{name}");
            assert!(network.about.contains("positions"), "{name}: {}", network.about);
            assert!(bytes.len() < 100_000, "{name}");
        }
    }
}
