//! Time that the machine stood still is nobody's.
//!
//! A virtual machine is sometimes not run for tens of milliseconds, and whoever was thinking then loses a game of 50 ms a move by
//! no fault of its own. So the referee feels a pulse on each core where games are played: a thread that does nothing but
//! sleep for a moment. If it wakes far too late, nobody else ran there either, and the gap is taken from every stopwatch on
//! that core. A player gains nothing from keeping the core busy: a sleeper that wakes goes before a thread that computes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use filetto_search::Clock;

use crate::seat::process;

/// How long the pulse sleeps.
const BEAT: Duration = Duration::from_millis(2);
/// A beat that is later than this was a standstill: several times what a scheduler lets a sleeper wait on a busy core.
const STILL: Duration = Duration::from_millis(12);

/// The pulse of a core.
struct Pulse(Mutex<Felt>);

struct Felt {
    /// Runs since the last beat.
    last: Clock,
    /// All that stood still before it.
    lost: Duration,
}

impl Pulse {
    /// The pulse of this core. It beats from the first time it is asked for; none if the system has no thread for it, and then
    /// all time counts.
    fn of(core: usize) -> Option<&'static Pulse> {
        static PULSES: OnceLock<Mutex<HashMap<usize, Option<&'static Pulse>>>> = OnceLock::new();
        let mut pulses = held(PULSES.get_or_init(Mutex::default));
        *pulses.entry(core).or_insert_with(|| {
            let pulse: &Pulse = Box::leak(Box::new(Pulse::new()));
            let beat = move || {
                process::pin_this_thread(Some(core));
                loop {
                    std::thread::sleep(BEAT);
                    pulse.beat();
                }
            };
            std::thread::Builder::new().name("pulse".to_owned()).spawn(beat).ok().map(|_| pulse)
        })
    }

    fn new() -> Pulse {
        Pulse(Mutex::new(Felt { last: Clock::start(), lost: Duration::ZERO }))
    }

    fn beat(&self) {
        let mut felt = held(&self.0);
        let gap = felt.last.elapsed();
        felt.lost += standstill(gap);
        felt.last = Clock::start();
    }

    /// How long it has stood still so far. Whoever wakes before the pulse does sees the same gap.
    fn lost(&self) -> Duration {
        let felt = held(&self.0);
        felt.lost + standstill(felt.last.elapsed())
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What of the time between two beats is a standstill.
fn standstill(gap: Duration) -> Duration {
    if gap < STILL { Duration::ZERO } else { gap - BEAT }
}

/// A clock that does not count when its core stands still; for a player that no core is bound to, when any does.
#[derive(Clone)]
pub(crate) struct Stopwatch {
    clock: Clock,
    /// The pulses to feel, each with how long it had stood still at the start.
    pulses: Vec<(&'static Pulse, Duration)>,
}

impl Stopwatch {
    /// Starts to count, on this core.
    pub(crate) fn start(core: Option<usize>) -> Stopwatch {
        let cores = core.map_or_else(process::cores, |core| vec![core]);
        let pulses = cores.into_iter().filter_map(Pulse::of).map(|pulse| (pulse, pulse.lost())).collect();
        Stopwatch { pulses, clock: Clock::start() }
    }

    /// The clock on the wall, started at the same moment.
    pub(crate) fn wall(&self) -> Clock {
        self.clock
    }

    /// The time since the start that counts.
    pub(crate) fn elapsed(&self) -> Duration {
        let lost = self.pulses.iter().map(|(pulse, before)| pulse.lost().saturating_sub(*before)).max();
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
    fn a_gap_between_beats_is_not_counted_and_a_late_beat_is() {
        // No thread beats here: the test is the heart.
        let pulse: &'static Pulse = Box::leak(Box::new(Pulse::new()));
        let watch = Stopwatch { pulses: vec![(pulse, pulse.lost())], clock: Clock::start() };
        std::thread::sleep(Duration::from_millis(60));
        let wall = watch.wall().elapsed();
        assert!(watch.elapsed() + Duration::from_millis(50) <= wall, "seen before the pulse has woken");
        pulse.beat();
        assert!(watch.elapsed() + Duration::from_millis(50) <= watch.wall().elapsed(), "and after");
        assert_eq!(standstill(Duration::from_millis(9)), Duration::ZERO);
    }

    #[test]
    fn time_passes_while_the_heart_beats() {
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
