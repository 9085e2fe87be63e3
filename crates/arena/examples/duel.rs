//! A match between two players for what `cargo xtask match` does not know: uneven games, weaker levels made up, model files.
//!
//! `cargo run --release -p filetto-arena --example duel -- BOARD A B [nodes=N | ms=N] [share=N] [pairs=N] [plies=N] [extra=N] [within=N] [seed=N]`
//!
//! A player is a name of the list, or `filetto:late=0,extend=0` with options of the champion (`hand` for
//! the weights set by hand, `level=3` or `weak=DEPTH/NODES/MARGIN/RANDOM/BLIND/HASTY` for a weaker one, `model=FILE` for other weights, `net=FILE` for another network). Each opening is random but judged
//! balanced by a short search, and is played twice with colours exchanged. No opening comes twice, turned or mirrored neither: players with a
//! limit on nodes would repeat their games, and the interval would be too narrow. If a board has too few, the match is shorter. With `plies=0` every
//! game starts from the empty board, and each pair of games has dice of its own, others for another seed: for levels, which vary their play. With `extra` stones for X
//! before the opening, boards whose games end drawn show who makes more of an advantage, and who holds out; `within` is how far from balanced the short search
//! may find an opening: a huge number takes all, as they do that ask who finds a win. With a limit on nodes the result is the same on
//! every machine and load, and with `share` A has only so many nodes in a hundred of B's: what is left to it where each of its nodes costs
//! more. Printed: wins, draws, losses of A, the score and the Elo difference with a 95 % interval from the
//! variance between pairs, how many pairs gave 0, ½, 1, 1½ and 2 points (those of several runs can be added), and how many nodes a move both took.

#![allow(clippy::disallowed_methods, reason = "it reads models to compare")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]

use std::collections::HashSet;
use std::time::Duration;

use filetto_arena::stats::{Interval, Pairs};
use filetto_engine::champion::parts::Network;
use filetto_engine::champion::{Champion, Level, Options};
use filetto_engine::knowledge::Weights;
use filetto_engine::{Configured, Named, Player, Settings};
use filetto_rules::{Board, Cell, Game, Grid, Key, Keyed, Outcome, Rng, Rules, Setup, Side};
use filetto_search::Budget;

fn make(text: &str, memory: usize, seed: u64) -> Box<dyn Player> {
    let mut settings = Settings { memory, seed, ..Settings::default() };
    match text.split_once(':').filter(|(name, _)| *name == "filetto") {
        None => {
            let Configured { named, settings } = Named::read(text, settings).unwrap_or_else(|error| panic!("{error}"));
            named.make(settings)
        }
        Some((_, changes)) => {
            let (mut options, mut level) = (Options::default(), None);
            let mut weights = changes.contains("hand").then(Weights::by_hand);
            let mut network = None;
            for change in changes.split(',').filter(|change| *change != "hand") {
                if let Some(level) = change.strip_prefix("level=") {
                    settings.level = level.parse().ok();
                    continue;
                }
                if let Some(numbers) = change.strip_prefix("weak=") {
                    let numbers: Vec<u32> = numbers.split('/').map(|n| n.parse().expect("a number")).collect();
                    let [depth, nodes, margin, random, blind, hasty] = numbers[..] else { panic!("six numbers") };
                    let (nodes, margin, [random, blind, hasty]) =
                        (nodes.into(), margin as i32, [random, blind, hasty].map(|n| n as usize));
                    level = Some(Level { depth, nodes, margin, random, blind, hasty, network: false });
                    continue;
                }
                if let Some(path) = change.strip_prefix("model=") {
                    weights = Weights::parse(&std::fs::read_to_string(path).expect("a model file"));
                    continue;
                }
                if let Some(path) = change.strip_prefix("net=") {
                    let bytes = std::fs::read(path).expect("a network file");
                    network = Some(Network::read(&bytes).unwrap_or_else(|error| panic!("{path}: {error}")));
                    continue;
                }
                options.set(change).unwrap_or_else(|error| panic!("{error}"));
            }
            let champion = Champion::with(settings, options);
            let champion = match level {
                Some(level) => champion.level(level),
                None => champion,
            };
            let champion = match weights {
                Some(weights) => champion.weights(weights),
                None => champion,
            };
            Box::new(match network {
                Some(network) => champion.network(network),
                None => champion,
            })
        }
    }
}

/// What openings are played.
struct Openings {
    rules: Rules,
    plies: usize,
    /// Stones that X has more.
    extra: usize,
    /// The largest estimate that is called balanced.
    within: i32,
    seen: HashSet<Key>,
}

impl Openings {
    /// A random opening that a short search finds balanced and that is not among those seen.
    fn next(&mut self, rng: &mut Rng) -> Option<Game> {
        let mut judge = Champion::new(Settings { memory: 1 << 20, ..Settings::default() });
        for _ in 0..5000 {
            let mut setup = Setup::default();
            for _ in 0..self.extra {
                let cell = self.pick(&setup.board(self.rules).ok()?, rng)?;
                setup.stones.push((cell, Side::First));
            }
            let Ok(mut game) = Game::from_setup(self.rules, setup) else { continue };
            for _ in 0..self.plies {
                let Some(cell) = self.pick(game.board(), rng) else { break };
                let _ = game.play(cell);
            }
            // Played or found wanting, it need not be judged again.
            let repeats = !self.seen.insert(self.key(&game)) && self.plies + self.extra > 0;
            if game.outcome().is_over() || repeats {
                continue;
            }
            if self.plies + self.extra == 0 {
                return Some(game);
            }
            judge.new_game();
            let choice = judge.choose(&game, &Budget::none().nodes(3000), &mut |_| {}).expect("a move");
            let score = choice.score.map_or(0, |score| score.raw().abs());
            if score < self.within || rng.below(30) == 0 && score < 100_000 {
                return Some(game);
            }
        }
        None
    }

