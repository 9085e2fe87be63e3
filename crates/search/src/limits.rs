//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::clock::Clock;
use crate::time_manager::TimeManager;

/// What ends a search; whatever comes first. No limit at all is a limit too: the search then ends when it knows.
///
/// ```
/// use std::time::Duration;
/// use filetto_search::Limits;
/// let limits = Limits::none().time(Duration::from_millis(50)).depth(12);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time from the start of the search, or of the clock in `since`.
    pub time: Option<Duration>,
    /// When to stop between iterations if nothing is unclear; only searches that have iterations can wait longer.
    pub soft: Option<Duration>,
    /// Nodes visited: the root and every move played.
    pub nodes: Option<u64>,
    /// Plies; only searches that have a depth heed it.
    pub depth: Option<u32>,
    /// A flag that another thread sets to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// A clock already running when the search starts, so that work done before counts as well.
    pub since: Option<Clock>,
}

impl Limits {
    /// No limit.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// The same limits with a limit on wall time.
    #[must_use]
    pub fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// The plan of the time manager that these limits carry.
    pub fn plan(&self) -> TimeManager {
        TimeManager { soft: self.soft, hard: self.time }
    }

    /// The same limits for a search without iterations: it has no better moment to stop than the soft limit.
    #[must_use]
    pub fn one_pass(self) -> Limits {
        Limits { time: self.soft.or(self.time), soft: None, ..self }
    }

    /// The same limits with a limit on nodes.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// The same limits with a limit on depth.
    #[must_use]
    pub fn depth(self, depth: u32) -> Limits {
        Limits { depth: Some(depth), ..self }
    }

    /// The same limits with a flag that stops the search from outside.
    #[must_use]
    pub fn stop(self, stop: Arc<AtomicBool>) -> Limits {
        Limits { stop: Some(stop), ..self }
    }

    /// The same limits, the time counted on a clock that is already running.
    #[must_use]
    pub fn since(self, clock: Clock) -> Limits {
        Limits { since: Some(clock), ..self }
    }
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Stopped {
    /// The time was used up.
    Time,
    /// The nodes were used up.
    Nodes,
    /// The simulations were used up.
    Simulations,
    /// The flag was set.
    Flag,
    /// The memory granted to the search was used up.
    Memory,
}
