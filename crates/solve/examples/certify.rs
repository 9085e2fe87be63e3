//! `certify BOARD [weak|strong|auto] [OUT] [NODES]`: decides whether the first player wins, and writes the certificate.
//! With gravity `certify BOARD auto [OUT]` writes one or two.
//! `auto` asks the weak question first and the strong one if that is not answered with "no".

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::ops::ControlFlow;
use std::path::Path;

use filetto_rules::{Game as Position, Rules, Side};
use filetto_search::Clock;
use filetto_solve::certificate::Game;
use filetto_solve::free::{Limits, Progress, Question, Solver, two_passes};
use filetto_solve::{News, Task};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |index: usize| args.get(index).map(String::as_str);
    let rules: Rules = arg(0).expect("certify BOARD [weak|strong|auto] [OUT] [NODES]").parse().expect("a board");
    if rules.gravity() {
        return with_gravity(rules, arg(2));
    }
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

fn with_gravity(rules: Rules, out: Option<&str>) {
    let (start, game) = (Clock::start(), Position::new(rules));
    let mut task = Task::new(&game, 64 << 20, 1).expect("a board that fits");
    let found = task.run(&mut |_| ControlFlow::Continue(())).expect("a value");
    println!(
        "{rules}: {}, {} nodes, {:.2} s",
        found.value.expect("a value"),
        found.nodes,
        start.elapsed().as_secs_f64()
    );
    let (mut asked, mut told) = (0u64, None);
    let mut watch = |news: &News| {
        asked += 1;
        if asked.is_multiple_of(1 << 14) && told.replace(news.stage) != Some(news.stage) {
            println!("{:?}, {:.0} s", news.stage, start.elapsed().as_secs_f64());
        }
        ControlFlow::Continue(())
    };
    for bytes in task.certificates(&found, &mut watch).expect("a complete strategy") {
        let proved = filetto_verify::check(&bytes, filetto_verify::Limits::default()).expect("a proof");
        println!("{proved}: {} bytes, {:.2} s", bytes.len(), start.elapsed().as_secs_f64());
        if let Some(out) = out {
            let side = if proved.claim.who == 0 { "o" } else { "x" };
            let wins = format!("strong_{}_wins", if side == "o" { "x" } else { "o" });
            let name = if proved.claim.wins { wins } else { format!("strong_{side}_does_not_win") };
            std::fs::write(Path::new(out).join(format!("{rules}_{name}.cert")), bytes).expect("a writable folder");
        }
    }
}
