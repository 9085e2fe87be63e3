//! `filetto.Rules`.

use filetto_rules::{Placement, Rules as Inner, WinRule};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::bad;
use crate::input::whole_or_none;

/// What game is played: board, how many in a row win, gravity, whether exactly so many.
///
/// >>> from filetto import Rules
/// >>> Rules("connect4"), Rules(rows=15, cols=15, k=5, exactly=True)
/// (Rules('6x7x4g'), Rules('15x15x5e'))
/// >>> Rules("3x3x4")
/// Traceback (most recent call last):
/// filetto.FilettoError: 4 in a row do not fit on a board of 3x3
#[pyclass(frozen, eq, hash, module = "filetto", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rules(pub(crate) Inner);

#[pymethods]
impl Rules {
    /// A board as text (`"6x7x4g"`, `"connect4"`), or its numbers.
    #[new]
    #[pyo3(signature = (board=None, /, *, rows=None, cols=None, k=None, gravity=false, exactly=false))]
    fn new(
        board: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole_or_none)] rows: Option<usize>,
        #[pyo3(from_py_with = whole_or_none)] cols: Option<usize>,
        #[pyo3(from_py_with = whole_or_none)] k: Option<usize>,
        gravity: bool,
        exactly: bool,
    ) -> PyResult<Rules> {
        match (board, rows, cols, k) {
            (Some(board), None, None, None) if !gravity && !exactly => rules(board),
            (None, Some(rows), Some(cols), Some(k)) => {
                let rules = Inner::new(rows, cols, k, Placement::with_gravity(gravity)).map_err(bad)?;
                Ok(Rules(if exactly { rules.exactly() } else { rules }))
            }
            _ => Err(bad("give a board such as '6x7x4g', or rows, cols and k")),
        }
    }

    /// How many rows.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// How many columns.
    #[getter]
    fn cols(&self) -> usize {
        self.0.cols()
    }

    /// How many in a row win.
    #[getter]
    fn k(&self) -> usize {
        self.0.k()
    }

    /// Whether stones fall.
    #[getter]
    fn gravity(&self) -> bool {
        self.0.gravity()
    }

    /// Whether a longer row does not win.
    #[getter]
    fn exactly(&self) -> bool {
        self.0.win_rule() == WinRule::Exactly
    }

    /// How many cells.
    #[getter]
    fn cells(&self) -> usize {
        self.0.cells()
    }

    /// How many actions: columns with gravity, else cells.
    #[getter]
    fn actions(&self) -> usize {
        if self.0.gravity() { self.0.cols() } else { self.0.cells() }
    }

    /// The name of the game, if it has one.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.0.name()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Rules>().into_any(), (self.0.to_string(),))
    }
}

/// Rules from whatever says which: rules, or a board as text.
pub(crate) fn rules(value: &Bound<'_, PyAny>) -> PyResult<Rules> {
    if let Ok(rules) = value.extract::<Rules>() {
        return Ok(rules);
    }
    match value.cast::<PyString>() {
        Ok(text) => text.to_cow()?.parse().map(Rules).map_err(bad),
        Err(_) => Err(bad("a board is text such as '6x7x4g', or filetto.Rules")),
    }
}
