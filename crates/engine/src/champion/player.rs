//! The player: what is decided before, around and after the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use filetto_rules::{Board, Cell, Game, Rng, Rules};
use filetto_search::{Clock, Limits, Replacement, Score, Stats, Stopped, Table};

use super::level::Level;
use super::options::Options;
use super::oracle::{Oracle, Verdict};
use super::order::{NOWHERE, Worth};
use super::pace::Pace;
use super::pairing::Pairing;
use super::search::{RootMove, Searcher};
use super::tactics::{Duty, duty};
use super::vct::Vct;
use crate::knowledge::{Field, Id, Weights};
use crate::{Choice, Info, Player, Settings, within};

/// A line of play with its score: one of several that an analysis compares.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The worth for the side to move.
    pub score: Score,
    /// The moves.
    pub line: Vec<Cell>,
}

/// The default player.
pub struct Champion {
    table: Table,
    options: Options,
    weights: Option<Weights>,
    worth: Worth,
    threads: usize,
    level: Option<Level>,
    seed: u64,
    oracle: Option<Box<dyn Oracle>>,
    pairing: Option<(Rules, Option<Pairing>)>,
}

impl Champion {
    /// A champion with the usual options.
    pub fn new(settings: Settings) -> Champion {
        Champion::with(settings, Options::default())
    }

