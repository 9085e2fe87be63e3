//! The proof as a walk through the game: every move of the opponent, one reply or one leaf of the claimant.
//!
//! The walk is depth first, the opponent's moves in the order of cell numbers, and reads a record at each position that it has
//! not met before. Nothing is believed: a reply must be legal, a leaf is verified on the board, and what the rules decide
//! (a completed line, a full board, a threat that must be answered) is found here.

use std::collections::HashSet;

use crate::board::{Board, EMPTY};
use crate::{Claim, Fault, Limits, claim, payload::Payload};

/// Records. The claimant's `BLOCK` plays where the opponent threatens to complete a line, `MOVE + cell` plays there; at the
/// opponent's turn `EXPAND` looks at all moves. The others are leaves.
const BLOCK: usize = 0;
const EXPAND: usize = 0;
const PAIRS: usize = 1;
const SAME_PAIRS: usize = 2;
const FOLLOW_UP: usize = 3;
/// Four kinds: of a plan given here or before, as it is or as its mirror image.
const PLAN: usize = 4;
const MOVE: usize = 8;

/// Bytes of a remembered position and of a pairing besides their cells: their place in the collection while it grows, and the
/// allocator's share.
const POSITION: u64 = 96;
const PAIRING: u64 = 64;

/// One in the fixed-point numbers of the potential.
const ONE: u128 = 1 << 100;

/// A position where the opponent's moves are being looked at.
struct Branch {
    /// How long the path to it is.
    depth: usize,
    /// The next cell to try.
    next: usize,
    /// The one move that does not lose at once, if there is only one.
    only: Option<usize>,
    /// The number of the plan that the claimant goes by.
    plan: Option<usize>,
}

pub(crate) struct Tree {
    board: Board,
    claimant: usize,
    wins: bool,
    /// With so many stones outside the inner board the opponent may have completed a line there.
    k: usize,
    path: Vec<usize>,
    branches: Vec<Branch>,
    seen: HashSet<Box<[u8]>>,
    pairings: Vec<Box<[[u16; 2]]>>,
    /// All cells in the order in which each plan and then its mirror image prefers them.
    plans: Vec<Vec<usize>>,
    leaves: u64,
    /// Bytes of what is remembered, and cells looked at.
    memory: u64,
    work: u64,
}

impl Tree {
    pub(crate) fn new(mut board: Board, k: usize, claim: &Claim) -> Result<Tree, Fault> {
        for (index, &cell) in claim.after.iter().enumerate() {
            if !board.playable(cell) || board.completes(cell, index % 2) {
                return Err(Fault::new("the moves after 'after' are no unfinished game"));
            }
            board.put(cell, index % 2);
        }
        let (path, branches, seen, pairings, plans) = Default::default();
        Ok(Tree {
            board,
            claimant: claim.who,
            wins: claim.wins,
            k,
            path,
            branches,
            seen,
            pairings,
            plans,
            leaves: 0,
            memory: Limits::FIXED,
            work: 0,
        })
    }

    /// Walks through the whole proof; gives the number of positions and of leaves.
    pub(crate) fn check(mut self, payload: &mut Payload, limits: &Limits) -> Result<(u64, u64), Fault> {
        // A record makes the checker look at every cell of every line a few times.
        let step = self.board.size();
        let stones = self.board.cells.iter().filter(|&&cell| cell != EMPTY).count();
        if stones % 2 == self.claimant {
            self.answer(None, payload)?
        } else {
            self.expand(None, payload)?
        }
        while let Some(plan) = self.next_move() {
            self.answer(plan, payload)?;
            self.work += step;
            if self.memory > limits.memory {
                return Err(self.fault(&format!("it takes more than the {} MB of memory allowed", limits.memory >> 20)));
            }
            if self.work > limits.work {
                return Err(self.fault("it takes more work than allowed"));
            }
        }
        Ok((self.seen.len() as u64, self.leaves))
    }

    /// The claimant is to move: the rules decide, or the position was met before, or the plan or its record tells.
    fn answer(&mut self, mut plan: Option<usize>, payload: &mut Payload) -> Result<(), Fault> {
        if self.board.completion(self.claimant).is_some() {
            return Ok(());
        }
        if !self.board.cells.contains(&EMPTY) {
            return if self.wins { Err(self.fault("the board is full and the game not won")) } else { Ok(()) };
        }
        let position = self.board.canonical(self.outside() as u8);
        let bytes = position.len() as u64 + POSITION;
        if !self.seen.insert(position) {
            return Ok(());
        }
        self.memory += bytes;
        let threat = self.board.completion(1 - self.claimant);
        let cell = if let Some(plan) = plan {
            let cell = threat.or_else(|| self.plans[plan].iter().copied().find(|&cell| self.board.playable(cell)));
            cell.ok_or_else(|| self.fault("the plan names no cell"))?
        } else {
            match payload.number()? {
                BLOCK => threat.ok_or_else(|| self.fault("a block, but there is no threat"))?,
                code @ PLAN..MOVE => {
                    let cell = payload.number()?;
                    plan = Some(self.plan(code, payload)?);
                    cell
                }
                code @ MOVE.. => code - MOVE,
                code => return self.leaf(code, payload, false),
            }
        };
        if !self.board.playable(cell) || !self.board.is_inner(cell) {
            return Err(self.fault(&format!("the reply {} cannot be played", claim::name(cell, self.board.cols))));
        }
        self.put(cell, self.claimant);
        self.expand(plan, payload)
    }

