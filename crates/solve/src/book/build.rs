//! Making a book: the positions of the last ply are solved, all others follow from them.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use filetto_rules::Rules;

use super::positions::{After, Keys, Unlisted};
use super::{Book, BookError, MOST, UNKNOWN, from_centre};
use crate::gravity::{Goal, GravitySolver, PositionError, Request, Score};

/// A book in the making. Can be stopped, kept as a partial book, and gone on with.
pub struct Builder {
    book: Book,
}

/// Hears how many of the positions are solved; break to stop.
pub type Watch<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

impl Builder {
    /// A book of all positions of a board with gravity after at most so many plies.
    pub fn new(rules: Rules, plies: usize) -> Result<Builder, BookError> {
        Builder::watched(rules, plies, &mut || ControlFlow::Continue(()))
    }

    /// The same, with one who is asked now and then whether to go on: to list millions of positions takes seconds.
    pub fn watched(
        rules: Rules,
        plies: usize,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Builder, BookError> {
        Book::check_board(rules)?;
        let levels = Keys::of(rules).levels_watched(plies, MOST, watch).map_err(|why| match why {
            Unlisted::Stopped => BookError::Stopped,
            Unlisted::TooMany => BookError::Board(format!(
                "{rules} has more than {MOST} positions of up to {plies} plies: ask for fewer plies"
            )),
        })?;
        Ok(Builder { book: Book::unsolved(rules, levels) })
    }

    /// Goes on with a partial book of the same board and depth.
    pub fn resume(&mut self, partial: Book) -> Result<(), BookError> {
        if (partial.rules, partial.plies()) != (self.book.rules, self.book.plies()) {
            let wanted = format!("{} to {} plies", self.book.rules, self.book.plies());
            let there = format!("{} to {} plies", partial.rules, partial.plies());
            return Err(BookError::File(format!("it is a book of {there}, not of {wanted}")));
        }
        self.book = partial;
        Ok(())
    }

    /// How many positions of the last ply are solved.
    pub fn solved(&self) -> usize {
        self.book.replies.iter().filter(|column| **column != UNKNOWN).count()
    }

    /// How many positions the last ply has.
    pub fn positions(&self) -> usize {
        self.book.replies.len()
    }

    /// What is done so far.
    pub fn partial(&self) -> &Book {
        &self.book
    }

    /// Solves until all is done or the watcher says stop; says whether all is done. Every thread has a position of its own, and all share the solver's table.
    pub fn run(&mut self, solver: &GravitySolver, threads: usize, watch: Watch) -> bool {
        let (keys, plies, total) = (Keys::of(self.book.rules), self.book.plies(), self.positions());
        let already = self.solved();
        let levels = &self.book.levels;
        let todo: Vec<usize> = (0..total).filter(|at| self.book.replies[*at] == UNKNOWN).collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let found: Mutex<Vec<(usize, i8, i8)>> = Mutex::default();
        let found_so_far = || found.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let work = |mut watch: Option<Watch>| {
            while let Some(&at) = todo.get(next.fetch_add(1, Relaxed)).filter(|_| !stop.load(Relaxed)) {
                let mut until = || {
                    let done = already + found_so_far().len();
                    let asked = watch.as_mut().is_some_and(|watch| watch(done, total).is_break());
                    stop.fetch_or(asked, Relaxed) || asked
                };
                // The moves lead to the position or to its mirror image: a column of the book is one of the position under its key.
                let key = levels[plies][at];
                let moves = keys.moves(levels, key);
                let turned = keys.played(moves.iter().copied()) != key;
                if let Some((score, column)) = solve(solver, &moves, &mut until) {
                    let cols = self.book.rules.cols();
                    let column = if turned { cols - 1 - column } else { column };
                    found_so_far().push((at, score.get() as i8, column as i8));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.max(1) {
                scope.spawn(|| work(None));
            }
            work(Some(watch));
        });
        for (at, score, column) in found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            self.book.scores[plies][at] = score;
            self.book.replies[at] = column;
        }
        self.solved() == total
    }

    /// The book, once [`Builder::run`] has solved everything: the earlier plies by minimax.
    pub fn finish(mut self) -> Option<Book> {
        if self.solved() < self.positions() {
            return None;
        }
        for ply in (0..self.book.plies()).rev() {
            for at in 0..self.book.levels[ply].len() {
                self.book.scores[ply][at] = best(&self.book, ply, self.book.levels[ply][at])?;
            }
        }
        self.book.complete = true;
        Some(self.book)
    }
}

/// The score of a position and a column that keeps it: of several the one nearest to the centre.
fn solve(solver: &GravitySolver, moves: &[usize], until: &mut dyn FnMut() -> bool) -> Option<(Score, usize)> {
    let request = Request { until: Some(until), ..Request::default() };
    let score = solver.solve_with(moves, request).ok()?.score()?;
    for column in from_centre(solver.rules().cols()) {
        let line: Vec<usize> = moves.iter().copied().chain([column]).collect();
        let request = Request { goal: Goal::Above(-score), until: Some(until), ..Request::default() };
        match solver.solve_with(&line, request) {
            Ok(solution) if solution.hi <= -score => return Some((score, column)),
            // Stopped: neither this nor that.
            Ok(solution) if solution.lo <= -score => return None,
            Ok(_) => {}
            // It wins at once, or fills the board.
            Err(PositionError::Over { ply }) if ply == line.len() => return Some((score, column)),
            Err(_) => {}
        }
    }
    None
}

/// The score of a position from those after its moves, if the book has them all.
pub(super) fn best(book: &Book, ply: usize, key: u128) -> Option<i8> {
    let mut best = None;
    for (_, after) in Keys::of(book.rules).after(key, ply) {
        let score = match after {
            After::Open(next) => -book.at(ply + 1, next)?,
            After::Full => 0,
            After::Won => Score::win_with_stone(ply as u32 + 1, book.rules.cells() as u32).get() as i8,
        };
        best = best.max(Some(score));
    }
    best
}
