//! The networks that come with the program. How each was trained is in docs/learning.md.

use std::sync::OnceLock;

use filetto_rules::Rules;

use crate::model::Model;
use crate::yardstick::Yardstick;

const FILES: [&[u8]; 3] = [
    include_bytes!("../models/3x3x3.net"),
    include_bytes!("../models/6x7x4g.net"),
    include_bytes!("../models/9x9x5.net"),
];

fn models() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    MODELS.get_or_init(|| FILES.iter().filter_map(|bytes| Model::from_bytes(bytes).ok()).collect())
}

/// The network that comes with the program for this board, if there is one.
pub fn shipped(rules: Rules) -> Option<&'static Model> {
    models().iter().find(|model| model.rules() == rules)
}

/// Positions with exact values that come with the program: of Connect Four 1,000 from the first to the last moves, labelled by
/// the exact solver. Trainings measure themselves by them and learn nothing from them.
pub fn shipped_yardstick(rules: Rules) -> Option<Yardstick> {
    let text = (rules == Rules::CONNECT4).then_some(include_str!("../yardsticks/6x7x4g.txt"))?;
    Yardstick::read(rules, text).ok()
}

/// The boards that have one.
pub fn shipped_boards() -> impl Iterator<Item = Rules> {
    models().iter().map(Model::rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_is_a_network_of_at_most_two_megabytes() {
        assert_eq!(models().len(), FILES.len());
        assert_eq!(shipped_yardstick(Rules::CONNECT4).map(|yardstick| yardstick.len()), Some(1000));
        assert!(FILES.iter().all(|file| file.len() <= 2 << 20));
    }
}
