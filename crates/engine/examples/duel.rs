//! A match between two players of this crate, to measure what a change is worth.
//!
//! `cargo run --release --example duel -- BOARD A B [nodes=N | ms=N] [pairs=N] [plies=N] [seed=N]`
//!
//! A player is a name of the list, or `filetto:late=0,extend=0` with options of the champion (`hand` for
//! the weights set by hand, `level=3` or `weak=DEPTH/NODES/MARGIN/BLIND/HASTY` for a weaker one, `model=FILE`). Each opening is random but judged
//! balanced by a short search, and is played twice with colours exchanged. No opening comes twice, turned or mirrored neither: players with a
//! limit on nodes would repeat their games, and the interval would be too narrow. If a board has too few, the match is shorter. With a limit on nodes the result is the same on
//! every machine and load. Printed: wins, draws, losses of A, the score and the Elo difference with a 95 % interval from the
//! variance between pairs.

#![allow(clippy::disallowed_methods, reason = "it reads models to compare")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]

use std::collections::HashSet;
use std::time::Duration;

use filetto_engine::champion::{Champion, Level, Options};
use filetto_engine::knowledge::Weights;
use filetto_engine::{Named, Player, Settings};
use filetto_rules::{Board, Cell, Game, Grid, Key, Keyed, Outcome, Rng, Rules, Side};
use filetto_search::Limits;

fn make(text: &str, memory: usize) -> Box<dyn Player> {
    let mut settings = Settings { memory, ..Settings::default() };
    match text.split_once(':') {
        None => Named::find(text).unwrap_or_else(|error| panic!("{error}")).make(settings),
        Some((_, changes)) => {
            let (mut options, mut level) = (Options::default(), None);
            let mut weights = changes.contains("hand").then(Weights::by_hand);
            for change in changes.split(',').filter(|change| *change != "hand") {
                if let Some(level) = change.strip_prefix("level=") {
                    settings.level = level.parse().ok();
                    continue;
                }
                if let Some(numbers) = change.strip_prefix("weak=") {
                    let numbers: Vec<u32> = numbers.split('/').map(|n| n.parse().expect("a number")).collect();
                    let [depth, nodes, margin, blind, hasty] = numbers[..] else { panic!("five numbers") };
                    let (nodes, margin, [blind, hasty]) =
                        (nodes.into(), margin as i32, [blind, hasty].map(|n| n as usize));
                    level = Some(Level { depth, nodes, margin, blind, hasty });
                    continue;
                }
                if let Some(path) = change.strip_prefix("model=") {
                    weights = Weights::parse(&std::fs::read_to_string(path).expect("a model file"));
                    continue;
                }
                options.set(change).unwrap_or_else(|error| panic!("{error}"));
            }
            let champion = Champion::with(settings, options);
            let champion = match level {
                Some(level) => champion.level(level),
                None => champion,
            };
            Box::new(match weights {
                Some(weights) => champion.weights(weights),
                None => champion,
            })
        }
    }
}

/// A random opening that a short search finds balanced and that is not among those seen.
fn opening(rules: Rules, plies: usize, rng: &mut Rng, seen: &mut HashSet<Key>) -> Option<Vec<Cell>> {
    let mut judge = Champion::new(Settings { memory: 1 << 20, ..Settings::default() });
    for _ in 0..5000 {
        let mut game = Game::new(rules);
        for _ in 0..plies {
            let mut legal = game.board().legal_moves();
            let centre = Cell::new(rules.rows() / 2, rules.cols() / 2);
            let near = |cell: &Cell| cell.row().abs_diff(centre.row()).max(cell.col().abs_diff(centre.col())) <= 3;
            if !rules.gravity() {
                legal.retain(near);
            }
            let Some(&cell) = rng.pick(&legal) else { break };
            let _ = game.play(cell);
        }
        if game.outcome().is_over() {
            continue;
        }
        // Played or found wanting, it need not be judged again.
        let mut keyed = Keyed::<Grid<u128>>::fitting(rules).expect("the board fits");
        game.cells().for_each(|cell| {
            let _ = keyed.play(cell);
        });
        if !seen.insert(keyed.canonical().0) {
            continue;
        }
        judge.new_game();
        let choice = judge.choose(&game, &Limits::none().nodes(3000), &mut |_| {}).expect("a move");
        let score = choice.score.map_or(0, |score| score.raw());
        if score.abs() < 120 || rng.below(30) == 0 && score.abs() < 100_000 {
            return Some(game.cells().collect());
        }
    }
    None
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, a, b] = &args[..3] else { panic!("usage: duel BOARD A B [nodes=N|ms=N] [pairs=N] [plies=N] [seed=N]") };
    let number = |name: &str| {
        let found = args[3..].iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
        found.map(|text| text.parse::<u64>().expect("a number"))
    };
    let rules: Rules = board.parse().expect("a board");
    let limits = match (number("nodes"), number("ms")) {
        (_, Some(ms)) => Limits::none().time(Duration::from_millis(ms)),
        (nodes, None) => Limits::none().nodes(nodes.unwrap_or(10_000)),
    };
    // Enough for hundreds of openings: two plies on 6x7x4g are twenty.
    let plies = number("plies").unwrap_or(if rules.gravity() { 6 } else { 4 }) as usize;
    let pairs = number("pairs").unwrap_or(20);
    let mut rng = Rng::new(number("seed").unwrap_or(1));
    let memory = 16 << 20;
    let (mut first, mut second) = (make(a, memory), make(b, memory));
    // Wins, draws and losses of A with X, then with O.
    let mut results = [[0u32; 3]; 2];
    let mut scores: Vec<f64> = Vec::new();
    let mut seen = HashSet::new();
    for _ in 0..pairs {
        let Some(moves) = opening(rules, plies, &mut rng, &mut seen) else { break };
        let mut points = 0.0;
        for swap in [false, true] {
            let mut game = Game::new(rules);
            for &cell in &moves {
                game.play(cell).expect("the opening is legal");
            }
            first.new_game();
            second.new_game();
            let a_side = if swap { Side::Second } else { Side::First };
            while !game.outcome().is_over() {
                let player = if game.to_move() == a_side { &mut first } else { &mut second };
                let choice = player.choose(&game, &limits, &mut |_| {}).expect("a move");
                game.play(choice.cell).expect("a legal move");
            }
            let (result, point) = match game.outcome() {
                Outcome::Win(side) if side == a_side => (0, 1.0),
                Outcome::Win(_) => (2, 0.0),
                _ => (1, 0.5),
            };
            results[a_side.index()][result] += 1;
            points += point;
            if std::env::var("LOSSES").is_ok() && game.outcome() == Outcome::Win(a_side.other()) {
                let text: Vec<String> = game.cells().map(|cell| cell.to_string()).collect();
                println!("lost as {a_side:?} after {} opening plies: {}", moves.len(), text.join(" "));
            }
        }
        scores.push(points / 2.0);
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 1.96 * (variance / n).sqrt();
    let elo = |p: f64| -400.0 * (1.0 / p.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10();
    let (low, high) = (elo(mean - error), elo(mean + error));
    let [x, o] = results;
    let told = |[wins, draws, losses]: [u32; 3]| format!("+{wins} ={draws} -{losses}");
    println!(
        "{board} {a} - {b}: {} (X {}, O {})  {:.1} % ± {:.1}  Elo {:+.0} [{low:+.0}, {high:+.0}]",
        told([0, 1, 2].map(|n| x[n] + o[n])),
        told(x),
        told(o),
        100.0 * mean,
        100.0 * error,
        elo(mean)
    );
}
