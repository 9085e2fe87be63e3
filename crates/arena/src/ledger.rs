//! The file that remembers every pair of games played: append-only, one line a pair, safe against being killed at any moment.
//!
//! A line is written with one call and then flushed to the disk; a pair that is not there as a whole line has not been
//! played. If the last line is torn, the next one begins on a line of its own, and the torn one is passed over for ever.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::ArenaError;
use crate::fault::FaultKind;
use crate::game::Played;
use crate::pair::{BEGINNING, Pair};

/// The pairs played so far, in memory and, if the user wants, in a file.
#[derive(Debug, Default)]
pub struct Ledger {
    pairs: Vec<Pair>,
    ids: HashSet<String>,
    torn: usize,
    file: Option<(PathBuf, File)>,
}

impl Ledger {
    /// A ledger that is forgotten when the event is over.
    pub fn in_memory() -> Ledger {
        Ledger::default()
    }

    /// Opens a ledger or begins one. Only one program at a time may write to it.
    pub fn open(path: &Path) -> Result<Ledger, ArenaError> {
        let failed = |what: String| ArenaError::Ledger { path: path.to_owned(), what };
        let io = |error: std::io::Error| ArenaError::LedgerFile { path: path.to_owned(), error };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        // A device or a pipe may have no end, and cannot be gone on with.
        if !file.metadata().map_err(io)?.is_file() {
            return Err(io(std::io::Error::other("that is not a file that can be gone on with")));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(failed("another arena is writing to it".to_owned())),
            // A file system without locks: the user sees to it.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let mut ledger = Ledger::read(&bytes).map_err(failed)?;
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(b"\n")).map_err(io)?;
        }
        ledger.file = Some((path.to_owned(), file));
        Ok(ledger)
    }

    /// Reads the text of a ledger. Torn lines are passed over; what is no ledger at all is refused before anything is
    /// written to it.
    pub fn read(bytes: &[u8]) -> Result<Ledger, String> {
        let mut ledger = Ledger::default();
        for (number, line) in (1..).zip(bytes.split(|b| *b == b'\n')) {
            let line = String::from_utf8_lossy(line);
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            match Pair::read_line(line) {
                // Earlier versions counted a player that did not start as the loser. It has not played, and may be there by now.
                Ok(pair) if pair.games.iter().any(not_started) => {}
                Ok(pair) => ledger.keep(pair),
                Err(_) if torn(line) => ledger.torn += 1,
                Err(error) => return Err(format!("line {number} is no unit of an event: {error}")),
            }
        }
        Ok(ledger)
    }

    /// The pairs in the order they were played; none twice.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// How many torn lines were passed over.
    pub fn torn(&self) -> usize {
        self.torn
    }

    /// Whether this unit has been played.
    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// Writes a pair down for good.
    pub fn append(&mut self, pair: Pair) -> Result<(), ArenaError> {
        if let Some((path, file)) = &mut self.file {
            file.write_all(pair.write_line().as_bytes())
                .and_then(|()| file.sync_data())
                .map_err(|error| ArenaError::LedgerFile { path: path.clone(), error })?;
        }
        self.keep(pair);
        Ok(())
    }

    fn keep(&mut self, pair: Pair) {
        if self.ids.insert(pair.id.clone()) {
            self.pairs.push(pair);
        }
    }
}

fn not_started(played: &Played) -> bool {
    matches!(&played.fault, Some((_, fault)) if fault.kind == FaultKind::Start)
}

/// Whether a line is the beginning of a unit and no more.
fn torn(line: &str) -> bool {
    let ours = line.starts_with(BEGINNING) || BEGINNING.starts_with(line);
    ours && serde_json::from_str::<serde_json::Value>(line).is_err_and(|error| error.is_eof())
}
