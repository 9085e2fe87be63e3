//! The one place where the project looks at the time.
//!
//! A clock reads the time through a function, the one seam between the project and the machine. `std::time::Instant` is behind it
//! unless the program installs another one at its start: a browser has no `Instant` (it panics there) but has `performance.now()`, and a
//! test has a clock that it moves by hand.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Tells the time since some moment that stays the same while the program runs. It never goes back.
pub type TimeSource = fn() -> Duration;

static INSTALLED: OnceLock<TimeSource> = OnceLock::new();

/// A running stopwatch. Every deadline of the project is a duration on one of these.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    now: TimeSource,
    start: Duration,
}

impl Clock {
    /// Starts a stopwatch on the program's time source.
    pub fn start() -> Clock {
        Clock::start_on(*INSTALLED.get_or_init(|| system))
    }

    /// Starts a stopwatch on a time source of its own.
    ///
    /// ```
    /// use std::time::Duration;
    /// use filetto_search::Clock;
    /// assert_eq!(Clock::start_on(|| Duration::from_secs(7)).elapsed(), Duration::ZERO);
    /// ```
    pub fn start_on(now: TimeSource) -> Clock {
        Clock { now, start: now() }
    }

    /// Makes `source` the program's time source. It has to be called before the first clock starts; the error says that one has
    /// started already.
    pub fn install(source: TimeSource) -> Result<(), TimeSourceInUse> {
        INSTALLED.set(source).map_err(|_| TimeSourceInUse)
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.start)
    }
}

/// A clock has started already: the time source cannot be changed any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSourceInUse;

impl std::fmt::Display for TimeSourceInUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a clock has started already: install the time source before anything else")
    }
}

impl std::error::Error for TimeSourceInUse {}

#[allow(clippy::disallowed_methods, reason = "this file is the one that the lint sends everybody to")]
fn system() -> Duration {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    let epoch = *EPOCH.get_or_init(Instant::now);
    Instant::now().saturating_duration_since(epoch)
}
