//! What a solve is asked for, what it may spend, and what it answers.

use std::sync::atomic::AtomicBool;

use super::score::Score;

/// How much of the truth is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    #[default]
    Score,
    /// Win, draw or loss only.
    Outcome,
    /// Whether the score is above this one or not: one null window.
    Above(Score),
}

/// What is proved while a solve runs.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions expanded by all threads.
    pub nodes: u64,
    /// The score is at least this …
    pub lo: Score,
    /// … and at most this.
    pub hi: Score,
    /// The window being searched: whether the score is above this.
    pub window: Score,
    /// Entries of the table in use, per thousand.
    pub fill_permille: u32,
}

/// What to solve for and when to give up. The default asks for the exact score and never gives up.
#[derive(Default)]
pub struct Request<'a> {
    /// How much of the truth is wanted.
    pub goal: Goal,
    /// Ends the search when it turns true.
    pub stop: Option<&'a AtomicBool>,
    /// Ends the search after about so many nodes.
    pub max_nodes: Option<u64>,
    /// Asked about every thousand nodes of the first thread; `true` ends the search. A deadline is a closure over a clock.
    pub until: Option<&'a mut dyn FnMut() -> bool>,
    /// Told about every million nodes of the first thread, on the thread that called the solver.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

impl Request<'_> {
    /// The same for the position after a move: a score above `a` there is one below `-a` here.
    pub(crate) fn for_child(&mut self) -> Request<'_> {
        Request {
            goal: match self.goal {
                Goal::Above(score) => Goal::Above(Score::from((-score.get() - 1) as i16)),
                goal => goal,
            },
            stop: self.stop,
            max_nodes: self.max_nodes,
            until: match &mut self.until {
                Some(until) => Some(&mut **until),
                None => None,
            },
            progress: match &mut self.progress {
                Some(progress) => Some(&mut **progress),
                None => None,
            },
        }
    }
}

/// What was proved: `lo <= score <= hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score is at least this …
    pub lo: Score,
    /// … and at most this.
    pub hi: Score,
    /// Positions expanded: every position whose moves were generated, forced ones included.
    pub nodes: u64,
}

impl Solution {
    /// The score, if it is known exactly.
    pub fn score(&self) -> Option<Score> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// 1, 0 or -1 for the side to move, if the bounds decide it.
    pub fn outcome(&self) -> Option<i32> {
        (self.lo.sign() == self.hi.sign()).then(|| self.lo.sign())
    }
}
