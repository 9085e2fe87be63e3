//! From what a Python user gives to positions and moves.

use filetto_rules::{Board, Cell, Game as Inner, Notation, Rules, read_moves};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::errors::{bad, illegal};
use crate::game::Game;
use crate::rules::rules;

/// A whole number that a user gives. One that is too small or too large is refused in a sentence; pyo3 alone raises an OverflowError.
pub(crate) fn whole<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    value.extract::<T>().map_err(|error| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true if value.lt(0).unwrap_or(false) => bad(format!("{value} is below zero: give a whole number from 0 on")),
        true => bad(format!("{value} is too large a number")),
        false => error,
    })
}

/// The same, where None is allowed.
pub(crate) fn whole_or_none<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if value.is_none() { Ok(None) } else { whole(value).map(Some) }
}

/// The cell that an action stands for: a column with gravity, else `row * cols + col` from the top left.
pub(crate) fn cell_of(game: &Inner, action: usize) -> Option<Cell> {
    let board = game.rules();
    if board.gravity() {
        let top = Cell::new(board.rows() - 1, action);
        return (action < board.cols()).then(|| game.board().landing(action).unwrap_or(top));
    }
    (action < board.cells()).then(|| Cell::new(board.rows() - 1 - action / board.cols(), action % board.cols()))
}

/// The action that a move is.
pub(crate) fn action_of(rules: Rules, cell: Cell) -> usize {
    if rules.gravity() { cell.col() } else { (rules.rows() - 1 - cell.row()) * rules.cols() + cell.col() }
}

/// A notation by name.
pub(crate) fn notation(name: Option<&str>) -> PyResult<Option<Notation>> {
    let names = || Notation::NAMES.map(|(_, name)| name).join(", ");
    let find = |name| Notation::from_name(name).ok_or_else(|| bad(format!("a notation is one of {}", names())));
    name.map(find).transpose()
}

/// Plays moves on a game: a text, an action, or a sequence of them. All or none.
pub(crate) fn play(game: &mut Inner, moves: &Bound<'_, PyAny>, written: Option<Notation>) -> PyResult<()> {
    let before = game.moves().len();
    let played = play_on(game, moves, written);
    if played.is_err() {
        while game.moves().len() > before {
            game.undo();
        }
    }
    played
}

fn play_on(game: &mut Inner, moves: &Bound<'_, PyAny>, written: Option<Notation>) -> PyResult<()> {
    if let Ok(text) = moves.cast::<PyString>() {
        let reading = read_moves(game, &text.to_cow()?, written).map_err(illegal)?;
        for cell in reading.moves {
            game.play(cell).map_err(illegal)?;
        }
        return Ok(());
    }
    if moves.is_instance_of::<PyInt>() || moves.hasattr("__index__")? {
        let refused = || illegal(format!("{moves} is no action of {}", game.rules()));
        let action = moves.call_method0("__index__")?.extract::<usize>().map_err(|_| refused())?;
        let cell = cell_of(game, action).ok_or_else(refused)?;
        return game.play(cell).map(|_| ()).map_err(illegal);
    }
    let Ok(each) = moves.try_iter() else {
        return Err(bad("moves are text, an action, or a sequence of them"));
    };
    for one in each {
        let one = one?;
        // A sequence of sequences would have no end that we could foresee.
        if !one.is_instance_of::<PyString>() && !one.hasattr("__index__")? {
            return Err(bad("moves are text, an action, or a sequence of them"));
        }
        play_on(game, &one, written)?;
    }
    Ok(())
}

/// A position: a game, or a board with moves.
pub(crate) fn position(board: &Bound<'_, PyAny>, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Inner> {
    let mut game = match board.cast::<Game>() {
        Ok(game) => game.try_borrow()?.inner.clone(),
        Err(_) => Inner::new(rules(board)?.0),
    };
    if let Some(moves) = moves {
        play(&mut game, moves, None)?;
    }
    Ok(game)
}
