//! One solver for one shape: root positions, null windows, threads.

use std::thread;

use super::busy::Busy;
use super::control::{Control, Shared};
use super::error::PositionError;
use super::keys;
use super::learnt;
use super::lines::{has_won, winning_cells};
use super::order::Places;
use super::request::{Goal, Progress, Request, Solution};
use super::score::{Score, win_with_stone};
use super::search::{Search, highest_score, lowest_score};
use super::shape::Shape;
use super::table::{Bounds, ScoreTable};
use super::tuning::Tuning;
use super::well::{Well, non_losing};
use super::windows;
use super::word::Word;

/// Helpers are not worth waking for less.
const ALONE: u64 = 1 << 15;
/// Nodes of the first thread between two reports.
const REPORT: u64 = 1 << 20;

pub(crate) struct Engine<S: Shape> {
    shape: S,
    places: Places,
    table: ScoreTable,
    threads: usize,
    tuning: Tuning,
}

/// The part of an engine that does not depend on the shape: dynamic once a solve, never once a node.
pub(crate) trait Solve: Send + Sync {
    fn solve(&self, moves: &[usize], request: Request<'_>) -> Result<Solution, PositionError>;
    fn order_counts(&self, moves: &[usize], mover_attacks: bool) -> Result<Vec<f32>, PositionError>;
    /// Whether the side to move, whose stones are `me`, scores above this in a position that is not over; nothing if it was stopped.
    fn is_above(&self, me: u128, mask: u128, score: i32, stop: &mut dyn FnMut() -> bool) -> Option<bool>;
    fn clear(&mut self);
    fn set_tuning(&mut self, tuning: Tuning);
    fn table_bytes(&self) -> usize;
    fn table(&mut self) -> &mut ScoreTable;
}

impl<S: Shape> Engine<S> {
    pub(crate) fn new(shape: S, bytes: usize, threads: usize) -> Engine<S> {
        let bits = if keys::essential(shape) { u128::BITS } else { shape.bits() };
        Engine {
            shape,
            places: Places::new(shape),
            table: ScoreTable::new(bytes, bits),
            threads: threads.max(1),
            tuning: sound::<S>(Tuning::default()),
        }
    }

    /// The position after `moves`, columns from 0.
    fn root(&self, moves: &[usize]) -> Result<Well<S::Word>, PositionError> {
        let s = self.shape;
        let (mut me, mut mask) = (S::Word::ZERO, S::Word::ZERO);
        for (ply, &column) in moves.iter().enumerate() {
            if column >= s.cols() as usize {
                return Err(PositionError::NoSuchColumn { ply, column, cols: s.cols() as usize });
            }
            if has_won(s, me ^ mask) {
                return Err(PositionError::Over { ply });
            }
            let cells = S::Word::truncate((1 << s.rows()) - 1) << (column as u32 * s.stride());
            let x = mask.plus(s.bottom()) & cells;
            if x.is_zero() {
                return Err(PositionError::FullColumn { ply, column });
            }
            me = me ^ mask;
            mask = mask | x;
        }
        if has_won(s, me ^ mask) {
            return Err(PositionError::Over { ply: moves.len() });
        }
        Ok(self.well(me, mask))
    }

    /// A position that is not over.
    fn well(&self, me: S::Word, mask: S::Word) -> Well<S::Word> {
        let s = self.shape;
        let empty = s.board() & !mask;
        let theirs = winning_cells(s, me ^ mask, empty);
        let mine = winning_cells(s, me, empty);
        Well { me, mask, mine, theirs, moves: non_losing(s, mask, theirs), stones: mask.count() }
    }

