//! Long work: on a thread of its own, with Python's lock released, stopped by Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use filetto_search::Clock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for: Ctrl-C is heard within this time.
const LISTEN: Duration = Duration::from_millis(50);
/// Searches recurse; a thread's usual stack is a quarter of a program's.
const STACK: usize = 16 << 20;

/// Does some work that heeds the flag. A signal that Python's handler turns into an exception sets the flag, and the exception is
/// raised once the work has stopped. A panic becomes an exception as well; it is a bug of ours.
pub(crate) fn run<T: Send>(py: Python<'_>, stop: &Arc<AtomicBool>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let mut raised = None;
    let done = thread::scope(|scope| {
        let asker = thread::current();
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            asker.unpark();
            done
        })?;
        while !worker.is_finished() {
            py.detach(|| thread::park_timeout(LISTEN));
            if raised.is_none()
                && let Err(error) = py.check_signals()
            {
                stop.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
        Ok::<_, PyErr>(worker.join())
    })?;
    match (raised, done) {
        (Some(error), _) => Err(error),
        (None, Ok(Ok(done))) => Ok(done),
        (None, Ok(Err(panic)) | Err(panic)) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            let text = text.unwrap_or_default();
            Err(PyRuntimeError::new_err(format!("this is a fault of Filetto, please report it: {text}")))
        }
    }
}

/// Seconds as a duration; nonsense is refused.
pub(crate) fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let sense = |seconds: f64| Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    let refused = || crate::errors::bad("the time is a number of seconds above zero");
    time.map(|seconds| sense(seconds).ok_or_else(refused)).transpose()
}

/// A flag with a deadline.
pub(crate) struct Deadline {
    clock: Clock,
    time: Option<Duration>,
    stop: Arc<AtomicBool>,
}

impl Deadline {
    pub(crate) fn new(time: Option<Duration>, stop: &Arc<AtomicBool>) -> Deadline {
        Deadline { clock: Clock::start(), time, stop: Arc::clone(stop) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.time.is_some_and(|time| self.clock.elapsed() >= time)
    }
}
