//! The search: alpha-beta on null windows. One call answers "is the score above alpha?" with a bound on either side.
//!
//! A node looks at its children in waves, cheapest first, before it searches any: games that end at once, static
//! bounds, the table. A position with a single move that does not lose at once is played on without a look at the
//! table; playing such chains out already in the parent was tried and took twice the nodes and the time.
//! The last plies of a question have a way of their own (`final_plies`). A node is a position whose moves are generated, forced ones included.
//!
//! *Rejected*: patience, every child first with a budget of nodes that grows fourfold when all have spent theirs, so that the cheapest good one is found. At nodes with a horizon of
//! 36 or more 2.6 times the nodes on 6x7x4 and 2.3 times after d1 d2 d3 d4 c1 on 7x7x5; at the first two plies only 2.4 times on 6x6x5, 1.2 on 5x7x5, 1.5 on 7x5x5.

use super::control::Control;
use super::final_plies;
use super::follow_up;
use super::keys;
use super::last_lines;
use super::order::Places;
use super::score::win_with_stone;
use super::shape::Shape;
use super::table::{Address, Bounds, ScoreTable};
use super::tuning::Tuning;
use super::well::Well;
use super::word::{Bits, Word};

/// A child that has to be searched.
#[derive(Clone, Copy)]
struct Child<W> {
    well: Well<W>,
    /// The larger, the sooner it is searched.
    order: i32,
    /// The child's score is at least this, for its own side to move.
    lo: i32,
}

/// One thread's search.
pub(crate) struct Search<'a, S: Shape> {
    shape: S,
    tuning: Tuning,
    table: &'a ScoreTable,
    /// Children of every node on the path, one above the other.
    stack: Vec<Child<S::Word>>,
    /// Where the table would have the children of the node at hand, those that are looked up.
    addresses: Vec<(usize, Address)>,
    /// Positions expanded, forced ones included.
    pub(crate) nodes: u64,
    next_poll: u64,
    pub(crate) control: Control<'a>,
    pub(crate) stopped: bool,
    /// The nodes on the path that other threads may decide, with their windows.
    path: Vec<(Address, i32)>,
    /// Somebody else has decided this node of the path, with this bound: everything below is left.
    decided: Option<(usize, i32)>,
    places: &'a Places,
}

const POLL: u64 = 1 << 10;
/// While the memory of a large table still comes page by page, a few nodes can take as long as thousands later.
const POLL_FRESH: u64 = 1 << 3;
const FRESH: u64 = 1 << 17;
/// Threads share the work on nodes with this horizon or more.
const SHARE_FROM: u32 = 20;
/// Far behind every child that nobody else is searching.
const PUT_OFF: i32 = -1 << 20;

impl<'a, S: Shape> Search<'a, S> {
    pub(crate) fn new(
        shape: S,
        tuning: Tuning,
        places: &'a Places,
        table: &'a ScoreTable,
        control: Control<'a>,
    ) -> Self {
        let stack = Vec::with_capacity(64);
        Search {
            shape,
            tuning,
            table,
            stack,
            addresses: Vec::new(),
            nodes: 0,
            next_poll: if table.in_memory() { POLL } else { POLL_FRESH },
            control,
            stopped: false,
            path: Vec::new(),
            decided: None,
            places,
        }
    }

