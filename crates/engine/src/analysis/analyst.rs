//! The service: from a position to its answer.

use filetto_rules::{Board, Cell, Game, Outcome};
use filetto_search::{Budget, Outlook, Score, TimeControl, TimeManager};

use super::answer::{Answer, Line, MoveValue, Searched};
use super::effort::Effort;
use super::exact::{Exact, ExactValue};
use super::value::{Source, Value};
use crate::explain::position::{Expectation, Judge, chance, main_line};
use crate::{Choice, Info, Named, Player, Settings};

/// Bytes for the champion's table: what the standard effort fills.
const MEMORY: usize = 8 << 20;
/// A line with fewer moves is made longer.
const SHORT_LINE: usize = 4;
/// Moves that are valued one by one; on larger boards the ones nearest to the stones.
const VALUED: usize = 64;
/// Each round of a longer study costs so many times the one before.
const ROUND: u64 = 4;

/// Answers what a position is.
pub struct Analyst<'a> {
    effort: Effort,
    exact: Option<&'a mut (dyn Exact + 'a)>,
    budget: Budget,
    player: Box<dyn Player + 'a>,
    /// Whether the player's scores are in the champion's unit, and its word is believed.
    champion: bool,
    /// How many lines are told, and whether the value of every move is.
    wanted: (usize, bool),
}

