//! Reading our own certificates: what positions one proves. The walk of [`super::walk`] with a file instead of a strategy.
//!
//! This is no check: whoever reads a certificate of others has had it checked by `filetto-verify`.

use std::collections::HashSet;
use std::io::Read;

use filetto_rules::{Cell, Side};

use super::proof_board::ProofBoard;
use super::walk::{BLOCK, EXPAND, FOLLOW_UP, MOVE, PAIRS, SAME_PAIRS};
use super::{Claim, Game};
use crate::packed;

/// Somebody who wants to know what is proved. The walk tells it every stone that is put and taken away.
pub(crate) trait Listener {
    /// A stone is put on the board.
    fn play(&mut self, cell: Cell, side: Side);
    /// The last stone, on this cell, is taken away.
    fn undo(&mut self, cell: Cell);
    /// The claim holds in the position at hand, with this side to move.
    fn proved(&mut self, to_move: Side);
    /// It is held by these pairs, which have not been told before.
    fn pairs(&mut self, pairs: &[[Cell; 2]]);
}

/// What is wrong with a file that should have been one of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the certificate of a leaf ends too soon or says what it cannot say")]
pub(crate) struct Unread;

struct Walk<'a, L> {
    board: ProofBoard,
    claimant: Side,
    wins: bool,
    numbers: std::vec::IntoIter<usize>,
    seen: HashSet<Box<[u8]>>,
    /// How many have been read.
    pairings: usize,
    listener: &'a mut L,
}

/// Tells the listener, who stands at the empty board, all that the certificate of this claim proves.
pub(crate) fn read(claim: &Claim, file: &[u8], listener: &mut impl Listener) -> Result<(), Unread> {
    let end = file.iter().position(|byte| *byte == b'\n').ok_or(Unread)?;
    let mut payload = Vec::new();
    packed::reader(&file[end + 1..]).and_then(|mut payloads| payloads.read_to_end(&mut payload)).map_err(|_| Unread)?;
    let mut numbers = Vec::new();
    let (mut number, mut shift) = (0usize, 0u32);
    for byte in payload {
        number |= usize::from(byte & 127).checked_shl(shift).ok_or(Unread)?;
        shift += 7;
        if byte < 128 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    let attacker = if claim.wins { claim.who } else { claim.who.other() };
    let counts = Side::BOTH.map(|side| claim.game == Game::Strong || side == attacker);
    let mut walk = Walk {
        board: ProofBoard::new(claim.rules, counts),
        claimant: claim.who,
        wins: claim.wins,
        numbers: numbers.into_iter(),
        seen: HashSet::new(),
        pairings: 0,
        listener,
    };
    let mut side = Side::First;
    for &cell in &claim.after {
        walk.put(walk.board.number(cell), side);
        side = side.other();
    }
    let read = if side == claim.who { walk.claimant() } else { walk.opponent() };
    for &cell in claim.after.iter().rev() {
        walk.clear(walk.board.number(cell));
    }
    read
}

impl<L: Listener> Walk<'_, L> {
    fn put(&mut self, cell: usize, side: Side) {
        let place = self.board.cell(cell);
        self.board.put(cell, side.index());
        self.listener.play(place, side);
    }

    fn clear(&mut self, cell: usize) {
        self.board.clear(cell);
        self.listener.undo(self.board.cell(cell));
    }

    fn number(&mut self) -> Result<usize, Unread> {
        self.numbers.next().ok_or(Unread)
    }

    fn cell(&mut self) -> Result<usize, Unread> {
        self.number().and_then(|cell| if cell < self.board.len() { Ok(cell) } else { Err(Unread) })
    }

    /// A record that ends the position at hand, if it is one.
    fn leaf(&mut self, code: usize) -> Result<bool, Unread> {
        match code {
            PAIRS => {
                let count = self.number()?;
                if count > self.board.len() {
                    return Err(Unread);
                }
                let mut pairs = Vec::with_capacity(count);
                for _ in 0..count {
                    let pair = [self.cell()?, self.cell()?];
                    pairs.push(pair.map(|cell| self.board.cell(cell)));
                }
                self.listener.pairs(&pairs);
                self.pairings += 1;
                Ok(true)
            }
            SAME_PAIRS => {
                let known = self.number()? < self.pairings;
                if known { Ok(true) } else { Err(Unread) }
            }
            FOLLOW_UP => Ok(true),
            _ => Ok(false),
        }
    }

    fn claimant(&mut self) -> Result<(), Unread> {
        self.listener.proved(self.claimant);
        let decided = self.board.completion(self.claimant.index()).is_some() || self.board.is_full();
        if decided || !self.seen.insert(self.board.canonical()) {
            return Ok(());
        }
        let threat = self.board.completion(self.claimant.other().index());
        let code = self.number()?;
        let cell = match (threat, code) {
            (Some(cell), BLOCK) => cell,
            (Some(_), _) => return Err(Unread),
            (None, code) if code != BLOCK && self.leaf(code)? => return Ok(()),
            (None, code) => code.checked_sub(MOVE).filter(|cell| *cell < self.board.len()).ok_or(Unread)?,
        };
        self.put(cell, self.claimant);
        let read = self.opponent();
        self.clear(cell);
        read
    }

    fn opponent(&mut self) -> Result<(), Unread> {
        self.listener.proved(self.claimant.other());
        let only = self.board.completion(self.claimant.index());
        if !self.wins && only.is_none() {
            let code = self.number()?;
            if code != EXPAND {
                return if self.leaf(code)? { Ok(()) } else { Err(Unread) };
            }
        }
        let all = 0..self.board.len();
        for cell in only.map_or(all, |cell| cell..cell + 1) {
            if self.board.matters(cell) {
                self.put(cell, self.claimant.other());
                let read = self.claimant();
                self.clear(cell);
                read?;
            }
        }
        Ok(())
    }
}
