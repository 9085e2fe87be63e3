//! `filetto.Engine` and `filetto.analyse`: players that choose, and what a position is.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use filetto_engine::analysis::{Analyst, Answer, Effort};
use filetto_engine::champion::Level;
use filetto_engine::{Choice as Inner, Configured, Info, Named, PLAYERS, Player, Settings};
use filetto_rules::Cell;
use filetto_search::{Budget, Score, TimeControl};
use filetto_solve::{Answers, Solvers};
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::bad;
use crate::game::{names, word};
use crate::input::{action_of, position, whole, whole_or_none};
use crate::work::{run, seconds};

/// What the champion takes for a move if nothing limits it.
const TIME: Duration = Duration::from_secs(1);

/// A move that a player chose, and what it thinks of it.
#[pyclass(frozen, get_all, module = "filetto")]
pub(crate) struct Choice {
    /// The cell.
    r#move: String,
    /// The same as an action.
    action: usize,
    /// What it is worth to the player who makes it, in the player's own unit; None if it has no opinion or sees the end.
    score: Option<i32>,
    /// Plies to a win that the player sees, negative for a loss; None if it sees none.
    win_in: Option<i32>,
    /// Whether that is a fact.
    proved: bool,
    /// How the game is expected to go on, the move first.
    line: Vec<String>,
    /// The best lines with their scores, if more than one was asked for.
    lines: Vec<(Vec<String>, i32)>,
    /// The last depth completed.
    depth: u32,
    /// Positions visited.
    nodes: u64,
}

#[pymethods]
impl Choice {
    fn __repr__(&self) -> String {
        let worth = match (self.win_in, self.score) {
            (Some(plies), _) => format!("win_in={plies}"),
            (None, Some(score)) => format!("score={score}"),
            (None, None) => "score=None".to_owned(),
        };
        let proved = if self.proved { "True" } else { "False" };
        format!("Choice(move='{}', {worth}, proved={proved})", self.r#move)
    }
}

fn plies(score: Score) -> Option<i32> {
    score.plies().map(|plies| if score.is_win() { plies as i32 } else { -(plies as i32) })
}

/// A player: the champion at a level, or another one by name.
///
/// >>> from filetto import Engine
/// >>> Engine(level=10).best("tictactoe", "a1 a2 b1 b2", nodes=1000)
/// Choice(move='c1', win_in=1, proved=True)
#[pyclass(frozen, module = "filetto")]
pub(crate) struct Engine {
    name: String,
    limited: bool,
    named: Named,
    player: Mutex<Box<dyn Player>>,
}

#[pymethods]
impl Engine {
    /// `player` as the command line writes players; memory in megabytes.
    #[new]
    #[pyo3(signature = (level=None, *, player="filetto", seed=1, memory=64, threads=1))]
    fn new(
        #[pyo3(from_py_with = whole_or_none)] level: Option<u8>,
        player: &str,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] memory: usize,
        #[pyo3(from_py_with = whole)] threads: usize,
    ) -> PyResult<Engine> {
        if !(1..=1 << 20).contains(&memory) || !(1..=256).contains(&threads) {
            return Err(bad("memory is 1 to 1048576 megabytes, threads are 1 to 256"));
        }
        let settings = Settings { seed, memory: memory << 20, threads, ..Settings::default() };
        let Configured { named, mut settings } = Named::read(player, settings).map_err(bad)?;
        if let Some(level) = level {
            named.set(&mut settings, "level", &level.to_string()).map_err(bad)?;
        }
        let limited = settings.level.and_then(Level::numbered).is_some();
        let level = settings.level.map_or(String::new(), |level| format!(", level={level}"));
        let name = format!("Engine(player='{}'{level})", named.name);
        // The champion gets its solvers here, as at the command line: the engine may not know them.
        let player = Mutex::new(named.make(Settings { oracle: Some(Solvers::boxed), ..settings }));
        Ok(Engine { name, limited, named, player })
    }

