//! `fit_order BOARD POSITIONS SEED > crates/solve/src/gravity/learnt/five.rs`: learns the weights of `gravity::learnt` anew.
//!
//! Positions come from games of random moves that neither lose at once nor miss a win. Of each, every move is solved for the question
//! "does the first player win?", with the nodes that takes. The weights are those of a softmax over the moves that comes closest to a choice
//! among the good ones in proportion to one over the root of their nodes, found by gradient descent (Adam).

#![allow(clippy::print_stdout, clippy::print_stderr)]

use filetto_rules::{Rng, Rules};
use filetto_solve::gravity::{Goal, GravitySolver, Request, Score};

/// Empty cells of the positions: more take too long, fewer are searched without these weights.
const EMPTIES: std::ops::RangeInclusive<usize> = 16..=27;
const STEPS: i32 = 400;
/// Weights are whole numbers, in 64ths.
const UNIT: f32 = 64.0;

/// One move: what the order sees in it, whether it is good, and what it took to find out.
struct Move {
    counts: Vec<f32>,
    good: bool,
    nodes: u64,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize| args.get(at).and_then(|text| text.parse::<u64>().ok()).expect("fit_order BOARD POSITIONS SEED");
    let rules: Rules = args[0].parse().expect("a board");
    let mut solver = GravitySolver::new(rules, 256 << 20, 1).expect("a board with gravity that fits");
    let mut rng = Rng::new(number(2));
    let mut nodes: [Vec<Vec<Move>>; 2] = Default::default();
    let mut met = 0;
    while met < number(1) {
        let empties = EMPTIES.start() + rng.below(EMPTIES.end() - EMPTIES.start() + 1);
        let Some(line) = game(&solver, rules, rules.cells() - empties, &mut rng) else { continue };
        let first_moves = line.len() % 2 == 0;
        solver.clear();
        let moves = judge(&solver, rules, &line, first_moves);
        // Where every move is good or none is, there is nothing to learn.
        if moves.iter().any(|m| m.good) && moves.len() > 1 {
            nodes[usize::from(!first_moves)].push(moves);
        }
        met += 1;
        if met % 1000 == 0 {
            eprintln!("{met} positions");
        }
    }
    println!(
        "//! The weights for five in a row: see `learnt`. Made by `examples/fit_order.rs` with {}.\n",
        args.join(" ")
    );
    println!("use super::Weights;\n");
    for (name, nodes) in ["ATTACK", "DEFENCE"].iter().zip(&nodes) {
        print(name, &fit(nodes));
    }
}

/// A position with so many stones, from random moves; `None` if the game ended before.
fn game(solver: &GravitySolver, rules: Rules, stones: usize, rng: &mut Rng) -> Option<Vec<usize>> {
    let mut line = Vec::new();
    while line.len() < stones {
        // One node tells what is over at once.
        let moves = solver.all_moves_with(&line, Request { max_nodes: Some(1), ..Request::default() }).ok()?;
        let sign = |column: usize| moves[column].and_then(|m| m.score()).map(|score| score.sign());
        let quiet: Vec<usize> =
            (0..rules.cols()).filter(|&c| moves[c].is_some() && sign(c).is_none_or(|s| s >= 0)).collect();
        if quiet.is_empty() || quiet.iter().any(|&c| sign(c) == Some(1)) {
            return None;
        }
        line.push(*rng.pick(&quiet)?);
    }
    Some(line)
}

/// Every move that does not lose at once, solved.
fn judge(solver: &GravitySolver, rules: Rules, line: &[usize], first_moves: bool) -> Vec<Move> {
    let mut moves = Vec::new();
    for column in 0..rules.cols() {
        let mut child = line.to_vec();
        child.push(column);
        // For the side that moves then: the first player wins if the score is above 0, or not above -1.
        let alpha = Score::from(if first_moves { -1_i16 } else { 0 });
        let Ok(solution) = solver.solve_with(&child, Request { goal: Goal::Above(alpha), ..Request::default() }) else {
            continue;
        };
        if solution.nodes > 1 {
            let counts = solver.order_counts(&child, first_moves).expect("a legal position");
            moves.push(Move { counts, good: solution.hi <= alpha, nodes: solution.nodes });
        }
    }
    moves
}

