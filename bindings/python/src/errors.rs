//! Exceptions: one family, each with the sentence that every surface of Filetto says.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(filetto, FilettoError, PyValueError, "What Filetto refuses, in a sentence.");
create_exception!(filetto, IllegalMove, FilettoError, "A move that may not be played here.");
create_exception!(filetto, Unsolved, FilettoError, "A position that cannot be solved, or not within the limits.");
create_exception!(filetto, NotProved, FilettoError, "A certificate that proves nothing.");

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("FilettoError", py.get_type::<FilettoError>())?;
    module.add("IllegalMove", py.get_type::<IllegalMove>())?;
    module.add("Unsolved", py.get_type::<Unsolved>())?;
    module.add("NotProved", py.get_type::<NotProved>())
}

/// Bad input.
pub(crate) fn bad(error: impl Display) -> PyErr {
    FilettoError::new_err(error.to_string())
}

/// A move that is refused.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// No value.
pub(crate) fn unsolved(error: impl Display) -> PyErr {
    Unsolved::new_err(error.to_string())
}
