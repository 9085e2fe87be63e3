use filetto_rules::Side;
use filetto_solve::certificate::Game;
use filetto_solve::free::*;
use std::ops::ControlFlow;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let nodes = a.get(3).and_then(|s| s.parse().ok()).unwrap_or(2_000_000);
    let game = if a[2] == "s" { Game::Strong } else { Game::Weak };
    let q = Question { rules: a[1].parse().unwrap(), game, attacker: Side::First, moves: vec![] };
    let start = std::time::Instant::now();
    let mut s = Solver::new(q, Limits { nodes, table: 512 << 20 }).unwrap();
    let answer = s.solve(&mut |_| ControlFlow::Continue(()));
    println!("{} {:?} {:?} {:?} {:.2}s", a[1], game, answer.wins, answer.progress, start.elapsed().as_secs_f64());
    if let (Some(file), Some(_)) = (a.get(4), answer.wins) {
        let start = std::time::Instant::now();
        let c = s.certificate(&mut |_| ControlFlow::Continue(())).unwrap();
        std::fs::write(file, &c).unwrap();
        println!("certificate {} bytes {:.2}s", c.len(), start.elapsed().as_secs_f64());
    }
}