    /// A legal move, near the centre where stones do not fall.
    fn pick(&self, board: &Grid<u128>, rng: &mut Rng) -> Option<Cell> {
        let mut legal = board.legal_moves();
        let centre = Cell::new(self.rules.rows() / 2, self.rules.cols() / 2);
        let near = |cell: &Cell| cell.row().abs_diff(centre.row()).max(cell.col().abs_diff(centre.col())) <= 3;
        if !self.rules.gravity() {
            legal.retain(near);
        }
        rng.pick(&legal).copied()
    }

    fn key(&self, game: &Game) -> Key {
        let mut keyed = Keyed::<Grid<u128>>::fitting(self.rules).expect("the board fits");
        game.setup().stones.iter().for_each(|&(cell, side)| keyed.put(cell, side));
        game.cells().for_each(|cell| {
            let _ = keyed.play(cell);
        });
        keyed.canonical().key
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, a, b] = &args[..3] else {
        panic!("usage: duel BOARD A B [nodes=N|ms=N] [share=N] [pairs=N] [plies=N] [extra=N] [within=N] [seed=N]")
    };
    let number = |name: &str| {
        let found = args[3..].iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
        found.map(|text| text.parse::<u64>().expect("a number"))
    };
    let rules: Rules = board.parse().expect("a board");
    let budget = match (number("nodes"), number("ms")) {
        (_, Some(ms)) => Budget::none().time(Duration::from_millis(ms)),
        (nodes, None) => Budget::none().nodes(nodes.unwrap_or(10_000)),
    };
    let share = number("share").unwrap_or(100);
    let handicapped = Budget { nodes: budget.nodes.map(|nodes| nodes * share / 100), ..budget.clone() };
    // Enough for hundreds of openings: two plies on 6x7x4g are twenty.
    let plies = number("plies").unwrap_or(if rules.gravity() { 6 } else { 4 }) as usize;
    let pairs = number("pairs").unwrap_or(20);
    let seed = number("seed").unwrap_or(1);
    let mut rng = Rng::new(seed);
    let memory = 16 << 20;
    let (mut first, mut second) = (make(a, memory, 1), make(b, memory, 1));
    // Wins, draws and losses of A with X, then with O.
    let mut results = [[0u32; 3]; 2];
    let mut pairs_played = Pairs::default();
    // Moves and nodes of A and of B.
    let mut spent = [[0u64; 2]; 2];
    let (extra, within) = (number("extra").unwrap_or(0) as usize, number("within").unwrap_or(120) as i32);
    let mut openings = Openings { rules, plies, extra, within, seen: HashSet::new() };
    for pair in 0..pairs {
        let Some(opening) = openings.next(&mut rng) else { break };
        if plies + extra == 0 {
            let dice = 2 * (pair + (seed << 32));
            (first, second) = (make(a, memory, dice + 1), make(b, memory, dice + 2));
        }
        let mut doubled = 0;
        for swap in [false, true] {
            let mut game = opening.clone();
            first.new_game();
            second.new_game();
            let a_side = if swap { Side::Second } else { Side::First };
            while !game.outcome().is_over() {
                let (player, budget) =
                    if game.to_move() == a_side { (&mut first, &handicapped) } else { (&mut second, &budget) };
                let choice = player.choose(&game, budget, &mut |_| {}).expect("a move");
                let [moves, nodes] = &mut spent[usize::from(game.to_move() != a_side)];
                (*moves, *nodes) = (*moves + 1, *nodes + choice.stats.nodes);
                game.play(choice.cell).expect("a legal move");
            }
            let (result, point) = match game.outcome() {
                Outcome::Win(side) if side == a_side => (0, 2),
                Outcome::Win(_) => (2, 0),
                _ => (1, 1),
            };
            results[a_side.index()][result] += 1;
            doubled += point;
            if std::env::var("LOSSES").is_ok() && game.outcome() == Outcome::Win(a_side.other()) {
                let text: Vec<String> = game.cells().map(|cell| cell.to_string()).collect();
                println!("lost as {a_side:?} after {} opening plies: {}", plies, text.join(" "));
            }
        }
        pairs_played.add(doubled);
        if let Some(elo) = pairs_played.elo().filter(|_| (pair + 1) % 10 == 0) {
            eprintln!("{} of {pairs} pairs: Elo {:+.0} ± {:.0}", pair + 1, elo.value, elo.error);
        }
    }
    let elo = pairs_played.elo().map_or("Elo n/a".to_owned(), |elo| {
        format!("Elo {:+.0} [{:+.0}, {:+.0}]", elo.value, elo.value - elo.error, elo.value + elo.error)
    });
    let each = spent.map(|[moves, nodes]| nodes / moves.max(1));
    let mean = pairs_played.mean().unwrap_or(Interval { value: 0.5, error: 0.5 });
    let [x, o] = results;
    let told = |[wins, draws, losses]: [u32; 3]| format!("+{wins} ={draws} -{losses}");
    println!(
        "{board} {a} - {b}: {} (X {}, O {})  {:.1} % ± {:.1}  {elo}  pairs {:?}  {} and {} nodes a move",
        told([0, 1, 2].map(|n| x[n] + o[n])),
        told(x),
        told(o),
        100.0 * mean.value,
        100.0 * mean.error,
        pairs_played.0,
        each[0],
        each[1]
    );
}