    /// The opponent is to move: it must not win at once; a claim of holding has a record here, but where a plan is followed.
    fn expand(&mut self, mut plan: Option<usize>, payload: &mut Payload) -> Result<(), Fault> {
        if let Some(cell) = self.board.completion(1 - self.claimant) {
            let name = claim::name(cell, self.board.cols);
            return Err(self.fault(&format!("the opponent completes a line on {name}")));
        }
        if (1..=self.outside()).contains(&(self.k - 1)) {
            return Err(self.fault("the opponent may complete a line outside"));
        }
        // If the claimant threatens to complete a line, every move but the block lets it.
        let only = self.board.completion(self.claimant);
        if !self.wins && only.is_none() && plan.is_none() {
            match payload.number()? {
                EXPAND => {}
                code @ PLAN..MOVE => plan = Some(self.plan(code, payload)?),
                code => return self.leaf(code, payload, true),
            }
        }
        if self.wins && !(0..self.board.cells.len()).any(|cell| self.matters(cell)) {
            return Err(self.fault("nothing is left to play for and the game not won"));
        }
        if plan.is_some() && only.is_none() && self.follow_up() {
            return Ok(());
        }
        self.branches.push(Branch { depth: self.path.len(), next: 0, only, plan });
        Ok(())
    }

    /// Whether the opponent's move must be looked at. Without gravity a move on no live line that counts is a pass, and a
    /// pass is never better than one more stone of one's own; but on a larger board it may be a stone outside, and is looked
    /// at as the last move, the one after the last cell.
    fn matters(&self, cell: usize) -> bool {
        let pass = cell == self.board.cells.len() && self.board.grows();
        pass || self.board.playable(cell) && (self.board.gravity || self.board.serves(cell))
    }

    /// How many moves of the opponent were not on the inner board.
    fn outside(&self) -> usize {
        self.path.iter().filter(|&&cell| !self.board.is_inner(cell)).count()
    }

    /// Takes back what follows the last branch, plays its next move and gives its plan; nothing if no branch is left.
    fn next_move(&mut self) -> Option<Option<usize>> {
        while let Some(&Branch { depth, next, only, plan }) = self.branches.last() {
            self.path.drain(depth..).rev().for_each(|cell| self.board.clear(cell));
            let mut moves = only.map_or(next..self.board.cells.len() + 1, |cell| next.max(cell)..cell + 1);
            if let Some(cell) = moves.find(|&cell| self.matters(cell)) {
                self.branches.last_mut().expect("the branch at hand").next = cell + 1;
                self.put(cell, 1 - self.claimant);
                return Some(plan);
            }
            self.branches.pop();
        }
        None
    }

    fn put(&mut self, cell: usize, side: usize) {
        self.board.put(cell, side);
        self.path.push(cell);
    }

    /// The number of the plan that a record names. Cells that a new one does not name follow in the order of their numbers, first
    /// those with an even number of cells above them.
    fn plan(&mut self, code: usize, payload: &mut Payload) -> Result<usize, Fault> {
        self.leaves += 1;
        let Board { rows, cols, .. } = self.board;
        if !self.board.gravity {
            return Err(self.fault("a plan without gravity"));
        }
        let mut index = self.plans.len() / 2;
        if code % 2 == 1 {
            index = payload.number()?;
        } else {
            let mut order = Vec::new();
            for _ in 0..payload.number()? {
                let cell = payload.number()?;
                if cell >= rows * cols || order.contains(&cell) {
                    return Err(self.fault("a cell that a plan cannot name"));
                }
                order.push(cell);
            }
            let mut others: Vec<usize> = (0..rows * cols).filter(|cell| !order.contains(cell)).collect();
            others.sort_by_key(|cell| (rows - 1 - cell / cols) % 2);
            order.append(&mut others);
            self.memory += 16 * order.len() as u64 + PAIRING;
            let mirrored = order.iter().map(|cell| cell + cols - 1 - cell % cols * 2).collect();
            self.plans.extend([order, mirrored]);
        }
        let known = index < self.plans.len() / 2;
        if known { Ok(2 * index + (code - PLAN) / 2) } else { Err(self.fault("a plan that was never given")) }
    }

