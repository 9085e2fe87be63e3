//! The networks that come with the program. How each was trained is in docs/learning.md.
//!
//! They are inside the program, but not inside the module for browsers: a page fetches the file of a board when somebody asks for it,
//! and `provide` hands it in. A network of one's own is handed in the same way and takes the place of the shipped one.

use std::sync::{OnceLock, PoisonError, RwLock};

use filetto_rules::Rules;

use crate::model::{Model, ModelError};
use crate::yardstick::Yardstick;

/// The boards that have a network.
const BOARDS: [&str; 3] = ["3x3x3", "6x7x4g", "9x9x5"];

#[cfg(target_arch = "wasm32")]
const FILES: [&[u8]; 0] = [];
#[cfg(not(target_arch = "wasm32"))]
const FILES: [&[u8]; 3] = [
    include_bytes!("../models/3x3x3.net"),
    include_bytes!("../models/6x7x4g.net"),
    include_bytes!("../models/9x9x5.net"),
];

/// What was handed in since the program began.
static PROVIDED: RwLock<Vec<&Model>> = RwLock::new(Vec::new());

/// Hands in the network of a board: from now on it is the board's, until the program ends or another one is handed in.
pub fn provide(file: &[u8]) -> Result<(), ModelError> {
    let model = Model::from_bytes(file)?;
    PROVIDED.write().unwrap_or_else(PoisonError::into_inner).push(Box::leak(Box::new(model)));
    Ok(())
}

fn models() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    MODELS.get_or_init(|| FILES.iter().filter_map(|bytes| Model::from_bytes(bytes).ok()).collect())
}

/// The network of this board: the one that was handed in last, else the one that comes with the program, if there is one and it is here.
pub fn shipped(rules: Rules) -> Option<&'static Model> {
    let of_board = |model: &&Model| model.rules() == rules;
    let provided = PROVIDED.read().unwrap_or_else(PoisonError::into_inner).iter().rev().copied().find(of_board);
    provided.or_else(|| models().iter().find(of_board))
}

/// The network of this board that comes with the program, if it is the one that plays there.
pub(crate) fn comes_along(rules: Rules) -> Option<&'static Model> {
    shipped(rules).filter(|model| cfg!(target_arch = "wasm32") || models().iter().any(|own| std::ptr::eq(own, *model)))
}

/// Positions with exact values that come with the program: of Connect Four 1,000 from the first to the last moves, labelled by
/// the exact solver. Trainings measure themselves by them and learn nothing from them.
pub fn shipped_yardstick(rules: Rules) -> Option<Yardstick> {
    let text = (rules == Rules::CONNECT4).then_some(include_str!("../yardsticks/6x7x4g.txt"))?;
    Yardstick::read(rules, text).ok()
}

/// The boards that have one, here or still to be fetched.
pub fn shipped_boards() -> impl Iterator<Item = Rules> {
    BOARDS.iter().filter_map(|board| board.parse().ok())
}

/// The boards that `zero` plays on: the shipped ones, and those whose network was handed in.
pub fn learnt_boards() -> Vec<Rules> {
    let mut boards: Vec<Rules> = shipped_boards().collect();
    for model in PROVIDED.read().unwrap_or_else(PoisonError::into_inner).iter() {
        if !boards.contains(&model.rules()) {
            boards.push(model.rules());
        }
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_that_is_handed_in_plays_on_its_board() {
        let (rules, model) = ("5x5x4".parse().unwrap(), &models()[0]);
        assert!(shipped(rules).is_none());
        let shape = crate::network::Shape { rules, ..model.network.shape() };
        let file = Model { network: crate::network::Network::random(shape, 1), origin: model.origin }.to_bytes();
        assert!(provide(&file[..20]).is_err());
        provide(&file).unwrap();
        assert_eq!(shipped(rules).map(Model::rules), Some(rules));
        assert!(shipped_boards().all(|board| board != rules), "nobody is promised one");
        assert_eq!(learnt_boards().iter().filter(|board| **board == rules).count(), 1);
        assert!(crate::history::shipped_log(rules).is_empty());
        // Another one takes its place.
        let other = crate::network::Network::random(shape, 2);
        provide(&Model { network: other.clone(), origin: model.origin }.to_bytes()).unwrap();
        assert!(shipped(rules).unwrap().network.weights() == other.weights());
        assert!(comes_along(rules).is_none() && comes_along(Rules::TICTACTOE).is_some());
    }

    #[test]
    fn every_shipped_file_is_a_network_of_at_most_two_megabytes() {
        assert_eq!(models().len(), FILES.len());
        assert!(models().iter().map(Model::rules).eq(shipped_boards()));
        assert_eq!(shipped_yardstick(Rules::CONNECT4).map(|yardstick| yardstick.len()), Some(1000));
        assert!(FILES.iter().all(|file| file.len() <= 2 << 20));
    }
}
