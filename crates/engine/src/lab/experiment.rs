//! One position, one depth, every algorithm: what each finds and what it costs.

use std::time::Duration;

use filetto_rules::{Cell, Game as Record, Word};
use filetto_search::{
    AlphaBeta, Clock, Deepening, FixedDepth, FlatMonteCarlo, Hindsight, History, KeyScheme, Killers, Limits, Mcts,
    Memory, Minimax, Mtdf, Negamax, Pvs, Replacement, Report, Reversed, Score, Table,
};

use super::rekeyed::{Rekeyed, Through};
use crate::heuristics::Heuristic;
use crate::{OnPosition, Position, on_position};

/// What to do.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// How many plies deep.
    pub depth: u32,
    /// The evaluation at the depth's end.
    pub heuristic: Heuristic,
    /// The algorithms, by their names in [`ALGORITHMS`].
    pub algorithms: Vec<&'static str>,
    /// What ends one algorithm's search early: it is then reported as incomplete.
    pub limits: Limits,
    /// Bytes for each table or tree.
    pub memory: usize,
}

/// What one algorithm did.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The algorithm, by its name in [`ALGORITHMS`].
    pub algorithm: &'static str,
    /// What it found the position worth to the player to move.
    pub value: Option<Score>,
    /// Whether that is an estimate by sampling, which need not equal the value of the full-width searches.
    pub sampled: bool,
    /// The move it prefers.
    pub best: Option<Cell>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions estimated.
    pub evaluations: u64,
    /// Positions left early.
    pub cutoffs: u64,
    /// Wall time.
    pub elapsed: Duration,
    /// The uniform branching factor of a tree of this depth with so many nodes.
    pub branching: f64,
    /// Whether it came to its end.
    pub complete: bool,
}

/// Every algorithm with a few words about it. Minimax first: the others are compared with it.
pub const ALGORITHMS: [(&str, &str); 17] = [
    ("minimax", "maxi and mini, every position"),
    ("negamax", "one function for both players"),
    ("alphabeta", "without what cannot matter, moves from the centre outwards"),
    ("alphabeta-best", "the same, the best move always first (known by looking before)"),
    ("alphabeta-worst", "the same, the worst move always first"),
    ("alphabeta-history", "the same, killers and history first"),
    ("alphabeta-table", "with a table, two tiers"),
    ("alphabeta-table-always", "with a table, newest entry stays"),
    ("alphabeta-table-depth", "with a table of a prime number of slots, deepest entry stays"),
    ("alphabeta-table-symmetric", "with a table, one entry for all images of a position"),
    ("alphabeta-table-bch", "with a table under BCH keys"),
    ("deepening", "depth 1, 2, 3 … with a table and history"),
    ("pvs", "principal variation search (NegaScout) with a table"),
    ("mtdf", "null windows closing in, with a table"),
    ("pvs-deepening", "PVS, deepened, table, killers, history: all together"),
    ("flat-monte-carlo", "random games after each move"),
    ("mcts", "a tree grown by random games"),
];