    /// Checks that the opponent never completes a line from here, by a rule that needs no moves.
    fn leaf(&mut self, code: usize, payload: &mut Payload, opponent_moves: bool) -> Result<(), Fault> {
        self.leaves += 1;
        let holds = match code {
            _ if self.wins => return Err(self.fault("a leaf of holding in a proof of winning")),
            PAIRS => {
                let count = payload.number()?;
                if count > self.board.cells.len() / 2 {
                    return Err(self.fault("more pairs than the board holds"));
                }
                let mut cell = || Ok(payload.number()?.min(u16::MAX.into()) as u16);
                let pairs: Vec<_> = (0..count).map(|_| Ok([cell()?, cell()?])).collect::<Result<_, Fault>>()?;
                self.memory += 4 * count as u64 + PAIRING;
                self.pairings.push(pairs.into_boxed_slice());
                self.pairing(&self.pairings[self.pairings.len() - 1], opponent_moves)?
            }
            SAME_PAIRS => {
                let pairs = self.pairings.get(payload.number()?);
                self.pairing(pairs.ok_or_else(|| self.fault("a pairing that was never given"))?, opponent_moves)?
            }
            FOLLOW_UP => opponent_moves && self.follow_up(),
            _ => return Err(self.fault(&format!("a record of the unknown kind {code}"))),
        };
        if holds { Ok(()) } else { Err(self.fault("the leaf leaves the opponent a line")) }
    }

    /// The claimant answers a move in a pair with its partner, and other moves by Erdos and Selfridge: each live line without a
    /// pair weighs 1/2 to the power of its empty cells outside all pairs; a sum below 1 with the claimant to move, or 1/2
    /// with the opponent, means that no line is ever completed. Pairs that are not both empty are ignored.
    fn pairing(&self, pairs: &[[u16; 2]], opponent_moves: bool) -> Result<bool, Fault> {
        let cells = &self.board.cells;
        let mut partner = vec![None; cells.len()];
        for [a, b] in pairs.iter().map(|pair| pair.map(usize::from)) {
            let empty = cells.get(a) == Some(&EMPTY) && cells.get(b) == Some(&EMPTY);
            if empty && (a == b || partner[a].replace(b).is_some() || partner[b].replace(a).is_some()) {
                let [a, b] = [a, b].map(|cell| claim::name(cell, self.board.cols));
                return Err(self.fault(&format!("the pair {a} {b} overlaps another")));
            }
        }
        let mut sum = 0;
        for line in self.board.live(1 - self.claimant) {
            let has = |cell: usize| line.iter().any(|&other| usize::from(other) == cell);
            if !line.iter().any(|&cell| partner[cell as usize].is_some_and(has)) {
                let free = |cell: &&u16| cells[**cell as usize] == EMPTY && partner[**cell as usize].is_none();
                sum += ONE >> line.iter().filter(free).count().min(100);
            }
        }
        // Under gravity nobody can choose where to answer: only "no live line at all" remains.
        let gravity_allows = !self.board.gravity || sum == 0 && pairs.is_empty();
        Ok(gravity_allows && sum < if opponent_moves { ONE / 2 } else { ONE })
    }

    /// With gravity and the opponent to move: whether the claimant, who answers above or in another column with an odd number of
    /// empty cells, keeps what it claims. If all empty cells are odd in number it needs a cell that wins and never plays below it.
    fn follow_up(&self) -> bool {
        let Board { rows, cols, cells, .. } = &self.board;
        let empty = |cell: usize| cells[cell] == EMPTY;
        let later = |&cell: &usize| empty(cell) && !self.board.playable(cell);
        let from_top = |cell: usize| rows - 1 - cell / cols;
        let wins: Vec<usize> =
            (0..cells.len()).filter(later).filter(|&cell| self.board.wins(cell, self.claimant)).collect();
        let even = cells.iter().filter(|&&cell| cell == EMPTY).count() % 2 == 0;
        let cuts = wins.iter().filter(|&&cell| !even && from_top(cell) % 2 == 1).map(|&cell| Some(cell));
        let holds = |cut: Option<usize>| {
            let above = |cell: usize, other: usize| cell % cols == other % cols && cell >= other;
            let own = |cell: usize| {
                let below = cut.is_some_and(|cut| above(cut, cell));
                let claimed = (even || cut.is_some()) && (from_top(cell) % 2 == 0) != below;
                claimed && later(&cell) && !cut.is_some_and(|cut| above(cell, cut))
            };
            let ends: Vec<usize> = wins.iter().copied().filter(|&cell| own(cell)).chain(cut).collect();
            let stopped = |&cell: &u16| own(cell.into()) || ends.iter().any(|&end| above(cell.into(), end));
            let done = |&cell: &u16| !empty(cell.into()) || own(cell.into());
            let mut lines = self.board.live(self.claimant);
            let wins = !self.wins || cut.is_some() || lines.any(|line| line.iter().all(done));
            wins && self.board.live(1 - self.claimant).all(|line| line.iter().any(stopped))
        };
        self.board.gravity && cuts.chain([None]).any(holds)
    }

    fn fault(&self, what: &str) -> Fault {
        let moves = self.path.iter().map(|&cell| claim::name(cell, self.board.cols)).collect();
        Fault { moves, what: what.into() }
    }
}
