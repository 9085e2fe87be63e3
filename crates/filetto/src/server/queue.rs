//! Thinking, on as many threads as there are cores, shared fairly.
//!
//! Sessions take turns: each has a lane of its own, and whoever was just served goes to the back. When more want to think than
//! there are threads, everybody's time shrinks in proportion, so that answers still come in about the time that was asked for;
//! an analysis, which has no move to deliver, makes way after its fair share.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::limits;

/// Whose a job is.
pub(super) type Session = u64;

/// Something to be thought about.
pub(super) struct Job {
    /// The request, for stopping it.
    pub(super) id: u32,
    /// How long it would like to think.
    pub(super) time: Duration,
    /// Whether it makes way for others after its fair share.
    pub(super) yields: bool,
    /// What to do, with the time it gets and the flag that stops it; or without, if its turn comes too late.
    pub(super) work: Box<dyn FnOnce(Turn) + Send>,
}

/// What comes of a job.
pub(super) enum Turn {
    /// Think so long, or until the flag is set.
    Think(Duration, Arc<AtomicBool>),
    /// It waited too long.
    TooLate,
}

/// The threads and who waits for them. Clones share them.
#[derive(Clone)]
pub(super) struct Queue {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    threads: usize,
}

#[derive(Default)]
struct State {
    lanes: VecDeque<(Session, VecDeque<(Job, Instant)>)>,
    running: Vec<Running>,
    closed: bool,
}

struct Running {
    session: Session,
    id: u32,
    yields: bool,
    since: Instant,
    stop: Arc<AtomicBool>,
    /// Whether it has a thread of its own and stands in nobody's way.
    aside: bool,
}

impl State {
    fn waiting(&self) -> usize {
        self.lanes.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    /// The next job of the session whose turn it is. A session thinks about one thing at a time.
    fn next(&mut self) -> Option<(Session, Job, Instant)> {
        let busy = |session: &Session| self.running.iter().any(|running| !running.aside && running.session == *session);
        let lane = self.lanes.iter().position(|(session, _)| !busy(session))?;
        let (session, mut jobs) = self.lanes.remove(lane)?;
        let (job, since) = jobs.pop_front()?;
        if !jobs.is_empty() {
            self.lanes.push_back((session, jobs));
        }
        Some((session, job, since))
    }

    /// Asks analyses that had their share to make way if somebody waits.
    fn make_way(&self) {
        let mut waiting = self.waiting();
        for running in self.running.iter().filter(|running| running.yields) {
            if waiting > 0 && running.since.elapsed() >= limits::FAIR_SHARE {
                running.stop.store(true, Ordering::Relaxed);
                waiting -= 1;
            }
        }
    }
}

impl Queue {
    /// Starts the threads.
    pub(super) fn start() -> Queue {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new(), threads });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.serve());
        }
        let watched = Arc::clone(&shared);
        std::thread::spawn(move || watched.watch());
        Queue { shared }
    }

    /// Puts a job into the session's lane; gives it back if the lane is full.
    pub(super) fn add(&self, session: Session, job: Job) -> Result<(), Job> {
        let mut state = self.shared.lock();
        let lane = state.lanes.iter_mut().find(|(of, _)| *of == session);
        match lane {
            Some((_, jobs)) if jobs.len() >= limits::WAITING => return Err(job),
            Some((_, jobs)) => jobs.push_back((job, Instant::now())),
            None => state.lanes.push_back((session, VecDeque::from([(job, Instant::now())]))),
        }
        drop(state);
        self.shared.wake.notify_all();
        Ok(())
    }

    /// Starts a job on a thread of its own, for its whole time whatever others want: a proof that is disturbed is no proof. The
    /// system shares the cores. Gives it back if as many run as there are threads.
    pub(super) fn aside(&self, session: Session, job: Job) -> Result<(), Job> {
        let mut state = self.shared.lock();
        if state.closed || state.running.iter().filter(|running| running.aside).count() >= self.shared.threads {
            return Err(job);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (id, since) = (job.id, Instant::now());
        state.running.push(Running { session, id, yields: false, since, stop: Arc::clone(&stop), aside: true });
        drop(state);
        let shared = Arc::clone(&self.shared);
        std::thread::spawn(move || {
            (job.work)(Turn::Think(job.time, Arc::clone(&stop)));
            shared.lock().running.retain(|running| !Arc::ptr_eq(&running.stop, &stop));
        });
        Ok(())
    }

    /// Stops what a request started. A job that still waits is started and stopped at once, so that it answers.
    pub(super) fn stop(&self, session: Session, id: u32) {
        let mut state = self.shared.lock();
        for running in state.running.iter().filter(|running| (running.session, running.id) == (session, id)) {
            running.stop.store(true, Ordering::Relaxed);
        }
        for (_, jobs) in state.lanes.iter_mut().filter(|(of, _)| *of == session) {
            jobs.iter_mut().filter(|(job, _)| job.id == id).for_each(|(job, _)| job.time = Duration::ZERO);
        }
    }

    /// Forgets a session: nobody wants its answers any more.
    pub(super) fn leave(&self, session: Session) {
        let mut state = self.shared.lock();
        state.lanes.retain(|(of, _)| *of != session);
        for running in state.running.iter().filter(|running| running.session == session) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends all thinking, for good.
    pub(super) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.lanes.clear();
        state.running.iter().for_each(|running| running.stop.store(true, Ordering::Relaxed));
        drop(state);
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No job runs under the lock, so a panic elsewhere leaves the state whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that analyses make way. They may have had their share only after the others came, so this looks again and again
    /// as long as anybody waits.
    fn watch(&self) {
        let mut state = self.lock();
        while !state.closed {
            state.make_way();
            let waiting = self.wake.wait_timeout(state, limits::FAIR_SHARE / 8);
            state = waiting.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// What a thread does all its life.
    fn serve(&self) {
        let mut state = self.lock();
        while !state.closed {
            let Some((session, job, asked)) = state.next() else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let wanting = state.running.iter().filter(|running| !running.aside).count() + 1 + state.waiting();
            let share = job.time.mul_f64((self.threads as f64 / wanting as f64).min(1.0));
            let late = asked.elapsed() > job.time + limits::PATIENCE;
            let stop = Arc::new(AtomicBool::new(false));
            let (id, yields, since) = (job.id, job.yields, Instant::now());
            state.running.push(Running { session, id, yields, since, stop: Arc::clone(&stop), aside: false });
            drop(state);
            let time = share.max(limits::LEAST_THINKING);
            (job.work)(if late { Turn::TooLate } else { Turn::Think(time, Arc::clone(&stop)) });
            state = self.lock();
            state.running.retain(|running| !Arc::ptr_eq(&running.stop, &stop));
            // Its next job may start now, on whichever thread is free.
            self.wake.notify_all();
        }
    }
}
