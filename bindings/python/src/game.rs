//! `filetto.Game`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filetto_records::Format;
use filetto_rules::draw::{self, Ink};
use filetto_rules::{Board, Cell, Game as Inner, Notation, Outcome, Rng, Side};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::bad;
use crate::input::{action_of, notation, play, position, whole, whole_or_none};
use crate::order;
use crate::rules::{Rules, rules};
use crate::work::run;

/// A game: rules, moves, how it stands.
///
/// >>> from filetto import Game
/// >>> game = Game("connect4", "4455")
/// >>> game.play("6").play("d3").outcome() is None
/// True
/// >>> game.undo(), game.to_move, len(game)
/// ('d3', 'second', 5)
/// >>> game.to_numpy()[5]
/// array([0, 0, 0, 1, 1, 1, 0], dtype=int8)
/// >>> Game("tictactoe", [4, 0, 2]).moves
/// ['b2', 'a3', 'c3']
/// >>> game.play("44444")
/// Traceback (most recent call last):
/// filetto.IllegalMove: move 10: column 4 is full
#[pyclass(module = "filetto")]
pub(crate) struct Game {
    pub(crate) inner: Inner,
}

/// The word for a side.
pub(crate) fn word(side: Side) -> &'static str {
    if side == Side::First { "first" } else { "second" }
}

fn format(name: &str) -> PyResult<Format> {
    Format::from_ending(name).ok_or_else(|| bad(format!("'{name}' is no format: they are json, psq and sgf")))
}

/// The names of cells.
pub(crate) fn names(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

#[pymethods]
impl Game {
    /// A game on a board, with moves in any notation.
    #[new]
    #[pyo3(signature = (rules, moves=None, *, notation=None))]
    fn new(rules: &Bound<'_, PyAny>, moves: Option<&Bound<'_, PyAny>>, notation: Option<&str>) -> PyResult<Game> {
        let mut inner = Inner::new(self::rules(rules)?.0);
        if let Some(moves) = moves {
            play(&mut inner, moves, self::notation(notation)?)?;
        }
        Ok(Game { inner })
    }

    /// The game that a text holds: JSON lines, PSQ or SGF.
    #[classmethod]
    #[pyo3(signature = (text, format=None, *, number=None))]
    fn read(
        _: &Bound<'_, PyType>,
        text: &str,
        format: Option<&str>,
        #[pyo3(from_py_with = whole_or_none)] number: Option<usize>,
    ) -> PyResult<Game> {
        let format = match format {
            Some(name) => self::format(name)?,
            None => Format::detect(text.as_bytes()).ok_or_else(|| bad("this is no game in JSON lines, PSQ or SGF"))?,
        };
        Ok(Game { inner: format.read_number(text.as_bytes(), number).map_err(bad)? })
    }

    /// The game that leads to a board of 0, 1 and 2, rows from the top; the stones are set up if no order of moves leads there.
    #[classmethod]
    #[pyo3(signature = (rules, board, to_move=None))]
    fn from_numpy(
        _: &Bound<'_, PyType>,
        rules: &Bound<'_, PyAny>,
        board: &Bound<'_, PyAny>,
        to_move: Option<&str>,
    ) -> PyResult<Game> {
        let rules = self::rules(rules)?.0;
        let array = board.py().import("numpy")?.call_method1("asarray", (board,))?;
        let cells: Vec<i64> = array.call_method0("ravel")?.call_method0("tolist")?.extract().map_err(|_| {
            bad("a board is an array of 0 (empty), 1 (first player) and 2 (second player), rows from the top")
        })?;
        if cells.len() != rules.cells() || cells.iter().any(|cell| !(0..=2).contains(cell)) {
            let cells = rules.cells();
            return Err(bad(format!("a board of {rules} is {cells} numbers 0, 1 or 2, rows from the top")));
        }
        let side = match to_move {
            None => None,
            Some("first") => Some(Side::First),
            Some("second") => Some(Side::Second),
            Some(_) => return Err(bad("to_move is 'first' or 'second'")),
        };
        let cells: Vec<u8> = cells.into_iter().map(|cell| cell as u8).collect();
        Ok(Game { inner: order::game(rules, &cells, side).map_err(bad)? })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.inner.rules())
    }

    /// The cells of the moves so far.
    #[getter]
    fn moves(&self) -> Vec<String> {
        names(self.inner.cells())
    }

    /// The moves so far as actions.
    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.inner.cells().map(|cell| action_of(self.inner.rules(), cell)).collect()
    }

    /// The moves so far in a notation; as Filetto writes them if none is named.
    #[pyo3(signature = (notation=None))]
    fn text(&self, notation: Option<&str>) -> PyResult<String> {
        let rules = self.inner.rules();
        let notation = self::notation(notation)?.unwrap_or(Notation::native(rules));
        Ok(notation.write(rules, self.inner.cells()))
    }

    /// Whose turn it is.
    #[getter]
    fn to_move(&self) -> &'static str {
        word(self.inner.to_move())
    }

    /// How it stands: None while it goes on, else "first", "second" or "draw".
    fn outcome(&self) -> Option<&'static str> {
        match self.inner.outcome() {
            Outcome::Ongoing => None,
            Outcome::Draw => Some("draw"),
            Outcome::Win(side) => Some(word(side)),
        }
    }

    /// Whether it is over.
    fn is_over(&self) -> bool {
        self.inner.outcome().is_over()
    }

    /// The cells of the completed rows.
    fn winning_cells(&self) -> Vec<String> {
        let mut cells: Vec<Cell> = self.inner.board().winning_lines().flat_map(|line| line.cells()).collect();
        cells.sort();
        cells.dedup();
        names(cells)
    }

    /// The cells that may be played.
    fn legal_moves(&self) -> Vec<String> {
        names(self.legal())
    }

    /// The actions that may be played, smallest first.
    fn legal_actions(&self) -> Vec<usize> {
        let mut actions: Vec<usize> =
            self.legal().into_iter().map(|cell| action_of(self.inner.rules(), cell)).collect();
        actions.sort_unstable();
        actions
    }

    /// 1 for each action that may be played, else 0.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let rules = self.inner.rules();
        let mut mask = vec![0i8; if rules.gravity() { rules.cols() } else { rules.cells() }];
        self.legal().into_iter().for_each(|cell| mask[action_of(rules, cell)] = 1);
        PyArray1::from_vec(py, mask)
    }

    /// The action that a move is.
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mut next = self.inner.clone();
        play(&mut next, r#move, None)?;
        let cell = next.cells().next_back().filter(|_| next.moves().len() == self.inner.moves().len() + 1);
        cell.map(|cell| action_of(next.rules(), cell)).ok_or_else(|| bad("give one move"))
    }

    /// Plays a move, or several: text in any notation, actions, or a sequence of them. Returns the game.
    #[pyo3(signature = (moves, *, notation=None))]
    fn play<'py>(
        mut slf: PyRefMut<'py, Game>,
        moves: &Bound<'py, PyAny>,
        notation: Option<&str>,
    ) -> PyResult<PyRefMut<'py, Game>> {
        let notation = self::notation(notation)?;
        play(&mut slf.inner, moves, notation)?;
        Ok(slf)
    }

    /// Takes back the last move; returns its cell, or None if there is none.
    fn undo(&mut self) -> Option<String> {
        self.inner.undo().map(|cell| cell.to_string())
    }

    /// A game of its own that stands the same.
    fn copy(&self) -> Game {
        Game { inner: self.inner.clone() }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    /// The board: 0 empty, 1 first player, 2 second player; row 0 is the top row.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let rules = self.inner.rules();
        let stone = |at: usize| {
            let cell = Cell::new(rules.rows() - 1 - at / rules.cols(), at % rules.cols());
            self.inner.board().get(cell).map_or(0, |side| 1 + side.index() as i8)
        };
        let flat = PyArray1::from_vec(py, (0..rules.cells()).map(stone).collect());
        flat.reshape([rules.rows(), rules.cols()])
    }

    /// The game as a text: json (everything), psq or sgf.
    #[pyo3(signature = (format="json"))]
    fn write(&self, format: &str) -> PyResult<String> {
        self::format(format)?.write(&self.inner).map_err(bad)
    }

    /// The position as a picture.
    fn svg(&self) -> String {
        draw::svg(&self.inner)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        draw::text(&self.inner, Ink::Plain)
    }

    fn __repr__(&self) -> String {
        let rules = self.inner.rules();
        let moves = Notation::native(rules).write(rules, self.inner.cells());
        let setup = if self.inner.setup().is_default() { "" } else { ", set up" };
        format!("Game('{rules}', '{moves}'{setup})")
    }

    fn __len__(&self) -> usize {
        self.inner.moves().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.borrow().inner == self.inner)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, &'static str))> {
        Ok((py.get_type::<Game>().getattr("read")?, (self.write("json")?, "json")))
    }
}

