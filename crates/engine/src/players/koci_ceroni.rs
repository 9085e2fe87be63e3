//! `koci-ceroni`, called WALL-E in its tournament: 20th of 46.
//!
//! An immediate win is taken (`markMyWinningCell`), else an immediate loss blocked (`markEnemyWinningCell`); otherwise negamax with
//! iterative deepening until the time is used, a transposition table by Zobrist key, and the series bonus of the last move.
//! Partial iterations are used, and a sharp drop of the score earns extra time.
//!
//! Where the document is unclear: its negamax shows no window, but it stores the "kind of value found", which only bounds have,
//! and gives the cost of the best order as the square root: so alpha-beta is in. How much extra time a drop earns is not said: a
//! fifth of the time is kept back, and half a million (K-2 in a row) is a sharp drop. The two restrictions of candidates
//! that its authors tried and dropped are settings.

use filetto_rules::Word;
use filetto_search::{AlphaBeta, Deepening, Limits, Memory, Replacement, Table};

use super::{Settings, Thinker, at_once, choice, telling};
use crate::{Choice, Info, Position, heuristics};

pub(super) struct KociCeroni {
    table: Table,
    settings: Settings,
}

impl KociCeroni {
    pub(super) fn new(settings: Settings) -> KociCeroni {
        KociCeroni { table: Table::new(settings.memory, Replacement::Always), settings }
    }
}

impl Thinker for KociCeroni {
    fn think<W: Word>(
        &mut self,
        position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        if let Some(choice) = at_once(&position) {
            return Some(choice);
        }
        let mut position = position.with_candidates(self.settings.candidates.unwrap_or_default());
        let search = AlphaBeta::new().memory(Memory::of(&self.table));
        let mut deepening = Deepening::new(search).reserve(0.2, 500_000);
        choice(deepening.run(&mut position, &mut heuristics::KociCeroni, limits, telling(info)))
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
