//! Ctrl-C: the first one asks politely, the second one means it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

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
