//! Books and repertoires as bytes: a line that says what it is, then numbers under zstd with its checksum.
//!
//! The line is repeated under the checksum, so that it cannot change either. A book has the score of every position up to its last ply, ply by
//! ply in the order of their keys, then the replies of the last ply, a byte each. Which positions there are follows from the
//! board: keys would make the file six times as large. A repertoire has few positions of many: its keys are written in order, each as its
//! distance from the one before, seven bits a byte; then come the columns.

use std::collections::BTreeMap;
use std::io::Read;

use filetto_rules::Rules;

use super::positions::Keys;
use super::{Book, MOST};
use crate::packed;

/// What is wrong with a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It is no book, or a damaged one.
    #[error("{0}")]
    File(String),
    /// The board cannot have one.
    #[error("{0}")]
    Board(String),
    /// Whoever watched has stopped it.
    #[error("stopped")]
    Stopped,
    /// An entry is missing or wrong.
    #[error("after '{moves}': {what}")]
    Entry {
        /// The moves that lead there, columns from 1.
        moves: String,
        /// What is wrong.
        what: String,
    },
}

impl Book {
    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let state = if self.complete { "complete" } else { "partial" };
        let all: usize = self.levels.iter().map(Vec::len).sum();
        let line = format!("filetto-book 2 {} {} {state} {all}\n", self.rules, self.plies());
        let numbers = self.scores.iter().flatten().chain(&self.replies).map(|number| *number as u8);
        let payload: Vec<u8> = line.bytes().chain(numbers).collect();
        let mut file = line.into_bytes();
        file.extend(packed::pack(&payload, true));
        file
    }

    /// The book that a file holds.
    pub fn from_bytes(file: &[u8]) -> Result<Book, BookError> {
        let (rules, words) = read_line(file, ["filetto-book", "2"])?;
        let [plies, state, all] = words[..] else {
            return Err(bad("it is no opening book of a version that is known here"));
        };
        let (plies, complete, all) = (number(plies)?, is_complete(state)?, number(all)?.min(MOST));
        // Read first: a line that claims too much costs no more than the file holds.
        let mut numbers = Vec::new();
        let mut packed = unpacked(file)?.take(2 * all as u64 + 1);
        packed.read_to_end(&mut numbers).map_err(damaged)?;
        let levels = Keys::of(rules).levels(plies, numbers.len().min(all));
        let mut book = Book::unsolved(rules, levels.map_err(|_| bad("bytes are missing"))?);
        let positions: usize = book.levels.iter().map(Vec::len).sum();
        if (book.plies(), positions, positions + book.replies.len()) != (plies, all, numbers.len()) {
            return Err(bad("it does not have as many positions as its board"));
        }
        let mut numbers = numbers.into_iter().map(|number| number as i8);
        let places = book.scores.iter_mut().flatten().chain(&mut book.replies);
        places.zip(&mut numbers).for_each(|(place, number)| *place = number);
        book.complete = complete;
        Ok(book)
    }
}

fn bad(what: &str) -> BookError {
    BookError::File(what.to_owned())
}

/// A first line, which ends with the number of entries and a line feed, and the entries as a file.
pub(crate) fn pack(line: &str, entries: &BTreeMap<u128, i8>) -> Vec<u8> {
    let mut payload = line.to_owned().into_bytes();
    let mut last = 0;
    for key in entries.keys() {
        let mut distance = key - last;
        last = *key;
        while distance >= 128 {
            payload.push(distance as u8 | 128);
            distance >>= 7;
        }
        payload.push(distance as u8);
    }
    payload.extend(entries.values().map(|value| *value as u8));
    let mut file = line.to_owned().into_bytes();
    file.extend(packed::pack(&payload, true));
    file
}

fn damaged(_: std::io::Error) -> BookError {
    bad("it is damaged: make it again with filetto book")
}

/// The board in the first line of a file of this kind and version, and the words that follow.
pub(crate) fn read_line<'a>(file: &'a [u8], kind: [&str; 2]) -> Result<(Rules, Vec<&'a str>), BookError> {
    let end = line_end(file)?;
    let line = std::str::from_utf8(&file[..end]).unwrap_or_default();
    let mut words = line.split(' ');
    if [words.next(), words.next()] != kind.map(Some) {
        return Err(bad("it is no opening book of a version that is known here"));
    }
    let board = words.next().unwrap_or_default();
    let rules: Rules = board.parse().map_err(|error| BookError::File(format!("its board makes no sense: {error}")))?;
    Book::check_board(rules)?;
    Ok((rules, words.collect()))
}

fn line_end(file: &[u8]) -> Result<usize, BookError> {
    file.iter().take(100).position(|&byte| byte == b'\n').ok_or_else(|| bad("it is no opening book"))
}

/// A number of the first line.
pub(crate) fn number(text: &str) -> Result<usize, BookError> {
    let number = text.parse::<usize>().ok().filter(|n| *n <= MOST);
    number.ok_or_else(|| bad("the numbers in its first line make no sense"))
}

/// Whether the first line says complete or partial.
pub(crate) fn is_complete(state: &str) -> Result<bool, BookError> {
    match state {
        "complete" => Ok(true),
        "partial" => Ok(false),
        _ => Err(bad("its first line says neither complete nor partial")),
    }
}

/// What follows the first line, which is compared with its copy.
fn unpacked(file: &[u8]) -> Result<impl Read, BookError> {
    let end = line_end(file)?;
    let mut packed = packed::reader(&file[end + 1..]).map_err(damaged)?;
    let mut line = vec![0; end + 1];
    packed.read_exact(&mut line).map_err(damaged)?;
    if line != file[..=end] {
        return Err(bad("its first line was changed: make it again with filetto book"));
    }
    Ok(packed)
}

/// The entries of a file, of which there are so many.
pub(crate) fn unpack(file: &[u8], entries: usize) -> Result<BTreeMap<u128, i8>, BookError> {
    let mut packed = unpacked(file)?;
    let mut byte = || {
        let mut byte = [0];
        packed.read_exact(&mut byte).map(|()| byte[0]).map_err(damaged)
    };
    let (mut keys, mut last) = (Vec::new(), 0u128);
    for _ in 0..entries {
        let (mut distance, mut shift) = (0u128, 0);
        loop {
            let next = byte()?;
            distance |= u128::from(next & 127).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if next < 128 || shift > 126 {
                break;
            }
        }
        last = last.checked_add(distance.max(1)).ok_or_else(|| bad("its keys are out of order"))?;
        keys.push(last);
    }
    let map = keys.into_iter().map(|key| Ok((key, byte()? as i8))).collect::<Result<_, BookError>>()?;
    match packed.read(&mut [0]) {
        Ok(0) => Ok(map),
        Ok(_) => Err(bad("bytes follow its end")),
        Err(error) => Err(damaged(error)),
    }
}
