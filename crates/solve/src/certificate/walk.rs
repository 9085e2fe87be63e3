//! The walk that writes a proof: the same as the checker's, with a strategy instead of a file.
//!
//! A new pairing is only written if none of the last ones serves: leaves near each other in the tree mostly share theirs.

use std::collections::{HashSet, VecDeque};

use filetto_rules::{Cell, Side};

use super::proof_board::ProofBoard;
use super::{Claim, Game, Leaf, Plan, Reply, Strategy, Unwritten, VARIANTS, number, pack};
use crate::family::Larger;

pub(super) const BLOCK: usize = 0;
pub(super) const EXPAND: usize = 0;
pub(super) const PAIRS: usize = 1;
pub(super) const SAME_PAIRS: usize = 2;
pub(super) const FOLLOW_UP: usize = 3;
/// A plan given here or before, as it is or as its mirror image.
pub(super) const PLAN: usize = 4;
pub(super) const MOVE: usize = 8;

/// How many of the last pairings are tried again. 256 make the proof of 7x7x5 2% smaller and its writing twice as long.
const REMEMBERED: usize = 32;

struct Walk<'a, S> {
    board: ProofBoard,
    strategy: &'a mut S,
    claimant: Side,
    wins: bool,
    payload: Vec<u8>,
    seen: HashSet<Box<[u8]>>,
    /// With the number by which each can be called again, the last used one first.
    pairings: VecDeque<(usize, Vec<[u16; 2]>)>,
    written: usize,
    /// The cells that each plan names, and the order of all for it and its mirror image.
    plans: Vec<(Vec<usize>, [Vec<usize>; 2])>,
    path: Vec<String>,
}

/// Writes the certificate of a claim by asking the strategy, which must stand at the empty board.
pub fn write(claim: &Claim, strategy: &mut impl Strategy) -> Result<Vec<u8>, Unwritten> {
    VARIANTS.check(claim.rules).map_err(Unwritten::Rules)?;
    let attacker = if claim.wins { claim.who } else { claim.who.other() };
    let counts = Side::BOTH.map(|side| claim.game == Game::Strong || side == attacker);
    let board = ProofBoard::new(claim.rules, counts);
    Ok(pack(&claim.to_string(), &records(board, claim.who, claim.wins, &claim.after, strategy)?))
}

/// Writes the certificate of a win on every larger board; the strategy stands at the empty board of the walk.
pub(crate) fn larger_certificate(larger: &Larger, strategy: &mut impl Strategy) -> Result<Vec<u8>, Unwritten> {
    let payload = records(larger.board(), Side::First, true, &[], strategy)?;
    Ok(pack(&format!("{larger} strong X wins"), &payload))
}

/// The records of the walk.
pub(super) fn records(
    board: ProofBoard,
    claimant: Side,
    wins: bool,
    after: &[Cell],
    strategy: &mut impl Strategy,
) -> Result<Vec<u8>, Unwritten> {
    let mut walk = Walk {
        board,
        strategy,
        claimant,
        wins,
        payload: Vec::new(),
        seen: HashSet::new(),
        pairings: VecDeque::new(),
        written: 0,
        plans: Vec::new(),
        path: Vec::new(),
    };
    let mut side = Side::First;
    for &cell in after {
        walk.put(walk.board.number(cell), side);
        side = side.other();
    }
    if side == claimant {
        walk.claimant(None)?
    } else {
        walk.opponent(None)?
    }
    Ok(walk.payload)
}

