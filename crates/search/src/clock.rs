//! The one place where the project looks at the time.

use std::time::{Duration, Instant};

/// A running stopwatch. Every deadline of the project is a duration on one of these.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// Starts a stopwatch.
    #[allow(clippy::disallowed_methods, reason = "this type is the one that the lint sends everybody to")]
    pub fn start() -> Clock {
        Clock(Instant::now())
    }

    /// The time since the start.
    #[inline]
    #[allow(clippy::disallowed_methods, reason = "as above")]
    pub fn elapsed(&self) -> Duration {
        Instant::now().saturating_duration_since(self.0)
    }
}