    fn prove(&self, root: &Well<S::Word>, mut request: Request<'_>) -> Solution {
        let s = self.shape;
        let exact = |score| Solution { lo: to_score(score), hi: to_score(score), nodes: 1 };
        if (root.mine & root.playable(s)).any() {
            return exact(win_with_stone(root.stones + 1, s.cells()));
        }
        if root.mask == s.board() {
            return exact(0);
        }
        if root.moves.is_zero() {
            return exact(-win_with_stone(root.stones + 2, s.cells()));
        }
        let goal = request.goal;
        let shared = Shared::new(Bounds { lo: lowest_score(s, root), hi: highest_score(s, root) });
        let mut told = 0;
        let mut ends = |shared: &Shared| {
            let nodes = shared.nodes();
            if let Some(progress) = &mut request.progress
                && nodes >= told + REPORT
            {
                told = nodes;
                let (bounds, _) = shared.bounds();
                progress(&Progress {
                    nodes,
                    lo: to_score(bounds.lo),
                    hi: to_score(bounds.hi),
                    window: to_score(wanted(goal, bounds).unwrap_or(bounds.lo)),
                    fill_permille: self.table.fill_permille(),
                });
            }
            request.max_nodes.is_some_and(|most| nodes >= most)
                || request.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed))
                || request.until.as_mut().is_some_and(|until| until())
        };
        if self.threads > 1 {
            // Most positions are over before a second thread has started.
            let mut ended = false;
            let mut watch = |shared: &Shared| {
                ended = ends(shared);
                ended || shared.nodes() >= ALONE
            };
            self.run(root, goal, Control::new(&shared, Some(&mut watch), None));
            if ended || wanted(goal, shared.bounds().0).is_none() {
                return self.solution(&shared);
            }
            shared.resume();
        }
        let busy = (self.threads > 1).then(Busy::new);
        let busy = busy.as_ref();
        thread::scope(|scope| {
            for _ in 1..self.threads {
                let shared = &shared;
                scope.spawn(move || self.run(root, goal, Control::new(shared, None, busy)));
            }
            self.run(root, goal, Control::new(&shared, Some(&mut ends), busy));
            shared.halt();
        });
        self.solution(&shared)
    }

    fn solution(&self, shared: &Shared) -> Solution {
        let (bounds, _) = shared.bounds();
        Solution { lo: to_score(bounds.lo), hi: to_score(bounds.hi), nodes: shared.nodes() }
    }

    /// One thread: window after window until the goal is reached or somebody halts.
    fn run<'a>(&'a self, root: &Well<S::Word>, goal: Goal, control: Control<'a>) {
        let shared = control.shared;
        let mut search = Search::new(self.shape, self.tuning, &self.places, &self.table, control);
        loop {
            let (bounds, epoch) = shared.bounds();
            let Some(alpha) = wanted(goal, bounds) else { break };
            if shared.halted() {
                break;
            }
            search.control.epoch = epoch;
            search.stopped = false;
            let score = search.search(root, alpha);
            if search.stopped {
                continue;
            }
            if score > alpha {
                shared.narrow(score, i32::MAX);
            } else {
                shared.narrow(i32::MIN, score);
            }
        }
        let nodes = search.nodes;
        search.control.report(nodes);
    }
}

/// The next window that the goal asks for, if any.
fn wanted(goal: Goal, bounds: Bounds) -> Option<i32> {
    let open = |alpha: i32| bounds.lo <= alpha && alpha < bounds.hi;
    match goal {
        Goal::Score => (bounds.lo < bounds.hi).then(|| windows::next(bounds)),
        Goal::Outcome => [0, -1].into_iter().find(|alpha| open(*alpha)).map(|sign| windows::for_sign(bounds, sign)),
        Goal::Above(score) => Some(score.get()).filter(|alpha| open(*alpha)),
    }
}

/// The devices that hold on this board.
fn sound<S: Shape>(tuning: Tuning) -> Tuning {
    if S::EXACT { tuning.exactly() } else { tuning }
}

fn to_score(score: i32) -> Score {
    Score::from(score as i16)
}

impl<S: Shape> Solve for Engine<S> {
    fn solve(&self, moves: &[usize], request: Request<'_>) -> Result<Solution, PositionError> {
        Ok(self.prove(&self.root(moves)?, request))
    }

    fn order_counts(&self, moves: &[usize], mover_attacks: bool) -> Result<Vec<f32>, PositionError> {
        let s = self.shape;
        let before = self.root(&moves[..moves.len().saturating_sub(1)])?;
        let child = self.root(moves)?;
        let bit = (before.mask ^ child.mask).index().min(s.bits() - 1);
        let parts = self.places.parts(s, &child, bit, mover_attacks, true);
        Ok(learnt::counts(s, &child, mover_attacks, &parts))
    }

    fn is_above(&self, me: u128, mask: u128, score: i32, stop: &mut dyn FnMut() -> bool) -> Option<bool> {
        let root = self.well(S::Word::truncate(me), S::Word::truncate(mask));
        let score = to_score(score);
        let solution = self.prove(&root, Request { goal: Goal::Above(score), until: Some(stop), ..Request::default() });
        let known = solution.lo > score || solution.hi <= score;
        known.then_some(solution.lo > score)
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = sound::<S>(tuning);
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    fn table(&mut self) -> &mut ScoreTable {
        &mut self.table
    }
}
