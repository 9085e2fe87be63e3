//! Ultimate tic-tac-toe: alpha-beta with an evaluator against Monte Carlo tree search without one.
#![allow(clippy::print_stdout, reason = "an example speaks to its reader")]
#![allow(dead_code, reason = "the games are shared with other examples")]

#[path = "games/contest.rs"]
mod contest;
#[path = "games/noughts.rs"]
mod noughts;
#[path = "games/ultimate.rs"]
mod ultimate;

use std::time::Duration;

use filetto_search::{Game, Playout};
use ultimate::{Hopes, Ultimate};

fn main() {
    let mut game = Ultimate::new();
    let mut nodes = [0u64; 2];
    let mut ply = 0;
    contest::play(&mut game, &mut Hopes, Playout::Random, Duration::from_millis(40), 81, |_, name, report| {
        let spot = report.best.map(|spot| format!("board {} cell {}", spot.board + 1, spot.cell + 1));
        println!("{:>2}. {name:<10} {:<16} {}", ply + 1, spot.unwrap_or_default(), report.score);
        nodes[ply % 2] += report.stats.nodes;
        ply += 1;
    });
    println!("\n{game}");
    let loser = if ply % 2 == 0 { "alpha-beta (X)" } else { "mcts (O)" };
    match game.outcome() {
        Some(filetto_search::Outcome::Loss) => println!("{loser} has lost after {ply} moves."),
        _ => println!("A draw after {ply} moves."),
    }
    println!("Nodes: alpha-beta {}, mcts {}.", nodes[0], nodes[1]);
}
