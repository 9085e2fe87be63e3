//! Files: read with a limit, written whole or not at all.

mod draft;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, Result};
use filetto_records::{Format, RecordError};
use filetto_rules::Game;

use crate::terminal::{self, bad_input};
use draft::Draft;

/// No game record and no network is longer; what is longer was given by mistake.
const LONGEST: u64 = 16 << 20;

/// Stands for standard input or output.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether somebody who wrote this meant a game file: it is there, or is called like one.
pub(crate) fn looks_like_one(path: &Path) -> bool {
    is_dash(path) || path.is_file() || by_ending(path).is_some()
}

/// Reads a game, `-` being standard input: the one of this number where a file holds several.
pub(crate) fn read_game(path: &Path, number: Option<usize>) -> Result<Game> {
    let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let format = by_ending(path).or_else(|| Format::detect(&bytes)).ok_or_else(|| {
        bad_input(format!("{} is no game: known are JSON lines (.jsonl), PSQ (.psq) and SGF (.sgf)", path.display()))
    })?;
    format.read_number(&bytes, number).map_err(|error| {
        let advice = if matches!(error, RecordError::Several(_)) { " with --game N" } else { "" };
        bad_input(format!("{}: {error}{advice}", path.display()))
    })
}

/// Reads a text, `-` being standard input.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| bad_input(format!("{} is no text", path.display())))
}

/// Reads a file of bytes that is none of the long ones.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let reader: Box<dyn Read> = if is_dash(path) { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) };
    reader.take(LONGEST + 1).read_to_end(&mut bytes)?;
    anyhow::ensure!(
        bytes.len() as u64 <= LONGEST,
        "it is longer than {} MiB, which no game and no network is",
        LONGEST >> 20
    );
    Ok(bytes)
}

/// Writes a game in the format of the file's ending; `-` is JSON lines on standard output.
pub(crate) fn write_game(path: &Path, game: &Game) -> Result<()> {
    if is_dash(path) {
        return terminal::print(filetto_records::json::write_line(game));
    }
    let format = by_ending(path).ok_or_else(|| {
        bad_input(format!("{}: the ending says how to write it: .jsonl, .psq or .sgf", path.display()))
    })?;
    let text = format.write(game).map_err(bad_input)?;
    write(path, text.as_bytes())
}

fn by_ending(path: &Path) -> Option<Format> {
    path.extension().and_then(|ending| ending.to_str()).and_then(Format::from_ending)
}

/// Writes a file so that, whatever happens, it is the old one or the new one: a temporary file beside it takes its place.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if is_dash(path) {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    write_with(path, |out| Ok(out.write_all(bytes)?))
}

/// The same for what is written piece by piece.
pub(crate) fn write_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let replace = || -> Result<()> {
        let mut file = Draft::beside(path)?;
        fill(file.out())?;
        file.replace(path)
    };
    replace().with_context(|| format!("cannot write {}", path.display()))
}

/// Finds out before long work whether its result can be written at the end.
pub(crate) fn check_writable(path: &Path) -> Result<()> {
    if is_dash(path) {
        return Ok(());
    }
    Draft::beside(path).map(drop).with_context(|| format!("cannot write {}", path.display()))
}