impl Experiment {
    /// Runs every algorithm on the position that a game has reached; `done` hears of each row as it comes.
    pub fn run(&self, game: &Record, mut done: impl FnMut(&Row)) -> Vec<Row> {
        struct Run<'a, F> {
            experiment: &'a Experiment,
            done: &'a mut F,
        }
        impl<F: FnMut(&Row)> OnPosition for Run<'_, F> {
            type Output = Vec<Row>;
            fn run<W: Word>(self, position: Position<W>) -> Vec<Row> {
                let row = |&name: &&'static str| {
                    let row = self.experiment.row(name, position.clone());
                    (self.done)(&row);
                    row
                };
                self.experiment.algorithms.iter().map(row).collect()
            }
        }
        on_position(game, Run { experiment: self, done: &mut done })
    }

    fn row<W: Word>(&self, algorithm: &'static str, position: Position<W>) -> Row {
        let clock = Clock::start();
        let report = self.search(algorithm, position);
        let sampled = matches!(algorithm, "flat-monte-carlo" | "mcts");
        Row {
            algorithm,
            value: report.as_ref().map(|report| report.score).filter(|&score| score > Score::LOWEST),
            sampled,
            best: report.as_ref().and_then(|report| report.best),
            nodes: report.as_ref().map_or(0, |report| report.stats.nodes),
            evaluations: report.as_ref().map_or(0, |report| report.stats.evaluations),
            cutoffs: report.as_ref().map_or(0, |report| report.stats.cutoffs),
            elapsed: clock.elapsed(),
            branching: report.as_ref().map_or(0.0, |report| branching(report.stats.nodes, self.depth)),
            complete: report.is_some_and(|report| report.stopped.is_none() || sampled),
        }
    }

    /// No report: the order had to be known beforehand, and there was no time to learn it.
    fn search<W: Word>(&self, algorithm: &str, mut position: Position<W>) -> Option<Report<Cell>> {
        let limits = self.limits.clone().depth(self.depth);
        let mut heuristic = self.heuristic.clone();
        let (game, eval) = (&mut position, &mut heuristic);
        let policy = match algorithm {
            "alphabeta-table-always" => Replacement::Always,
            "alphabeta-table-depth" => Replacement::DepthPreferred,
            _ => Replacement::TwoTier,
        };
        let table = Table::new(if needs_table(algorithm) { self.memory } else { 0 }, policy);
        let memory = Memory::of(&table);
        Some(match algorithm {
            "minimax" => Minimax.run(game, eval, &limits),
            "negamax" => Negamax.run(game, eval, &limits),
            "alphabeta" => AlphaBeta::new().run(game, eval, &limits),
            "alphabeta-best" | "alphabeta-worst" => {
                let known = Hindsight::learn(game, eval, &self.limits, self.depth).ok()?;
                match algorithm {
                    "alphabeta-best" => AlphaBeta::new().order(known).run(game, eval, &limits),
                    _ => AlphaBeta::new().order(Reversed(known)).run(game, eval, &limits),
                }
            }
            "alphabeta-history" => AlphaBeta::new().order((Killers::new(), History::new())).run(game, eval, &limits),
            "alphabeta-table-symmetric" => AlphaBeta::new().memory(Memory::symmetric(&table)).run(game, eval, &limits),
            "alphabeta-table-bch" => {
                let mut rekeyed = Rekeyed::new(position, KeyScheme::Bch);
                AlphaBeta::new().memory(memory).run(&mut rekeyed, &mut Through(heuristic), &limits)
            }
            "deepening" => {
                Deepening::new(AlphaBeta::new().memory(memory).order(History::new())).run(game, eval, &limits, |_| {})
            }
            "pvs" => Pvs::new().memory(memory).run(game, eval, &limits),
            "mtdf" => Mtdf(AlphaBeta::new().memory(memory)).run(game, eval, &limits),
            "pvs-deepening" => {
                let order = (Killers::new(), History::new());
                Deepening::new(Pvs::new().memory(memory).order(order)).run(game, eval, &limits, |_| {})
            }
            "flat-monte-carlo" => FlatMonteCarlo::new(100, 1).run(game, eval, &self.limits),
            "mcts" => {
                let nodes = self.limits.nodes.unwrap_or(200_000).min(200_000);
                Mcts::new(1).bytes(self.memory).run(game, eval, &self.limits.clone().nodes(nodes), |_| {})
            }
            // The tables differ in their policy only.
            _ => AlphaBeta::new().memory(memory).run(game, eval, &limits),
        })
    }
}

fn needs_table(algorithm: &str) -> bool {
    algorithm.contains("table") || ["deepening", "pvs", "mtdf", "pvs-deepening"].contains(&algorithm)
}

