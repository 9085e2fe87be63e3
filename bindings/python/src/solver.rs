//! `filetto.Solver`: exact values.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use filetto_rules::{Cell, Game as Inner, Side};
use filetto_solve::book::{Book, Builder};
use filetto_solve::gravity::GravitySolver;
use filetto_solve::lookup::{look_up, look_up_moves, repertoire_move};
use filetto_solve::{Found, FoundMove, Task, Unsolvable, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{bad, unsolved};
use crate::input::{position, whole, whole_or_none};
use crate::rules::{Rules, rules};
use crate::work::{Deadline, run, seconds};

/// Boards up to this size need next to no memory.
const SMALL: usize = 20;
const LIMITS: &str = "not solved within the limits: give more time or memory";

/// The exact value of a position or of a move.
#[pyclass(frozen, get_all, eq, module = "filetto")]
#[derive(Clone, PartialEq)]
pub(crate) struct Solved {
    /// Who wins under best play: "first", "draw" or "second".
    value: &'static str,
    /// For the side to move, or of a move for the one who makes it: 1 wins, 0 draws, -1 loses.
    sign: i8,
    /// With gravity the exact score for the same side: the sooner a win, the larger; None if not known.
    score: Option<i32>,
    /// Plies to the end under best play, if known.
    plies: Option<u32>,
    /// "search", "book", "atlas" words, "repertoire" or "rules".
    known_by: String,
    /// Positions expanded.
    nodes: u64,
}

#[pymethods]
impl Solved {
    fn __repr__(&self) -> String {
        let number = |n: Option<i64>| n.map_or("None".to_owned(), |n| n.to_string());
        let (score, plies) = (number(self.score.map(i64::from)), number(self.plies.map(i64::from)));
        format!("Solved(value='{}', score={score}, plies={plies}, known_by='{}')", self.value, self.known_by)
    }
}

/// What was found, for a side; the score is of the side to move unless it was turned.
fn solved(found: &Found, side: Side, turned: bool, known_by: &str) -> Option<Solved> {
    let value = found.value?;
    let sign = match value {
        Value::Draw => 0,
        Value::First if side == Side::First => 1,
        Value::Second if side == Side::Second => 1,
        _ => -1,
    };
    let score = found.score.map(|score| if turned { -score.get() } else { score.get() });
    let (known_by, nodes) = (known_by.to_owned(), found.nodes);
    Some(Solved { value: value.word(), sign, score, plies: found.plies, known_by, nodes })
}

/// Exact values of the positions of one board.
///
/// >>> from filetto import Solver
/// >>> solver = Solver("4x5x4g")
/// >>> solver.value().value
/// 'draw'
/// >>> solver.value("11").score
/// 0
#[pyclass(frozen, module = "filetto")]
pub(crate) struct Solver {
    rules: Rules,
    memory: usize,
    threads: usize,
    book: Option<Book>,
    /// Made when first needed: most questions early in a game need no search.
    task: Mutex<Option<Task>>,
}

#[pymethods]
impl Solver {
    /// For a board; memory in megabytes, as much as the board is worth if it is not said. `book` is the content of a file that `filetto book build` or `build_book` made.
    #[new]
    #[pyo3(signature = (board, *, memory=None, threads=1, book=None))]
    fn new(
        board: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole_or_none)] memory: Option<usize>,
        #[pyo3(from_py_with = whole)] threads: usize,
        book: Option<&[u8]>,
    ) -> PyResult<Solver> {
        let rules = rules(board)?;
        // Without gravity every question begins with an empty table: a large one would cost more than the question.
        let memory = memory.unwrap_or(if rules.0.cells() <= SMALL { 1 } else { 64 });
        if !(1..=1 << 20).contains(&memory) || !(1..=256).contains(&threads) {
            return Err(bad("memory is 1 to 1048576 megabytes, threads are 1 to 256"));
        }
        let book = book.map(Book::from_bytes).transpose().map_err(bad)?;
        if let Some(book) = book.as_ref().filter(|book| book.rules() != rules.0) {
            return Err(bad(format!("the book is of {}, not of {}", book.rules(), rules.0)));
        }
        Ok(Solver { rules, memory: memory << 20, threads, book, task: Mutex::new(None) })
    }

    /// The board.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules
    }

    /// The value of a position; without the score it is found sooner.
    ///
    /// >>> from filetto import Solver
    /// >>> Solver("4x4x3").value("a1").value
    /// 'first'
    /// >>> Solver("6x7x4g").value("4455").plies
    /// 3
    #[pyo3(signature = (moves=None, *, time=None, prove=false, score=true))]
    fn value(
        &self,
        py: Python<'_>,
        moves: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        prove: bool,
        score: bool,
    ) -> PyResult<Solved> {
        let (game, time) = (self.game(py, moves)?, seconds(time)?);
        let side = game.to_move();
        if !prove && let Some(known) = look_up(&game, self.book.as_ref()) {
            return solved(&known.found, side, false, known.how).ok_or_else(|| unsolved(LIMITS));
        }
        let by = if game.outcome().is_over() { "rules" } else { "search" };
        let found = self.search(py, time, score, move |task, watch| task.ask(&game, watch))?;
        solved(&found, side, false, by).ok_or_else(|| unsolved(LIMITS))
    }

    /// The value of every legal move, for the side that makes it.
    #[pyo3(signature = (moves=None, *, time=None, prove=false))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        moves: Option<&Bound<'py, PyAny>>,
        time: Option<f64>,
        prove: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (all, side) = self.all_moves(py, moves, time, prove)?;
        let values = PyDict::new(py);
        for (cell, found, by) in all {
            let value = solved(&found, side, true, by).ok_or_else(|| unsolved(LIMITS))?;
            values.set_item(cell.to_string(), Py::new(py, value)?)?;
        }
        Ok(values)
    }

    /// The score of every legal move, for the side that makes it: exact with gravity, else 1 wins, 0 draws, -1 loses.
    ///
    /// >>> from filetto import Solver
    /// >>> Solver("3x3x3").scores("a1 b2 c3")
    /// {'b1': 0, 'c1': -1, 'a2': 0, 'c2': 0, 'a3': -1, 'b3': 0}
    #[pyo3(signature = (moves=None, *, time=None))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        moves: Option<&Bound<'py, PyAny>>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (all, side) = self.all_moves(py, moves, time, false)?;
        let scores = PyDict::new(py);
        for (cell, found, by) in all {
            let value = solved(&found, side, true, by).ok_or_else(|| unsolved(LIMITS))?;
            scores.set_item(cell.to_string(), value.score.unwrap_or(i32::from(value.sign)))?;
        }
        Ok(scores)
    }

    /// A move of the repertoire that comes with the program: one that keeps the value of the board. None where it has none.
    #[pyo3(signature = (moves=None))]
    fn repertoire(&self, py: Python<'_>, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let game = self.game(py, moves)?;
        Ok(repertoire_move(&game).map(|known| known.cell.to_string()))
    }

    /// The proof of a position's value: one certificate, or two where a draw is shown from both sides. Each was checked.
    #[pyo3(signature = (moves=None, *, time=None))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        moves: Option<&Bound<'py, PyAny>>,
        time: Option<f64>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let (game, time) = (self.game(py, moves)?, seconds(time)?);
        let made = self.search(py, time, false, move |task, watch| {
            let found = task.ask(&game, watch)?;
            let certificates = if found.value.is_some() { task.certificates(&found, watch)? } else { Vec::new() };
            let limits = filetto_verify::Limits { memory: 4 << 30, work: u64::MAX, ..Default::default() };
            let fault = certificates.iter().find_map(|one| filetto_verify::check(one, limits).err());
            Ok((certificates, fault))
        })?;
        match made {
            (_, Some(fault)) => Err(unsolved(format!("the certificate does not convince the checker: {fault}"))),
            (all, None) if all.is_empty() => Err(unsolved(LIMITS)),
            (all, None) => Ok(all.iter().map(|bytes| PyBytes::new(py, bytes)).collect()),
        }
    }

    /// The scores of all positions of a board with gravity up to some ply, as a book for `Solver(book=…)` and `filetto solve --book`.
    #[pyo3(signature = (plies))]
    fn build_book<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] plies: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (rules, memory, threads) = (self.rules.0, self.memory, self.threads);
        if plies > 16 {
            return Err(bad("a book of more than 16 plies would not fit any memory"));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let end = Deadline::new(None, &stop);
        let made = run(py, &stop, move || {
            let go = |over| if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let mut builder =
                Builder::watched(rules, plies, &mut || go(end.is_over())).map_err(|error| error.to_string())?;
            let solver = GravitySolver::new(rules, memory, 1).map_err(|error| error.to_string())?;
            builder.run(&solver, threads, &mut |_, _| go(end.is_over()));
            builder.finish().map(|book| book.to_bytes()).ok_or_else(|| LIMITS.to_owned())
        })?;
        made.map(|bytes| PyBytes::new(py, &bytes)).map_err(unsolved)
    }

    fn __repr__(&self) -> String {
        format!("Solver('{}')", self.rules.0)
    }
}

