//! What a player may spend on a move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::clock::Clock;
use crate::limits::Limits;
use crate::time_control::TimeControl;
use crate::time_manager::{Outlook, TimeManager};

/// What a player is given for a move; whatever is used up first ends its thinking. A [`Budget`] says what there is, the
/// [`Limits`] made from it say when the search stops.
///
/// ```
/// use std::time::Duration;
/// use filetto_search::{Budget, TimeControl};
/// let quick = Budget::none().time(Duration::from_millis(50));
/// let game = Budget::none().control(TimeControl::game(Duration::from_secs(60), Duration::ZERO)).depth(12);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The time there is.
    pub time: TimeControl,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Plies, for players that have a depth.
    pub depth: Option<u32>,
    /// A flag that another thread sets to have a move at once.
    pub stop: Option<Arc<AtomicBool>>,
    /// A clock that runs since the player was asked; without one the time runs from when it begins.
    pub since: Option<Clock>,
}

impl Budget {
    /// No limit.
    pub fn none() -> Budget {
        Budget::default()
    }

    /// The same with so much time for this move.
    #[must_use]
    pub fn time(self, time: Duration) -> Budget {
        Budget { time: TimeControl { per_move: Some(time), ..self.time }, ..self }
    }

    /// The same with this time control.
    #[must_use]
    pub fn control(self, time: TimeControl) -> Budget {
        Budget { time, ..self }
    }

    /// The same with a limit on nodes.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..self }
    }

    /// The same with a limit on depth.
    #[must_use]
    pub fn depth(self, depth: u32) -> Budget {
        Budget { depth: Some(depth), ..self }
    }

    /// The same with a flag that asks for a move at once.
    #[must_use]
    pub fn stop(self, stop: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(stop), ..self }
    }

    /// The same, the time counted on a clock that is already running.
    #[must_use]
    pub fn since(self, clock: Clock) -> Budget {
        Budget { since: Some(clock), ..self }
    }

    /// When a search for this move should stop, as the time manager decides; counted from now unless a clock runs.
    pub fn limits(&self, outlook: Outlook) -> Limits {
        let TimeManager { soft, hard } = TimeManager::plan(&self.time, outlook);
        Limits {
            time: hard,
            soft,
            nodes: self.nodes,
            depth: self.depth,
            stop: self.stop.clone(),
            since: Some(self.since.unwrap_or_else(Clock::start)),
        }
    }
}
