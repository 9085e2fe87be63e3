//! A search on disk, so that it can go on another day.
//!
//! All that the search has learnt is in its table, and the search always starts at the root: so the table's entries are the
//! checkpoint, with a line in front that says which question they belong to. Proof numbers of a position do not depend on
//! how it was reached, hence a table of another size can take them over too.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::Question;
use super::table::ProofTable;
use crate::certificate::Game;
use crate::packed;

/// The first line of the file. The number is the version: of this format, and of the keys.
fn title(question: &Question) -> String {
    let game = if question.game == Game::Strong { "strong" } else { "weak" };
    let moves: Vec<String> = question.moves.iter().map(|cell| cell.to_string()).collect();
    format!("filetto-search 1 {} {game} {} {}\n", question.rules, question.attacker, moves.join(" "))
}

pub(super) fn save(question: &Question, nodes: u64, table: &ProofTable, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(title(question).as_bytes())?;
    // A damaged number would be believed: zstd's checksum tells.
    let mut packed = packed::writer(out)?;
    packed.write_all(&nodes.to_le_bytes())?;
    packed.write_all(&(table.len() as u64).to_le_bytes())?;
    for entry in table.entries() {
        entry.iter().try_for_each(|word| packed.write_all(&word.to_le_bytes()))?;
    }
    packed.finish()?.flush()
}

/// Fills the table; the nodes spent so far.
pub(super) fn load(question: &Question, table: &ProofTable, input: &mut dyn Read) -> io::Result<u64> {
    let mut input = BufReader::new(input);
    let expected = title(question);
    let mut line = Vec::new();
    (&mut input).take(expected.len() as u64).read_until(b'\n', &mut line)?;
    if line != expected.as_bytes() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this checkpoint belongs to another question"));
    }
    let mut packed = packed::reader(input)?;
    let mut word = || {
        let mut bytes = [0; 8];
        packed.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
    };
    let (nodes, entries) = (word()?, word()?);
    for _ in 0..entries {
        table.restore([word()?, word()?, word()?]);
    }
    // Reads to the end, which is where the checksum is compared.
    match packed.read(&mut [0])? {
        0 => Ok(nodes),
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, "bytes follow the end of this checkpoint")),
    }
}
