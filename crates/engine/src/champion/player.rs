//! The player: what is decided before, around and after the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filetto_huge_pages::Pages;
use filetto_rules::{Board, Cell, Game, Rng, Rules};
use filetto_search::{Budget, Clock, Limits, Replacement, Score, Stats, Table};

use super::deepen::is_spacious_and_empty;
use super::evaluate::NetworkEvaluation;
use super::level::Level;
use super::network::Network;
use super::options::Options;
use super::oracle::Oracle;
use super::order::{Learnt, OrderWeights};
use super::pairing::Pairing;
use super::root::RootMove;
use super::search::Searcher;
use super::tactics::{Obligation, obligation};
use crate::knowledge::{Field, Weights};
use crate::{Choice, Info, Player, Settings, outlook};

/// Boards up to so many cells are small ones to the lower levels.
const SMALL: usize = 50;

/// A line of play with its score: one of several that an analysis compares.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The worth for the side to move.
    pub score: Score,
    /// The moves.
    pub line: Vec<Cell>,
}

/// The best moves of a position, and what it cost to find them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The moves with their lines, best first. Empty if the game is over.
    pub lines: Vec<Variation>,
    /// Whether the score of the first is the value of the game.
    pub solved: bool,
    /// The cost.
    pub stats: Stats,
}

/// The default player.
pub struct Champion {
    table: Table<Pages>,
    pub(super) options: Options,
    weights: Option<Weights>,
    network: Option<Network>,
    worth: OrderWeights,
    threads: usize,
    level: Option<Level>,
    seed: u64,
    lines: usize,
    oracle: Option<Box<dyn Oracle>>,
    pairing: Option<(Rules, Option<Pairing>)>,
    /// What the search of the last move learnt about the order of moves.
    learnt: Option<(Rules, Learnt)>,
}

impl Champion {
    /// A champion with the options of its settings.
    pub fn new(settings: Settings) -> Champion {
        Champion::with(settings, settings.options)
    }

    /// One with options of its own, for measuring.
    pub fn with(settings: Settings, options: Options) -> Champion {
        let level = settings.level.and_then(Level::numbered);
        // Weaker levels know no oracle.
        let make = settings.oracle.filter(|_| level.is_none() && options.oracle);
        let lent = if make.is_some() { settings.memory / 4 } else { 0 };
        Champion {
            table: Table::within(settings.memory - lent, Replacement::TwoTier, Pages::zeroed),
            options,
            weights: None,
            network: None,
            worth: OrderWeights::new(),
            threads: settings.threads.max(1),
            level,
            seed: settings.seed,
            lines: 1,
            oracle: make.map(|make| make(lent)),
            pairing: None,
            learnt: None,
        }
    }

    /// The same with other weights.
    #[cfg(feature = "internals")]
    #[must_use]
    pub fn weights(self, weights: Weights) -> Champion {
        Champion { weights: Some(weights), ..self }
    }

    /// The same with another network.
    #[cfg(feature = "internals")]
    #[must_use]
    pub fn network(self, network: Network) -> Champion {
        Champion { network: Some(network), ..self }
    }

    /// The same at a level of its own, for measuring.
    #[must_use]
    pub fn level(self, level: Level) -> Champion {
        Champion { level: Some(level), ..self }
    }

    /// The same with somebody to ask before it searches.
    #[must_use]
    pub fn oracle(self, oracle: Box<dyn Oracle>) -> Champion {
        Champion { oracle: Some(oracle), ..self }
    }

