//! What a move costs: play + win test + undo, on each storage.
//!
//! `cargo xtask bench` runs this and prints the table. The program times every kernel; with `--count KERNEL ROUNDS` it runs
//! one kernel a given number of times and nothing else, so that valgrind's instruction counts of two runs can be
//! subtracted: what start-up costs drops out, and a busy machine changes nothing.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints")]
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::time::Instant;

use filetto_rules::{Board, Cell, Dynamic, Fixed, Grid, Keyed, Rng, Rules, Well};

/// A number of rounds in, the number of moves played out.
type Kernel = Box<dyn FnMut(usize) -> u64>;

/// What it is called and how it is made.
type Named = (&'static str, fn() -> Kernel);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => KERNELS.iter().for_each(|(name, make)| time(name, &mut make())),
        ["--list"] => KERNELS.iter().for_each(|(name, _)| println!("{name}")),
        ["--count", wanted, rounds] => {
            let (_, make) = KERNELS.iter().find(|(name, _)| *name == wanted).expect("a kernel of the list");
            println!("{}", make()(rounds.parse().expect("a number of rounds")));
        }
        _ => eprintln!("usage: boards [--list | --count KERNEL ROUNDS]"),
    }
}

/// Made only when run: a count should not contain the preparation of the others.
const KERNELS: [Named; 8] = [
    ("6x7x4g fixed word", || moves::<Well<u64, Fixed<6, 7, 4, true>>>("6x7x4g")),
    ("6x7x4g one word", || moves::<Well<u64, Dynamic>>("6x7x4g")),
    ("6x7x4g one wide word", || moves::<Well<u128, Dynamic>>("6x7x4g")),
    ("6x7x4g word a line", || moves::<Grid<u32>>("6x7x4g")),
    ("15x15x5 word a line", || moves::<Grid<u32>>("15x15x5")),
    ("15x15x5 with 8 keys", || moves::<Keyed<Grid<u32>>>("15x15x5")),
    ("70x70x10 word a line", || moves::<Grid<u128>>("70x70x10")),
    ("70x70x10 with 8 keys", || moves::<Keyed<Grid<u128>>>("70x70x10")),
];

/// Plays random games forwards and backwards. The games are chosen beforehand, so that only the board is measured.
fn moves<B: Board + 'static>(rules: &str) -> Kernel {
    let rules: Rules = rules.parse().expect("a board");
    let mut board = B::fitting(rules).expect("the storage holds the board");
    let mut rng = Rng::new(1);
    let games: Vec<Vec<Cell>> = (0..16).map(|_| random_game(&mut board, &mut rng)).collect();
    Box::new(move |rounds| {
        let mut played = 0;
        for _ in 0..rounds {
            for game in &games {
                for &cell in game {
                    board.play_fast(cell);
                }
                assert!(board.outcome().is_over() || board.stones() == LONGEST, "the games are played to their end");
                for &cell in game.iter().rev() {
                    board.undo(cell);
                }
                played += game.len() as u64;
            }
        }
        played
    })
}

/// Games on huge boards are cut here: more than any real one, and they still fit the cache as real ones would.
const LONGEST: usize = 300;

fn random_game<B: Board>(board: &mut B, rng: &mut Rng) -> Vec<Cell> {
    let mut game = Vec::new();
    while game.len() < LONGEST && !board.outcome().is_over() {
        let legal = board.legal_moves();
        let cell = *rng.pick(&legal).expect("a game that is not over has a move");
        board.play_fast(cell);
        game.push(cell);
    }
    game.iter().rev().for_each(|&cell| board.undo(cell));
    game
}

/// The least of several short runs: what the code costs when nothing else disturbs it.
fn time(name: &str, kernel: &mut Kernel) {
    let per_move = |rounds: usize, kernel: &mut Kernel| {
        let start = Instant::now();
        let played = kernel(rounds);
        start.elapsed().as_nanos() as f64 / played as f64
    };
    let rounds = (20e6 / (per_move(1, kernel) * kernel(1) as f64)).ceil() as usize;
    let best = (0..15).map(|_| per_move(rounds, kernel)).fold(f64::INFINITY, f64::min);
    println!("{name}\t{best:.2}");
}