impl<'a> Analyst<'a> {
    /// One with this effort, who knows nobody to ask for exact values and estimates by the champion.
    pub fn new(effort: Effort) -> Analyst<'a> {
        let settings = Settings { memory: MEMORY, ..Settings::default() };
        Analyst {
            effort,
            exact: None,
            budget: Budget::none(),
            player: champion(settings),
            champion: true,
            wanted: (1, false),
        }
    }

    /// The same with somebody to ask for exact values.
    #[must_use]
    pub fn exact(self, exact: &'a mut (dyn Exact + 'a)) -> Analyst<'a> {
        Analyst { exact: Some(exact), ..self }
    }

    /// The same with another player's moves where nothing is proved. Its scores have a unit of its own: they say no chance.
    #[must_use]
    pub fn player(self, player: Box<dyn Player>) -> Analyst<'a> {
        Analyst { player, champion: false, ..self }
    }

    /// The same that tells so many lines, and the value of every move if wanted.
    #[must_use]
    pub fn wanting(self, lines: usize, values: bool) -> Analyst<'a> {
        Analyst { wanted: (lines, values), ..self }
    }

    /// The same that breaks off once this time is over or the flag is set; the nodes are those of the effort. What was broken off is
    /// worth less: see [`Analyst::is_over`].
    #[must_use]
    pub fn budget(self, budget: Budget) -> Analyst<'a> {
        let since = budget.since.unwrap_or_else(filetto_search::Clock::start);
        Analyst { budget: budget.since(since), ..self }
    }

    /// Whether the time is over or somebody wants an end.
    pub fn is_over(&self) -> bool {
        is_over(&self.budget)
    }

    /// What the position is.
    pub fn answer(&mut self, game: &Game) -> Answer {
        let mut answer = self.plain(game);
        self.complete(game, &mut answer);
        answer
    }

    /// Adds what is wanted besides the value. It never changes the value or the best move: they are the same whatever else is asked.
    fn complete(&mut self, game: &Game, answer: &mut Answer) {
        if self.wanted.1 {
            self.add_values(game, answer);
        }
        self.add_lines(game, answer);
    }

    fn plain(&mut self, game: &Game) -> Answer {
        self.player.new_game();
        let (effort, budget, player, champion) = (self.effort, &self.budget, &mut self.player, self.champion);
        let mut searched = None;
        let mut ask = |game: &Game| {
            let choice = search(player.as_mut(), game, budget, effort.search, &mut |_| {})?;
            let Choice { score, solved, stats, .. } = choice;
            searched = Some(Searched { depth: stats.depth, nodes: stats.nodes, score });
            let line = lengthened(player.as_mut(), game, budget, effort.search, choice.line);
            Some(Expectation { line, score: score.filter(|_| champion), solved: solved && champion })
        };
        let exact = self.exact.as_mut().map(|exact| &mut **exact as &mut dyn Exact);
        let over = || is_over(budget);
        let explanation = Judge { effort: &effort, exact, champion: &mut ask, over: &over }.explain(game);
        let mut answer = Answer { explanation, lines: Vec::new(), values: Vec::new(), searched };
        if answer.best().is_some() {
            let moves = main_line(&answer.explanation);
            let (value, known_by) = answer.best_value();
            answer.lines = vec![Line { moves, value, known_by }];
        }
        answer
    }

    /// Answers, and goes on with more and more effort until the position is proved or the time is over, which must be limited. `told`
    /// hears every answer that is better than the last. The first one heeds no time: it is the same everywhere.
    pub fn study(&mut self, game: &Game, told: &mut dyn FnMut(&Answer)) -> Answer {
        let (effort, budget, mut factor) = (self.effort, self.budget.clone(), 1u64);
        self.budget.time = TimeControl::NONE;
        let mut best = self.plain(game);
        told(&best);
        if self.wanted != (1, false) {
            self.complete(game, &mut best);
            told(&best);
        }
        self.budget = budget;
        while !best.is_proved() && best.best().is_some() && !self.is_over() && factor < 1 << 40 {
            factor *= ROUND;
            let times = |nodes: u64| nodes.saturating_mul(factor);
            self.effort = Effort { proof: times(effort.proof), search: times(effort.search), ..effort };
            if let Some(exact) = &mut self.exact {
                exact.set_factor(factor);
            }
            let answer = self.answer(game);
            // A round that was broken off knows less than the one before, unless it has proved something.
            if !self.is_over() || answer.is_proved() {
                told(&answer);
                best = answer;
            }
        }
        self.effort = effort;
        if let Some(exact) = &mut self.exact {
            exact.set_factor(1);
        }
        best
    }

    /// Adds the value of every move to an answer. On a board with many moves those nearest to the stones are valued.
    fn add_values(&mut self, game: &Game, answer: &mut Answer) {
        answer.values.clear();
        let Some(best) = answer.best() else { return };
        let moves = others(game, best);
        let line = answer.line().to_vec();
        let (value, known_by) = answer.best_value();
        let mut values = vec![MoveValue { cell: best, value, known_by, line }];
        for &cell in &moves {
            values.extend(self.value_of(game, cell, answer, moves.len()));
        }
        // Stable: of equal moves the answer's stays first.
        values.sort_by_key(|valued| std::cmp::Reverse(valued.value.rank()));
        answer.values = values;
    }

    /// Adds lines that begin with other moves to an answer. Each is worth what its first move is worth.
    fn add_lines(&mut self, game: &Game, answer: &mut Answer) {
        let count = self.wanted.0;
        let Some(best) = answer.best().filter(|_| count > 1) else { return };
        self.player.new_game();
        self.player.set_lines(count);
        let mut found: Vec<Info> = Vec::new();
        search(self.player.as_mut(), game, &self.budget, self.effort.search, &mut |info| {
            found.truncate(info.rank);
            found.push(info.clone());
        });
        self.player.set_lines(1);
        answer.lines.truncate(1);
        let count_of_others = others(game, best).len();
        for Info { line: moves, .. } in found {
            let Some(&cell) = moves.first().filter(|cell| **cell != best) else { continue };
            let valued = answer.values.iter().find(|valued| valued.cell == cell).cloned();
            let valued = valued.or_else(|| self.value_of(game, cell, answer, count_of_others));
            answer.lines.extend(valued.map(|MoveValue { value, known_by, .. }| Line { moves, value, known_by }));
        }
        answer.lines[1..].sort_by_key(|line| std::cmp::Reverse(line.value.rank()));
        answer.lines.truncate(count);
    }

    /// The exact value after each legal move, if all are known; the plies count from after the move.
    pub(crate) fn exact_moves(&mut self, game: &Game) -> Option<Vec<(Cell, ExactValue)>> {
        self.exact.as_mut()?.moves(game)
    }

    /// What is known of a move for certain, for the side that makes it.
    pub(crate) fn known(&mut self, game: &Game, cell: Cell) -> Option<(Value, Source)> {
        let mut next = game.clone();
        match next.play(cell).ok()? {
            Outcome::Ongoing => {}
            Outcome::Draw => return Some((Value::Drawn, Source::Rules)),
            Outcome::Win(_) => return Some((Value::Won { plies: Some(1) }, Source::Rules)),
        }
        let worth = self.exact.as_mut()?.direct(&next)?;
        Some((Value::of(worth, game.to_move()).one_earlier(), worth.by))
    }

    /// What a move is worth, one of so many besides the best. It depends on nothing else that was asked.
    fn value_of(&mut self, game: &Game, cell: Cell, answer: &Answer, among: usize) -> Option<MoveValue> {
        let best = answer.best_value();
        // Without gravity an open position has many moves: what their solving would find out is left to a study with more effort.
        let ask = answer.is_proved() || game.rules().gravity();
        if let Some(known) = if ask { self.known(game, cell) } else { None } {
            let (value, known_by) = not_above(known, best);
            return Some(MoveValue { cell, value, known_by, line: vec![cell] });
        }
        let mut next = game.clone();
        next.play(cell).ok()?;
        self.player.new_game();
        let nodes = (self.effort.search / (among as u64).max(8)).max(500);
        let choice = search(self.player.as_mut(), &next, &self.budget, nodes, &mut |_| {});
        let line: Vec<Cell> =
            std::iter::once(cell).chain(choice.iter().flat_map(|choice| choice.line.iter().copied())).collect();
        let score = choice.as_ref().and_then(|choice| choice.score).filter(|_| self.champion);
        // A lost position stays lost whatever is played; the answer's source has proved every move.
        if let Value::Lost { .. } = answer.value() {
            return Some(MoveValue { cell, value: Value::Lost { plies: None }, known_by: answer.known_by(), line });
        }
        let proved = score.filter(|score| choice.is_some_and(|choice| choice.solved) && score.is_win());
        if let Some(score) = proved {
            let value = Value::Lost { plies: score.plies().map(|plies| plies + 1) };
            return Some(MoveValue { cell, value, known_by: Source::ForcedWin, line });
        }
        let theirs = score.map_or(0.5, |score: Score| chance(score, game.rules()));
        let chance = (1.0 - theirs).min(best.0.points()).clamp(0.01, 0.99);
        Some(MoveValue { cell, value: Value::Chance { chance }, known_by: Source::Estimate, line })
    }
}