fn fit(nodes: &[Vec<Move>]) -> Vec<f32> {
    let size = nodes[0][0].counts.len();
    let used: Vec<usize> =
        (0..size).filter(|&i| nodes.iter().flatten().filter(|m| m.counts[i] != 0.0).take(50).count() == 50).collect();
    let all = nodes.iter().flatten().count() as f32;
    // Every count in units of its own spread.
    let spread: Vec<f32> = used
        .iter()
        .map(|&i| {
            let mean = nodes.iter().flatten().map(|m| m.counts[i]).sum::<f32>() / all;
            (nodes.iter().flatten().map(|m| (m.counts[i] - mean).powi(2)).sum::<f32>() / all).sqrt().max(1e-6)
        })
        .collect();
    let rows: Vec<Vec<Vec<(usize, f32)>>> = nodes
        .iter()
        .map(|node| {
            let row = |m: &Move| {
                used.iter()
                    .enumerate()
                    .map(|(at, &i)| (at, m.counts[i] / spread[at]))
                    .filter(|(_, c)| *c != 0.0)
                    .collect()
            };
            node.iter().map(row).collect()
        })
        .collect();
    let (mut weights, mut mean, mut square) = (vec![0.0; used.len()], vec![0.0; used.len()], vec![0.0; used.len()]);
    for step in 1..=STEPS {
        let mut slope = vec![0.0_f32; used.len()];
        let mut hits = 0;
        for (node, rows) in nodes.iter().zip(&rows) {
            let scores: Vec<f32> = rows.iter().map(|row| row.iter().map(|(at, c)| weights[*at] * c).sum()).collect();
            let chosen = softmax(&scores);
            let best = (0..node.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).expect("a move");
            hits += usize::from(node[best].good);
            let wanted: Vec<f32> =
                node.iter().map(|m| if m.good { 1.0 / (m.nodes as f32 + 1.0).sqrt() } else { 0.0 }).collect();
            let total: f32 = wanted.iter().sum();
            for (row, (chosen, wanted)) in rows.iter().zip(chosen.iter().zip(&wanted)) {
                let error = (chosen - wanted / total) / nodes.len() as f32;
                row.iter().for_each(|(at, c)| slope[*at] += error * c);
            }
        }
        for at in 0..used.len() {
            let g = slope[at] + 1e-4 * weights[at];
            mean[at] = 0.9 * mean[at] + 0.1 * g;
            square[at] = 0.999 * square[at] + 0.001 * g * g;
            let (m, v) = (mean[at] / (1.0 - 0.9_f32.powi(step)), square[at] / (1.0 - 0.999_f32.powi(step)));
            weights[at] -= 0.05 * m / (v.sqrt() + 1e-8);
        }
        if step % 100 == 0 {
            eprintln!("step {step}: a good move first in {hits} of {} positions", nodes.len());
        }
    }
    let mut result = vec![0.0; size];
    used.iter().enumerate().for_each(|(at, &i)| result[i] = UNIT * weights[at] / spread[at]);
    result
}

fn softmax(scores: &[f32]) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

fn print(name: &str, weights: &[f32]) {
    let cell = |at: usize| weights[at].round() as i16;
    let lines: [[[[i16; 6]; 6]; 6]; 2] = std::array::from_fn(|side| {
        std::array::from_fn(|good| {
            std::array::from_fn(|bad| std::array::from_fn(|playable| cell(side * 216 + good * 36 + bad * 6 + playable)))
        })
    });
    println!("pub(super) const {name}: Weights = Weights {{");
    println!("    lines: {lines:?},");
    let [place, useful, next, claimed] = [432, 433, 434, 435].map(cell);
    println!("    place: {place},\n    useful: {useful},\n    next: {next},\n    claimed: {claimed},\n}};\n");
}
