//! Chess: a mate in two, the beginning of a game between alpha-beta and Monte Carlo tree search, and two heuristics
//! compared by games.
#![allow(clippy::print_stdout, reason = "an example speaks to its reader")]
#![allow(dead_code, reason = "the games are shared with other examples")]

#[path = "games/chess.rs"]
mod chess;
#[path = "games/compare.rs"]
mod compare;
#[path = "games/contest.rs"]
mod contest;
#[path = "games/tally.rs"]
mod tally;

use std::time::Duration;

use chess::{Chess, Material, Mobility, Victims};
use filetto_search::{AlphaBeta, Deepening, History, Killers, Limits, Memory, Playout, Quiescence, Replacement, Table};

const MATE_IN_TWO: &str = "r2qk2r/pb4pp/1n2Pb2/2B2Q2/p1p5/2P5/2B2PPP/RN2R1K1 w kq - 1 1";

fn main() {
    let Some(mut puzzle) = Chess::from_fen(MATE_IN_TWO) else { return };
    println!("White to move and mate in two:\n\n{puzzle}\n");
    let table = Table::new(16 << 20, Replacement::TwoTier);
    let order = (Victims, (Killers::new(), History::new()));
    let search = AlphaBeta::new().memory(Memory::of(&table)).order(order).horizon(Quiescence { plies: 6 });
    let limits = Limits::none().time(Duration::from_secs(2));
    let report = Deepening::new(search).run(&mut puzzle, &mut Material, &limits, |news| {
        let line: Vec<String> = news.line.iter().map(|mv| mv.to_string()).collect();
        println!("depth {}  {:<10}  {:>7} nodes  {}", news.depth, news.score.to_string(), news.nodes, line.join(" "));
    });
    println!("{}\n\nA game, alpha-beta with White, mcts with Black, twenty moves:\n", report.score);
    let mut game = Chess::new();
    let playout = Playout::Evaluate { scale: 150.0 };
    let mut moves = Vec::new();
    contest::play(&mut game, &mut Material, playout, Duration::from_millis(80), 40, |_, _, report| {
        moves.extend(report.best.map(|mv| mv.to_string()));
    });
    for (i, pair) in moves.chunks(2).enumerate() {
        println!("{:>2}. {}", i + 1, pair.join(" "));
    }
    println!("\n{game}\n\nScore against material alone, 10,000 nodes a move, eight random plies first, 95 % interval:");
    let tally = compare::compare(&Chess::new(), (&mut Mobility, &mut Material), 50, (8, 160), 10_000);
    println!("  material and mobility: {tally} pairs");
}
