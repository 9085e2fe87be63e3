//! Noughts and crosses: every search of the crate on the empty board, then a game.
#![allow(clippy::print_stdout, reason = "an example speaks to its reader")]
#![allow(dead_code, reason = "the games are shared with other examples")]

#[path = "games/contest.rs"]
mod contest;
#[path = "games/noughts.rs"]
mod noughts;

use std::time::Duration;

use filetto_search::*;
use noughts::Noughts;

fn main() {
    let mut game = Noughts::default();
    let none = Limits::none();
    let table = Table::new(1 << 20, Replacement::DepthPreferred);
    let small = Table::new(1 << 20, Replacement::DepthPreferred);
    let symmetric = || AlphaBeta::new().memory(Memory::symmetric(&small));
    println!("{:<28} {:>9} {:>9} {:>6} {:>8}", "the empty board", "nodes", "value", "best", "ns/node");
    let tell = |name: &str, report: Report<u8>| {
        let best = report.best.map(square).unwrap_or_default();
        let (nodes, score) = (report.stats.nodes, report.score.to_string());
        let pace = report.stats.elapsed.as_nanos() / u128::from(nodes.max(1));
        println!("{name:<28} {nodes:>9} {score:>9} {best:>6} {pace:>8}");
    };
    tell("minimax", Minimax.run(&mut game, &mut Blind, &none));
    tell("negamax", Negamax.run(&mut game, &mut Blind, &none));
    tell("alpha-beta", AlphaBeta::new().run(&mut game, &mut Blind, &none));
    tell("alpha-beta, table", AlphaBeta::new().memory(Memory::of(&table)).run(&mut game, &mut Blind, &none));
    tell("alpha-beta, symmetric table", symmetric().run(&mut game, &mut Blind, &none));
    tell("pvs, history", Pvs::new().order(History::new()).run(&mut game, &mut Blind, &none));
    tell("df-pn: does X hold?", DfPn::new(1 << 20).prove(&mut game, Question::Holds, &none).report);
    tell("mcts", Mcts::new(1).run(&mut game, &mut Blind, &none.clone().nodes(200_000), |_| {}));
    println!("\nalpha-beta (X) against mcts (O):");
    contest::play(&mut game, &mut Blind, Playout::Random, Duration::from_millis(100), 9, |game, name, report| {
        let best = report.best.map(square).unwrap_or_default();
        println!("\n{name} plays {best}: {}, {} nodes\n{game}", report.score, report.stats.nodes);
    });
    println!(
        "\n{}",
        if game.outcome() == Some(Outcome::Draw) { "A draw, as it should be." } else { "Somebody erred!" }
    );
}

fn square(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
}