    /// One with options of its own, for measuring.
    pub fn with(settings: Settings, options: Options) -> Champion {
        Champion {
            table: Table::new(settings.memory, Replacement::TwoTier),
            options,
            weights: None,
            worth: Worth::new(),
            threads: settings.threads.max(1),
            level: settings.level.and_then(Level::numbered),
            seed: settings.seed,
            oracle: None,
            pairing: None,
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn weights(self, weights: Weights) -> Champion {
        Champion { weights: Some(weights), ..self }
    }

    /// The same with somebody to ask before it searches.
    #[must_use]
    pub fn oracle(self, oracle: Box<dyn Oracle>) -> Champion {
        Champion { oracle: Some(oracle), ..self }
    }

    /// The move when the limit is the time left for the whole game, with an increment after each move.
    pub fn choose_on_clock(
        &mut self,
        game: &Game,
        (left, increment): (Duration, Duration),
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let pace = Pace::of(game, left, increment);
        self.decide(game, &limits.clone().time(pace.hard), Some(pace), info)
    }

    fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        pace: Option<Pace>,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let limits = within(limits);
        if game.outcome().is_over() {
            return None;
        }
        if let Some(level) = self.level {
            return self.play_down(game, level, &limits, info);
        }
        if let Some(known) = self.ask(game, &limits) {
            return Some(known);
        }
        let (moves, solved, stats) = self.run(game, &limits, 1, pace, info);
        let Variation { score, line } = moves.into_iter().next()?;
        let score = (score > Score::LOWEST).then_some(score);
        Some(Choice { cell: line[0], score, line, solved, stats })
    }

    /// What the oracle knows, unless the move is forced anyway. It gets a third of the time.
    fn ask(&mut self, game: &Game, limits: &Limits) -> Option<Choice> {
        let oracle = self.oracle.as_mut()?;
        let part = Limits { time: limits.time.map(|time| time / 3), ..limits.clone() };
        let Verdict { best, score } = oracle.ask(game, &part)?;
        game.board().check(best).ok()?;
        Some(Choice { score: Some(score), solved: true, ..Choice::of(best) })
    }

    /// A move of a level below the full one.
    fn play_down(&mut self, game: &Game, level: Level, limits: &Limits, info: &mut dyn FnMut(&Info)) -> Option<Choice> {
        let stones = game.board().stones() as u64;
        let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003).wrapping_add(stones));
        let field = Field::of(game);
        let blind = matches!(duty(&field), Duty::Forced(_)) && rng.below(100) < level.blind;
        let limits = level.within(limits);
        let (moves, solved, stats) = if blind {
            // Looks at the position as if the threat were not there.
            let mut searcher = self.searcher(field, &limits);
            let mut moves = searcher.quiet_moves();
            moves.truncate(Level::CHOICES);
            let tell = |m: RootMove| Variation { score: Score::DRAW, line: searcher.cells(&m.line) };
            (moves.into_iter().map(tell).collect(), false, Stats::default())
        } else {
            self.run(game, &limits, Level::CHOICES, None, info)
        };
        let scores: Vec<Score> = moves.iter().map(|m: &Variation| m.score).collect();
        let Variation { score, line } = moves.into_iter().nth(level.pick(&scores, &mut rng))?;
        Some(Choice { cell: line[0], score: Some(score), line, solved, stats })
    }

    /// The best `count` moves with their lines, best first, and the cost. Empty if the game is over.
    pub fn analyse(
        &mut self,
        game: &Game,
        limits: &Limits,
        count: usize,
        info: &mut dyn FnMut(&Info),
    ) -> (Vec<Variation>, bool, Stats) {
        self.run(game, limits, count, None, info)
    }

    fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        count: usize,
        pace: Option<Pace>,
        info: &mut dyn FnMut(&Info),
    ) -> (Vec<Variation>, bool, Stats) {
        let clock = limits.since.unwrap_or_else(Clock::start);
        let limits = limits.clone().since(clock);
        if game.outcome().is_over() {
            return (Vec::new(), false, Stats::default());
        }
        self.table.age();
        let field = Field::of(game);
        let rules = game.rules();
        if self.pairing.as_ref().is_none_or(|(paired, _)| *paired != rules) {
            self.pairing = Some((rules, Pairing::of(rules)));
        }
        let done = Arc::new(AtomicBool::new(false));
        let helping = Limits { nodes: None, depth: None, ..limits.clone() }.stop(Arc::clone(&done));
        let this = &*self;
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|number| {
                    let (field, helping) = (field.clone(), &helping);
                    scope.spawn(move || {
                        let mut searcher = this.searcher(field, helping);
                        this.deepen(&mut searcher, helping, (1, 1 + number as u32 % 2), None, &mut |_| {});
                        searcher.meter.nodes()
                    })
                })
                .collect();
            let mut searcher = this.searcher(field, &limits);
            let (moves, solved, depth) = this.deepen(&mut searcher, &limits, (count, 1), pace, info);
            done.store(true, Ordering::Relaxed);
            let nodes = helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>();
            let tell = |m: RootMove| Variation { score: m.score, line: searcher.cells(&m.line) };
            let stats = Stats {
                nodes: searcher.meter.nodes() + nodes,
                cutoffs: searcher.cutoffs.iter().sum(),
                first_cutoffs: searcher.cutoffs[0],
                depth,
                elapsed: clock.elapsed(),
                ..Stats::default()
            };
            (moves.into_iter().map(tell).collect(), solved, stats)
        })
    }

    fn searcher<'a>(&'a self, field: Field, limits: &Limits) -> Searcher<'a> {
        let weights = self.weights.as_ref().unwrap_or_else(|| Weights::of(field.rules()));
        Searcher::new(field, &self.table, (weights, &self.worth), self.options, limits)
    }

    /// Deepens until the limits, a proof, or the end. Returns the moves, best first, whether the first score is a fact, and the
    /// last depth completed.
    fn deepen(
        &self,
        searcher: &mut Searcher<'_>,
        limits: &Limits,
        (count, first): (usize, u32),
        pace: Option<Pace>,
        info: &mut dyn FnMut(&Info),
    ) -> (Vec<RootMove>, bool, u32) {
        let mut moves = searcher.root_moves();
        let duty = duty(&searcher.field);
        if matches!(duty, Duty::Free | Duty::Defend) {
            self.keep_safe(&searcher.field, &mut moves);
        }
        let count = count.clamp(1, moves.len());
        if let Duty::Wins(id, plies) = duty {
            if let Some(found) = moves.iter_mut().find(|m| m.id == id) {
                found.score = Score::win_in(plies);
            }
            if count == 1 {
                return (moves, true, 0);
            }
        }
        if count == 1 && self.options.vct > 0 && duty != Duty::Lost(moves[0].id) {
            let before = searcher.meter.nodes();
            let granted = limits.nodes.map_or(1_000_000, |nodes| nodes * u64::from(self.options.vct) / 1000);
            if let Some(time) = limits.time {
                let now = searcher.meter.elapsed();
                let part = time.saturating_sub(now) * self.options.vct / 1000;
                searcher.meter.set_deadline(Some(now + part));
            }
            let found = Vct::default().run(&mut searcher.field, 12, granted, &mut searcher.meter);
            searcher.meter.set_deadline(limits.time);
            if let Ok(Some((id, plies))) = found {
                let score = Score::win_in(plies);
                let nodes = searcher.meter.nodes() - before;
                let line = vec![searcher.field.cell(id)];
                info(&Info { depth: plies, score, nodes, elapsed: searcher.meter.elapsed(), line });
                return (vec![RootMove { id, score, line: vec![id] }], true, 0);
            }
        }
        let deepest = limits.depth.unwrap_or(u32::MAX).min(self.options.depth).min(super::search::PLIES as u32);
        let (mut done, mut unchanged, mut last) = (0, 0, (NOWHERE, Score::LOWEST));
        for depth in first..=deepest {
            let mut stopped = false;
            for from in 0..count {
                if self.aspire(searcher, &mut moves, from, depth as i32).is_err() {
                    stopped = true;
                    break;
                }
            }
            if stopped {
                break;
            }
            done = depth;
            let best = &moves[0];
            info(&Info {
                depth,
                score: best.score,
                nodes: searcher.meter.nodes(),
                elapsed: searcher.meter.elapsed(),
                line: searcher.cells(&best.line),
            });
            // A decided game gets no better, and a single move needs no thought.
            if count == 1 && (best.score.is_decisive() || moves.len() == 1) {
                break;
            }
            unchanged = if best.id == last.0 { unchanged + 1 } else { 0 };
            let fell = Pace::fell(last.1, best.score);
            last = (best.id, best.score);
            if pace.is_some_and(|pace| pace.is_over(searcher.meter.elapsed(), unchanged, fell)) {
                break;
            }
            if (depth as usize) > searcher.field.rules().cells() - searcher.field.stones() {
                break;
            }
        }
        moves.truncate(count);
        (moves, false, done)
    }

    /// Leaves only the moves that keep a draw that is there for certain.
    fn keep_safe(&self, field: &Field, moves: &mut Vec<RootMove>) {
        let Some((_, Some(pairing))) = &self.pairing else { return };
        let ids: Vec<Id> = moves.iter().map(|m| m.id).collect();
        if let Some(safe) = pairing.safe(field, &ids) {
            moves.retain(|m| safe.contains(&m.id));
            if moves.is_empty() {
                moves.extend(safe.into_iter().map(|id| RootMove { id, score: Score::LOWEST, line: vec![id] }));
            }
        }
    }

    /// One iteration in a window around the last score, widened until the score is inside.
    fn aspire(
        &self,
        searcher: &mut Searcher<'_>,
        moves: &mut [RootMove],
        from: usize,
        depth: i32,
    ) -> Result<(), Stopped> {
        let last = moves[from].score;
        let mut width = self.options.aspiration;
        let (mut low, mut high) = (Score::LOWEST, Score::HIGHEST);
        if depth > 3 && width > 0 && !last.is_decisive() && last > Score::LOWEST {
            (low, high) = (Score::new(last.raw() - width), Score::new(last.raw() + width));
        }
        loop {
            let score = searcher.root(moves, from, depth, (low, high))?;
            width = width.saturating_mul(4);
            if score <= low && low > Score::LOWEST {
                low = if width > 2000 || score.is_decisive() { Score::LOWEST } else { Score::new(last.raw() - width) };
            } else if score >= high && high < Score::HIGHEST {
                high =
                    if width > 2000 || score.is_decisive() { Score::HIGHEST } else { Score::new(last.raw() + width) };
            } else {
                return Ok(());
            }
        }
    }
}

impl Searcher<'_> {
    fn cells(&self, line: &[Id]) -> Vec<Cell> {
        line.iter().map(|&id| self.field.cell(id)).collect()
    }
}

impl Player for Champion {
    fn choose(&mut self, game: &Game, limits: &Limits, info: &mut dyn FnMut(&Info)) -> Option<Choice> {
        self.decide(game, limits, None, info)
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}