impl Solver {
    /// A position of this board: moves, or a game.
    fn game(&self, py: Python<'_>, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Inner> {
        let game = match moves {
            Some(game) if game.is_instance_of::<crate::game::Game>() => position(game, None)?,
            _ => position(Py::new(py, self.rules)?.bind(py), moves)?,
        };
        if game.rules() != self.rules.0 {
            return Err(bad(format!("the game is {}, the solver's board {}", game.rules(), self.rules.0)));
        }
        Ok(game)
    }

    fn search<T: Send>(
        &self,
        py: Python<'_>,
        time: Option<Duration>,
        score: bool,
        work: impl FnOnce(&mut Task, filetto_solve::Watch<'_>) -> Result<T, Unsolvable> + Send,
    ) -> PyResult<T> {
        let stop = Arc::new(AtomicBool::new(false));
        let end = Deadline::new(time, &stop);
        let found = run(py, &stop, || {
            let mut kept = self.task.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let task = match kept.take() {
                Some(task) => task,
                None => Task::new(&Inner::new(self.rules.0), self.memory, self.threads)?,
            };
            let task = kept.insert(task.score(score));
            let go = |over| if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            work(task, &mut |_| go(end.is_over()))
        })?;
        found.map_err(unsolved)
    }

    /// What every legal move leads to, how that is known, and who moves.
    #[allow(clippy::type_complexity)]
    fn all_moves(
        &self,
        py: Python<'_>,
        moves: Option<&Bound<'_, PyAny>>,
        time: Option<f64>,
        prove: bool,
    ) -> PyResult<(Vec<(Cell, Found, &'static str)>, Side)> {
        let (game, time) = (self.game(py, moves)?, seconds(time)?);
        let side = game.to_move();
        if game.outcome().is_over() {
            return Ok((Vec::new(), side));
        }
        let exact = |found: &Found| found.plies.is_some() || !game.rules().gravity();
        let known = if prove { None } else { look_up_moves(&game, self.book.as_ref()) };
        if let Some(known) = known.filter(|known| known.iter().all(|after| exact(&after.found))) {
            let by = look_up(&game, self.book.as_ref()).map_or("book", |known| known.how);
            return Ok((
                known.into_iter().map(|FoundMove { cell, found }| (cell, with_score(&game, found), by)).collect(),
                side,
            ));
        }
        let now = game.clone();
        let found = self.search(py, time, true, move |task, watch| {
            task.ask(&now, watch)?;
            task.moves(watch)
        })?;
        Ok((
            found.into_iter().map(|FoundMove { cell, found }| (cell, with_score(&game, found), "search")).collect(),
            side,
        ))
    }
}

/// A move that ends the game has a score as well.
fn with_score(game: &Inner, found: Found) -> Found {
    let ends = found.score.is_none() && found.plies == Some(0) && game.rules().gravity();
    if !ends {
        return found;
    }
    let stone = game.moves().len() as u32 + 1;
    let won = filetto_solve::gravity::Score::win_with_stone(stone, game.rules().cells() as u32);
    let score = match found.value {
        Some(Value::Draw) | None => filetto_solve::gravity::Score::DRAW,
        // The one to move then has lost.
        Some(_) => -won,
    };
    Found { score: Some(score), ..found }
}