    /// Is the score of `well`, which has moves, above `alpha`? The answer is a lower bound above alpha or an upper bound not above it.
    pub(crate) fn search(&mut self, well: &Well<S::Word>, alpha: i32) -> i32 {
        let s = self.shape;
        let beta = alpha + 1;
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            let fresh = self.nodes < FRESH && !self.table.in_memory();
            self.next_poll = self.nodes + if fresh { POLL_FRESH } else { POLL };
            self.stopped = self.control.poll(self.nodes);
            self.decided = self.path.iter().enumerate().find_map(|(depth, &(at, alpha))| {
                let bounds = self.table.probe(at)?;
                let bound = if bounds.lo > alpha { bounds.lo } else { bounds.hi };
                (bounds.lo > alpha || bounds.hi <= alpha).then_some((depth, bound))
            });
        }
        if self.leaving() {
            return alpha;
        }
        let mut known = Bounds { lo: lowest_score(s, well), hi: highest_score(s, well) };
        if known.lo > alpha {
            return known.lo;
        }
        if known.hi <= alpha {
            return known.hi;
        }
        let horizon = self.horizon(well, alpha);
        if self.tuning.final_plies
            && let Some(score) = final_plies::answer(s, well, alpha, horizon, &mut self.nodes)
        {
            return score;
        }
        if self.tuning.chains && !well.moves.several() {
            let next = well.play(s, well.moves);
            return if next.moves.is_zero() { over(s, &next) } else { -self.search(&next, -beta) };
        }
        let before = self.nodes;
        let mut address = None;
        if horizon >= self.tuning.table_from {
            let at = address_of(s, self.table, &self.tuning, well, horizon);
            if let Some(bounds) = self.table.probe(at) {
                known = Bounds { lo: known.lo.max(bounds.lo), hi: known.hi.min(bounds.hi) };
                if known.lo > alpha {
                    return known.lo;
                }
                if known.hi <= alpha {
                    return known.hi;
                }
            }
            address = Some(at);
        }
        if self.tuning.last_lines
            && let Some(score) = last_lines::verdict(s, well, alpha)
        {
            return score;
        }
        let base = self.stack.len();
        let mut best = known.lo;
        // What decides at once.
        for x in Bits(well.moves) {
            let next = well.play(s, x);
            if next.moves.is_zero() {
                let score = over(s, &next);
                best = best.max(score);
                if score >= beta {
                    self.stack.truncate(base);
                    return score;
                }
                continue;
            }
            let lo = lowest_score(s, &next);
            if -lo <= alpha {
                best = best.max(-lo);
            } else {
                self.stack.push(Child { well: next, order: 0, lo });
            }
        }
        let probe_children = horizon > self.tuning.probe_children_from;
        if probe_children {
            self.addresses.clear();
            for (i, child) in self.stack.iter().enumerate().skip(base) {
                // A single move is played on without a look at the table, so it is never there.
                if !self.tuning.chains || child.well.moves.several() {
                    let at = address_of(s, self.table, &self.tuning, &child.well, horizon - 1);
                    self.table.prefetch(at);
                    self.addresses.push((i, at));
                }
            }
        }
        // Static bounds.
        if self.tuning.claim || self.tuning.cut {
            for child in &self.stack[base..] {
                let bound = follow_up::bound(s, &child.well, beta, &self.tuning);
                if bound >= beta {
                    self.stack.truncate(base);
                    return bound;
                }
            }
        }
        if probe_children {
            for &(i, at) in &self.addresses {
                let Some(bounds) = self.table.probe(at) else { continue };
                if -bounds.hi >= beta {
                    self.stack.truncate(base);
                    return -bounds.hi;
                }
                let child = &mut self.stack[i];
                child.lo = child.lo.max(bounds.lo);
            }
        }
        for child in &mut self.stack[base..] {
            let bit = (child.well.mask ^ well.mask).index();
            child.order = self.places.order(s, &child.well, bit, alpha, horizon, &self.tuning);
        }
        let shared = horizon >= SHARE_FROM && self.control.busy.is_some();
        let depth = self.path.len();
        if let (true, Some(at)) = (shared, address) {
            self.path.push((at, alpha));
        }
        let mut i = base;
        while i < self.stack.len() {
            // The first of the rest moves to where the chosen one was.
            let first = i + foremost(&self.stack[i..]);
            let child = self.stack[first];
            self.stack[first] = self.stack[i];
            let Child { well: next, order, lo } = child;
            let score = if -lo <= alpha {
                -lo
            } else if !shared {
                -self.search(&next, -beta)
            } else {
                let at = address_of(s, self.table, &self.tuning, &next, horizon - 1);
                self.stack[i] = child;
                let put_off = order < PUT_OFF / 2;
                let eldest = i == base && self.stack[base..].iter().all(|child| -child.lo > alpha);
                match self.control.busy {
                    Some(busy) if !put_off && !eldest && busy.contains(at) => {
                        self.stack[i].order += PUT_OFF;
                        continue;
                    }
                    Some(busy) => {
                        busy.enter(at);
                        let score = -self.search(&next, -beta);
                        busy.leave(at);
                        score
                    }
                    None => -self.search(&next, -beta),
                }
            };
            i += 1;
            if self.leaving() {
                break;
            }
            best = best.max(score);
            if score >= beta {
                break;
            }
        }
        self.stack.truncate(base);
        self.path.truncate(depth);
        if self.leaving() {
            return match self.decided.take_if(|(at, _)| *at == depth) {
                Some((_, bound)) => bound,
                None => alpha,
            };
        }
        if let Some(at) = address {
            let work = (self.nodes - before + 1).ilog2();
            if best >= beta {
                known.lo = best
            } else {
                known.hi = known.hi.min(best)
            }
            self.table.store(at, known, work);
        }
        best
    }

    /// Whether the results of nodes below no longer matter.
    #[inline(always)]
    fn leaving(&self) -> bool {
        self.stopped || self.decided.is_some()
    }

    /// How many plies the question can take: a win that would raise the score above alpha (or keep it down) comes within so many.
    #[inline(always)]
    fn horizon(&self, well: &Well<S::Word>, alpha: i32) -> u32 {
        let margin = if alpha >= 0 { alpha } else { -1 - alpha };
        (self.shape.cells() - well.stones).saturating_sub(2 * margin as u32)
    }
}

/// Where the table has `well`, as the question with so many plies before it asks for it.
#[inline(always)]
fn address_of<S: Shape>(s: S, table: &ScoreTable, tuning: &Tuning, well: &Well<S::Word>, horizon: u32) -> Address {
    let mirror = horizon >= tuning.mirror_from;
    if keys::essential(s) && horizon >= tuning.essence_from {
        return table.address(keys::essence(s, well, mirror));
    }
    let key = if horizon >= tuning.paint_from { keys::painted(s, well) } else { keys::plain(s, well) };
    table.address(if mirror { keys::canonical(s, key) } else { key }.widen())
}

/// The place of the child with the largest order, the first of several.
///
/// Places are the low bits of what is compared, so that nothing branches: which child is best cannot be predicted.
#[inline(always)]
fn foremost<W>(children: &[Child<W>]) -> usize {
    let key = |(place, child): (usize, &Child<W>)| (i64::from(child.order) << 8) + (255 - place as i64);
    let best = children.iter().enumerate().map(key).max().unwrap_or(255);
    255 - (best & 255) as usize
}

/// The score of a finished line of play, for the side that moved last: `well` has no moves.
#[inline(always)]
fn over<S: Shape>(s: S, well: &Well<S::Word>) -> i32 {
    if well.mask == s.board() { 0 } else { win_with_stone(well.stones + 2, s.cells()) }
}

/// The best that can happen to the side to move: no win now, but one with its next stone but one.
#[inline(always)]
pub(crate) fn highest_score<S: Shape>(s: S, well: &Well<S::Word>) -> i32 {
    win_with_stone(well.stones + 3, s.cells()).max(0)
}

/// The worst: it has a move after which the opponent does not win at once.
#[inline(always)]
pub(crate) fn lowest_score<S: Shape>(s: S, well: &Well<S::Word>) -> i32 {
    -win_with_stone(well.stones + 4, s.cells()).max(0)
}
