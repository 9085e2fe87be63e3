//! How the shipped networks came about: their logs, and networks of early generations to look back at.
//!
//! Only Connect Four has early generations along (1, 5 and 20, 1.2 MB together). Generation 0 is the random network of the
//! seed and needs no file.

use std::sync::{OnceLock, PoisonError, RwLock};

use filetto_rules::Rules;

use crate::model::{Model, Origin};
use crate::network::Network;
use crate::shipped::{comes_along, shipped};
use crate::training::{Entry, log_from};

const LOGS: [(&str, &str); 3] = [
    ("3x3x3", include_str!("../models/3x3x3.jsonl")),
    ("6x7x4g", include_str!("../models/6x7x4g.jsonl")),
    ("9x9x5", include_str!("../models/9x9x5.jsonl")),
];

// A page has the first and the last generation only: the others weigh more than all the rest of it.
#[cfg(target_arch = "wasm32")]
const EARLY: [&[u8]; 0] = [];
#[cfg(not(target_arch = "wasm32"))]
const EARLY: [&[u8]; 3] = [
    include_bytes!("../models/history/6x7x4g-00001.net"),
    include_bytes!("../models/history/6x7x4g-00005.net"),
    include_bytes!("../models/history/6x7x4g-00020.net"),
];

/// The log of the training that the shipped network of this board comes from; empty where another network was handed in.
pub fn shipped_log(rules: Rules) -> Vec<Entry> {
    let ours = comes_along(rules).is_some();
    let text = LOGS.iter().find(|(board, _)| ours && board.parse() == Ok(rules)).map_or("", |(_, text)| text);
    log_from(text.as_bytes()).unwrap_or_default()
}

/// Generations of the shipped training of this board, from the one that knows nothing to the one that plays.
pub fn shipped_history(rules: Rules) -> Vec<&'static Model> {
    static BEGUN: RwLock<Vec<&Model>> = RwLock::new(Vec::new());
    static EARLIER: OnceLock<Vec<Model>> = OnceLock::new();
    let Some(last) = shipped(rules) else { return Vec::new() };
    let of_board = |model: &&Model| model.rules() == rules;
    let begun = BEGUN.read().unwrap_or_else(PoisonError::into_inner).iter().copied().find(of_board);
    let begun = begun.unwrap_or_else(|| {
        let origin = Origin { blocks: last.origin.blocks, seed: last.origin.seed, ..Origin::default() };
        let model = Model { network: Network::random(last.network.shape(), origin.seed), origin };
        let model: &Model = Box::leak(Box::new(model));
        BEGUN.write().unwrap_or_else(PoisonError::into_inner).push(model);
        model
    });
    let earlier = EARLIER.get_or_init(|| EARLY.iter().filter_map(|bytes| Model::from_bytes(bytes).ok()).collect());
    let ours = comes_along(rules).is_some();
    [begun].into_iter().chain(earlier.iter().filter(|model| ours && of_board(model))).chain([last]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped::shipped_boards;

    #[test]
    fn every_shipped_network_has_its_log_and_a_beginning() {
        for rules in shipped_boards() {
            let (log, history) = (shipped_log(rules), shipped_history(rules));
            let last = history[history.len() - 1].origin;
            assert!(
                log.iter().any(|entry| entry.generation == last.generation && entry.games == last.games),
                "{rules}"
            );
            assert_eq!(history[0].origin.generation, 0);
            assert!(history.is_sorted_by_key(|model| model.origin.generation));
        }
        assert_eq!(shipped_history(Rules::CONNECT4).len(), 5);
        assert!(EARLY.iter().map(|file| file.len()).sum::<usize>() <= 2 << 20);
    }
}