impl Game {
    fn legal(&self) -> Vec<Cell> {
        if self.inner.outcome().is_over() { Vec::new() } else { self.inner.board().legal_moves() }
    }
}

/// Positions from random play, their plies spread evenly from `first` to `last`, none over, none twice where there are enough.
#[pyfunction]
#[pyo3(signature = (board, count, *, seed=1, first=0, last=None))]
pub(crate) fn random_positions(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole)] count: usize,
    #[pyo3(from_py_with = whole)] seed: u64,
    #[pyo3(from_py_with = whole)] first: usize,
    #[pyo3(from_py_with = whole_or_none)] last: Option<usize>,
) -> PyResult<Vec<Game>> {
    let start = position(board, None)?;
    let last = last.unwrap_or(usize::MAX).min(start.rules().cells().saturating_sub(start.moves().len() + 1));
    if first > last {
        return Err(bad(format!("the plies go from {first} to {last}: there is none between")));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let found = run(py, &stop, || draw_positions(&start, count, seed, first..=last, &stop))?;
    let found = found.ok_or_else(|| bad(format!("{} has no {count} such positions", start.rules())))?;
    Ok(found.into_iter().map(|inner| Game { inner }).collect())
}

/// Nothing if there are too few, or if it was stopped.
fn draw_positions(
    start: &Inner,
    count: usize,
    seed: u64,
    plies: std::ops::RangeInclusive<usize>,
    stop: &AtomicBool,
) -> Option<Vec<Inner>> {
    let (mut rng, mut seen, mut found) = (Rng::new(seed), std::collections::HashSet::new(), Vec::new());
    let mut tries = 0usize;
    while found.len() < count {
        let ply = plies.start() + (found.len() + tries / 64) % (plies.end() - plies.start() + 1);
        tries += 1;
        if stop.load(Ordering::Relaxed) || tries > count.saturating_mul(2048) {
            return None;
        }
        let mut game = start.clone();
        for _ in 0..ply {
            let legal = game.board().legal_moves();
            match rng.pick(&legal) {
                Some(cell) if !game.outcome().is_over() => _ = game.play(*cell),
                _ => break,
            }
        }
        let stones: Vec<Option<Side>> = start.rules().all_cells().map(|cell| game.board().get(cell)).collect();
        let fresh = game.moves().len() == start.moves().len() + ply && !game.outcome().is_over();
        // The first plies have few positions: what has come up often enough may come up again.
        if fresh && (seen.insert(stones) || tries > 256 * (found.len() + 1)) {
            found.push(game);
        }
    }
    Some(found)
}
