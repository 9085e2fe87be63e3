//! Exact values for answers: what is known and the solvers behind the engine's seam.
//!
//! Books, the atlas and repertoires are asked first, then the solvers, limited by nodes. Each question starts with an empty table:
//! what is said of a position does not depend on what was asked before, so a move is worth what the position after it is worth.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filetto_engine::analysis::{Exact, ExactValue, Source};
use filetto_rules::{Board, Cell, Game, Outcome, Rules, Side};

use crate::lookup::{RepertoireMove, look_up, look_up_moves, repertoire_move};
use crate::{Found, News, Task, Value};

/// Bytes of the table for one node, and of the smallest and the largest table.
const NODE: usize = 32;
const MEMORY: [usize; 2] = [1 << 20, 32 << 20];
/// Boards without gravity up to this size are worth asking about.
const CELLS: usize = 36;
/// A node without gravity costs so many nodes with it.
const FREE_COST: u64 = 10;
/// A solver of boards with gravity asks about every thousand nodes whether to go on.
const GRAVITY_STEP: u64 = 1000;

/// Knows exact values of one board.
pub struct Answers {
    rules: Rules,
    nodes: u64,
    factor: u64,
    stop: Option<Arc<AtomicBool>>,
    /// What was asked of positions, with and without a look at their moves.
    values: HashMap<Vec<Cell>, Option<ExactValue>>,
    direct: HashMap<Vec<Cell>, Option<ExactValue>>,
}

impl Answers {
    /// For one board; a question to the solvers costs about so many nodes at most (with gravity; a tenth without, where a node is
    /// dearer). With none they are not asked.
    pub fn new(rules: Rules, nodes: u64) -> Answers {
        Answers { rules, nodes, factor: 1, stop: None, values: HashMap::new(), direct: HashMap::new() }
    }

    /// The same with a flag that stops every question.
    #[must_use]
    pub fn stop(self, stop: Arc<AtomicBool>) -> Answers {
        Answers { stop: Some(stop), ..self }
    }

    fn find(&mut self, game: &Game) -> Option<ExactValue> {
        if let Some(known) = look_up(game, None) {
            return worth(&known.found, known.by);
        }
        let (gravity, most) = (self.rules.gravity(), self.nodes.saturating_mul(self.factor));
        if most == 0 || !gravity && self.rules.cells() > CELLS {
            return None;
        }
        // A new one for each question: whatever a solver has learnt would change what it finds within so many nodes.
        let memory = usize::try_from(most).unwrap_or(usize::MAX).saturating_mul(NODE);
        let mut task = Task::new(game, memory.clamp(MEMORY[0], MEMORY[1]), 1).ok()?.score(true);
        let (mut asked, mut begun) = (0, None);
        let flag = self.stop.clone();
        let mut limit = |news: &News| {
            asked += GRAVITY_STEP;
            let nodes = news.nodes - *begun.get_or_insert(news.nodes);
            let spent = if gravity { asked } else { nodes * FREE_COST };
            let stopped = spent >= most || flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        worth(&task.run(&mut limit).ok()?, Source::Solver)
    }
}

fn worth(found: &Found, by: Source) -> Option<ExactValue> {
    let winner = match found.value? {
        Value::First => Some(Side::First),
        Value::Draw => None,
        Value::Second => Some(Side::Second),
    };
    Some(ExactValue { winner, plies: found.plies, by })
}

impl Answers {
    /// What the moves say of a position that was too much by itself: with gravity, where there are few.
    fn derived(&mut self, game: &Game) -> Option<ExactValue> {
        if !game.rules().gravity() {
            return None;
        }
        let side = game.to_move();
        let moves: Vec<Option<ExactValue>> =
            game.board().legal_moves().into_iter().map(|cell| self.after(game, cell)).collect();
        let known: Vec<ExactValue> = moves.iter().flatten().copied().collect();
        let one_more = |worth: &ExactValue| worth.plies.map(|plies| plies + 1);
        let wins = known.iter().filter(|worth| worth.winner == Some(side));
        if let Some(win) = wins.min_by_key(|worth| worth.plies.unwrap_or(u32::MAX)) {
            return Some(ExactValue { plies: one_more(win), ..*win });
        }
        let best = known.iter().max_by_key(|worth| (worth.winner.is_none(), worth.plies))?;
        (known.len() == moves.len()).then(|| ExactValue { plies: one_more(best), ..*best })
    }

    /// The value after a move.
    fn after(&mut self, game: &Game, cell: Cell) -> Option<ExactValue> {
        let mut next = game.clone();
        match next.play(cell).ok()? {
            Outcome::Ongoing => self.direct(&next),
            over => Some(ExactValue { winner: over.winner(), plies: Some(0), by: Source::Rules }),
        }
    }
}

impl Exact for Answers {
    fn value(&mut self, game: &Game) -> Option<ExactValue> {
        let key: Vec<Cell> = game.cells().collect();
        if let Some(known) = self.values.get(&key) {
            return *known;
        }
        let known = self.direct(game).or_else(|| self.derived(game));
        self.values.insert(key, known);
        known
    }

    fn direct(&mut self, game: &Game) -> Option<ExactValue> {
        if game.rules() != self.rules || !game.setup().is_default() {
            return None;
        }
        let key: Vec<Cell> = game.cells().collect();
        if let Some(known) = self.direct.get(&key) {
            return *known;
        }
        let known = self.find(game);
        self.direct.insert(key, known);
        known
    }

    fn moves(&mut self, game: &Game) -> Option<Vec<(Cell, ExactValue)>> {
        let by = self.value(game)?.by;
        // The atlas has the values of first moves where nobody could find them out again.
        let charted = if game.moves().is_empty() { look_up_moves(game, None) } else { None }.unwrap_or_default();
        let mut after = |cell: Cell| {
            let found = charted.iter().find(|known| known.cell == cell).and_then(|known| worth(&known.found, by));
            // With gravity the solver may know the distance as well.
            let enough = found.filter(|worth| worth.plies.is_some() || !game.rules().gravity());
            Some((cell, enough.or_else(|| self.after(game, cell)).or(found)?))
        };
        game.board().legal_moves().into_iter().map(&mut after).collect()
    }

    fn keeping(&mut self, game: &Game) -> Option<Cell> {
        if !game.setup().is_default() {
            return None;
        }
        let known = self.value(game)?;
        if let Some(RepertoireMove { cell, repertoire }) = repertoire_move(game)
            && repertoire.value() == Value::of(known.winner)
        {
            return Some(cell);
        }
        let winner = known.winner.filter(|winner| *winner == game.to_move() && game.rules().gravity())?;
        let moves = game.board().legal_moves().into_iter();
        let wins = moves.filter_map(|cell| Some((cell, self.after(game, cell).filter(|w| w.winner == Some(winner))?)));
        wins.min_by_key(|(_, worth)| worth.plies.unwrap_or(u32::MAX)).map(|(cell, _)| cell)
    }

    fn set_factor(&mut self, factor: u64) {
        self.factor = factor.max(1);
        // What was not known may be known now.
        self.values.clear();
        self.direct.retain(|_, known| known.is_some());
    }
}
