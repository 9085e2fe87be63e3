//! `mcts`, `mtdf`, `negascout`: what the documents' authors wished for, as the search library has it.
//!
//! What is forced is played at once. On large boards without gravity they look at cells near stones only: a tree of thousands of moves a node teaches nothing.

use filetto_rules::{Cell, Rules, Word};
use filetto_search::{
    AlphaBeta, Aspiration, Blind, CounterMoves, Deepening, History, Killers, Limits, Mcts, MctsTree, Memory, Mtdf, Pvs,
    Replacement, Table,
};

use super::{Settings, Thinker, at_once, choice, telling};
use crate::heuristics::{Chua, UnionFind};
use crate::{Candidates, Choice, Info, Position};

/// The cells to look at unless the settings say otherwise.
fn candidates(settings: Settings, rules: Rules) -> Candidates {
    let few = rules.cells() <= 64;
    settings.candidates.unwrap_or(if few { Candidates::All } else { Candidates::Box(2) })
}

/// A tree grown by random playouts.
pub(super) struct MonteCarlo {
    settings: Settings,
    tree: MctsTree<Cell>,
    moves: u64,
}

impl MonteCarlo {
    pub(super) fn new(settings: Settings) -> MonteCarlo {
        MonteCarlo { settings, tree: MctsTree::new(settings.memory), moves: 0 }
    }
}

impl Thinker for MonteCarlo {
    fn think<W: Word>(
        &mut self,
        position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        if let Some(choice) = at_once(&position) {
            return Some(choice);
        }
        let rules = position.rules();
        let mut position = position.with_candidates(candidates(self.settings, rules));
        self.moves += 1;
        let mut search = Mcts::new(self.settings.seed.wrapping_add(self.moves));
        choice(search.run_in(&mut self.tree, &mut position, &mut Blind, limits, telling(info)))
    }

    fn forget(&mut self) {
        self.moves = 0;
    }
}

/// Null windows that close in on the value.
pub(super) struct MtdF {
    table: Table,
    settings: Settings,
}

impl MtdF {
    pub(super) fn new(settings: Settings) -> MtdF {
        MtdF { table: Table::new(settings.memory, Replacement::TwoTier), settings }
    }
}

impl Thinker for MtdF {
    fn think<W: Word>(
        &mut self,
        position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        if let Some(choice) = at_once(&position) {
            return Some(choice);
        }
        let rules = position.rules();
        let mut position = position.with_candidates(candidates(self.settings, rules));
        self.table.age();
        let order = (Killers::new(), History::new());
        let search = Mtdf(AlphaBeta::new().memory(Memory::symmetric(&self.table)).order(order));
        choice(Deepening::new(search).run(&mut position, &mut UnionFind::default(), limits, telling(info)))
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// Principal variation search.
pub(super) struct NegaScout {
    table: Table,
    settings: Settings,
}

impl NegaScout {
    pub(super) fn new(settings: Settings) -> NegaScout {
        NegaScout { table: Table::new(settings.memory, Replacement::TwoTier), settings }
    }
}

impl Thinker for NegaScout {
    fn think<W: Word>(
        &mut self,
        position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        if let Some(choice) = at_once(&position) {
            return Some(choice);
        }
        let rules = position.rules();
        let mut position = position.with_candidates(candidates(self.settings, rules));
        self.table.age();
        let order = ((Killers::new(), CounterMoves::new()), History::new());
        let search = Aspiration::new(Pvs::new().memory(Memory::symmetric(&self.table)).order(order), 1000);
        let mut deepening = Deepening::new(search).reserve(0.2, 1000);
        choice(deepening.run(&mut position, &mut Chua::default(), limits, telling(info)))
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
