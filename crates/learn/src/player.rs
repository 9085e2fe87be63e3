//! The player `zero`: a network and a search led by it.
//!
//! With a number of simulations the root is searched by Gumbel's halving, the same moves every time; otherwise by PUCT until
//! the limits end it. The tree is kept from move to move of one game.

use std::sync::Arc;

use filetto_engine::{Choice, Info, OnPosition, Player, Position, on_position, outlook};
use filetto_rules::{Cell, Game, Rules, Word};
use filetto_search::{Budget, Gumbel, Limits, Progress, Puct, PuctTree, Report, Score};

use crate::judge::Judge;
use crate::model::Model;
use crate::shipped::shipped;

/// Leaves judged together: few enough that none is wasted on a small tree.
const BATCH: usize = 4;

/// Plays by what a network has learnt.
pub struct Zero {
    model: Option<Arc<Model>>,
    simulations: Option<u32>,
    tree: PuctTree<Cell>,
    /// The position that the tree is about.
    about: Option<(Rules, Vec<Cell>)>,
}

impl Zero {
    /// A player with this network, or with the shipped one of whatever board it is put before; so many simulations a move if
    /// given, and a tree of so many bytes.
    pub fn new(model: Option<Arc<Model>>, simulations: Option<u32>, memory: usize) -> Zero {
        Zero { model, simulations, tree: PuctTree::new(memory), about: None }
    }

    /// Brings the tree to the position; what is no continuation of the last game begins anew.
    fn follow(&mut self, game: &Game) {
        let cells: Vec<Cell> = game.cells().collect();
        let rules = game.rules();
        let known = self.about.take().filter(|(about, _)| *about == rules && game.setup().is_default());
        match known.and_then(|(_, known)| cells.strip_prefix(known.as_slice()).map(<[Cell]>::to_vec)) {
            Some(further) if further.len() <= 2 => further.into_iter().for_each(|cell| self.tree.advance(cell)),
            _ => self.tree.reset(),
        }
        self.about = Some((rules, cells));
    }
}

struct Think<'a, 'b> {
    puct: Puct,
    tree: &'a mut PuctTree<Cell>,
    model: &'a Model,
    limits: Limits,
    info: &'a mut (dyn FnMut(&Info) + 'b),
}

impl OnPosition for Think<'_, '_> {
    type Output = Report<Cell>;

    fn run<W: Word>(self, mut position: Position<W>) -> Report<Cell> {
        let mut judge = Judge::new(&self.model.network);
        let info = self.info;
        let tell = |progress: &Progress<'_, Cell>| {
            let &Progress { depth, score, nodes, elapsed, line } = progress;
            info(&Info { depth, score, nodes, elapsed, line: line.to_vec(), rank: 0 });
        };
        self.puct.run(self.tree, &mut position, &mut judge, &self.limits, tell)
    }
}

impl Player for Zero {
    fn choose(&mut self, game: &Game, budget: &Budget, info: &mut dyn FnMut(&Info)) -> Option<Choice> {
        if game.outcome().is_over() {
            return None;
        }
        let own = self.model.clone().filter(|model| model.rules() == game.rules());
        let model = own.as_deref().or_else(|| shipped(game.rules()))?;
        self.follow(game);
        let root = self.simulations.map(Gumbel::new);
        let puct = Puct { batch: BATCH, root, ..Puct::default() };
        let think = Think { puct, tree: &mut self.tree, model, limits: budget.limits(outlook(game)), info };
        let Report { score, best, line, solved, stats, .. } = on_position(game, think);
        let cell = best?;
        let line = if line.is_empty() { vec![cell] } else { line };
        Some(Choice { cell, score: (score > Score::LOWEST).then_some(score), line, solved, stats })
    }

    fn new_game(&mut self) {
        self.about = None;
        self.tree.reset();
    }
}
