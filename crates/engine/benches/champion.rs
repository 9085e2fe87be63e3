//! What a node of the champion costs on boards of all kinds.
//!
//! `cargo bench --bench champion` prints nanoseconds and nodes a second; with `--count BOARD ROUNDS` it searches one board a given
//! number of times and prints the nodes, so that valgrind's instruction counts of two runs can be subtracted. Parts of the champion can be
//! switched as in matches: `--count 15x15x5 4 network=0`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints")]

use filetto_engine::champion::{Champion, Options, signature_positions};
use filetto_engine::{Player, Settings};
use filetto_rules::Game;
use filetto_search::{Clock, Limits};

const BOARDS: [&str; 5] = ["15x15x5", "70x70x10", "6x7x4g", "20x20x10g", "100x100x30"];

/// Made once: only nodes are to be counted, not tables.
fn champion(memory: usize, parts: &[&str]) -> Champion {
    let mut options = Options::default();
    parts.iter().for_each(|part| options.set(part).expect("a part of the champion"));
    Champion::new(Settings { memory, options, ..Settings::default() })
}

fn search(champion: &mut Champion, games: &[Game], nodes: u64) -> u64 {
    games.iter().map(|game| champion.analyse(game, &Limits::none().nodes(nodes), 1, &mut |_| {}).stats.nodes).sum()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        [] => {
            // As large as in a game: looking things up is a good part of a node's time.
            let mut champion = champion(64 << 20, &[]);
            for board in BOARDS {
                let games = signature_positions(board.parse().expect("a board"), 6);
                let best = (0..5).map(|_| {
                    champion.new_game();
                    let clock = Clock::start();
                    let nodes = search(&mut champion, &games, 200_000);
                    (clock.elapsed().as_nanos() as f64 / nodes as f64, nodes)
                });
                let (ns, nodes) = best.fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a });
                println!("{board}\t{ns:.0} ns\t{:.0} nodes/s\t{nodes} nodes", 1e9 / ns);
            }
        }
        ["--count", board, rounds, ref parts @ ..] => {
            let games = signature_positions(board.parse().expect("a board"), 2);
            let rounds: u64 = rounds.parse().expect("a number of rounds");
            // Small, since clearing it is counted too.
            let mut champion = champion(4 << 20, parts);
            let round = |_| {
                champion.new_game();
                search(&mut champion, &games, 20_000)
            };
            println!("{}", (0..rounds).map(round).sum::<u64>());
        }
        _ => eprintln!("usage: champion [--count BOARD ROUNDS [PART=VALUE…]]"),
    }
}
