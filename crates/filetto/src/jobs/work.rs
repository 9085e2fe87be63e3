//! Doing what an item asks. Each kind is a pure function of the item: with limits on nodes the same item has the same result everywhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use filetto_arena::Slot;
use serde_json::Value;

use super::item::{Item, Work};
use super::{leaf, self_play};
use crate::commands::arena::make;

/// Does an item within its time; `cancelled` ends it early. None if it was cancelled.
pub(crate) fn do_item(item: &Item, cancelled: &Arc<AtomicBool>) -> Option<Result<Value, String>> {
    // One flag for the work: it stops when the item is cancelled, and when its time is up.
    let stop = Arc::new(AtomicBool::new(false));
    let (end, ended) = channel::<()>();
    let watch = {
        let (stop, cancelled, seconds) = (Arc::clone(&stop), Arc::clone(cancelled), item.seconds);
        thread::spawn(move || {
            let clock = filetto_search::Clock::start();
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(Duration::from_millis(50)) {
                if cancelled.load(Ordering::Relaxed) || clock.elapsed().as_secs() >= seconds {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        })
    };
    let done = match &item.work {
        Work::Pair { slot } => pair(slot, &stop),
        work @ Work::Leaf { .. } => leaf::solve(work, &stop),
        work @ Work::SelfPlay { .. } => self_play::play(work, &stop),
    };
    drop(end);
    let _ = watch.join();
    match done {
        Some(done) => Some(done),
        None if cancelled.load(Ordering::Relaxed) => None,
        None => Some(Err(format!("not done within {} s", item.seconds))),
    }
}

/// Plays a pair of games.
fn pair(slot: &Value, stop: &AtomicBool) -> Option<Result<Value, String>> {
    let slot = match Slot::read_value(slot) {
        Ok(slot) => slot,
        Err(error) => return Some(Err(format!("the slot cannot be played: {error}"))),
    };
    match slot.play(&make, stop) {
        Ok(pair) => pair.map(|pair| serde_json::from_str(&pair.write_line()).map_err(|error| error.to_string())),
        Err(error) => Some(Err(error.to_string())),
    }
}