/// The b with 1 + b + b^2 + … + b^depth = nodes, found by halving.
fn branching(nodes: u64, depth: u32) -> f64 {
    let sum = |b: f64| (0..=depth.min(1000)).fold(0.0, |sum, _| sum * b + 1.0);
    let (mut low, mut high) = (0.0, nodes as f64);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if sum(middle) < nodes as f64 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The greatest depth whose full tree has at most about so many nodes; the whole game if that is little enough.
pub fn affordable_depth(game: &Record, nodes: u64) -> u32 {
    use filetto_rules::Board as _;
    let board = game.board();
    let mut empty = (board.rules().cells() - board.stones()) as u64;
    let columns = board.rules().cols() as u64;
    let (mut leaves, mut depth) = (1u64, 0);
    while empty > 0 {
        leaves = leaves.saturating_mul(if board.rules().gravity() { empty.min(columns) } else { empty });
        if leaves > nodes {
            break;
        }
        empty -= 1;
        depth += 1;
    }
    depth.max(1)
}

#[cfg(test)]
mod tests {
    use filetto_rules::read_moves;

    use super::*;

    fn experiment(depth: u32, heuristic: &str) -> Experiment {
        Experiment {
            depth,
            heuristic: Heuristic::named(heuristic).unwrap(),
            algorithms: ALGORITHMS.iter().map(|(name, _)| *name).collect(),
            limits: Limits::none().nodes(2_000_000),
            memory: 1 << 20,
        }
    }

    fn rows(rules: &str, moves: &str, depth: u32, heuristic: &str) -> Vec<Row> {
        let mut game = Record::new(rules.parse().unwrap());
        for cell in read_moves(&game, moves, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        experiment(depth, heuristic).run(&game, |_| {})
    }

    #[test]
    fn every_full_width_algorithm_finds_minimax_s_value() {
        // Heuristics of the whole board: those of the last move depend on the way a position was reached, and a table forgets it.
        let cases = [("3x3x3", "a1 b2", 7), ("4x4x3", "a1 b2 c3", 4), ("5x5x4", "", 3), ("6x7x4g", "44", 6)];
        for (rules, moves, depth) in cases {
            for heuristic in ["chua", "luccioli", "abdoulaye", "shevchenko", "union-find"] {
                let rows = rows(rules, moves, depth, heuristic);
                for row in rows.iter().filter(|row| !row.sampled) {
                    assert!(row.complete, "{} on {rules}", row.algorithm);
                    assert_eq!(row.value, rows[0].value, "{} with {heuristic} on {rules}", row.algorithm);
                }
            }
        }
    }

    #[test]
    fn the_order_decides_what_alpha_beta_gains() {
        let rows = rows("3x3x3", "", 9, "chua");
        let nodes = |name: &str| rows.iter().find(|row| row.algorithm == name).unwrap().nodes;
        assert_eq!(nodes("minimax"), 549_946, "the whole tree with its root");
        assert_eq!(nodes("negamax"), nodes("minimax"));
        assert!(nodes("alphabeta-best") < nodes("alphabeta") && nodes("alphabeta") < nodes("alphabeta-worst"));
        assert!(
            nodes("alphabeta-table-symmetric") < nodes("alphabeta-table")
                && nodes("alphabeta-table") < nodes("alphabeta")
        );
        assert!(nodes("alphabeta-worst") < nodes("minimax"));
    }

    #[test]
    fn limits_make_a_row_incomplete_and_nothing_worse() {
        let mut experiment = experiment(9, "chua");
        experiment.limits = Limits::none().nodes(1000);
        let rows = experiment.run(&Record::new(filetto_rules::Rules::TICTACTOE), |_| {});
        assert!(rows.iter().all(|row| row.nodes <= 1001));
        assert!(!rows[0].complete);
    }

    #[test]
    fn the_branching_factor_of_a_full_tree_is_its_own() {
        assert!((branching(1 + 3 + 9 + 27, 3) - 3.0).abs() < 1e-6);
        assert!((branching(5, 4) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_affordable_depth_counts_the_tree() {
        let depth = |rules: &str, nodes| affordable_depth(&Record::new(rules.parse().unwrap()), nodes);
        assert_eq!(depth("3x3x3", 1_000_000), 9);
        assert_eq!(depth("15x15x5", 1_000_000), 2);
        assert_eq!(depth("6x7x4g", 1_000_000), 7);
        assert_eq!(depth("100x100x5", 10), 1);
    }
}
