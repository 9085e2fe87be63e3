//! `filetto worker`: items in, results out.

use std::collections::{HashSet, VecDeque};
use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use clap::Args;
use filetto_search::Clock;
use serde_json::Value;

use crate::jobs::{Item, Reply, do_item};
use crate::terminal::print;

/// A longer line is no item: a network inside one has megabytes.
const LONGEST: u64 = 64 << 20;

const EXAMPLES: &str = "\
One item a line on standard input, one result a line on standard output, in order; docs/clusters.md describes both.
{\"cancel\": ID} takes an item back. The end of input ends the worker when it has done what it was given.

Examples:
  filetto arena -p mcts -p luccioli --boards small --pairs 50 --nodes 5000 --items > items.jsonl
  filetto worker < items.jsonl > results.jsonl
  parallel --pipe -N 10 filetto worker < items.jsonl > results.jsonl";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Worker {}

/// What has been read and not yet done.
#[derive(Default)]
struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Result<Item, Reply>>,
    cancelled: HashSet<String>,
    /// The item at hand and its flag.
    doing: Option<(String, Arc<AtomicBool>)>,
    ended: bool,
}

impl Inbox {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, line: &str, host: &str) {
        let mut state = self.state();
        if let Some(id) = cancels(line) {
            match &state.doing {
                Some((doing, flag)) if *doing == id => flag.store(true, Ordering::Relaxed),
                _ if state.lines.iter().flatten().any(|item| item.id == id) => {
                    state.cancelled.insert(id);
                }
                _ => {}
            }
        } else {
            let read = Item::read_line(line).map_err(|(id, why)| Reply::new(id, Err(why), host, 0));
            state.lines.push_back(read);
        }
        self.changed.notify_all();
    }

    /// The next item with its flag, or a reply that is ready; none at the end.
    fn next(&self) -> Option<Result<(Item, Arc<AtomicBool>), Reply>> {
        let mut state = self.state();
        state.doing = None;
        loop {
            match state.lines.pop_front() {
                Some(Ok(item)) if state.cancelled.remove(&item.id) => {}
                Some(Ok(item)) => {
                    let flag = Arc::new(AtomicBool::new(false));
                    state.doing = Some((item.id.clone(), Arc::clone(&flag)));
                    return Some(Ok((item, flag)));
                }
                Some(Err(reply)) => return Some(Err(reply)),
                None if state.ended => return None,
                None => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

pub(crate) fn run(_: &Worker) -> Result<()> {
    let host = gethostname::gethostname().to_string_lossy().into_owned();
    let inbox = Arc::new(Inbox::default());
    let reader = (Arc::clone(&inbox), host.clone());
    std::thread::spawn(move || read(&reader.0, &reader.1));
    while let Some(next) = inbox.next() {
        let reply = match next {
            Err(reply) => reply,
            Ok((item, flag)) => {
                let clock = Clock::start();
                // An item that was taken back has no result.
                let Some(outcome) = do_item(&item, &flag) else { continue };
                let ms = u64::try_from(clock.elapsed().as_millis()).unwrap_or(u64::MAX);
                Reply::new(Some(item.id), outcome, &host, ms)
            }
        };
        print(reply.write_line())?;
    }
    Ok(())
}

fn read(inbox: &Inbox, host: &str) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            inbox.hear(text.trim(), host);
        }
    }
    inbox.state().ended = true;
    inbox.changed.notify_all();
}

/// The id that a line takes back.
fn cancels(line: &str) -> Option<String> {
    let value: Value = serde_json::from_str(line).ok()?;
    Some(value.get("cancel")?.as_str()?.to_owned())
}
