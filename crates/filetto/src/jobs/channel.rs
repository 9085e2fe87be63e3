//! A program that takes items and gives results, at the other end of two pipes: a worker, or a cluster's front.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use filetto_search::Clock;

/// A longer line is no result: a certificate of a leaf may have megabytes.
const LONGEST: u64 = 256 << 20;
/// How many of its last words are kept.
const TAIL: usize = 8;

type Tail = Arc<Mutex<VecDeque<String>>>;

/// What is heard from a program: its place among the others, how often it was started, and a line or its end.
pub(super) struct Heard {
    pub(super) place: usize,
    pub(super) start: u64,
    pub(super) line: Option<String>,
}

pub(super) struct Channel {
    child: Child,
    input: Option<Sender<String>>,
    tail: Tail,
    pub(super) start: u64,
    /// How many items it does at a time, if it has said so: then it is the front of many workers, and sees to them itself.
    pub(super) capacity: Option<usize>,
}

impl Channel {
    /// Starts the program in a process group of its own, so that Ctrl-C is heard by us alone.
    pub(super) fn open(
        mut command: Command,
        place: usize,
        start: u64,
        hear: Sender<Heard>,
    ) -> std::io::Result<Channel> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, to_write) = channel::<String>();
        // A program that does not read must not block the one who has the ledger.
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for text in to_write {
                    if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        let tail: Tail = Arc::default();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                let mut reader = BufReader::new(stdout);
                loop {
                    let line = line(&mut reader);
                    let end = line.is_none();
                    if hear.send(Heard { place, start, line }).is_err() || end {
                        break;
                    }
                }
            });
        }
        if let Some(stderr) = child.stderr.take() {
            let tail = Arc::clone(&tail);
            thread::spawn(move || {
                let mut reader = BufReader::new(stderr);
                while let Some(line) = line(&mut reader) {
                    let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                    tail.push_back(line);
                    if tail.len() > TAIL {
                        tail.pop_front();
                    }
                }
            });
        }
        Ok(Channel { child, input: Some(input), tail, start, capacity: None })
    }

    /// Sends a line, its end included. Never blocks.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(line.to_owned());
        }
    }

    /// The last of what it said on standard error, in one line.
    pub(super) fn last_words(&self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.iter().rev().find(|line| !line.trim().is_empty()).map_or(String::new(), |line| line.trim().to_owned())
    }

    /// Asks it to end by closing its input.
    pub(super) fn close(&mut self) {
        self.input = None;
    }

    /// Waits so long for its end.
    pub(super) fn has_ended_within(&mut self, most: Duration) -> bool {
        let clock = Clock::start();
        loop {
            match self.child.try_wait() {
                Ok(None) if clock.elapsed() < most => thread::sleep(Duration::from_millis(20)),
                Ok(None) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next line as text, without its end; what is no text becomes question marks.
fn line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()),
    }
}
