//! A table on disk, so that a search can go on another day.
//!
//! Every search starts at the root and finds what is done in the table, the root's own bounds included: the table is the checkpoint. Its
//! words are written as they lie, so a table of another size cannot take them over; a line in front says which board and
//! size they belong to, and zstd's checksum that they are all there.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

use filetto_rules::Rules;

use super::table::ScoreTable;
use crate::packed;

/// To be raised whenever keys, shapes or tables change what an entry means: old words would be believed.
const VERSION: u32 = 2;
/// Words packed at a time.
const PIECE: usize = 1 << 13;
static EMPTY: [u8; 8 * PIECE] = [0; 8 * PIECE];

fn title(rules: Rules, words: usize) -> String {
    format!("filetto-table {VERSION} {rules} {words}\n")
}

/// The bytes of the table that was saved, from the line in front.
pub(crate) fn table_bytes(input: &mut dyn BufRead) -> Option<usize> {
    let mut line = Vec::new();
    input.take(80).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8(line).ok()?;
    line.starts_with("filetto-table ")
        .then(|| line.trim_end().rsplit(' ').next()?.parse::<usize>().ok()?.checked_mul(8))?
}

pub(super) fn save(rules: Rules, table: &ScoreTable, out: &mut dyn Write) -> io::Result<()> {
    let (words, generation) = table.contents();
    out.write_all(title(rules, words.len()).as_bytes())?;
    let mut packed = packed::writer(out)?;
    packed.write_all(&generation.to_le_bytes())?;
    let mut bytes = Vec::with_capacity(8 * PIECE);
    for piece in words.chunks(PIECE) {
        // Most of a large table that was not used for long is empty.
        if piece.iter().all(|word| word.load(Relaxed) == 0) {
            packed.write_all(&EMPTY[..8 * piece.len()])?;
            continue;
        }
        bytes.clear();
        piece.iter().for_each(|word| bytes.extend(word.load(Relaxed).to_le_bytes()));
        packed.write_all(&bytes)?;
    }
    packed.finish()?.flush()
}

pub(super) fn load(rules: Rules, table: &mut ScoreTable, input: &mut dyn Read) -> io::Result<()> {
    let result = fill(rules, table, input);
    if result.is_err() {
        table.contents().0.clear();
    }
    result
}

fn fill(rules: Rules, table: &mut ScoreTable, input: &mut dyn Read) -> io::Result<()> {
    let bad = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    (&mut input).take(80).read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line).into_owned();
    let (words, _) = table.contents();
    if line != title(rules, words.len()) {
        let size = line.trim_end().rsplit(' ').next().and_then(|words| words.parse::<usize>().ok());
        return Err(match size.filter(|&size| line == title(rules, size)) {
            Some(size) => {
                let what = format!("it was made with a table of {} MB", (8 * size).div_ceil(1 << 20));
                io::Error::new(io::ErrorKind::Unsupported, what)
            }
            None => bad("it belongs to another board or another version".to_owned()),
        });
    }
    let mut packed = packed::reader(input)?;
    let mut first = [0; 8];
    packed.read_exact(&mut first)?;
    let mut bytes = vec![0; 8 * PIECE];
    for piece in words.chunks(PIECE) {
        let bytes = &mut bytes[..8 * piece.len()];
        packed.read_exact(bytes)?;
        for (word, bytes) in piece.iter().zip(bytes.chunks_exact(8)) {
            let kept = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            // A page that is only read takes no memory.
            if word.load(Relaxed) != kept {
                word.store(kept, Relaxed);
            }
        }
    }
    // Reads to the end, which is where the checksum is compared.
    if packed.read(&mut [0])? > 0 {
        return Err(bad("bytes follow its end".to_owned()));
    }
    table.set_generation(u64::from_le_bytes(first));
    Ok(())
}
