//! Ctrl-C: the first one asks politely, the second one means it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::terminal::{Interrupted, note, progress};

/// Whether somebody has asked to stop; set up by [`watch`].
static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// From now on Ctrl-C (and a polite kill) only sets this flag, which the work looks at; pressed again it ends the program.
pub(crate) fn watch() -> Arc<AtomicBool> {
    let flag = ASKED.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let handlers = Arc::clone(&flag);
        // If the system refuses, Ctrl-C still ends the program the hard way.
        let _ = ctrlc::set_handler(move || {
            if handlers.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        flag
    });
    Arc::clone(flag)
}

/// Whether Ctrl-C has been pressed since [`watch`].
pub(crate) fn asked() -> bool {
    ASKED.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// How long work may take to end by itself after Ctrl-C.
const GRACE: Duration = Duration::from_millis(900);
/// How often somebody at a terminal is told that work goes on.
const TICK: Duration = Duration::from_millis(100);

/// Long work that says nothing by itself: tells how long it has taken, and is ended for it if it does not hear Ctrl-C within a second.
pub(crate) struct Busy {
    end: Sender<()>,
    stopped: &'static str,
}

impl Busy {
    /// Begins; the second text is told if the work is stopped. Work that tells its progress itself has no first text.
    pub(crate) fn new(doing: &'static str, stopped: &'static str) -> Busy {
        let (end, ended) = channel::<()>();
        std::thread::spawn(move || {
            let (start, mut asked_at) = (Instant::now(), None);
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
                if asked() && asked_at.get_or_insert_with(Instant::now).elapsed() > GRACE {
                    note(stopped);
                    std::process::exit(130);
                }
                if !doing.is_empty() && start.elapsed() > Duration::from_secs(1) {
                    progress(&format!("{doing}: {:.0} s", start.elapsed().as_secs_f64()));
                }
            }
        });
        Busy { end, stopped }
    }

    /// The work is done, or was stopped.
    pub(crate) fn done(self) -> anyhow::Result<()> {
        let stopped = self.stopped;
        // The thread ends with the sender.
        drop(self.end);
        progress("");
        if asked() {
            note(stopped);
            return Err(Interrupted.into());
        }
        Ok(())
    }
}