impl<S: Strategy> Walk<'_, S> {
    fn put(&mut self, cell: usize, side: Side) {
        let place = self.board.cell(cell);
        self.board.put(cell, side.index());
        self.strategy.play(place, side);
        self.path.push(place.to_string());
    }

    fn clear(&mut self, cell: usize) {
        self.board.clear(cell);
        self.strategy.undo(self.board.cell(cell));
        self.path.pop();
    }

    fn record(&mut self, n: usize) {
        number(&mut self.payload, n);
    }

    /// The claimant is to move, by a plan or not.
    fn claimant(&mut self, mut plan: Option<(usize, usize)>) -> Result<(), Unwritten> {
        let decided = self.board.completion(self.claimant.index()).is_some() || self.board.is_full();
        if decided || !self.seen.insert(self.board.canonical()) {
            return Ok(());
        }
        let threat = self.board.completion(self.claimant.other().index());
        let first = if plan.is_none() { self.strategy.plan() } else { None };
        if let Some(found) = first {
            let cell = self.board.number(found.first);
            plan = Some(self.plan(&found));
            return self.answer(cell, plan);
        }
        if let Some((index, image)) = plan {
            let cell = threat.or_else(|| self.board.first_playable(&self.plans[index].1[image]));
            return self.answer(cell.ok_or_else(|| Unwritten::NoReply(self.path.join(" ")))?, plan);
        }
        if threat.is_none() && self.known_pairing(false) {
            return Ok(());
        }
        let (code, cell) = match threat {
            Some(cell) => (BLOCK, cell),
            None => match self.strategy.reply() {
                Some(Reply::Move(cell)) => (MOVE + self.board.number(cell), self.board.number(cell)),
                Some(Reply::Leaf(leaf)) => {
                    self.leaf(leaf);
                    return Ok(());
                }
                None => return Err(Unwritten::NoReply(self.path.join(" "))),
            },
        };
        self.record(code);
        self.answer(cell, None)
    }

    /// Plays the claimant's move.
    fn answer(&mut self, cell: usize, plan: Option<(usize, usize)>) -> Result<(), Unwritten> {
        self.put(cell, self.claimant);
        self.opponent(plan)?;
        self.clear(cell);
        Ok(())
    }

    /// The opponent is to move.
    fn opponent(&mut self, plan: Option<(usize, usize)>) -> Result<(), Unwritten> {
        let only = self.board.completion(self.claimant.index());
        if plan.is_some() {
            if only.is_none() && self.strategy.followed() {
                return Ok(());
            }
        } else if !self.wins && only.is_none() {
            if self.known_pairing(true) {
                return Ok(());
            }
            if let Some(leaf) = self.strategy.leaf() {
                self.leaf(leaf);
                return Ok(());
            }
            self.record(EXPAND);
        }
        let all = 0..self.board.len();
        for cell in only.map_or(all, |cell| cell..cell + 1) {
            if self.board.matters(cell) {
                self.put(cell, self.claimant.other());
                self.claimant(plan)?;
                self.clear(cell);
            }
        }
        if only.is_none() && self.board.grows() {
            let pass = self.board.len();
            self.put(pass, self.claimant.other());
            self.claimant(plan)?;
            self.clear(pass);
        }
        Ok(())
    }

    /// Writes a plan, or a reference to it; gives its number, and whether it is the mirror image.
    fn plan(&mut self, plan: &Plan) -> (usize, usize) {
        let cells: Vec<usize> = plan.cells.iter().map(|&cell| self.board.number(cell)).collect();
        let known = self.plans.iter().position(|(named, _)| *named == cells);
        let image = usize::from(plan.mirrored);
        self.record(PLAN + usize::from(known.is_some()) + 2 * image);
        self.record(self.board.number(plan.first));
        if let Some(index) = known {
            self.record(index);
            return (index, image);
        }
        self.record(cells.len());
        cells.iter().for_each(|&cell| self.record(cell));
        let orders = self.board.orders(&cells);
        self.plans.push((cells, orders));
        (self.plans.len() - 1, image)
    }

    /// Writes a reference to a pairing that serves here too, if there is one.
    fn known_pairing(&mut self, opponent_moves: bool) -> bool {
        let opponent = self.claimant.other().index();
        let serves = |(_, pairs): &(usize, Vec<[u16; 2]>)| self.board.is_held(opponent, pairs, opponent_moves);
        let Some(found) = self.pairings.iter().position(serves).filter(|_| !self.wins) else { return false };
        if let Some(pairing) = self.pairings.remove(found) {
            self.record(SAME_PAIRS);
            self.record(pairing.0);
            self.pairings.push_front(pairing);
        }
        true
    }

    fn leaf(&mut self, leaf: Leaf) {
        let Leaf::Pairs(pairs) = leaf else { return self.record(FOLLOW_UP) };
        self.record(PAIRS);
        self.record(pairs.len());
        let number = |cell| self.board.number(cell) as u16;
        let pairs: Vec<[u16; 2]> = pairs.into_iter().map(|pair| pair.map(number)).collect();
        pairs.iter().flatten().for_each(|&cell| self.record(cell.into()));
        self.pairings.push_front((self.written, pairs));
        self.pairings.truncate(REMEMBERED);
        self.written += 1;
    }
}
