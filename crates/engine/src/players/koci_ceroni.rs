//! `koci-ceroni`, called WALL-E in its tournament: 20th of 46.
//!
//! An immediate win is taken (`markMyWinningCell`), else an immediate loss blocked (`markEnemyWinningCell`); otherwise negamax with
//! iterative deepening until the time is used, a transposition table by Zobrist key, and the series bonus of the last move.
//! Partial iterations are used, and a sharp drop of the score earns extra time.
//!
//! As written, moves come row by row, and the table gives values only: the document stores the best move but does not say that
//! it is searched first, nor that an iteration begins with the line of the one before. Mended, moves come from the centre
//! outwards and both lines and table moves come first.
//!
//! Where the document is unclear: its negamax shows no window, but it stores the "kind of value found", which only bounds have,
//! and gives the cost of the best order as the square root: so alpha-beta is in. How much extra time a drop earns is not said: a
//! fifth of the time is kept back, and half a million (K-2 in a row) is a sharp drop. The two restrictions of candidates
//! that its authors tried and dropped are variants: `candidates=lines`, `candidates=near`.

use filetto_rules::Word;
use filetto_search::{AlphaBeta, Deepening, Limits, Memory, Replacement, Table};

use super::{Filter, Settings, Thinker, Variant, at_once, choice, telling};
use crate::{Candidates, Choice, Info, Position, heuristics};

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
        let Settings { variant: Variant { mended, filter }, candidates, .. } = self.settings;
        let filtered = filter.map(|filter| match filter {
            Filter::Lines => Candidates::Lines(position.rules().k()),
            Filter::Near => Candidates::Box(1),
        });
        let position = position.with_candidates(filtered.or(candidates).unwrap_or_default());
        let (mut position, memory) = match mended {
            true => (position, Memory::of(&self.table)),
            false => (position.row_by_row(), Memory::of(&self.table).values_only()),
        };
        let mut deepening = Deepening::new(AlphaBeta::new().memory(memory)).reserve(0.2, 500_000);
        if !mended {
            deepening = deepening.forgetting_lines();
        }
        choice(deepening.run(&mut position, &mut heuristics::KociCeroni { mended }, limits, telling(info)))
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
