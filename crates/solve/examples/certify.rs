//! `certify BOARD [weak|strong|auto] [OUT] [NODES]`: decides whether the first player wins, and writes the certificate.
//! `auto` asks the weak question first and the strong one if that is not answered with "no".

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::ops::ControlFlow;
use std::path::Path;

use filetto_rules::Side;
use filetto_search::Clock;
use filetto_solve::certificate::Game;
use filetto_solve::free::{Limits, Progress, Question, Solver, two_passes};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |index: usize| args.get(index).map(String::as_str);
    let rules = arg(0).expect("certify BOARD [weak|strong|auto] [OUT] [NODES]").parse().expect("a board");
    let game = if arg(1) == Some("strong") { Game::Strong } else { Game::Weak };
    let question = Question { rules, game, attacker: Side::First, moves: Vec::new() };
    let nodes = arg(3).map_or(u64::MAX, |text| text.parse().expect("a number"));
    let limits = Limits { nodes, table: 1 << 30, ..Limits::default() };
    let start = Clock::start();
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let mut solve = |game: Game| {
        let question = Question { game, ..question.clone() };
        let mut solver = Solver::new(question, limits).expect("a board without gravity");
        let answer = solver.solve(go_on);
        (solver, answer)
    };
    let mut asked = None;
    if arg(1) == Some("auto") {
        two_passes(|game| asked.insert(solve(game)).1.wins);
    }
    let (mut solver, answer) = asked.unwrap_or_else(|| solve(question.game));
    let Progress { nodes, proof, disproof, table } = answer.progress;
    let game = if solver.question().game == Game::Strong { "strong" } else { "weak" };
    let value = answer.wins.map_or("open", |wins| if wins { "win" } else { "draw" });
    let seconds = start.elapsed().as_secs_f64();
    print!("{rules} {game} {value}: {nodes} nodes, {seconds:.2} s, proof {proof}, disproof {disproof}, table {table}");
    if let Some(out) = arg(2).filter(|_| answer.wins.is_some()) {
        let start = Clock::start();
        let bytes = solver.certificate(go_on).expect("a complete strategy");
        print!(", certificate {} bytes, {:.2} s", bytes.len(), start.elapsed().as_secs_f64());
        std::fs::write(Path::new(out).join(format!("{rules}_{game}_{value}.cert")), bytes).expect("a writable folder");
    }
    println!();
}
