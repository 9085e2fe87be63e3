#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod claim;
mod fault;
mod payload;
mod plane;
mod tree;

pub use claim::{Claim, Ground};
pub use fault::Fault;

/// How much a certificate may ask for before it is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the payload after decompression.
    pub payload: u64,
    /// Bytes of the positions that are remembered in order to check each only once.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { payload: 1 << 30, memory: 4 << 30 }
    }
}

/// What a certificate has proved, with the size of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The statement, now known to be true.
    pub claim: Claim,
    /// Different positions, up to symmetry and cells that no longer matter, for which a reply or a leaf was checked.
    pub positions: u64,
    /// Positions that were decided by a pairing, a potential or a follow-up instead of moves.
    pub leaves: u64,
}

impl std::fmt::Display for Proved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} positions, {} leaves)", self.claim, self.positions, self.leaves)
    }
}

/// Checks a certificate file: what it proves, or its first fault.
pub fn check(file: &[u8], limits: Limits) -> Result<Proved, Fault> {
    let (claim, packed) = Claim::read(file)?;
    let mut packed = packed;
    let mut payload = payload::Payload::open(&mut packed, limits.payload)?;
    let (positions, leaves) = match claim.ground {
        Ground::Plane { k } => plane::check(k, &mut payload)?,
        Ground::Board { .. } => tree::Tree::new(&claim)?.check(&mut payload, limits.memory)?,
    };
    payload.finish()?;
    if !packed.is_empty() {
        return Err(Fault::Payload("there are bytes after the end of the compressed payload".into()));
    }
    Ok(Proved { claim, positions, leaves })
}