    /// The move to play. Whatever is used up first ends the thinking; without a limit the champion takes a second.
    #[pyo3(signature = (board, moves=None, *, time=None, nodes=None, depth=None, lines=1))]
    #[allow(clippy::too_many_arguments)]
    fn best(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        moves: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        #[pyo3(from_py_with = whole_or_none)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole_or_none)] depth: Option<u32>,
        #[pyo3(from_py_with = whole)] lines: usize,
    ) -> PyResult<Choice> {
        let game = position(board, moves)?;
        let rules = game.rules();
        if game.outcome().is_over() {
            return Err(bad(format!("there is nothing to think about: {}", filetto_rules::draw::caption(&game))));
        }
        if !self.named.plays(rules) {
            return Err(bad(format!("{} does not play {rules}", self.named.name)));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let none = !self.limited && nodes.is_none() && depth.is_none();
        let time = seconds(time)?.or(none.then_some(TIME));
        let control = time.map_or(TimeControl::NONE, TimeControl::per_move);
        let budget = Budget { nodes, depth, ..Budget::none().control(control).stop(Arc::clone(&stop)) };
        let (choice, found) = run(py, &stop, || {
            let mut player = self.player.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let mut found: Vec<Info> = Vec::new();
            player.set_lines(lines.clamp(1, 64));
            let choice = player.choose(&game, &budget, &mut |info| {
                found.truncate(info.rank);
                found.push(info.clone());
            });
            player.set_lines(1);
            (choice, found)
        })?;
        let Inner { cell, score, line, solved, stats } = choice.ok_or_else(|| bad("the player has no move"))?;
        let lines = if lines > 1 { found } else { Vec::new() };
        Ok(Choice {
            r#move: cell.to_string(),
            action: action_of(rules, cell),
            score: score.filter(|score| score.plies().is_none()).map(Score::raw),
            win_in: score.and_then(plies),
            proved: solved,
            line: names(line),
            lines: lines.into_iter().map(|info| (names(info.line), info.score.raw())).collect(),
            depth: stats.depth,
            nodes: stats.nodes,
        })
    }

    /// Forgets what belongs to one game.
    fn new_game(&self) {
        self.player.lock().unwrap_or_else(std::sync::PoisonError::into_inner).new_game();
    }

    fn __repr__(&self) -> &str {
        &self.name
    }
}

/// The players that an engine can be, with what they are.
#[pyfunction]
pub(crate) fn players() -> Vec<(&'static str, &'static str)> {
    PLAYERS.iter().map(|player| (player.name, player.description)).collect()
}

/// What a position is: its value and how that is known, the best lines, every move on request.
#[pyfunction]
#[pyo3(signature = (board, moves=None, *, time=None, nodes=None, lines=1, values=false, solver=Effort::SOLVER))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    moves: Option<&Bound<'py, PyAny>>,
    time: Option<f64>,
    #[pyo3(from_py_with = whole_or_none)] nodes: Option<u64>,
    #[pyo3(from_py_with = whole)] lines: usize,
    values: bool,
    #[pyo3(from_py_with = whole)] solver: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let game = position(board, moves)?;
    let stop = Arc::new(AtomicBool::new(false));
    let time = seconds(time)?;
    let effort = nodes.map_or(Effort::STANDARD, |nodes| Effort::STANDARD.nodes(nodes));
    let control = time.map_or(TimeControl::NONE, TimeControl::per_move);
    let budget = Budget::none().control(control).stop(Arc::clone(&stop));
    let answer = run(py, &stop, || {
        let mut answers = Answers::new(game.rules(), solver).stop(Arc::clone(&stop));
        let analyst = Analyst::new(effort).exact(&mut answers).budget(budget);
        let mut analyst = analyst.wanting(lines.clamp(1, 64), values);
        if time.is_some() { analyst.study(&game, &mut |_| {}) } else { analyst.answer(&game) }
    })?;
    to_python(py, &as_json(&answer).to_string())
}

/// JSON as dictionaries and lists.
pub(crate) fn to_python<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

fn as_json(answer: &Answer) -> serde_json::Value {
    json!({
        "rules": answer.explanation.rules.to_string(),
        "to_move": word(answer.to_move()),
        "best": answer.best().map(|cell: Cell| cell.to_string()),
        "value": answer.value(),
        "proved": answer.is_proved(),
        "known_by": answer.known_by(),
        "lines": answer.lines,
        "values": answer.values,
        "depth": answer.searched.map(|searched| searched.depth),
        "nodes": answer.searched.map_or(0, |searched| searched.nodes),
    })
}
