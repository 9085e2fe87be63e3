//! The costs that the ancestors' documents state, measured: an evaluation in O(K) or O(M N), an ordering in O(n log n), a look
//! into the table in O(1), alpha-beta between b^(d/2) and b^d. `cargo run --release -p filetto-engine --example costs`.
//!
//! Times are the shortest of many batches, since other work on the machine only adds to them.
#![allow(clippy::print_stdout, reason = "a program for developers")]

use filetto_engine::heuristics::Heuristic;
use filetto_engine::lab::{Experiment, affordable_depth};
use filetto_engine::{OnPosition, Position, on_position};
use filetto_rules::{Cell, Game, Rng, Rules, Word};
use filetto_search::{Bound, Clock, Entry, Evaluator, Key, Limits, MoveList, Replacement, Score, Table};

const BATCHES: usize = 200;
const BATCH: usize = 500;

/// The shortest time of one call in nanoseconds.
fn shortest(mut call: impl FnMut() -> i64) -> f64 {
    let mut sink = 0;
    let batch = |sink: &mut i64, call: &mut dyn FnMut() -> i64| {
        let clock = Clock::start();
        (0..BATCH).for_each(|_| *sink ^= call());
        clock.elapsed().as_nanos() as f64 / BATCH as f64
    };
    let least = (0..BATCHES).map(|_| batch(&mut sink, &mut call)).fold(f64::INFINITY, f64::min);
    std::hint::black_box(sink);
    least
}

struct Evaluate(Heuristic, Cell);

impl OnPosition for Evaluate {
    type Output = f64;
    fn run<W: Word>(self, position: Position<W>) -> f64 {
        let Evaluate(mut heuristic, cell) = self;
        heuristic.start(&position);
        shortest(|| i64::from(heuristic.evaluate(&position, Some(cell)).raw()))
    }
}

/// Prints what evaluations of a lone stone in the middle of these boards cost.
fn evaluations(name: &str, boards: &[&str]) {
    for board in boards {
        let (Ok(rules), Some(heuristic)) = (board.parse::<Rules>(), Heuristic::named(name)) else { continue };
        let mut game = Game::new(rules);
        let middle = Cell::new(rules.rows() / 2, rules.cols() / 2);
        let _ = game.play(middle);
        let spent = on_position(&game, Evaluate(heuristic, middle));
        println!("  {name} on {board}: {spent:.0} ns");
    }
}

fn main() {
    println!("an evaluation, by K, and of whole lines by their length:");
    for name in ["koci-ceroni", "cirone-rigosi"] {
        evaluations(name, &["96x96x4", "96x96x8", "96x96x16", "96x96x32"]);
    }
    evaluations("mrrobot", &["12x12x5", "24x24x5", "48x48x5", "96x96x5"]);
    println!("a look into the table and an entry, by its size:");
    for megabytes in [1usize, 16, 256] {
        let (table, mut rng) = (Table::new(megabytes << 20, Replacement::Always), Rng::new(1));
        let entry = Entry { score: Score::DRAW, bound: Bound::Exact, depth: 1, solved: false, best: None };
        let spent = shortest(|| {
            let key = Key(rng.next_u64());
            table.store(key, entry);
            table.probe(key).map_or(0, |entry| i64::from(entry.depth))
        });
        println!("  {megabytes} MB: {spent:.0} ns");
    }
    println!("an ordering of n moves by rank:");
    for n in [7usize, 49, 225, 900] {
        let (mut rng, mut list) = (Rng::new(1), MoveList::new());
        let ranks: Vec<i32> = (0..n).map(|_| rng.below(1 << 20) as i32).collect();
        let spent = shortest(|| {
            list.truncate(0);
            (0..n).for_each(|i| list.push(i));
            let span = list.since(0);
            list.rank(span, 0, |i| ranks[i]);
            (0..n).map(|i| list.pick(span, i, 0) as i64).sum()
        });
        println!("  n = {n:>3}: {spent:>7.0} ns, {:.2} a move and doubling", spent / (n as f64 * (n as f64).log2()));
    }
    println!("nodes of alpha-beta: best order, the game's own, worst order, minimax:");
    for board in ["3x3x3", "4x4x4", "5x5x4", "4x4x4g", "6x7x4g"] {
        let (Ok(rules), Some(heuristic)) = (board.parse(), Heuristic::named("chua")) else { continue };
        let game = Game::new(rules);
        let depth = affordable_depth(&game, 400_000);
        let algorithms = vec!["alphabeta-best", "alphabeta", "alphabeta-worst", "minimax"];
        let experiment = Experiment { depth, heuristic, algorithms, limits: Limits::none(), memory: 1 << 20 };
        let nodes: Vec<u64> = experiment.run(&game, |_| {}).iter().map(|row| row.nodes).collect();
        let powers: Vec<String> =
            nodes.iter().map(|&n| format!("{n} ({:.2})", (n as f64).ln() / (nodes[3] as f64).ln())).collect();
        println!("  {board} depth {depth}: {}", powers.join(", "));
    }
}