    /// A move of a level below the full one.
    fn play_down(&mut self, game: &Game, level: Level, limits: &Limits, info: &mut dyn FnMut(&Info)) -> Option<Choice> {
        let field = Field::weighed(game, self.weights_on(game.rules()));
        // Another position, other dice: nobody is inattentive at the same move of every game.
        let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003) ^ field.key());
        // Nobody misses a win, and everybody knows where the first stone belongs.
        let sure = matches!(obligation(&field), Obligation::Wins(..)) || is_spacious_and_empty(&field);
        let choices = if is_spacious_and_empty(&field) { 1 } else { level.choices() };
        // A game on a large board has more moves: as many of them in a game are careless, not as many in a hundred.
        let share = game.rules().cells().max(SMALL) * 100 / SMALL;
        let random = rng.below(share) < level.random && !sure;
        let blind = rng.below(share) < level.blind && !sure;
        let limits = level.within(limits, &mut rng);
        let (moves, solved, stats) = if random || blind {
            // Looks at the position as if the threat were not there.
            let mut searcher = self.searcher(field, &limits);
            let mut moves = searcher.quiet_moves();
            if random {
                let any = rng.below(moves.len());
                moves.swap(0, any);
            }
            moves.truncate(if random { 1 } else { choices });
            let tell = |m: RootMove| Variation { score: Score::DRAW, line: searcher.cells(&m.line) };
            (moves.into_iter().map(tell).collect(), false, Stats::default())
        } else {
            self.run(game, &limits, choices, info)
        };
        let scores: Vec<Score> = moves.iter().map(|m: &Variation| m.score).collect();
        let Variation { score, line } = moves.into_iter().nth(level.pick(&scores, &mut rng))?;
        Some(Choice { cell: line[0], score: Some(score), line, solved, stats })
    }

    /// The best `count` moves with their lines.
    pub fn analyse(&mut self, game: &Game, limits: &Limits, count: usize, info: &mut dyn FnMut(&Info)) -> Analysis {
        let (lines, solved, stats) = self.run(game, limits, count, info);
        Analysis { lines, solved, stats }
    }

    fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        count: usize,
        info: &mut dyn FnMut(&Info),
    ) -> (Vec<Variation>, bool, Stats) {
        let clock = limits.since.unwrap_or_else(Clock::start);
        let limits = limits.clone().since(clock);
        if game.outcome().is_over() {
            return (Vec::new(), false, Stats::default());
        }
        self.table.age();
        let field = Field::weighed(game, self.weights_on(game.rules()));
        let rules = game.rules();
        if self.pairing.as_ref().is_none_or(|(paired, _)| *paired != rules) {
            // Keys are those of cells by number: what was learnt on another board is not true here.
            if self.pairing.is_some() {
                self.table.clear();
            }
            self.pairing = Some((rules, Pairing::of(rules).filter(|_| self.options.pairing)));
        }
        let done = Arc::new(AtomicBool::new(false));
        let helping = Limits { soft: None, nodes: None, depth: None, ..limits.clone() }.stop(Arc::clone(&done));
        let mut oracle = self.oracle.take();
        let learnt = self.learnt.take().filter(|(learnt_on, _)| *learnt_on == rules);
        let this = &*self;
        let (found, learnt) = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..this.threads)
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
            if let Some((_, mut learnt)) = learnt {
                learnt.next_move();
                searcher.learnt = learnt;
            }
            let known = oracle.as_mut().map(|oracle| (game, &mut **oracle as &mut dyn Oracle));
            let (moves, solved, depth) = this.deepen(&mut searcher, &limits, (count, 1), known, info);
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
            let told = moves.into_iter().map(tell).collect();
            ((told, solved, stats), searcher.learnt)
        });
        self.oracle = oracle;
        self.learnt = Some((rules, learnt));
        found
    }

    /// Whether it plays as well as it can.
    pub(super) fn is_full_strength(&self) -> bool {
        self.level.is_none()
    }

    /// The pairing of the board at hand.
    pub(super) fn pairing(&self) -> Option<&Pairing> {
        self.pairing.as_ref().and_then(|(_, pairing)| pairing.as_ref())
    }

    fn searcher<'a>(&'a self, field: Field, limits: &Limits) -> Searcher<'a, NetworkEvaluation<'a>> {
        let rules = field.rules();
        let evaluation =
            NetworkEvaluation::of(&field, self.weights_on(rules), self.network_on(rules), self.options.network);
        Searcher::new(field, &self.table, (evaluation, &self.worth), self.options, limits)
    }

    fn weights_on(&self, rules: Rules) -> &Weights {
        self.weights.as_ref().unwrap_or_else(|| Weights::of(rules))
    }

    /// The network that adds to the estimate. It belongs to the weights that it was learnt beside.
    fn network_on(&self, rules: Rules) -> Option<&Network> {
        let usual = || Network::of(rules).filter(|_| self.weights.is_none());
        let asked = self.options.network > 0 && self.level.is_none_or(|level| level.network);
        self.network.as_ref().or_else(usual).filter(|_| asked)
    }
}

impl Player for Champion {
    fn choose(&mut self, game: &Game, budget: &Budget, info: &mut dyn FnMut(&Info)) -> Option<Choice> {
        if game.outcome().is_over() {
            return None;
        }
        let limits = budget.limits(outlook(game));
        if let Some(level) = self.level {
            return self.play_down(game, level.at(game.board().stones()), &limits, info);
        }
        let (moves, solved, stats) = self.run(game, &limits, self.lines, info);
        let Variation { score, line } = moves.into_iter().next()?;
        let score = (score > Score::LOWEST).then_some(score);
        Some(Choice { cell: line[0], score, line, solved, stats })
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.learnt = None;
        if let Some(oracle) = &mut self.oracle {
            oracle.new_game();
        }
    }

    fn set_lines(&mut self, lines: usize) {
        self.lines = lines.max(1);
    }
}
