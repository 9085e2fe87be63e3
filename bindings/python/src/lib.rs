//! Filetto as a Python module: a thin skin over the crates, which hold everything that is known.
//!
//! Each file is one class or a few functions of `filetto`. Whatever thinks runs with Python's lock released and listens to Ctrl-C
//! ([`work`]). Rows of arrays count from the top, as arrays are printed; actions are columns with gravity, else `row * cols + col`.

mod atlas;
mod boards;
mod engine;
mod errors;
mod fleet;
mod game;
mod input;
mod order;
mod rules;
mod solver;
mod telling;
mod work;

use pyo3::prelude::*;

/// The compiled part of filetto. Use the package `filetto`.
#[pymodule]
fn _filetto(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add(module)?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<solver::Solver>()?;
    module.add_class::<solver::Solved>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Choice>()?;
    module.add_class::<telling::Explanation>()?;
    module.add_class::<telling::Review>()?;
    module.add_class::<atlas::Proof>()?;
    module.add_class::<boards::Boards>()?;
    module.add_function(wrap_pyfunction!(engine::players, module)?)?;
    module.add_function(wrap_pyfunction!(engine::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(telling::explain, module)?)?;
    module.add_function(wrap_pyfunction!(telling::review, module)?)?;
    module.add_function(wrap_pyfunction!(atlas::values, module)?)?;
    module.add_function(wrap_pyfunction!(atlas::verify, module)?)?;
    module.add_function(wrap_pyfunction!(game::random_positions, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
