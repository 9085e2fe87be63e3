//! One position, one depth, every algorithm: what each finds and what it costs.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use filetto_rules::{Cell, Game as Record, Word};
use filetto_search::{
    AlphaBeta, Aspiration, Clock, CounterMoves, Deepening, FixedDepth, FlatMonteCarlo, Hindsight, History, KeyScheme,
    Killers, Limits, Mcts, Memory, Minimax, Mtdf, Negamax, Playout, Pvs, Quiescence, Rave, Replacement, Report,
    Reversed, Score, Table, lazy_smp,
};

use super::proofs;
use super::rekeyed::{Rekeyed, Through};
use super::{SCALE, careless, foretold, judged};
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
    /// What kind of value that is.
    pub kind: RowKind,
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

/// What an algorithm's value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The value of the whole tree to the depth: all of this kind agree.
    FullWidth,
    /// A mean of samples.
    Sampled,
    /// The mean over what an opponent who plays anywhere may do, in thousandths of a win.
    Expected,
    /// The tree with some parts left out or looked at more deeply.
    Selective,
    /// The answer to "does the player to move win, draw, lose?", to the end of the game.
    Proof,
}

/// Every algorithm with a few words about it. Minimax first: the others are compared with it.
pub const ALGORITHMS: [(&str, &str); 30] = [
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
    ("pvs-counter-moves", "the same with counter-moves"),
    ("aspiration", "the same with windows around the value expected"),
    ("lazy-smp", "the same on two threads that meet in the table; an entry may be deeper than asked"),
    ("quiescence", "alpha-beta that goes on with threats and their answers, six plies at most"),
    ("probcut", "alpha-beta that skips what a shallow search foretells, fitted to positions near by"),
    ("flat-monte-carlo", "random games after each move"),
    ("mcts", "a tree grown by random games"),
    ("mcts-rave", "the same, every move of a random game counted as if it were the first"),
    ("mcts-evaluate", "the same, the heuristic instead of random games"),
    ("puct", "a tree led by a policy that likes all moves alike, the heuristic as judge"),
    ("puct-gumbel", "the same, 800 simulations shared by sequential halving at the root"),
    ("expectiminimax", "the best move against an opponent who plays anywhere: replies are averaged"),
    ("star1", "the same without what cannot change the choice"),
    ("pns", "proof numbers, the tree in memory: win, draw or loss"),
    ("dfpn", "proof numbers depth first, with a table: win, draw or loss"),
];

/// The most nodes of a tree grown by samples.
const SAMPLED: u64 = 200_000;

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
        let kind = match algorithm {
            "flat-monte-carlo" | "mcts" | "mcts-rave" | "mcts-evaluate" | "puct" | "puct-gumbel" => RowKind::Sampled,
            "expectiminimax" | "star1" => RowKind::Expected,
            "quiescence" | "probcut" | "lazy-smp" => RowKind::Selective,
            "pns" | "dfpn" => RowKind::Proof,
            _ => RowKind::FullWidth,
        };
        Row {
            algorithm,
            value: report.as_ref().map(|report| report.score).filter(|&score| score > Score::LOWEST),
            kind,
            best: report.as_ref().and_then(|report| report.best),
            nodes: report.as_ref().map_or(0, |report| report.stats.nodes),
            evaluations: report.as_ref().map_or(0, |report| report.stats.evaluations),
            cutoffs: report.as_ref().map_or(0, |report| report.stats.cutoffs),
            elapsed: clock.elapsed(),
            branching: report.as_ref().map_or(0.0, |report| branching(report.stats.nodes, self.depth)),
            complete: report.is_some_and(|report| report.stopped.is_none() || kind == RowKind::Sampled),
        }
    }

    /// No report: something had to be known beforehand, and there was no time or no position to learn it from.
    fn search<W: Word>(&self, algorithm: &str, mut position: Position<W>) -> Option<Report<Cell>> {
        // Not even a table is made any more.
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
            return None;
        }
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
            "pvs-counter-moves" => {
                let order = (Killers::new(), (CounterMoves::new(), History::new()));
                Deepening::new(Pvs::new().memory(memory).order(order)).run(game, eval, &limits, |_| {})
            }
            "aspiration" => {
                let pvs = Pvs::new().memory(memory).order((Killers::new(), History::new()));
                Deepening::new(Aspiration::new(pvs, 50)).run(game, eval, &limits, |_| {})
            }
            "lazy-smp" => {
                let each = |_| Deepening::new(Pvs::new().memory(memory).order((Killers::new(), History::new())));
                lazy_smp(2, game, eval, &limits, each, |_| {})
            }
            "quiescence" => AlphaBeta::new().horizon(Quiescence { plies: 6 }).run(game, eval, &limits),
            "probcut" => foretold::search(game, eval, &self.limits, self.depth, foretold::CONFIDENCE)?,
            "pns" => proofs::by_pns(game, self.memory, &self.limits),
            "dfpn" => proofs::by_dfpn(game, self.memory, &self.limits),
            "puct" | "puct-gumbel" => {
                judged::search(game, &heuristic, (self.memory, &self.sampling()), algorithm == "puct-gumbel")
            }
            "expectiminimax" | "star1" => careless::search(game, eval, &limits, algorithm == "star1"),
            "mcts-rave" | "mcts-evaluate" => {
                let mut mcts = Mcts::new(1).bytes(self.memory);
                match algorithm {
                    "mcts-rave" => mcts.rave = Some(Rave { equivalence: 500.0, prior: 0.0, scale: 1.0 }),
                    _ => mcts.playout = Playout::Evaluate { scale: SCALE },
                }
                mcts.run(game, eval, &self.sampling(), |_| {})
            }
            "flat-monte-carlo" => FlatMonteCarlo::new(100, 1).run(game, eval, &self.limits),
            "mcts" => Mcts::new(1).bytes(self.memory).run(game, eval, &self.sampling(), |_| {}),
            // The tables differ in their policy only.
            _ => AlphaBeta::new().memory(memory).run(game, eval, &limits),
        })
    }

    /// The limits of a tree grown by samples, which has no depth to end it.
    fn sampling(&self) -> Limits {
        let nodes = self.limits.nodes.unwrap_or(SAMPLED).min(SAMPLED);
        self.limits.clone().nodes(nodes)
    }
}

