//! `filetto.explain` and `filetto.review`: why, and where a game was lost.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filetto_engine::analysis::{Analyst, Effort};
use filetto_engine::explain::{self as told, Language, page, words};
use filetto_rules::Game as Inner;
use filetto_search::Budget;
use filetto_solve::Answers;
use pyo3::prelude::*;

use crate::engine::to_python;
use crate::errors::bad;
use crate::game::names;
use crate::input::{position, whole};
use crate::work::run;

fn language(code: &str) -> PyResult<Language> {
    let codes = || Language::CODES.iter().map(|(_, code)| *code).collect::<Vec<_>>().join(", ");
    Language::from_code(code).ok_or_else(|| bad(format!("a language is one of {}", codes())))
}

/// Why a position is won, lost or drawn, and what is threatened.
#[pyclass(frozen, module = "filetto")]
pub(crate) struct Explanation {
    game: Inner,
    told: told::Explanation,
    language: Language,
}

#[pymethods]
impl Explanation {
    /// Everything as dictionaries and lists (docs/explain.md).
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &serde_json::to_string(&self.told).map_err(bad)?)
    }

    /// The best move, if there is one to make.
    #[getter]
    fn best(&self) -> Option<String> {
        self.told.best.map(|cell| cell.to_string())
    }

    /// How the value is known: "estimate" means that it is not.
    #[getter]
    fn known_by(&self) -> &'static str {
        self.told.known_by.word()
    }

    /// The picture.
    fn svg(&self) -> String {
        page::svg(&self.game, &self.told)
    }

    /// The page.
    fn html(&self) -> String {
        page::html(&self.game, &self.told, self.language)
    }

    fn _repr_html_(&self) -> String {
        framed(&self.html())
    }

    fn __str__(&self) -> String {
        words::explanation(&self.told, self.language)
    }

    fn __repr__(&self) -> String {
        let best = self.best().map_or("None".to_owned(), |best| format!("'{best}'"));
        format!("Explanation(best={best}, known_by='{}')", self.known_by())
    }
}

/// A game with every move judged.
#[pyclass(frozen, module = "filetto")]
pub(crate) struct Review {
    game: Inner,
    judged: told::Review,
    language: Language,
}

#[pymethods]
impl Review {
    /// Everything as dictionaries and lists (docs/explain.md).
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &serde_json::to_string(&self.judged).map_err(bad)?)
    }

    /// From 0 to 100 for each player; None for one who never had a choice that mattered.
    #[getter]
    fn accuracy(&self) -> (Option<f64>, Option<f64>) {
        self.judged.accuracy.into()
    }

    /// The moves that were faults: number, cell, class, the better move.
    #[getter]
    fn faults(&self) -> Vec<(usize, String, &'static str, Option<String>)> {
        let faults = self.judged.moves.iter().filter(|judged| judged.class.is_fault());
        faults
            .map(|judged| {
                let better = judged.best.map(|cell| cell.to_string());
                (judged.number, judged.cell.to_string(), words::class(judged.class, self.language), better)
            })
            .collect()
    }

    /// The mistakes to try again: the moves so far and the moves that reach the goal.
    #[getter]
    fn puzzles(&self) -> Vec<(Vec<String>, Vec<String>)> {
        let each = self.judged.puzzles.iter();
        each.map(|puzzle| (names(puzzle.moves.iter().copied()), names(puzzle.solutions.iter().copied()))).collect()
    }

    /// The page.
    fn html(&self) -> String {
        page::review_html(&self.game, &self.judged, self.language)
    }

    fn _repr_html_(&self) -> String {
        framed(&self.html())
    }

    fn __str__(&self) -> String {
        words::review(&self.judged, self.language)
    }

    fn __repr__(&self) -> String {
        let faults = self.judged.moves.iter().filter(|judged| judged.class.is_fault()).count();
        format!("Review({} moves, {faults} faults)", self.judged.moves.len())
    }
}

/// A page inside a page: its styles stay its own.
fn framed(page: &str) -> String {
    let text = page.replace('&', "&amp;").replace('"', "&quot;");
    format!("<iframe sandbox srcdoc=\"{text}\" style=\"width:100%;height:34em;border:0\"></iframe>")
}

/// Why a position is worth what it is.
///
/// >>> import filetto
/// >>> filetto.explain("tictactoe", "a1 a2 c3 b2").best
/// 'c2'
#[pyfunction]
#[pyo3(signature = (board, moves=None, *, lang="en", nodes=Effort::STANDARD.search, solver=Effort::SOLVER))]
pub(crate) fn explain(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    moves: Option<&Bound<'_, PyAny>>,
    lang: &str,
    #[pyo3(from_py_with = whole)] nodes: u64,
    #[pyo3(from_py_with = whole)] solver: u64,
) -> PyResult<Explanation> {
    let (game, language) = (position(board, moves)?, language(lang)?);
    let stop = Arc::new(AtomicBool::new(false));
    let told = run(py, &stop, || {
        let mut answers = Answers::new(game.rules(), solver).stop(Arc::clone(&stop));
        let analyst = Analyst::new(Effort::STANDARD.nodes(nodes)).exact(&mut answers);
        analyst.budget(Budget::none().stop(Arc::clone(&stop))).answer(&game).explanation
    })?;
    Ok(Explanation { game, told, language })
}

/// Judges every move of a game.
///
/// >>> import filetto
/// >>> filetto.review("tictactoe", "b2 b1 a1").faults[0][:2]
/// (2, 'b1')
#[pyfunction]
#[pyo3(signature = (board, moves=None, *, lang="en", nodes=Effort::STANDARD.search, solver=Effort::SOLVER))]
pub(crate) fn review(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    moves: Option<&Bound<'_, PyAny>>,
    lang: &str,
    #[pyo3(from_py_with = whole)] nodes: u64,
    #[pyo3(from_py_with = whole)] solver: u64,
) -> PyResult<Review> {
    let (game, language) = (position(board, moves)?, language(lang)?);
    let stop = Arc::new(AtomicBool::new(false));
    let judged = run(py, &stop, || {
        let mut answers = Answers::new(game.rules(), solver).stop(Arc::clone(&stop));
        let analyst = Analyst::new(Effort::STANDARD.nodes(nodes)).exact(&mut answers);
        let mut analyst = analyst.budget(Budget::none().stop(Arc::clone(&stop)));
        told::review(&game, &mut analyst, &mut |_, _| match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    })?;
    Ok(Review { game, judged, language })
}
