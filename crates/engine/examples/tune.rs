//! Fits the weights of the champion's evaluation to the results of its own games and prints the model.
//!
//! `cargo run --release --example tune -- BOARD[,BOARD…] [games=N] [nodes=N] [seed=N] [uneven=1|2] [sure=1]`; `cargo xtask tune` runs it
//! for every model and writes the files. With `sure=1` the weights stay, and only what estimate means a chance of 73 % is fitted. The
//! champion plays itself at few nodes from random openings; every position in which the search would ask for an estimate (nothing forced)
//! is a sample with the game's result as label; logistic regression by Adam on scaled features with a little ridge.
//!
//! Equal players of long rows draw, and draws teach nothing. So there are games that somebody wins: one side, chosen by lot, begins with some
//! stones more, one side, chosen by lot, plays weakly, and nobody follows a drawing strategy. None of this is known to the fit, which sees
//! the position only. With `uneven=1` the weak side plays like a level of its own: unsure, hasty, blind to threats now and then, as much as the
//! lot says. Rows of seven and more are held even so; with `uneven=2` it plays well, but a part of its moves anywhere.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]

use filetto_engine::champion::parts::{Obligation, features, obligation};
use filetto_engine::champion::{Champion, Level, Options};
use filetto_engine::knowledge::{FEATURES, Field, Weights};
use filetto_engine::{Player, Settings};
use filetto_rules::{Board, Cell, Game, Outcome, Rng, Rules, Setup, Side};
use filetto_search::Budget;

const INPUTS: usize = 2 * FEATURES + 1;

/// The features of a position for the side to move, and how the game ended for it.
struct Sample {
    input: [f32; INPUTS],
    result: f32,
}

/// The weight that makes a chance of winning of 73 %.
const UNIT: f32 = (Weights::SURE * Weights::UNIT) as f32;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, otherwise: u64| {
        let found = args[1..].iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
        found.map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let (games, nodes, seed) = (number("games", 300), number("nodes", 1000), number("seed", 1));
    let boards: Vec<Rules> = args[0].split(',').map(|board| board.parse().expect("a board")).collect();
    let mut rng = Rng::new(seed);
    let mut samples = Vec::new();
    let mut results = [0; 3];
    for game in 0..games {
        let rules = boards[game as usize % boards.len()];
        let odds = Odds::drawn(number("uneven", 0), rules, &mut rng);
        results[self_play(rules, nodes, odds, &mut rng, &mut samples)] += 1;
    }
    let start = Weights::of(boards[0]);
    let only_sure = number("sure", 0) != 0;
    let (weights, before, after) =
        if only_sure { fit_sure(&samples, start) } else { fit(&samples, start, number("uneven", 0) == 2) };
    let kind =
        ["games", "games against weaker levels", "games against stray moves"][number("uneven", 0).min(2) as usize];
    println!("# {games} {kind}, self-play on {}, {nodes} nodes a move, seed {seed}", args[0]);
    println!(
        "# first player won {}, drew {}, lost {}; {} positions",
        results[0],
        results[1],
        results[2],
        samples.len()
    );
    println!("# logistic loss {before:.4} with the weights that played, {after:.4} fitted");
    match only_sure {
        true => println!("sure {}", weights.sure),
        false => print!("{}", weights.text()),
    }
}

/// What makes a game uneven.
struct Odds {
    /// Who has how many stones more at the beginning.
    extra: (Side, usize),
    /// Who plays weakly,
    weak: Side,
    /// at which level,
    level: Option<Level>,
    /// and how many moves in a hundred anywhere at all.
    astray: usize,
}

impl Odds {
    fn drawn(kind: u64, rules: Rules, rng: &mut Rng) -> Option<Odds> {
        let mut side = || if rng.below(2) == 0 { Side::First } else { Side::Second };
        match kind {
            1 => {
                let (lucky, weak, extra) = (side(), side(), rng.below(rules.k() / 2 + 1));
                let (blind, margin, hasty) = (rng.below(40), rng.below(300) as i32, rng.below(101));
                let level = Level { depth: 2, nodes: 800, margin, random: 0, blind, hasty, network: false };
                let astray = if rules.k() > 6 { rng.below(51) } else { 0 };
                Some(Odds { extra: (lucky, extra), weak, level: Some(level), astray })
            }
            2 => {
                let (lucky, weak, extra) = (side(), side(), rng.below(rules.k()));
                Some(Odds { extra: (lucky, extra), weak, level: None, astray: rng.below(101) })
            }
            _ => None,
        }
    }
}

