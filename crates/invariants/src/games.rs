//! Games out of bytes: the first five choose the board and how it is stored, the others the moves.

use filetto_rules::{Placement, Rules, Storage};

/// A board, a storage that holds it, and what is left of the bytes.
pub(crate) fn board(bytes: &[u8]) -> Option<(Rules, Storage, &[u8])> {
    let (&[rows, cols, k, kind, storage], rest) = bytes.split_first_chunk::<5>()?;
    let (rows, cols) = (side(rows), side(cols));
    let k = 1 + usize::from(k) % rows.max(cols).min(8);
    let rules = Rules::new(rows, cols, k, Placement::with_gravity(kind & 1 == 1)).ok()?;
    let rules = if kind & 6 == 6 { rules.exactly() } else { rules };
    let storage = Storage::ALL[usize::from(storage) % Storage::ALL.len()];
    let storage = if storage.holds(rules) { storage } else { Storage::best(rules) };
    Some((rules, storage, rest))
}

/// Mostly a small board, and now and then any.
fn side(byte: u8) -> usize {
    let byte = usize::from(byte);
    if byte < 240 { 1 + byte % 9 } else { 8 * (byte - 239) }
}
