//! Exact values for explanations: the solvers behind the engine's seam, limited by nodes so that every answer can be had again.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filetto_engine::explain::{Exact, ExactValue};
use filetto_rules::{Cell, Game, Rules, Side};

use crate::{Found, News, Value, Valuer};

/// Bytes for the solver's table: few without gravity, because there each question has a table of its own.
const MEMORY: [usize; 2] = [2 << 20, 32 << 20];
/// Boards without gravity up to this size are worth asking about.
const CELLS: usize = 36;
/// A node without gravity costs so many nodes with it.
const FREE_COST: u64 = 10;
/// A solver of boards with gravity asks about every thousand nodes whether to go on.
const GRAVITY_STEP: u64 = 1000;

/// Asks the solvers for an explanation or a review.
pub struct Answers {
    rules: Rules,
    valuer: Option<Valuer>,
    nodes: u64,
    stop: Option<Arc<AtomicBool>>,
    values: HashMap<Vec<Cell>, Option<ExactValue>>,
    moves: HashMap<Vec<Cell>, Option<Vec<(Cell, ExactValue)>>>,
}

impl Answers {
    /// For one board; a question costs about so many nodes at most (with gravity; a tenth without,
    /// where a node is dearer), and that of all moves as many for each.
    pub fn new(rules: Rules, nodes: u64) -> Answers {
        let worth_asking = nodes > 0 && (rules.gravity() || rules.cells() <= CELLS);
        let valuer = worth_asking.then(|| Valuer::new(rules, MEMORY[usize::from(rules.gravity())], 1).ok()).flatten();
        Answers { rules, valuer, nodes, stop: None, values: HashMap::new(), moves: HashMap::new() }
    }

    /// The same with a flag that stops every question.
    #[must_use]
    pub fn stop(self, stop: Arc<AtomicBool>) -> Answers {
        Answers { stop: Some(stop), ..self }
    }

    /// Counts nodes; once a question was too much, there is no need to go on with the others.
    fn limit(&self, questions: u64) -> impl FnMut(&News) -> ControlFlow<()> + use<> {
        let (gravity, most) = (self.rules.gravity(), self.nodes);
        let (mut asked, mut stopped) = (0, false);
        let flag = self.stop.clone();
        move |news: &News| {
            asked += GRAVITY_STEP;
            let spent = if gravity { asked / questions } else { news.nodes * FREE_COST };
            stopped |= spent >= most || flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
}

fn worth(found: &Found) -> Option<ExactValue> {
    let winner = match found.value? {
        Value::First => Some(Side::First),
        Value::Draw => None,
        Value::Second => Some(Side::Second),
    };
    Some(ExactValue { winner, plies: found.plies })
}

impl Exact for Answers {
    fn value(&mut self, game: &Game) -> Option<ExactValue> {
        let key: Vec<Cell> = game.cells().collect();
        if let Some(known) = self.values.get(&key) {
            return *known;
        }
        let mut limit = self.limit(1);
        let found = self.valuer.as_ref()?.value(game, game.rules().gravity(), &mut limit).ok();
        let known = found.as_ref().and_then(worth);
        self.values.insert(key, known);
        known
    }

    fn moves(&mut self, game: &Game) -> Option<Vec<(Cell, ExactValue)>> {
        let key: Vec<Cell> = game.cells().collect();
        if let Some(known) = self.moves.get(&key) {
            return known.clone();
        }
        let valuer = self.valuer.as_ref()?;
        let mut limit = self.limit(game.rules().cols() as u64);
        let found = valuer.moves(game, game.rules().gravity(), &mut limit).ok();
        let known: Option<Vec<(Cell, ExactValue)>> =
            found.and_then(|found| found.iter().map(|(cell, found)| Some((*cell, worth(found)?))).collect());
        self.moves.insert(key, known.clone());
        known
    }
}
