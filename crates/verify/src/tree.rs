//! The proof as a walk through the game: every move of the opponent, one reply or one leaf of the claimant.
//!
//! The checker walks depth first, opponent's moves in the order of cell numbers, and reads one record at each position that
//! it has not met before. Nothing is believed: a reply must be legal, a leaf is verified on the board, and what the rules
//! decide (a line completed, a full board, a block that comes too late) is found by the checker itself.

use std::collections::HashSet;

use crate::board::{Board, EMPTY};
use crate::{Claim, Fault, Ground, claim, payload::Payload};

/// Records. For the claimant, `BLOCK` plays where the opponent threatens to complete a line and `MOVE + cell` plays there;
/// for the opponent, `EXPAND` looks at all moves. The others are leaves for both.
const BLOCK: usize = 0;
const EXPAND: usize = 0;
const PAIRS: usize = 1;
const SAME_PAIRS: usize = 2;
const FOLLOW_UP: usize = 3;
const MOVE: usize = 8;

/// One in the fixed-point numbers of the potential.
const ONE: u128 = 1 << 100;

/// A position where the opponent is to move and all its moves are being looked at.
struct Branch {
    /// How many stones the path had there.
    depth: usize,
    /// The next cell to try.
    next: usize,
    /// The one move that does not lose at once, if there is only one.
    only: Option<usize>,
}

pub(crate) struct Tree {
    board: Board,
    claimant: usize,
    wins: bool,
    /// Whose lines count.
    counts: [bool; 2],
    path: Vec<usize>,
    branches: Vec<Branch>,
    seen: HashSet<Box<[u8]>>,
    pairings: Vec<Vec<[usize; 2]>>,
    leaves: u64,
}

impl Tree {
    /// The start of the proof.
    pub(crate) fn new(claim: &Claim) -> Result<Tree, Fault> {
        let Ground::Board { rows, cols, k, gravity } = claim.ground else { unreachable!("the plane has no tree") };
        // The attacker's lines always count.
        let attacker = if claim.wins { claim.who } else { 1 - claim.who };
        let counts = [0, 1].map(|side| !claim.weak || side == attacker);
        let mut tree = Tree {
            board: Board::new(rows, cols, k, gravity),
            claimant: claim.who,
            wins: claim.wins,
            counts,
            path: Vec::new(),
            branches: Vec::new(),
            seen: HashSet::new(),
            pairings: Vec::new(),
            leaves: 0,
        };
        for (index, &cell) in claim.after.iter().enumerate() {
            if !tree.board.playable(cell) || tree.board.completes(cell, index % 2) {
                return Err(Fault::Header("the moves after 'after' are not played in an unfinished game".into()));
            }
            tree.board.put(cell, index % 2);
        }
        Ok(tree)
    }

    /// Walks through the whole proof; gives the number of positions and of leaves.
    pub(crate) fn check(mut self, payload: &mut Payload, memory: u64) -> Result<(u64, u64), Fault> {
        let stones = self.board.cells.iter().filter(|&&cell| cell != EMPTY).count();
        let mut bytes = 0;
        let mut opponent_first = stones % 2 != self.claimant;
        loop {
            if !opponent_first && !self.is_decided()? {
                let position = self.board.canonical(self.counts);
                bytes += position.len() as u64 + 64;
                if self.seen.insert(position) {
                    if bytes > memory {
                        return Err(Fault::TooLarge("the positions do not fit into the memory allowed".into()));
                    }
                    if self.reply(payload)? {
                        self.expand(payload)?;
                    }
                }
            } else if opponent_first {
                self.expand(payload)?;
            }
            opponent_first = false;
            if !self.next_move() {
                return Ok((self.seen.len() as u64, self.leaves));
            }
        }
    }

    /// Whether the rules decide a position with the claimant to move in its favour; a fault if against it.
    fn is_decided(&self) -> Result<bool, Fault> {
        if self.completion(self.claimant).is_some() {
            return Ok(true);
        }
        let full = !self.board.cells.contains(&EMPTY);
        if full && self.wins { Err(self.fault("the board is full and the game not won")) } else { Ok(full) }
    }

    /// Reads the claimant's record. True if it is a move, which is then played.
    fn reply(&mut self, payload: &mut Payload) -> Result<bool, Fault> {
        let cell = match payload.number()? {
            BLOCK => self.completion(1 - self.claimant).ok_or_else(|| self.fault("a block, but there is no threat"))?,
            code @ MOVE.. => code - MOVE,
            code => return self.leaf(code, payload, false).map(|()| false),
        };
        if cell >= self.board.cells.len() || !self.board.playable(cell) {
            return Err(self.fault(&format!("the reply, cell number {cell}, cannot be played")));
        }
        self.put(cell, self.claimant);
        Ok(true)
    }

    /// The opponent is to move: fails if it wins, reads the record that a claim of holding has here, and opens a branch.
    fn expand(&mut self, payload: &mut Payload) -> Result<(), Fault> {
        if let Some(cell) = self.completion(1 - self.claimant) {
            let what = format!("the opponent completes a line on {}", claim::name(cell, self.board.cols));
            return Err(self.fault(&what));
        }
        // If the claimant threatens to complete a line, every move but the block lets it.
        let only = self.completion(self.claimant);
        if !self.wins && only.is_none() {
            match payload.number()? {
                EXPAND => {}
                code => return self.leaf(code, payload, true),
            }
        }
        self.branches.push(Branch { depth: self.path.len(), next: 0, only });
        let any = (0..self.board.cells.len()).any(|cell| self.matters(cell));
        if self.wins && !any { Err(self.fault("nothing is left to play for and the game not won")) } else { Ok(()) }
    }