/// A legal move near the last one, or near the centre.
fn stray(game: &Game, rng: &mut Rng) -> Cell {
    let rules = game.rules();
    let mut legal = game.board().legal_moves();
    let centre = game.cells().last().unwrap_or(Cell::new(rules.rows() / 2, rules.cols() / 2));
    let near = |cell: &Cell| cell.row().abs_diff(centre.row()).max(cell.col().abs_diff(centre.col())) <= 3;
    if legal.iter().any(near) && !rules.gravity() {
        legal.retain(near);
    }
    *rng.pick(&legal).expect("a legal move")
}

fn begin(rules: Rules, odds: Option<&Odds>, rng: &mut Rng) -> Game {
    let mut setup = Setup::default();
    if let Some(Odds { extra: (side, count), .. }) = odds {
        for _ in 0..*count {
            let game = Game::from_setup(rules, setup.clone()).expect("fewer than K stones");
            setup.stones.push((stray(&game, rng), *side));
        }
    }
    Game::from_setup(rules, setup).expect("fewer than K stones")
}

/// Plays one game; samples from it. Returns 0, 1 or 2: won, drawn or lost by the first player.
fn self_play(rules: Rules, nodes: u64, odds: Option<Odds>, rng: &mut Rng, samples: &mut Vec<Sample>) -> usize {
    let mut options = Options { vct: 0, ..Options::default() };
    if odds.is_some() {
        (options.pairing, options.hold) = (false, i32::MIN);
    }
    let seed = if odds.is_some() { rng.next_u64() } else { 1 };
    let settings = Settings { memory: 1 << 21, seed, ..Settings::default() };
    let mut player = Champion::with(settings, options);
    let mut weak = odds.as_ref().and_then(|odds| Some(Champion::with(settings, options).level(odds.level?)));
    let mut game = begin(rules, odds.as_ref(), rng);
    let random = 2 + rng.below(5);
    let mut positions: Vec<(Side, [f32; INPUTS])> = Vec::new();
    let mut ply = 0;
    while !game.outcome().is_over() && ply < 150 {
        let field = Field::of(&game);
        let obligation = obligation(&field);
        let open = matches!(obligation, Obligation::Free | Obligation::Defend);
        if ply >= random && open {
            positions.push((game.to_move(), input(&field)));
        }
        // A random move now and then keeps the games apart, and shows what a blunder costs.
        let slips = ply < random || odds.is_none() && rng.below(25) == 0 && obligation == Obligation::Free;
        let weakly = odds.as_ref().filter(|odds| odds.weak == game.to_move());
        // A single answer stops a long row: threats are overlooked too.
        let astray =
            weakly.is_some_and(|odds| rng.below(100) < odds.astray) && !matches!(obligation, Obligation::Wins(..));
        let cell = if slips {
            positions.clear();
            stray(&game, rng)
        } else if astray {
            *rng.pick(&game.board().legal_moves()).expect("a legal move")
        } else {
            let player = weak.as_mut().filter(|_| weakly.is_some()).unwrap_or(&mut player);
            player.choose(&game, &Budget::none().nodes(nodes), &mut |_| {}).expect("a move").cell
        };
        game.play(cell).expect("a legal move");
        ply += 1;
    }
    let result = |side: Side| match game.outcome() {
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
        _ => 0.5,
    };
    samples.extend(positions.into_iter().map(|(side, input)| Sample { input, result: result(side) }));
    (2.0 - 2.0 * result(Side::First)) as usize
}

fn input(field: &Field) -> [f32; INPUTS] {
    let me = field.to_move();
    let (mine, theirs) = (features(field, me), features(field, me.other()));
    std::array::from_fn(|i| match i {
        0 => 1.0,
        _ if i <= FEATURES => mine[i - 1] as f32,
        _ => -theirs[i - 1 - FEATURES] as f32,
    })
}

