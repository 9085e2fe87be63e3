//! Ctrl-C: the first one asks politely, the second one means it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody has asked to stop.
static ASKED: AtomicBool = AtomicBool::new(false);
static WATCHING: OnceLock<()> = OnceLock::new();

/// From now on Ctrl-C (and a polite kill) only sets a flag, which the work looks at; pressed again it ends the program.
pub(crate) fn watch() {
    WATCHING.get_or_init(|| {
        // If the system refuses, Ctrl-C still ends the program the hard way.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether Ctrl-C has been pressed since [`watch`].
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
