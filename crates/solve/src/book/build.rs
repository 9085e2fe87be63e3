//! Making a book: the positions of the last ply are solved, all others follow from them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use filetto_rules::{Outcome, Rules};

use super::position::{Level, first_level, key, next_level, replay};
use super::{Book, BookError};
use crate::gravity::{GravitySolver, Request, Score};

/// A book in the making. Can be stopped, kept as a partial book, and gone on with.
pub struct Builder {
    book: Book,
    /// The positions of each ply.
    levels: Vec<Level>,
}

/// Hears how many of the positions are solved; break to stop.
pub type Watch<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

impl Builder {
    /// A book of all positions of a board with gravity after at most so many plies.
    pub fn new(rules: Rules, plies: usize) -> Result<Builder, BookError> {
        Book::check_board(rules)?;
        let mut levels = vec![first_level(rules)];
        for ply in 0..plies.min(rules.cells()) {
            levels.push(next_level(rules, &levels[ply]));
        }
        // On a small board all games may be over before.
        while levels.len() > 1 && levels.last().is_some_and(Level::is_empty) {
            levels.pop();
        }
        let book = Book { rules, plies: levels.len() - 1, complete: false, scores: BTreeMap::new() };
        Ok(Builder { book, levels })
    }

    /// Goes on with a partial book of the same board and depth.
    pub fn resume(&mut self, partial: Book) -> Result<(), BookError> {
        if (partial.rules, partial.plies) != (self.book.rules, self.book.plies) {
            let wanted = format!("{} to {} plies", self.book.rules, self.book.plies);
            let there = format!("{} to {} plies", partial.rules, partial.plies);
            return Err(BookError::File(format!("it is a book of {there}, not of {wanted}")));
        }
        let last = self.last();
        self.book.scores = partial.scores.into_iter().filter(|(key, _)| last.contains_key(key)).collect();
        Ok(())
    }

    fn last(&self) -> &Level {
        &self.levels[self.book.plies]
    }

    /// How many positions of the last ply are solved.
    pub fn solved(&self) -> usize {
        self.book.scores.len()
    }

    /// How many positions the last ply has.
    pub fn positions(&self) -> usize {
        self.last().len()
    }

    /// What is done so far.
    pub fn partial(&self) -> &Book {
        &self.book
    }

    /// Solves until all is done or the watcher says stop; says whether all is done. Every thread has a position of its own, and all share the solver's table.
    pub fn run(&mut self, solver: &GravitySolver, threads: usize, watch: Watch) -> bool {
        let todo: Vec<(u128, &[usize])> = self.levels[self.book.plies]
            .iter()
            .filter(|(key, _)| !self.book.scores.contains_key(key))
            .map(|(key, moves)| (*key, &moves[..]))
            .collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let total = self.last().len();
        let solved = Mutex::new(std::mem::take(&mut self.book.scores));
        let scores = || solved.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let work = |mut watch: Option<Watch>| {
            while let Some(&(key, moves)) = todo.get(next.fetch_add(1, Relaxed)).filter(|_| !stop.load(Relaxed)) {
                let mut until = || {
                    let asked = watch.as_mut().is_some_and(|watch| watch(scores().len(), total).is_break());
                    stop.fetch_or(asked, Relaxed) || asked
                };
                let solution = solver.solve_with(moves, Request { until: Some(&mut until), ..Request::default() });
                if let Some(score) = solution.ok().and_then(|solution| solution.score()) {
                    scores().insert(key, score.get() as i8);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.max(1) {
                scope.spawn(|| work(None));
            }
            work(Some(watch));
        });
        self.book.scores = solved.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.book.scores.len() == total
    }

    /// The book, once [`Builder::run`] has solved everything: the earlier plies by minimax.
    pub fn finish(mut self) -> Option<Book> {
        if self.book.scores.len() < self.last().len() {
            return None;
        }
        for level in self.levels[..self.book.plies].iter().rev() {
            for (key, moves) in level {
                let score = best(&self.book, moves)?;
                self.book.scores.insert(*key, score);
            }
        }
        self.book.complete = true;
        Some(self.book)
    }
}

/// The score of a position from those after its moves, if the book has them all.
fn best(book: &Book, moves: &[usize]) -> Option<i8> {
    let game = replay(book.rules, moves);
    let mut best = None;
    for column in 0..book.rules.cols() {
        let mut after = game.clone();
        let score = match after.drop(column) {
            Err(_) => continue,
            Ok(Outcome::Ongoing) => {
                let line: Vec<usize> = moves.iter().copied().chain([column]).collect();
                -book.scores.get(&key(book.rules, &line))?
            }
            Ok(Outcome::Draw) => 0,
            Ok(Outcome::Win(_)) => Score::win_with_stone(moves.len() as u32 + 1, book.rules.cells() as u32).get() as i8,
        };
        best = best.max(Some(score));
    }
    best
}

/// Checks that a complete book has every position of its plies and no other, and that every score before the last ply is
/// what the moves are worth; gives the positions of each ply.
pub(super) fn check(book: &Book) -> Result<Vec<Level>, BookError> {
    let Builder { levels, book: empty } = Builder::new(book.rules, book.plies)?;
    let wrong = |moves: &[usize], what: String| {
        let moves: Vec<String> = moves.iter().map(|column| (column + 1).to_string()).collect();
        BookError::Entry { moves: moves.join(" "), what }
    };
    if !book.complete {
        return Err(BookError::File("it is not complete: go on with filetto book build".to_owned()));
    }
    if empty.plies != book.plies {
        return Err(BookError::File(format!("no game of this board is open after {} plies", book.plies)));
    }
    let positions: usize = levels.iter().map(Level::len).sum();
    for level in levels.iter().rev() {
        for (key, moves) in level {
            let Some(score) = book.scores.get(key) else { return Err(wrong(moves, "the position is missing".into())) };
            let expected = if moves.len() < book.plies { best(book, moves) } else { Some(*score) };
            if expected != Some(*score) {
                return Err(wrong(moves, format!("the score is {score}, its moves say {expected:?}")));
            }
        }
    }
    if positions != book.scores.len() {
        return Err(BookError::File(format!("it has {} entries for {positions} positions", book.scores.len())));
    }
    Ok(levels)
}
