//! The search for one plan.

use std::collections::{HashMap, HashSet};

use super::order::Order;
use crate::book::Book;
use crate::gravity::lines::{has_line, winning_cells};
use crate::gravity::shape::{Dynamic, Shape};
use crate::gravity::tuning::Tuning;
use crate::gravity::well::{Well, non_losing, playable};
use crate::gravity::word::Bits;
use crate::gravity::{GravitySolver, follow_up};

/// A position: the claimant's stones and all stones. Unless something else is said the claimant is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct At {
    pub(super) own: u64,
    pub(super) mask: u64,
}

/// Asked now and then; `true` stops.
pub(super) type Stop<'s> = &'s mut dyn FnMut() -> bool;

pub(super) struct Finder<'a> {
    pub(super) shape: Dynamic<u64>,
    pub(super) solver: &'a GravitySolver,
    pub(super) wins: bool,
    book: Option<&'static Book>,
    /// The moves that keep what is claimed.
    good: HashMap<At, u64>,
    tuning: Tuning,
    /// Whether a search was stopped: then its answer is none.
    pub(super) stopped: bool,
}

/// What there is to do in a position.
enum Look {
    /// No good move is left.
    Fault,
    /// One move.
    Play(u64),
    /// One of these.
    Open(u64),
}

/// A plan in the making: what was noted, positions to look at, and positions with a choice and their good moves.
#[derive(Clone)]
struct State {
    order: Order,
    todo: Vec<At>,
    open: Vec<(At, u64)>,
}

/// A choice that may have to be taken back: what was before it, and how many positions had been met.
struct Decision {
    state: State,
    at: At,
    options: Vec<u64>,
    seen: usize,
}

/// How many positions a search looks at between two questions whether to stop.
const STEP: usize = 256;

