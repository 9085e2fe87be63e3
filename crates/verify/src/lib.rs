#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod claim;
mod payload;
mod program;
mod tile;
mod tree;

use std::fmt;

use board::Board;
pub use claim::{Claim, Ground};
pub use program::program;

/// How much a certificate may ask for before it is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the payload after decompression.
    pub payload: u64,
    /// Bytes of memory: of the board and the decompressor, of the positions that are remembered in order to check each only once, and of
    /// the pairings that may be named again. At least [`Limits::FIXED`] are counted.
    pub memory: u64,
    /// Cells looked at. A billion take a second or two.
    pub work: u64,
}

impl Limits {
    /// What the board and the decompressor may take.
    pub const FIXED: u64 = 64 << 20;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { payload: 1 << 30, memory: 256 << 20, work: 1 << 33 }
    }
}

/// What a certificate has proved, with the size of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The statement, now known to be true.
    pub claim: Claim,
    /// Different positions, up to symmetry and to cells that no longer matter, for which a record was checked.
    pub positions: u64,
    /// How often a position was decided without moves: by a pairing, a potential, a follow-up.
    pub leaves: u64,
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} positions, {} leaves)", self.claim, self.positions, self.leaves)
    }
}

/// The first fault of a certificate. Nothing that it claims may be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The moves that lead from the start of the proof to the fault.
    pub moves: Vec<String>,
    /// What is wrong.
    pub what: String,
}

impl Fault {
    fn new(what: impl Into<String>) -> Fault {
        Fault { moves: Vec::new(), what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = if self.moves.is_empty() { String::new() } else { format!("after {}: ", self.moves.join(" ")) };
        write!(f, "{after}{}", self.what)
    }
}

impl std::error::Error for Fault {}

/// Checks a certificate file: what it proves, or its first fault.
pub fn check(file: &[u8], limits: Limits) -> Result<Proved, Fault> {
    let (claim, mut packed) = Claim::read(file)?;
    let mut payload = payload::Payload::open(&mut packed, limits.payload)?;
    // The attacker's lines always count: those of the side that wins or is held.
    let counts = [0, 1].map(|side| !claim.weak || claim.wins == (side == claim.who));
    let (board, k) = match claim.ground {
        Ground::Tiled { rows, k } => (tile::read(rows, k, &mut payload)?, k),
        Ground::Larger { rows, cols, k, grows } => {
            // A line that meets the inner board reaches no further.
            let [more_rows, more_cols] = grows.map(|grows| if grows { k - 1 } else { 0 });
            (Board::new([rows + more_rows, cols + more_cols], k, false, counts, [rows, cols]), k)
        }
        Ground::Board { rows, cols, k, gravity } => (Board::new([rows, cols], k, gravity, counts, [rows, cols]), k),
    };
    let (positions, leaves) = tree::Tree::new(board, k, &claim)?.check(&mut payload, &limits)?;
    payload.finish()?;
    if !packed.is_empty() {
        return Err(Fault::new("bytes follow the end of the payload"));
    }
    Ok(Proved { claim, positions, leaves })
}
