//! Random players: the zero of every scale.

use filetto_rules::{Rng, Word};
use filetto_search::Limits;

use super::{Settings, Thinker, at_once};
use crate::{Choice, Info, Position};

/// Plays any legal move; the careful one wins if it can and blocks if it must.
pub(super) struct Dice {
    rng: Rng,
    careful: bool,
}

impl Dice {
    pub(super) fn new(settings: Settings, careful: bool) -> Dice {
        Dice { rng: Rng::new(settings.seed), careful }
    }
}

impl Thinker for Dice {
    fn think<W: Word>(&mut self, position: Position<W>, _: &Limits, _: &mut dyn FnMut(&Info)) -> Option<Choice> {
        if let Some(choice) = at_once(&position).filter(|_| self.careful) {
            return Some(choice);
        }
        let legal: Vec<_> = position.legal().collect();
        self.rng.pick(&legal).copied().map(Choice::of)
    }
}