/// No move is worth more than the best one: what a look at a single move has found out beyond the answer is left to a study with
/// more effort, or the value of a position would depend on whether its moves were asked about.
fn not_above(known: (Value, Source), best: (Value, Source)) -> (Value, Source) {
    if known.0.rank() > best.0.rank() { best } else { known }
}

fn is_over(budget: &Budget) -> bool {
    // Players stop at the same moment: all ask the time manager.
    let hard = TimeManager::plan(&budget.time, Outlook { moves: 1, forced: false }).hard;
    let late = hard.zip(budget.since).is_some_and(|(hard, since)| since.elapsed() >= hard);
    late || budget.stop.as_ref().is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed))
}

fn champion(settings: Settings) -> Box<dyn Player> {
    match Named::find("filetto") {
        Ok(named) => named.make(settings),
        Err(_) => Box::new(crate::champion::Champion::new(settings)),
    }
}

/// The player's choice within so many nodes.
fn search(
    player: &mut dyn Player,
    game: &Game,
    budget: &Budget,
    nodes: u64,
    info: &mut dyn FnMut(&Info),
) -> Option<Choice> {
    player.choose(game, &budget.clone().nodes(nodes.max(1)), info)
}

/// Where a line breaks off early, the player is asked again.
fn lengthened(player: &mut dyn Player, game: &Game, budget: &Budget, nodes: u64, mut line: Vec<Cell>) -> Vec<Cell> {
    while line.len() < SHORT_LINE {
        let mut ahead = game.clone();
        if line.iter().any(|&cell| ahead.play(cell).is_err()) {
            break;
        }
        let Some(next) = search(player, &ahead, budget, nodes / 20, &mut |_| {}) else { break };
        line.push(next.cell);
    }
    line
}

/// The moves besides the best that are valued.
fn others(game: &Game, best: Cell) -> Vec<Cell> {
    let mut moves = nearest(game);
    moves.retain(|cell| *cell != best);
    moves.truncate(VALUED - 1);
    moves
}

/// The legal moves, those nearest to a stone first, then those nearest to the centre.
fn nearest(game: &Game) -> Vec<Cell> {
    let mut moves = game.board().legal_moves();
    let rules = game.rules();
    let centre = Cell::new(rules.rows() / 2, rules.cols() / 2);
    let stones: Vec<Cell> = rules.all_cells().filter(|&cell| game.board().get(cell).is_some()).collect();
    let apart = |a: Cell, b: Cell| a.row().abs_diff(b.row()).max(a.col().abs_diff(b.col()));
    moves.sort_by_key(|&cell| {
        let nearest = stones.iter().map(|&stone| apart(cell, stone)).min();
        (nearest.unwrap_or(0), apart(cell, centre))
    });
    moves
}
