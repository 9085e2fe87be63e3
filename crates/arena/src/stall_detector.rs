//! Time that the machine stood still is nobody's.
//!
//! A virtual machine is sometimes not run for tens of milliseconds, and whoever was thinking then loses a game of 50 ms a move by
//! no fault of its own. So the referee runs a stall detector on each core where games are played: a thread that does nothing but
//! sleep for a moment. If it wakes far too late, nobody else ran there either, and the gap is taken from every stopwatch on
//! that core. A player gains nothing from keeping the core busy: a sleeper that wakes goes before a thread that computes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use filetto_search::Clock;

use crate::seat::process;

/// How long the detector sleeps between looks.
const INTERVAL: Duration = Duration::from_millis(2);
/// A look that comes later than this was a stall: several times what a scheduler lets a sleeper wait on a busy core.
const STALL: Duration = Duration::from_millis(12);

/// Watches one core.
struct StallDetector(Mutex<Seen>);

struct Seen {
    /// Runs since the last look.
    last: Clock,
    /// All that stood still before it.
    lost: Duration,
}

impl StallDetector {
    /// The detector of this core. It looks from the first time it is asked for; none if the system has no thread for it, and then
    /// all time counts.
    fn of(core: usize) -> Option<&'static StallDetector> {
        static DETECTORS: OnceLock<Mutex<HashMap<usize, Option<&'static StallDetector>>>> = OnceLock::new();
        let mut detectors = held(DETECTORS.get_or_init(Mutex::default));
        *detectors.entry(core).or_insert_with(|| {
            let detector: &StallDetector = Box::leak(Box::new(StallDetector::new()));
            let look = move || {
                process::pin_this_thread(Some(core));
                loop {
                    std::thread::sleep(INTERVAL);
                    detector.look();
                }
            };
            std::thread::Builder::new().name("stall-detector".to_owned()).spawn(look).ok().map(|_| detector)
        })
    }

    fn new() -> StallDetector {
        StallDetector(Mutex::new(Seen { last: Clock::start(), lost: Duration::ZERO }))
    }

    fn look(&self) {
        let mut seen = held(&self.0);
        let gap = seen.last.elapsed();
        seen.lost += stall(gap);
        seen.last = Clock::start();
    }

    /// How long it has stood still so far. Whoever wakes before the detector does sees the same gap.
    fn lost(&self) -> Duration {
        let seen = held(&self.0);
        seen.lost + stall(seen.last.elapsed())
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What of the time between two looks is a stall.
fn stall(gap: Duration) -> Duration {
    if gap < STALL { Duration::ZERO } else { gap - INTERVAL }
}

/// A clock that does not count when its core stands still; for a player that no core is bound to, when any does.
#[derive(Clone)]
pub(crate) struct Stopwatch {
    clock: Clock,
    /// The detectors to ask, each with how long it had stood still at the start.
    detectors: Vec<(&'static StallDetector, Duration)>,
}

impl Stopwatch {
    /// Starts to count, on this core.
    pub(crate) fn start(core: Option<usize>) -> Stopwatch {
        let cores = core.map_or_else(process::cores, |core| vec![core]);
        let detectors =
            cores.into_iter().filter_map(StallDetector::of).map(|detector| (detector, detector.lost())).collect();
        Stopwatch { detectors, clock: Clock::start() }
    }

    /// The clock on the wall, started at the same moment.
    pub(crate) fn wall(&self) -> Clock {
        self.clock
    }

    /// The time since the start that counts.
    pub(crate) fn elapsed(&self) -> Duration {
        let lost = self.detectors.iter().map(|(detector, before)| detector.lost().saturating_sub(*before)).max();
        self.clock.elapsed().saturating_sub(lost.unwrap_or_default())
    }
}

impl std::fmt::Debug for Stopwatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stopwatch").field(&self.elapsed()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_between_looks_is_not_counted() {
        // No thread looks here: the test does.
        let detector: &'static StallDetector = Box::leak(Box::new(StallDetector::new()));
        let watch = Stopwatch { detectors: vec![(detector, detector.lost())], clock: Clock::start() };
        std::thread::sleep(Duration::from_millis(60));
        let wall = watch.wall().elapsed();
        assert!(watch.elapsed() + Duration::from_millis(50) <= wall, "seen before the detector has woken");
        detector.look();
        assert!(watch.elapsed() + Duration::from_millis(50) <= watch.wall().elapsed(), "and after");
        assert_eq!(stall(Duration::from_millis(9)), Duration::ZERO);
    }

    #[test]
    fn time_passes_while_the_core_runs() {
        let watch = Stopwatch::start(None);
        let (mut counted, wall) = (Duration::ZERO, Clock::start());
        // On a machine that stands still all the time it takes longer, not for ever.
        while counted < Duration::from_millis(30) && wall.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
            counted = watch.elapsed();
        }
        assert!(counted >= Duration::from_millis(30));
    }
}
