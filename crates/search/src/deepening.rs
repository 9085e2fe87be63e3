//! Iterative deepening: one ply, two plies, three, until the time is used.
//!
//! A search whose time runs out in the middle of a fixed depth has looked at some moves and not at others; a series of
//! searches of rising depth always has a finished one to fall back on, and the series costs little more than its last
//! member, since each iteration's line (and table) gives the next one its order of moves (Scott 1969; Slate and Atkin
//! 1977; Korf 1985 for the cost).
//!
//! The unfinished iteration is not lost: it looked at the previous best move first, so whatever it prefers is better
//! than that move *at the greater depth*. And some time can be kept in reserve for the moment when the score drops
//! sharply, since then another move should be looked for: [`Deepening::reserve`].
//!
//! The series ends early when the value is certain: the tree was searched to its ends, or a win or loss lies within the
//! depth, which a search of full width cannot improve. The score to expect is that of two iterations before: many
//! evaluators favour the player who moved last, so neighbouring depths differ and every second one agrees.

use std::time::Duration;

use crate::evaluator::Evaluator;
use crate::fixed_depth::FixedDepth;
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::report::{Progress, Report};
use crate::score::{Bound, Score};
use crate::walk::Walk;

/// Iterative deepening over a fixed-depth search.
#[derive(Clone, Debug, Default)]
pub struct Deepening<S> {
    inner: S,
    reserve: Option<Reserve>,
    skipped: u32,
    forgets_lines: bool,
}

#[derive(Clone, Copy, Debug)]
struct Reserve {
    share: f64,
    drop: i32,
}

/// A finished iteration.
struct Iteration<M> {
    score: Score,
    line: Vec<M>,
    solved: bool,
}

impl<S> Deepening<S> {
    /// Deepens `inner`, using all of the time.
    pub fn new(inner: S) -> Self {
        Deepening { inner, reserve: None, skipped: 0, forgets_lines: false }
    }

    /// The same, keeping `share` (0 to 1) of the time back. It is used only when the score has fallen by `drop` or more
    /// since the last iteration that compares.
    #[must_use]
    pub fn reserve(self, share: f64, drop: i32) -> Self {
        Deepening { reserve: Some(Reserve { share: share.clamp(0.0, 1.0), drop: drop.max(1) }), ..self }
    }

    /// The same, the first iteration being `depth` plies deep.
    #[must_use]
    pub fn starting_at(self, depth: u32) -> Self {
        Deepening { skipped: depth.saturating_sub(1), ..self }
    }

    /// The same, no iteration trying the line of the one before first: what an unfinished iteration prefers may then be
    /// worse than what the finished one found.
    #[must_use]
    pub fn forgetting_lines(self) -> Self {
        Deepening { forgets_lines: true, ..self }
    }

    /// The search that is deepened, with what it learnt.
    pub fn into_inner(self) -> S {
        self.inner
    }

    /// Searches `game` deeper and deeper until a limit is reached or the value is certain; `progress` hears of every
    /// finished iteration.
    pub fn run<G, E>(
        &mut self,
        game: &mut G,
        evaluator: &mut E,
        limits: &Limits,
        progress: impl FnMut(&Progress<'_, G::Move>),
    ) -> Report<G::Move>
    where
        G: Game,
        E: Evaluator<G>,
        S: FixedDepth<G, E>,
    {
        self.run_from(game, evaluator, limits, &[], progress)
    }

    /// The same, the first iteration trying `line` first: what an earlier search expected from here on.
    pub fn run_from<G, E>(
        &mut self,
        game: &mut G,
        evaluator: &mut E,
        limits: &Limits,
        line: &[G::Move],
        mut progress: impl FnMut(&Progress<'_, G::Move>),
    ) -> Report<G::Move>
    where
        G: Game,
        E: Evaluator<G>,
        S: FixedDepth<G, E>,
    {
        let mut walk = Walk::new(game, evaluator, limits);
        let mut done: Vec<Iteration<G::Move>> = Vec::new();
        let mut unfinished: Option<Iteration<G::Move>> = None;
        let mut unchanged = 0;
        let mut deadline = limits.time.map(|time| self.first_deadline(time));
        walk.meter().set_deadline(deadline);
        let stopped = loop {
            let depth = done.len() as u32 + 1 + self.skipped;
            if !done.is_empty() && depth > limits.depth.unwrap_or(u32::MAX) {
                break None;
            }
            let expected = comparable(&done);
            let known = unfinished.as_ref().or(done.last()).map_or(line, |known| &known.line);
            walk.expect(if self.forgets_lines { &[] } else { known }, expected);
            let unsure = walk.unsure();
            let result = self.inner.search(&mut walk, depth);
            let seen = walk.root_score();
            let released = deadline != limits.time && seen.is_some_and(|score| self.has_fallen(expected, score));
            if released {
                deadline = limits.time;
                walk.meter().set_deadline(deadline);
            }
            match result {
                Ok(score) => {
                    let solved = walk.unsure() == unsure;
                    let same = done.last().is_some_and(|last| last.line.first() == walk.line().first());
                    unchanged = if same { unchanged + 1 } else { 0 };
                    done.push(Iteration { score, line: walk.line().to_vec(), solved });
                    unfinished = None;
                    walk.stats.depth = depth;
                    let stats = walk.stats_now();
                    progress(&Progress { depth, score, nodes: stats.nodes, elapsed: stats.elapsed, line: walk.line() });
                    if solved || score.plies().is_some_and(|plies| plies <= depth) {
                        break None;
                    }
                    if limits.plan().is_over(stats.elapsed, unchanged, self.has_fallen(expected, score)) {
                        break Some(Stopped::Time);
                    }
                    self.inner.age();
                }
                Err(stopped) => {
                    if let Some(score) = seen {
                        unfinished = Some(Iteration { score, line: walk.line().to_vec(), solved: false });
                    }
                    // With the reserve just released the same depth is searched once more, the table mostly full.
                    if !(released && stopped == Stopped::Time) {
                        break Some(stopped);
                    }
                }
            }
        };
        conclude(walk, unfinished, done.pop(), stopped)
    }

    fn first_deadline(&self, time: Duration) -> Duration {
        self.reserve.map_or(time, |reserve| time.mul_f64(1.0 - reserve.share))
    }

    fn has_fallen(&self, expected: Option<Score>, score: Score) -> bool {
        self.reserve.zip(expected).is_some_and(|(reserve, expected)| {
            i64::from(expected.raw()) - i64::from(score.raw()) >= i64::from(reserve.drop)
        })
    }
}

/// The score of the iteration that the next one compares with.
fn comparable<M>(done: &[Iteration<M>]) -> Option<Score> {
    done.iter().rev().nth(1).or(done.last()).map(|iteration| iteration.score)
}

/// The report: the unfinished iteration if it has a move to show, else the last finished one.
fn conclude<G: Game, E: Evaluator<G>>(
    mut walk: Walk<'_, G, E>,
    unfinished: Option<Iteration<G::Move>>,
    finished: Option<Iteration<G::Move>>,
    stopped: Option<Stopped>,
) -> Report<G::Move> {
    let whole = unfinished.is_none();
    let Some(found) = unfinished.or(finished) else {
        return walk.report(Err(stopped.unwrap_or(Stopped::Time)), false);
    };
    walk.set_line(&found.line, found.score);
    let mut report = walk.report(Ok(found.score), whole && (found.solved || found.score.is_decisive()));
    report.bound = if whole { Bound::Exact } else { Bound::Lower };
    report.stopped = stopped;
    report
}
