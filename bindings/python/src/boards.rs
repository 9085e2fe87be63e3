//! `filetto._filetto.Boards`: the arrays around a fleet. The package's `vector.py` makes environments of it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use filetto_engine::{Configured, Named, Settings as PlayerSettings};
use filetto_solve::Solvers;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;

use crate::errors::bad;
use crate::fleet::{Autoreset, Fleet, Opponent, Planes, Seat, Settings, Views, fleet};
use crate::input::{whole, whole_or_none};
use crate::rules::{Rules, rules};
use crate::work::run;

/// Bytes for an opponent's table: a level looks at few positions.
const MEMORY: usize = 1 << 20;

/// Boards stepped in Rust, with arrays that are written in place.
#[pyclass(module = "filetto")]
pub(crate) struct Boards {
    rules: Rules,
    count: usize,
    fleet: Mutex<Box<dyn Fleet>>,
    /// Whether a step may take long, so that signals are listened to.
    slow: bool,
    observations: Py<PyArrayDyn<i8>>,
    masks: Py<PyArrayDyn<i8>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    players: Py<PyArray1<i8>>,
    finals: Py<PyArrayDyn<i8>>,
}

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (board, count, *, planes="pettingzoo", autoreset="next_step", opponent=None, seat="first", seed=1))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] count: usize,
        planes: &str,
        autoreset: &str,
        opponent: Option<&str>,
        seat: &str,
        #[pyo3(from_py_with = whole)] seed: u64,
    ) -> PyResult<Boards> {
        let rules = rules(board)?;
        let inner = rules.0;
        let (rows, cols) = (inner.rows(), inner.cols());
        if count == 0 || count.saturating_mul(inner.cells()) > 1 << 30 {
            return Err(bad("give at least one board, and not more than memory holds"));
        }
        let (planes, shape) = match planes {
            "pettingzoo" => (Planes::PettingZoo, [count, rows, cols, 2]),
            "openspiel" => (Planes::OpenSpiel, [count, 3, rows, cols]),
            _ => return Err(bad("planes are 'pettingzoo' or 'openspiel'")),
        };
        let autoreset = match autoreset {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            _ => return Err(bad("autoreset is 'next_step', 'same_step' or 'disabled'")),
        };
        let seat = match seat {
            "first" => Seat::First,
            "second" => Seat::Second,
            "random" => Seat::Drawn,
            _ => return Err(bad("the agent's seat is 'first', 'second' or 'random'")),
        };
        let opponent = match opponent {
            None => Opponent::Nobody,
            Some("random") => Opponent::Random,
            Some(name) => {
                let settings = PlayerSettings { seed, memory: MEMORY, ..PlayerSettings::default() };
                let Configured { named, settings } = Named::read(name, settings).map_err(bad)?;
                if !named.plays(inner) {
                    return Err(bad(format!("{} does not play {inner}", named.name)));
                }
                Opponent::Player(named.make(PlayerSettings { oracle: Some(Solvers::boxed), ..settings }))
            }
        };
        let slow = matches!(opponent, Opponent::Player(_));
        let actions = if inner.gravity() { cols } else { inner.cells() };
        let finals = if autoreset == Autoreset::SameStep { shape } else { [0, shape[1], shape[2], shape[3]] };
        Ok(Boards {
            rules,
            count,
            slow,
            fleet: Mutex::new(fleet(Settings { rules: inner, count, planes, autoreset, seat, opponent, seed })),
            observations: PyArrayDyn::zeros(py, &shape[..], false).unbind(),
            masks: PyArrayDyn::zeros(py, &[count, actions][..], false).unbind(),
            rewards: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            players: PyArray1::zeros(py, count, false).unbind(),
            finals: PyArrayDyn::zeros(py, &finals[..], false).unbind(),
        })
    }

    #[getter]
    fn rules(&self) -> Rules {
        self.rules
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.observations.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.masks.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated.clone_ref(py)
    }

    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.players.clone_ref(py)
    }

    #[getter]
    fn finals(&self, py: Python<'_>) -> Py<PyArrayDyn<i8>> {
        self.finals.clone_ref(py)
    }

    /// Moves of agents so far.
    #[getter]
    fn moves(&self) -> u64 {
        self.fleet.lock().unwrap_or_else(PoisonError::into_inner).moves()
    }

    #[pyo3(signature = (seed=None, marked=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole_or_none)] seed: Option<u64>,
        marked: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        if let Some(seed) = seed {
            self.fleet.get_mut().unwrap_or_else(PoisonError::into_inner).seed(seed);
        }
        let marked = marked.as_ref().map(|marked| marked.as_slice()).transpose().map_err(bad)?;
        if marked.is_some_and(|marked| marked.len() != self.count) {
            return Err(bad(format!("give {} marks, one a board", self.count)));
        }
        self.with(py, |fleet, views, stop| fleet.reset(marked, views, stop))
    }

    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice().map_err(bad)?;
        if actions.len() != self.count {
            return Err(bad(format!("give {} actions, one a board", self.count)));
        }
        self.with(py, |fleet, views, stop| fleet.step(actions, views, stop))
    }

    fn sample(&mut self, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice_mut().map_err(bad)?;
        if actions.len() != self.count {
            return Err(bad(format!("give room for {} actions, one a board", self.count)));
        }
        self.fleet.get_mut().unwrap_or_else(PoisonError::into_inner).sample(actions);
        Ok(())
    }
}

impl Boards {
    /// Some work on the boards with their arrays, Python's lock released.
    fn with(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Fleet, &mut Views<'_>, &Arc<AtomicBool>) + Send,
    ) -> PyResult<()> {
        let mut observations = self.observations.bind(py).try_readwrite().map_err(bad)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(bad)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(bad)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(bad)?;
        let mut players = self.players.bind(py).try_readwrite().map_err(bad)?;
        let mut finals = self.finals.bind(py).try_readwrite().map_err(bad)?;
        let mut views = Views {
            observations: observations.as_slice_mut().map_err(bad)?,
            masks: masks.as_slice_mut().map_err(bad)?,
            rewards: rewards.as_slice_mut().map_err(bad)?,
            terminated: terminated.as_slice_mut().map_err(bad)?,
            players: players.as_slice_mut().map_err(bad)?,
            finals: finals.as_slice_mut().map_err(bad)?,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let fleet = &mut **self.fleet.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.slow {
            return run(py, &stop, || work(fleet, &mut views, &stop));
        }
        py.detach(|| work(fleet, &mut views, &stop));
        Ok(())
    }
}