impl<'a> Finder<'a> {
    pub(super) fn new(shape: Dynamic<u64>, solver: &'a GravitySolver, wins: bool) -> Finder<'a> {
        let tuning = Tuning { below: false, ..Tuning::default() };
        let book = Book::shipped(solver.rules());
        Finder { shape, solver, wins, book, good: HashMap::new(), tuning, stopped: false }
    }

    pub(super) fn mirror(&self, at: At) -> At {
        At { own: self.shape.mirror(at.own), mask: self.shape.mirror(at.mask) }
    }

    pub(super) fn canonical(&self, at: At) -> At {
        let other = self.mirror(at);
        if (other.own, other.mask) < (at.own, at.mask) { other } else { at }
    }

    /// The claimant's moves that keep what is claimed.
    pub(super) fn good(&mut self, at: At, stop: Stop<'_>) -> u64 {
        let key = self.canonical(at);
        if let Some(&good) = self.good.get(&key) {
            return if key == at { good } else { self.shape.mirror(good) };
        }
        let s = self.shape;
        let theirs = at.own ^ at.mask;
        let moves = non_losing(s, at.mask, winning_cells(s, theirs, s.board() & !at.mask));
        let mut good = 0;
        for cell in Bits(moves) {
            let alpha = if self.wins { -1 } else { 0 };
            let mask = at.mask | cell;
            let first = if mask.count_ones().is_multiple_of(2) { theirs } else { at.own | cell };
            let known = self.book.and_then(|book| book.score_of(first, mask, s.stride()));
            let above = match known {
                Some(score) => Some(score.get() > alpha),
                None => self.solver.is_above(theirs.into(), mask.into(), alpha, stop),
            };
            let Some(above) = above else {
                self.stopped = true;
                return 0;
            };
            if !above {
                good |= cell;
            }
        }
        self.good.insert(key, if key == at { good } else { s.mirror(good) });
        good
    }

    /// Where the owner of these stones completes a line with one move.
    fn completing(&self, stones: u64, mask: u64) -> u64 {
        winning_cells(self.shape, stones, self.shape.board() & !mask) & playable(self.shape, mask)
    }

    /// The positions after the opponent's moves from one in which it is to move, those aside where nothing is left to show.
    pub(super) fn next(&self, At { own, mask }: At) -> Vec<At> {
        let threats = self.completing(own, mask);
        let moves = if threats == 0 { playable(self.shape, mask) } else { threats & threats.wrapping_neg() };
        let next = Bits(moves).map(|reply| At { own, mask: mask | reply });
        next.filter(|&at| self.is_open(at)).collect()
    }

    /// Whether something is left to show: the claimant cannot complete a line, and if it only has to hold the board is not full.
    pub(super) fn is_open(&self, at: At) -> bool {
        self.completing(at.own, at.mask) == 0 && (self.wins || at.mask != self.shape.board())
    }

    /// Whether the claimant, who has just moved, can follow up to the end.
    pub(super) fn followed(&self, at: At) -> bool {
        let s = self.shape;
        let empty = s.board() & !at.mask;
        let me = at.own ^ at.mask;
        let theirs = winning_cells(s, at.own, empty);
        let well = Well { me, mask: at.mask, mine: 0, theirs, moves: 0, stones: at.mask.count_ones() };
        let need = i32::from(self.wins);
        let idle = !self.wins && !has_line(s, s.board() & !at.own);
        idle || follow_up::bound(s, &well, need, &self.tuning) >= need
    }

    /// The replies that a plan has to look at after the claimant's move.
    fn left(&self, at: At, cell: u64) -> Vec<At> {
        let after = At { own: at.own | cell, mask: at.mask | cell };
        let done = self.completing(after.own, after.mask) == 0 && self.followed(after);
        if done { Vec::new() } else { self.next(after) }
    }

    /// How many positions a plan meets if it holds after the claimant's first move.
    pub(super) fn test(&self, plan: &[u64], at: At, first: u64, seen: &mut HashSet<At>) -> Option<usize> {
        let s = self.shape;
        seen.clear();
        let mut todo = self.left(at, first);
        while let Some(at) = todo.pop() {
            if !seen.insert(at) {
                continue;
            }
            let free = playable(s, at.mask);
            let block = self.completing(at.own ^ at.mask, at.mask);
            if block & block.wrapping_sub(1) != 0 || free == 0 {
                return None;
            }
            let named = plan.iter().copied().find(|cell| cell & free != 0);
            let cell = match (block, named) {
                (0, Some(cell)) => cell,
                (0, None) => Bits(free).min_by_key(|&cell| self.rank(cell))?,
                _ => block,
            };
            let mask = at.mask | cell;
            let lost = self.completing(at.own ^ at.mask, mask) != 0;
            if lost || self.wins && mask == s.board() {
                return None;
            }
            todo.extend(self.left(at, cell));
        }
        Some(seen.len())
    }

    fn look(&mut self, order: &Order, at: At, stop: Stop<'_>) -> Look {
        let free = playable(self.shape, at.mask);
        if free == 0 {
            return Look::Fault;
        }
        let block = self.completing(at.own ^ at.mask, at.mask);
        let good = self.good(at, stop);
        if block != 0 {
            return if good != 0 { Look::Play(block) } else { Look::Fault };
        }
        choose(order, free, good)
    }

    /// The order of cells that a plan does not name: first those with an even number of cells above them, then by number.
    fn rank(&self, cell: u64) -> u32 {
        let s = self.shape;
        let index = cell.trailing_zeros();
        let (row, col) = (index % s.stride(), index / s.stride());
        let later = u32::from(cell & s.claimable() == 0);
        later * 1000 + row * s.cols() + col
    }

    /// A plan for the position in which the claimant plays `first`, after at most so many positions: the cells that have to be named, and how many
    /// positions it meets.
    pub(super) fn plan(&mut self, at: At, first: u64, budget: usize, stop: Stop<'_>) -> Option<(Vec<u64>, usize)> {
        let s = self.shape;
        let mut state = State { order: Order::new(), todo: self.left(at, first), open: Vec::new() };
        let (mut seen, mut log, mut spent) = (HashSet::new(), Vec::new(), 0);
        let mut decisions: Vec<Decision> = Vec::new();
        loop {
            let holds = self.follow(&mut state, &mut seen, &mut log, &mut spent, stop);
            if self.stopped || spent > budget {
                return None;
            }
            if !holds {
                // The last decision that has another option.
                let (at, cell) = loop {
                    let decision = decisions.last_mut()?;
                    log.drain(decision.seen..).for_each(|at| {
                        seen.remove(&at);
                    });
                    if let Some(cell) = decision.options.pop() {
                        state = decision.state.clone();
                        break (decision.at, cell);
                    }
                    decisions.pop();
                };
                self.go(&mut state, at, cell);
                continue;
            }
            // The position with the fewest options is decided next; a cell on top of an even number is tried first.
            let options = |&(at, good): &(At, u64)| match choose(&state.order, playable(s, at.mask), good) {
                Look::Open(options) => options,
                _ => 0,
            };
            let fewest = (0..state.open.len()).min_by_key(|&index| options(&state.open[index]).count_ones());
            let Some(index) = fewest else {
                let empty = s.board() & !at.mask & !first;
                return Some((state.order.named(empty, |cell| self.rank(cell)), log.len()));
            };
            let mut options: Vec<u64> = Bits(options(&state.open[index])).collect();
            let (at, _) = state.open.swap_remove(index);
            options.sort_by_key(|&cell| std::cmp::Reverse(self.rank(cell)));
            let cell = options.pop()?;
            decisions.push(Decision { state: state.clone(), at, options, seen: log.len() });
            self.go(&mut state, at, cell);
        }
    }

    /// Plays on wherever there is no choice; false if the order fails somewhere.
    fn follow(
        &mut self,
        state: &mut State,
        seen: &mut HashSet<At>,
        log: &mut Vec<At>,
        spent: &mut usize,
        stop: Stop<'_>,
    ) -> bool {
        loop {
            while let Some(at) = state.todo.pop() {
                if !seen.insert(at) {
                    continue;
                }
                log.push(at);
                *spent += 1;
                self.stopped |= spent.is_multiple_of(STEP) && stop();
                match self.look(&state.order, at, stop) {
                    _ if self.stopped => return false,
                    Look::Fault => return false,
                    Look::Play(cell) => self.go(state, at, cell),
                    Look::Open(_) => {
                        let good = self.good(at, stop);
                        state.open.push((at, good));
                    }
                }
            }
            // What was noted since may leave one choice only.
            let mut index = 0;
            while let Some(&(at, good)) = state.open.get(index) {
                match choose(&state.order, playable(self.shape, at.mask), good) {
                    Look::Open(_) => index += 1,
                    Look::Fault => return false,
                    Look::Play(cell) => {
                        state.open.swap_remove(index);
                        self.go(state, at, cell);
                    }
                }
            }
            if state.todo.is_empty() {
                return true;
            }
        }
    }

    /// Notes a choice and looks at the replies. A block is none.
    fn go(&self, state: &mut State, at: At, cell: u64) {
        if self.completing(at.own ^ at.mask, at.mask) == 0 {
            state.order.put(cell, playable(self.shape, at.mask) ^ cell);
        }
        state.todo.extend(self.left(at, cell));
    }
}

/// What the order says of the cells that can be played, of which some are good.
fn choose(order: &Order, free: u64, good: u64) -> Look {
    let mut options = 0;
    for cell in Bits(free) {
        if order.earlier(cell) & free == 0 {
            if order.later(cell) & free == free ^ cell {
                return if good & cell != 0 { Look::Play(cell) } else { Look::Fault };
            }
            options |= cell;
        }
    }
    options &= good;
    if options == 0 {
        Look::Fault
    } else if options & (options - 1) == 0 {
        Look::Play(options)
    } else {
        Look::Open(options)
    }
}
