//! Writing certificates: the other half of `filetto-verify`, which shares no line with it. The format is described in
//! `docs/certificates.md`.

mod prepared;
mod proof_board;
mod read;
mod tile;
mod walk;

use std::fmt;

use filetto_rules::{Cell, Rules, Side, Unsupported, Variants, WinRule};

use crate::packed;

pub use prepared::{Opening, Prepared};
pub(crate) use proof_board::ProofBoard;
pub(crate) use read::{Listener, read};
pub use tile::Tile;
pub(crate) use walk::larger_certificate;
pub use walk::write;

/// Whose lines count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Both sides': the game as it is played.
    Strong,
    /// Only the attacker's, who has nothing to fear: Maker and Breaker.
    Weak,
}

/// What a certificate states: from the position after some moves, a side wins, or keeps the other from winning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rules.
    pub rules: Rules,
    /// Whose lines count.
    pub game: Game,
    /// Whose strategy it is.
    pub who: Side,
    /// Whether that side wins; else it holds.
    pub wins: bool,
    /// The moves before.
    pub after: Vec<Cell>,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = if self.game == Game::Strong { "strong" } else { "weak" };
        write!(f, "{} {game} {} {}", self.rules, self.who, if self.wins { "wins" } else { "holds" })?;
        for (index, cell) in self.after.iter().enumerate() {
            write!(f, "{}{cell}", if index == 0 { " after " } else { " " })?;
        }
        Ok(())
    }
}

/// A reason why a position is held that needs no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Answer a move in a pair with its partner; the lines without a pair are few and long enough. Without pairs: no line is
    /// open, or the potential alone suffices.
    Pairs(Vec<[Cell; 2]>),
    /// With gravity: always play on top of the opponent's last stone.
    FollowUp,
}

/// What the claimant does where it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It plays there.
    Move(Cell),
    /// It need not look further.
    Leaf(Leaf),
}

/// How the claimant plays to the end, with gravity: it completes a line, or blocks, or plays the first cell of an order of all cells
/// that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its move now.
    pub first: Cell,
    /// The cells that come first; the others follow as `docs/certificates.md` says.
    pub cells: Vec<Cell>,
    /// Whether it is the mirror image of these cells and their followers.
    pub mirrored: bool,
}

/// Somebody who knows how the claimant plays. The walk tells it every stone that is put and taken away.
pub trait Strategy {
    /// A stone is put on the board.
    fn play(&mut self, cell: Cell, side: Side);
    /// The last stone, on this cell, is taken away.
    fn undo(&mut self, cell: Cell);
    /// The claimant is to move, is not threatened and cannot complete a line at once: what does it do?
    fn reply(&mut self) -> Option<Reply>;
    /// The claimant is to move and cannot complete a line at once: is there a plan, after a first move?
    fn plan(&mut self) -> Option<Plan> {
        None
    }
    /// The opponent is to move and a plan is followed: is the rest a follow-up, as `docs/certificates.md` describes it?
    fn followed(&mut self) -> bool {
        false
    }
    /// The opponent is to move in a claim of holding: is there a reason to stop here?
    fn leaf(&mut self) -> Option<Leaf>;
}

/// A certificate could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unwritten {
    /// The format has no claims about these rules.
    #[error(transparent)]
    Rules(Unsupported),
    /// The strategy had no reply after these moves.
    #[error("no reply is known after {0}: the proof is not complete")]
    NoReply(String),
}

/// What claims can be about.
pub const VARIANTS: Variants =
    Variants { win_rules: &[WinRule::AtLeast], ..Variants::all("the format of certificates") };

/// A number as the format has it: seven bits a byte, the least significant first.
fn number(payload: &mut Vec<u8>, mut n: usize) {
    while n >= 128 {
        payload.push(n as u8 | 128);
        n >>= 7;
    }
    payload.push(n as u8);
}

/// The file: a line that says what is claimed, then the payload under zstd. Level 19 keeps to a window of 8 MB, the most
/// that the checker grants.
fn pack(claim: &str, payload: &[u8]) -> Vec<u8> {
    let mut file = format!("filetto-certificate 1 {claim}\n").into_bytes();
    file.extend(packed::pack(payload, false));
    file
}