fn loss_of(result: f32, chance: f32) -> f32 {
    let p = chance.clamp(1e-6, 1.0 - 1e-6);
    -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
}

/// The same weights with the scale that fits the results best, and the loss before and after.
fn fit_sure(samples: &[Sample], start: &Weights) -> (Weights, f32, f32) {
    let estimate = |sample: &Sample| {
        let weights = std::iter::once(&start.tempo).chain(&start.mover).chain(&start.waiter);
        weights.zip(sample.input).map(|(weight, count)| *weight as f32 * count).sum::<f32>() / Weights::UNIT as f32
    };
    let estimates: Vec<(f32, f32)> = samples.iter().map(|sample| (estimate(sample), sample.result)).collect();
    let loss = |sure: i32| {
        let weights = Weights { sure, ..*start };
        let one = |(estimate, result): &(f32, f32)| loss_of(*result, weights.chance(*estimate as i32) as f32);
        estimates.iter().map(one).sum::<f32>() / samples.len() as f32
    };
    let tried = (0..60).map(|n| (f64::from(Weights::SURE) / 4.0 * 1.1f64.powi(n)).round() as i32);
    let best = tried.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(Weights::SURE);
    (Weights { sure: best, ..*start }, loss(start.sure), loss(best))
}

/// Returns the weights and the loss before and after. Games against stray moves say little about each weight: there weights are pulled
/// towards those that played instead of zero, and go away from them only where the games insist.
fn fit(samples: &[Sample], start: &Weights, astray: bool) -> (Weights, f32, f32) {
    let scale: Vec<f32> = (0..INPUTS)
        .map(|i| (samples.iter().map(|s| s.input[i].powi(2)).sum::<f32>() / samples.len() as f32).sqrt().max(1e-9))
        .collect();
    let of = |i: usize| match i {
        0 => start.tempo,
        _ if i <= FEATURES => start.mover[i - 1],
        _ => start.waiter[i - 1 - FEATURES],
    };
    let mut theta: Vec<f32> = (0..INPUTS).map(|i| of(i) as f32 / UNIT * scale[i]).collect();
    let predict = |theta: &[f32], sample: &Sample| {
        let sum: f32 = (0..INPUTS).map(|i| theta[i] * sample.input[i] / scale[i]).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    let loss = |theta: &[f32]| {
        let one = |s: &Sample| loss_of(s.result, predict(theta, s));
        samples.iter().map(one).sum::<f32>() / samples.len() as f32
    };
    let before = loss(&theta);
    let (ridge, towards) = if astray { (0.003, theta.clone()) } else { (0.0002, vec![0.0; INPUTS]) };
    let (mut first, mut second) = (vec![0.0f32; INPUTS], vec![0.0f32; INPUTS]);
    for round in 1..=400 {
        let mut gradient = vec![0.0f32; INPUTS];
        for sample in samples {
            let error = predict(&theta, sample) - sample.result;
            (0..INPUTS).for_each(|i| gradient[i] += error * sample.input[i] / scale[i]);
        }
        for i in 0..INPUTS {
            let slope = gradient[i] / samples.len() as f32 + ridge * (theta[i] - towards[i]);
            first[i] = 0.9 * first[i] + 0.1 * slope;
            second[i] = 0.999 * second[i] + 0.001 * slope * slope;
            let (m, v) = (first[i] / (1.0 - 0.9f32.powi(round)), second[i] / (1.0 - 0.999f32.powi(round)));
            theta[i] -= 0.02 * m / (v.sqrt() + 1e-8);
        }
    }
    // A feature that hardly occurred has no scale: its weight would be noise.
    let weight = |i: usize| {
        if scale[i] < 1e-3 { of(i) } else { (theta[i] / scale[i] * UNIT).round().clamp(-32_000.0, 32_000.0) as i32 }
    };
    let mut weights = Weights { tempo: weight(0), sure: Weights::SURE, ..*start };
    for i in 0..FEATURES {
        weights.mover[i] = weight(1 + i);
        weights.waiter[i] = weight(1 + FEATURES + i);
    }
    (weights, before, loss(&theta))
}
