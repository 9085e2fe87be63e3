//! A search's hands and feet: the position, the path to it, the counters and the limits.
//!
//! Every algorithm of the crate is a few lines over a [`Walk`]. It plays and undoes moves (and tells the evaluator),
//! counts nodes, watches the limits, keeps the shared move stack and the principal variation. A caller cannot forget to
//! take a move back: [`Walk::after`] plays, runs the search below, and undoes, stopped or not.

mod list;

use crate::evaluator::Evaluator;
use crate::game::{Game, Outcome};
use crate::limits::{Limits, Stopped};
use crate::meter::Meter;
use crate::movelist::MoveList;
use crate::order::Place;
use crate::pv_table::PvTable;
use crate::report::{Report, Stats};
use crate::score::{Bound, Score};

/// One thread's way through a game tree.
pub struct Walk<'a, G: Game, E> {
    game: &'a mut G,
    evaluator: &'a mut E,
    meter: Meter,
    list: MoveList<G::Move>,
    path: Vec<G::Move>,
    lines: PvTable<G::Move>,
    root_score: Option<Score>,
    hint: Vec<G::Move>,
    followed: usize,
    guess: Option<Score>,
    unsure: u64,
    /// Counters that the algorithms keep.
    pub stats: Stats,
}

impl<'a, G: Game, E: Evaluator<G>> Walk<'a, G, E> {
    /// A walk that starts at `game`, which is given back as it was.
    pub fn new(game: &'a mut G, evaluator: &'a mut E, limits: &Limits) -> Self {
        evaluator.start(game);
        Walk {
            game,
            evaluator,
            meter: Meter::new(limits),
            list: MoveList::new(),
            path: Vec::new(),
            lines: PvTable::new(),
            root_score: None,
            hint: Vec::new(),
            followed: 0,
            guess: None,
            unsure: 0,
            stats: Stats::default(),
        }
    }

    /// Visits the root once more: counts it and forgets what an earlier pass found there.
    pub fn root(&mut self) -> Result<(), Stopped> {
        self.list.truncate(0);
        self.lines.clear(0);
        self.root_score = None;
        self.meter.tick()
    }

    /// Plays `mv`, runs `search` and takes the move back. Refuses when a limit is reached.
    #[inline]
    pub fn after<T>(
        &mut self,
        mv: G::Move,
        search: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.descend(mv)?;
        self.lines.clear(self.path.len());
        let result = search(self);
        self.ascend();
        result
    }

    /// Visits the present position once more, as a second search of it does.
    #[inline]
    pub fn again(&mut self) -> Result<(), Stopped> {
        self.lines.clear(self.path.len());
        self.meter.tick()
    }

    /// Plays `mv`, or refuses because a limit is reached. For walks that are no recursion: playouts, which may be far
    /// deeper than a thread's stack allows, and proof trees.
    #[inline]
    pub(crate) fn descend(&mut self, mv: G::Move) -> Result<(), Stopped> {
        self.meter.tick()?;
        if self.followed == self.path.len() && self.hint.get(self.followed) == Some(&mv) {
            self.followed += 1;
        }
        self.evaluator.playing(self.game, mv);
        self.game.play(mv);
        self.evaluator.played(self.game, mv);
        self.path.push(mv);
        Ok(())
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        if let Some(mv) = self.path.pop() {
            self.game.undo(mv);
            self.evaluator.undone(self.game, mv);
            self.followed = self.followed.min(self.path.len());
        }
    }

    /// Takes moves back until `ply` of them are left.
    pub(crate) fn ascend_to(&mut self, ply: u32) {
        while self.ply() > ply {
            self.ascend();
        }
    }

    /// The position.
    #[inline]
    pub fn game(&self) -> &G {
        self.game
    }

    /// Plies played from the root.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.path.len() as u32
    }

    /// The moves from the root to here.
    pub(crate) fn path(&self) -> &[G::Move] {
        &self.path
    }

    /// The move that led here, unless this is the root.
    #[inline]
    pub fn last(&self) -> Option<G::Move> {
        self.path.last().copied()
    }

    /// Where in the tree the walk is, with `depth` plies left to search.
    #[inline]
    pub fn place(&self, depth: u32) -> Place<G::Move> {
        Place { ply: self.ply(), depth, previous: self.last() }
    }

    /// The score of the position if the game is over.
    #[inline]
    pub fn ended(&self) -> Option<Score> {
        self.game.outcome().map(|outcome| match outcome {
            Outcome::Win => Score::win_in(self.ply()),
            Outcome::Draw => Score::DRAW,
            Outcome::Loss => Score::loss_in(self.ply()),
        })
    }

    /// The evaluator's estimate of a position that is not over. What rests on it is not solved.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.stats.evaluations += 1;
        self.unsure += 1;
        self.evaluator.evaluate(self.game, self.path.last().copied())
    }

    /// Notes that something else than the rules of the game decided a value: a table entry, a risky cut.
    #[inline]
    pub fn note_unsure(&mut self) {
        self.unsure += 1;
    }

    /// How often a value rested on something else than the rules so far. Unchanged across a search: it solved its
    /// position.
    #[inline]
    pub fn unsure(&self) -> u64 {
        self.unsure
    }

    /// Notes that `mv` is the best move here, worth `score`.
    #[inline]
    pub fn improve(&mut self, mv: G::Move, score: Score) {
        self.lines.improve(self.path.len(), mv);
        if self.path.is_empty() {
            self.root_score = Some(score);
        }
    }

    /// Gives the root a line found by other means than [`improve`](Self::improve).
    pub(crate) fn set_line(&mut self, line: &[G::Move], score: Score) {
        self.lines.set(0, line);
        self.root_score = Some(score);
    }

    /// The best line from the root that the present pass has found; empty until a root move was good enough.
    pub fn line(&self) -> &[G::Move] {
        self.lines.root()
    }

    /// The score that goes with [`line`](Self::line).
    pub fn root_score(&self) -> Option<Score> {
        self.root_score
    }

    /// A line to try first and the score to expect, from a shallower search.
    pub fn expect(&mut self, line: &[G::Move], score: Option<Score>) {
        self.hint.clear();
        self.hint.extend_from_slice(line);
        self.followed = 0;
        self.guess = score;
    }

    /// The score to expect at the root, if a shallower search told one.
    pub fn guess(&self) -> Option<Score> {
        self.guess
    }

    /// The counter of nodes and watcher of limits.
    pub fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// The counters with the nodes and the time as they are now.
    pub fn stats_now(&self) -> Stats {
        Stats { nodes: self.meter.nodes(), elapsed: self.meter.elapsed(), ..self.stats }
    }

    /// The report of a search that ended with `result`, its line being the present one.
    pub fn report(&mut self, result: Result<Score, Stopped>, solved: bool) -> Report<G::Move> {
        let line = self.lines.root().to_vec();
        let score = result.ok().or(self.root_score);
        Report {
            score: score.unwrap_or(Score::LOWEST),
            // Of a stopped search some root moves are unseen, so its best is a lower bound; without any, nothing is known
            // and "at least the lowest score" says just that.
            bound: if result.is_ok() { Bound::Exact } else { Bound::Lower },
            best: line.first().copied().or_else(|| self.first_move()),
            line,
            solved: solved && result.is_ok(),
            stopped: result.err(),
            stats: self.stats_now(),
        }
    }

    fn first_move(&mut self) -> Option<G::Move> {
        if self.game.outcome().is_some() {
            return None;
        }
        let span = self.moves();
        let first = self.list.iter(span).next();
        self.release(span);
        first
    }
}