fn needs_table(algorithm: &str) -> bool {
    const OTHERS: [&str; 4] = ["deepening", "mtdf", "aspiration", "lazy-smp"];
    algorithm.contains("table") || algorithm.starts_with("pvs") || OTHERS.contains(&algorithm)
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
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

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
        let cases = [("3x3x3", "a1 b2", 7), ("4x4x3", "a1 b2 c3", 4), ("5x5x4", "", 3), ("6x7x4g", "44", 5)];
        for (rules, moves, depth) in cases {
            for heuristic in ["chua", "luccioli", "abdoulaye", "shevchenko", "union-find"] {
                let rows = rows(rules, moves, depth, heuristic);
                for row in rows.iter().filter(|row| row.kind == RowKind::FullWidth) {
                    assert!(row.complete, "{} on {rules}", row.algorithm);
                    assert_eq!(row.value, rows[0].value, "{} with {heuristic} on {rules}", row.algorithm);
                }
            }
        }
    }

    #[test]
    fn proofs_and_quiescence_see_what_the_depth_does_not() {
        // One ply deep nothing is decided; X to move completes a double threat and wins.
        let rows = rows("3x3x3", "a1 b1 b2 c3", 1, "chua");
        let row = |name: &str| rows.iter().find(|row| row.algorithm == name).unwrap();
        assert!(!row("minimax").value.unwrap().is_decisive());
        for name in ["pns", "dfpn", "quiescence"] {
            assert!(row(name).value.unwrap().is_win(), "{name}: {:?}", row(name));
        }
        // To the end of the game every algorithm of full width agrees with the proofs.
        let rows = self::rows("3x3x3", "a1 b2", 7, "chua");
        let of = |name: &str| rows.iter().find(|row| row.algorithm == name).unwrap().value.unwrap();
        assert_eq!((of("pns"), of("dfpn")), (of("minimax"), of("minimax")), "a draw");
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
        // The helper of the second thread counts its own nodes, and proofs ask two questions.
        assert!(rows.iter().filter(|row| row.algorithm != "lazy-smp").all(|row| row.nodes <= 2002));
        assert!(!rows[0].complete);
    }

    #[test]
    fn nothing_begins_after_a_stop() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut experiment = experiment(4, "chua");
        experiment.limits = Limits::none().stop(Arc::clone(&stop));
        let game = Record::new(filetto_rules::Rules::TICTACTOE);
        let rows = experiment.run(&game, |row| {
            stop.fetch_or(row.algorithm == "alphabeta", Relaxed);
        });
        let begun: Vec<&str> = rows.iter().filter(|row| row.nodes > 0).map(|row| row.algorithm).collect();
        assert_eq!(begun, ["minimax", "negamax", "alphabeta"]);
        assert!(rows[3..].iter().all(|row| !row.complete && row.value.is_none()));
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
