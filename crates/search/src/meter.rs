//! Counts nodes and watches the limits, cheaply and without overrunning them.
//!
//! Reading the clock costs as much as visiting a node of a fast game, so it is not read at every node; but a fixed
//! "every 4,096 nodes" overruns by seconds when one node takes a millisecond (a large board, a heavy evaluator, a busy
//! machine). The meter therefore measures how long its nodes take and chooses the next reading so that about
//! [`GRAIN`] passes between two, less when the deadline is near. It starts with every node, may at most double its
//! stride, and shortens it at once when a stride took longer than foreseen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Clock;
use crate::limits::{Limits, Stopped};

/// The time that should pass between two readings of the clock.
const GRAIN: Duration = Duration::from_micros(500);
/// The longest stride in nodes, so that a stop flag is seen soon however fast the nodes are.
const LONGEST_STRIDE: u64 = 1 << 14;

/// The node counter and alarm clock of one search.
#[derive(Clone, Debug)]
pub struct Meter {
    nodes: u64,
    next_reading: u64,
    stride: u64,
    last_reading: Duration,
    clock: Clock,
    deadline: Option<Duration>,
    most_nodes: u64,
    stop: Option<Arc<AtomicBool>>,
}

impl Meter {
    /// A meter that watches `limits` from now on.
    pub fn new(limits: &Limits) -> Meter {
        let clock = limits.since.unwrap_or_else(Clock::start);
        Meter {
            nodes: 0,
            next_reading: 0,
            stride: 1,
            last_reading: clock.elapsed(),
            clock,
            deadline: limits.time,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            stop: limits.stop.clone(),
        }
    }

    /// Counts one node, or refuses it because a limit is reached.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_reading {
            self.read()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts work that was done elsewhere, or refuses more of it because a limit is reached.
    pub fn charge(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.read()
    }

    /// What is left of the nodes, where they are limited.
    pub fn nodes_left(&self) -> Option<u64> {
        (self.most_nodes < u64::MAX).then(|| self.most_nodes.saturating_sub(self.nodes))
    }

    /// What is left of the time, where it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.elapsed()))
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Moves the deadline, which is a duration since the search began; the next tick sees the new one.
    pub fn set_deadline(&mut self, deadline: Option<Duration>) {
        self.deadline = deadline;
        self.next_reading = self.nodes;
    }

    #[cold]
    fn read(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.most_nodes {
            return Err(Stopped::Nodes);
        }
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Flag);
        }
        let now = self.clock.elapsed();
        let mut aim = GRAIN;
        if let Some(deadline) = self.deadline {
            if now >= deadline {
                return Err(Stopped::Time);
            }
            aim = aim.min((deadline - now) / 8);
        }
        self.stride = next_stride(self.stride, now.saturating_sub(self.last_reading), aim);
        self.last_reading = now;
        self.next_reading = (self.nodes + self.stride).min(self.most_nodes);
        Ok(())
    }
}

/// How many nodes to go without reading the clock, after `stride` nodes took `took` and the next ones should take `aim`.
fn next_stride(stride: u64, took: Duration, aim: Duration) -> u64 {
    let fitting = stride as u128 * aim.as_nanos() / took.as_nanos().max(1);
    fitting.clamp(1, u128::from((stride * 2).min(LONGEST_STRIDE))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_nodes_are_checked_one_by_one_and_fast_ones_rarely() {
        let mut stride = 4096;
        stride = next_stride(stride, Duration::from_secs(4), GRAIN);
        assert_eq!(stride, 1, "a stride that took too long is cut at once");
        for _ in 0..20 {
            stride = next_stride(stride, Duration::from_nanos(10 * stride), GRAIN);
        }
        assert_eq!(stride, LONGEST_STRIDE);
        assert_eq!(next_stride(1, Duration::from_millis(3), GRAIN), 1);
    }

    #[test]
    fn a_near_deadline_shortens_the_stride() {
        let near = Duration::from_micros(1);
        assert!(next_stride(1000, Duration::from_micros(100), near) <= 10);
    }

    #[test]
    fn the_node_limit_is_met_exactly() {
        let mut meter = Meter::new(&Limits::none().nodes(1000));
        let granted = std::iter::repeat_with(|| meter.tick()).take_while(Result::is_ok).count();
        assert_eq!(granted, 1000);
        assert_eq!((meter.nodes(), meter.tick()), (1000, Err(Stopped::Nodes)));
    }

    #[test]
    fn a_passed_deadline_refuses_even_the_first_node() {
        let mut meter = Meter::new(&Limits::none().time(Duration::ZERO));
        assert_eq!(meter.tick(), Err(Stopped::Time));
    }

    #[test]
    fn work_done_elsewhere_counts() {
        let mut meter = Meter::new(&Limits::none().nodes(1000));
        assert_eq!((meter.charge(990), meter.nodes_left()), (Ok(()), Some(10)));
        assert_eq!((meter.charge(10), meter.tick()), (Err(Stopped::Nodes), Err(Stopped::Nodes)));
        let free = Meter::new(&Limits::none());
        assert_eq!((free.nodes_left(), free.time_left()), (None, None));
    }

    #[test]
    fn a_stop_flag_is_seen_within_one_stride() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut meter = Meter::new(&Limits::none().stop(Arc::clone(&stop)));
        assert_eq!(meter.tick(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        let granted = std::iter::repeat_with(|| meter.tick()).take_while(Result::is_ok).count();
        assert!(granted as u64 <= LONGEST_STRIDE);
        assert_eq!(meter.tick(), Err(Stopped::Flag));
    }
}
