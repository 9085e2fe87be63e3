//! `filetto.values` and `filetto.verify`: what is known of boards, and proofs checked.

use filetto_rules::{Placement, Rules as Inner};
use filetto_solve::atlas::{Atlas, Row};
use filetto_verify::{Limits, check};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::errors::{NotProved, bad};
use crate::input::{whole, whole_or_none};
use crate::rules::rules;
use crate::work::run;

/// What is known of a board, the best evidence first, or of all boards of some K up to a size.
///
/// >>> import filetto
/// >>> filetto.values("7x7x5")[0]["value"]
/// 'draw'
#[pyfunction]
#[pyo3(signature = (board=None, /, *, k=None, gravity=false, size=16))]
pub(crate) fn values<'py>(
    py: Python<'py>,
    board: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = whole_or_none)] k: Option<usize>,
    gravity: bool,
    #[pyo3(from_py_with = whole)] size: usize,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    if let Some(board) = board {
        return Atlas::get().rows(rules(board)?.0).iter().map(|row| as_dict(py, row)).collect();
    }
    let k = k.unwrap_or(if gravity { 4 } else { 5 });
    if !(1..=filetto_rules::MAX_SIDE).contains(&size) {
        return Err(bad(format!("the longest side is from 1 to {}", filetto_rules::MAX_SIDE)));
    }
    let sides = || 1..=size;
    let boards = sides().flat_map(|rows| sides().map(move |cols| (rows, cols)));
    let boards = boards.filter_map(|(rows, cols)| Inner::new(rows, cols, k, Placement::with_gravity(gravity)).ok());
    boards.filter_map(|rules| Atlas::get().lookup(rules)).map(|row| as_dict(py, &row)).collect()
}

fn as_dict<'py>(py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("board", row.rules.to_string())?;
    dict.set_item("value", row.value.word())?;
    dict.set_item("kind", row.kind.word())?;
    dict.set_item("known_by", row.how())?;
    dict.set_item("source", row.source())?;
    dict.set_item("elsewhere", row.elsewhere())?;
    dict.set_item("ours", row.is_ours())?;
    Ok(dict)
}

/// What a certificate has proved.
#[pyclass(frozen, get_all, module = "filetto")]
pub(crate) struct Proof {
    /// The statement, now known to be true.
    claim: String,
    /// Different positions for which a record was checked.
    positions: u64,
    /// How often a position was decided without moves.
    leaves: u64,
}

#[pymethods]
impl Proof {
    fn __repr__(&self) -> String {
        format!("Proof('{}', positions={}, leaves={})", self.claim, self.positions, self.leaves)
    }
}

/// Checks a certificate by the independent checker; raises `NotProved` with its first fault.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, certificate: &[u8]) -> PyResult<Proof> {
    // The checker knows no flag: its own limits end it. Ctrl-C is raised when it has ended.
    let checked = run(py, &Arc::new(AtomicBool::new(false)), || check(certificate, Limits::default()))?;
    let proved = checked.map_err(|fault| NotProved::new_err(fault.to_string()))?;
    Ok(Proof { claim: proved.claim.to_string(), positions: proved.positions, leaves: proved.leaves })
}