    /// Whether the opponent's move must be looked at. Without gravity a move on no live line that counts is a pass, and a pass
    /// is never better than a stone of one's own anywhere.
    fn matters(&self, cell: usize) -> bool {
        let serves = || (0..2).any(|side| self.counts[side] && self.board.serves(cell, side));
        self.board.playable(cell) && (self.board.gravity || serves())
    }

    /// Takes back what follows the last branch and plays its next move; false if no branch is left.
    fn next_move(&mut self) -> bool {
        while let Some(&Branch { depth, next, only }) = self.branches.last() {
            self.path.drain(depth..).for_each(|cell| self.board.clear(cell));
            let mut moves = only.map_or(next..self.board.cells.len(), |cell| next.max(cell)..cell + 1);
            if let Some(cell) = moves.find(|&cell| self.matters(cell)) {
                self.branches.last_mut().expect("the branch at hand").next = cell + 1;
                self.put(cell, 1 - self.claimant);
                return true;
            }
            self.branches.pop();
        }
        false
    }

    /// A cell where a side whose lines count can complete one.
    fn completion(&self, side: usize) -> Option<usize> {
        self.board.completion(side).filter(|_| self.counts[side])
    }

    fn put(&mut self, cell: usize, side: usize) {
        self.board.put(cell, side);
        self.path.push(cell);
    }

    /// Checks that the opponent never completes a line from here, by a rule that needs no moves.
    fn leaf(&mut self, code: usize, payload: &mut Payload, opponent_moves: bool) -> Result<(), Fault> {
        self.leaves += 1;
        match code {
            _ if self.wins => Err(self.fault("a leaf for holding in a proof of a win")),
            PAIRS => {
                let mut pairs = Vec::new();
                for _ in 0..payload.number()? {
                    pairs.push([payload.number()?, payload.number()?]);
                }
                self.pairings.push(pairs);
                self.pairing(self.pairings.len() - 1, opponent_moves)
            }
            SAME_PAIRS => self.pairing(payload.number()?, opponent_moves),
            FOLLOW_UP => self.follow_up(opponent_moves),
            _ => Err(self.fault(&format!("a record of the unknown kind {code}"))),
        }
    }

    /// The claimant answers in the partner of a pair, and elsewhere by Erdos and Selfridge: each live line without a pair
    /// weighs 1/2 to the power of its empty cells outside all pairs; a sum below 1 with the claimant to move, 1/2 with the
    /// opponent, is never completed. Pairs that are no longer empty are ignored.
    fn pairing(&self, index: usize, opponent_moves: bool) -> Result<(), Fault> {
        let pairs = self.pairings.get(index).ok_or_else(|| self.fault("a pairing that was not given before"))?;
        let board = &self.board;
        let mut partner = vec![None; board.cells.len()];
        for &[a, b] in pairs {
            if board.cells.get(a) == Some(&EMPTY) && board.cells.get(b) == Some(&EMPTY) {
                if a == b || partner[a].replace(b).is_some() || partner[b].replace(a).is_some() {
                    return Err(self.fault(&format!("{} is in two pairs", claim::name(a, board.cols))));
                }
            }
        }
        let mut sum = 0;
        for line in board.live(1 - self.claimant) {
            let has = |cell: usize| line.iter().any(|&other| usize::from(other) == cell);
            if !line.iter().any(|&cell| partner[cell as usize].is_some_and(has)) {
                let free = |cell: &&u16| board.cells[**cell as usize] == EMPTY && partner[**cell as usize].is_none();
                sum += ONE >> line.iter().filter(free).count().min(100);
            }
        }
        let bound = if opponent_moves { ONE / 2 } else { ONE };
        if board.gravity && sum > 0 || board.gravity && partner.iter().any(Option::is_some) {
            return Err(self.fault("pairs and potentials prove nothing under gravity"));
        }
        if sum < bound { Ok(()) } else { Err(self.fault("the pairs leave the opponent a line")) }
    }

    /// With gravity and an even number of empty cells in every column, the claimant always plays on top of the opponent's
    /// stone. It must get a cell of every line that is still open.
    fn follow_up(&self, opponent_moves: bool) -> Result<(), Fault> {
        let (rows, cols, cells) = (self.board.rows, self.board.cols, &self.board.cells);
        let empty = |col: usize| (0..rows).filter(|row| cells[row * cols + col] == EMPTY).count();
        let answered = |&cell: &u16| {
            cells[usize::from(cell)] == EMPTY && (rows - 1 - usize::from(cell) / cols) % 2 == 0
        };
        let even = (0..cols).all(|col| empty(col) % 2 == 0);
        let all = self.board.live(1 - self.claimant).all(|line| line.iter().any(answered));
        if self.board.gravity && opponent_moves && even && all {
            return Ok(());
        }
        Err(self.fault("following up leaves the opponent a line"))
    }

    fn fault(&self, what: &str) -> Fault {
        let names: Vec<String> = self.path.iter().map(|&cell| claim::name(cell, self.board.cols)).collect();
        Fault::Step { what: what.into(), moves: names.join(" ") }
    }
}
