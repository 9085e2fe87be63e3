//! Measures.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]
use filetto_rules::Rules;
use filetto_solve::gravity::{GravitySolver, Request, Tuning, Goal};
use std::time::Instant;

fn rng(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|a| a == name).map(|i| args[i + 1].clone());
    let has = |name: &str| args.iter().any(|a| a == name);
    let threads: usize = value("--threads").map_or(1, |t| t.parse().unwrap());
    let mb: usize = value("--mb").map_or(64, |t| t.parse().unwrap());
    let board = value("--board").unwrap_or("6x7x4".into());
    let b: Vec<usize> = board.trim_end_matches('g').split('x').map(|n| n.parse().unwrap()).collect();
    let mut tuning = Tuning::default();
    for (name, field) in [("table", &mut tuning.table_from), ("mirror", &mut tuning.mirror_from), ("paint", &mut tuning.paint_from), ("etc", &mut tuning.probe_children_from)] {
        if let Some(v) = value(&format!("--{name}")) { *field = v.parse().unwrap_or(u32::MAX) }
    }
    if has("--noclaim") { tuning.claim = false }
    if has("--nocut") { tuning.cut = false }
    if has("--nodead") { tuning.dead_lines = false }
    if has("--nochains") { tuning.chains = false }
    let mut solver = GravitySolver::new(Rules::new(b[0], b[1], b[2], true).unwrap(), mb << 20, threads).unwrap();
    solver.set_tuning(tuning);
    if has("--empty") {
        let t = Instant::now();
        let moves: Vec<usize> = value("--moves").unwrap_or_default().bytes().map(|b| (b - b'1') as usize).collect();
        let goal = if has("--weak") { Goal::Outcome } else { Goal::Score };
        let mut last = (i32::MIN, i32::MAX);
        let mut say = |p: &filetto_solve::gravity::Progress| if (p.lo.get(), p.hi.get()) != last { last = (p.lo.get(), p.hi.get()); println!("  {:.1} M [{}, {}] fill {}", p.nodes as f64/1e6, p.lo, p.hi, p.fill_permille)};
        let solution = solver.solve_with(&moves, Request { goal, progress: if has("-v") {Some(&mut say)} else {None}, ..Request::default() }).unwrap();
        let s = t.elapsed().as_secs_f64();
        println!("{board} {:?} [{}, {}] {:.3} M nodes {s:.2} s {:.2} M/s", moves, solution.lo, solution.hi, solution.nodes as f64 / 1e6, solution.nodes as f64 / s / 1e6);
        return;
    }
    if let Some(path) = value("--file") {
        let text = std::fs::read_to_string(&path).unwrap();
        let (mut nodes, mut seconds, mut log, mut sum, mut count) = (0, 0.0, 0.0, 0i64, 0);
        for line in text.lines() {
            let moves: Vec<usize> = line.split(' ').next().unwrap().bytes().map(|b| (b - b'1') as usize).collect();
            if !has("--warm") { solver.clear(); }
            let t = Instant::now();
            let solution = solver.solve(&moves).unwrap();
            let s = t.elapsed().as_secs_f64();
            seconds += s;
            nodes += solution.nodes;
            log += (solution.nodes as f64).ln();
            sum = (sum * 31 + solution.lo.get() as i64 + 50) % 1000003;
            count += 1;
            if has("-v") { println!("{} {} {}", line, solution.lo, solution.nodes) }
        }
        println!("{path} {count}: mean {:.2} k nodes, geo {:.2} k, {:.3} ms, {:.2} M/s  check {sum}", nodes as f64 / count as f64 / 1e3, (log / count as f64).exp() / 1e3, seconds * 1e3 / count as f64, nodes as f64 / seconds / 1e6);
        return;
    }
    if let Some(stones) = value("--random") {
        let stones: usize = stones.parse().unwrap();
        let least: u64 = value("--least").map_or(2000, |t| t.parse().unwrap());
        let count: usize = value("--count").map_or(20, |t| t.parse().unwrap());
        let mut state = value("--seed").map_or(88172645463325252, |t| t.parse().unwrap());
        let mut done = 0;
        while done < count {
            let moves: Vec<usize> = (0..stones).map(|_| (rng(&mut state) % b[1] as u64) as usize).collect();
            solver.clear();
            let Ok(quick) = solver.solve_with(&moves, Request { max_nodes: Some(least), ..Request::default() }) else { continue };
            if quick.score().is_some() { continue }
            println!("{}", moves.iter().map(|c| char::from(b'1' + *c as u8)).collect::<String>());
            done += 1;
        }
        return;
    }
    for set in ["L3_R1", "L2_R1", "L1_R1"] {
        let path = format!("{}/../../fixtures/connect4/Test_{set}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        solver.clear();
        let (mut nodes, mut wrong, mut count) = (0, 0, 0);
        let t = Instant::now();
        for line in text.lines() {
            let (moves, score) = line.split_once(' ').unwrap();
            let moves: Vec<usize> = moves.bytes().map(|b| (b - b'1') as usize).collect();
            if has("--cold") { solver.clear(); }
            let solution = solver.solve(&moves).unwrap();
            nodes += solution.nodes;
            count += 1;
            wrong += u32::from(solution.score().map(|s| s.get()) != score.parse().ok());
        }
        let us = t.elapsed().as_secs_f64() * 1e6;
        println!("{set}: {:.1} nodes {:.2} us wrong {wrong}", nodes as f64 / count as f64, us / count as f64);
    }
}
