//! Yes-or-no questions about a position, and the numbers that say how hard the answer is.
//!
//! A game with draws has three outcomes; two questions with two answers each tell them apart. A *proof number* is the
//! least number of positions that must still be settled to show "yes", a *disproof number* the same for "no" (Allis, van
//! der Meulen and van den Herik, *Proof-number search*, 1994).

use crate::game::{Game, Outcome};
use crate::limits::Stopped;
use crate::movelist::MoveList;
use crate::report::{Report, Stats};
use crate::score::{Bound, Score};

/// What is asked about the player to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Question {
    /// Do they win?
    Wins,
    /// Do they at least draw?
    Holds,
}

impl Question {
    /// The answer that a finished game gives, `attacking` being whether the player to move is the root's.
    pub(crate) fn answer(self, outcome: Outcome, attacking: bool) -> bool {
        match (self, outcome) {
            (Question::Wins, Outcome::Draw) => false,
            (Question::Holds, Outcome::Draw) => true,
            (_, Outcome::Win) => attacking,
            (_, Outcome::Loss) => !attacking,
        }
    }
}

/// A proof number and a disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Numbers {
    /// Positions still to settle for "yes".
    pub proof: u32,
    /// Positions still to settle for "no".
    pub disproof: u32,
}

impl Numbers {
    /// No number of positions would do.
    pub const INFINITE: u32 = 1 << 31;
    /// Settled: yes.
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: Self::INFINITE };
    /// Settled: no.
    pub const DISPROVED: Numbers = Numbers { proof: Self::INFINITE, disproof: 0 };
    /// Not known at all.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// The numbers of a settled position.
    pub fn settled(answer: bool) -> Numbers {
        if answer { Self::PROVED } else { Self::DISPROVED }
    }

    /// The answer, once it is settled.
    pub fn answer(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The same numbers with the two exchanged: what they are to the other player.
    #[must_use]
    pub fn swapped(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }
}

/// Adds numbers. An infinite one stays infinite; large finite ones never become infinite.
pub(crate) fn add(a: u32, b: u32) -> u32 {
    if a == Numbers::INFINITE || b == Numbers::INFINITE {
        Numbers::INFINITE
    } else {
        a.saturating_add(b).min(Numbers::INFINITE - 1)
    }
}

/// A first guess at the numbers of a position that is not over; a good one steers the search. It may settle the position
/// if it knows for certain.
pub trait Prospect<G: Game> {
    /// The numbers to start from, `attacking` being whether the player to move is the one who is asked about.
    fn numbers(&mut self, game: &G, attacking: bool) -> Numbers;
}

/// One position for, one against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Game> Prospect<G> for Even {
    fn numbers(&mut self, _: &G, _: bool) -> Numbers {
        Numbers::UNKNOWN
    }
}

/// As many positions as there are moves for whoever must look at all of them.
#[derive(Clone, Debug)]
pub struct Mobility<M> {
    list: MoveList<M>,
}

impl<M: Copy> Default for Mobility<M> {
    fn default() -> Self {
        Mobility { list: MoveList::new() }
    }
}

impl<G: Game> Prospect<G> for Mobility<G::Move> {
    fn numbers(&mut self, game: &G, attacking: bool) -> Numbers {
        self.list.truncate(0);
        game.moves(&mut self.list);
        let numbers = Numbers { proof: 1, disproof: (self.list.len() as u32).max(1) };
        if attacking { numbers } else { numbers.swapped() }
    }
}

/// The result of a proof search.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof<M> {
    /// The answer, or `None` if the search was stopped before it knew.
    pub answer: Option<bool>,
    /// The root's numbers when the search ended.
    pub numbers: Numbers,
    /// The same as other searches report. The score says what the answer says: a won position has a win of unknown
    /// length as its lower bound, a position not won a draw as its upper bound.
    pub report: Report<M>,
}

impl<M: Copy> Proof<M> {
    pub(crate) fn new(
        question: Question,
        numbers: Numbers,
        line: Vec<M>,
        fallback: Option<M>,
        stopped: Option<Stopped>,
        stats: Stats,
    ) -> Self {
        let answer = numbers.answer();
        let (score, bound) = match (question, answer) {
            (Question::Wins, Some(true)) => (Score::win_in(Score::LONGEST), Bound::Lower),
            (Question::Wins, Some(false)) => (Score::DRAW, Bound::Upper),
            (Question::Holds, Some(true)) => (Score::DRAW, Bound::Lower),
            (Question::Holds, Some(false)) => (Score::loss_in(Score::LONGEST), Bound::Upper),
            (_, None) => (Score::LOWEST, Bound::Lower),
        };
        let best = line.first().copied().or(fallback);
        let solved = answer.is_some();
        Proof { answer, numbers, report: Report { score, bound, best, line, solved, stopped, stats } }
    }
}
