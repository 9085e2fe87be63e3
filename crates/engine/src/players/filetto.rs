//! `filetto`: the champion, and where its knowledge does not hold, somebody who needs none.
//!
//! The champion's classes of lines take more than K in a row for a win. Under rules where exactly K win that is wrong, so such
//! games are left to principal variation search over the true rules.

use filetto_rules::Game;
use filetto_search::Budget;

use super::Settings;
use super::library::NegaScout;
use crate::champion::Champion;
use crate::{Choice, Info, Player};

pub(super) struct FilettoPlayer {
    champion: Champion,
    settings: Settings,
    /// Made when the first game of exactly K is played.
    exact: Option<NegaScout>,
}

impl FilettoPlayer {
    pub(super) fn new(settings: Settings) -> FilettoPlayer {
        FilettoPlayer { champion: Champion::new(settings), settings, exact: None }
    }
}

impl Player for FilettoPlayer {
    fn choose(&mut self, game: &Game, budget: &Budget, info: &mut dyn FnMut(&Info)) -> Option<Choice> {
        if !game.rules().is_exact() {
            return self.champion.choose(game, budget, info);
        }
        self.exact.get_or_insert_with(|| NegaScout::new(self.settings)).choose(game, budget, info)
    }

    fn new_game(&mut self) {
        self.champion.new_game();
        if let Some(exact) = &mut self.exact {
            exact.new_game();
        }
    }

    fn set_lines(&mut self, lines: usize) {
        self.champion.set_lines(lines);
    }
}
