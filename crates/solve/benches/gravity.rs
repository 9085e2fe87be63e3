//! Measures the gravity solver: nodes are exact and repeatable, times are this machine's.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // a program that measures and prints

use std::sync::OnceLock;

use filetto_rules::Rules;
use filetto_search::Clock;
use filetto_solve::gravity::{Goal, GravitySolver, Progress, Request, Tuning};

const HELP: &str = "\
without arguments: Pons's sets (set, mean nodes, mean time, wrong scores)
--empty              the board before the first move
--moves 4455         the position after these columns, counted from 1
--file FILE          one position a line, as in the sets
--outcome            win, draw or loss only
--board 5x8x4g       another board         --threads N   --memory MB
--off DEVICE         without table, mirror, paint, probe, chains, final_plies, claim, below, cut, last_lines or lines (repeatable)
--from DEVICE=N      table, mirror, paint, probe or lines from another horizon on
--clock              wall time instead of the main thread's processor time
-v                   bounds as they are found, positions one by one";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).and_then(|i| args.get(i + 1));
    let has = |name: &str| args.iter().any(|arg| arg == name);
    if has("--help") {
        println!("{HELP}");
        return;
    }
    let number = |name: &str, default: usize| {
        value(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} takes a number")))
    };
    let rules = value("--board").map_or(Ok(Rules::CONNECT4), |text| text.parse()).expect("a board like 6x7x4g");
    let mut solver =
        GravitySolver::new(rules, number("--memory", 64) << 20, number("--threads", 1)).expect("a board that fits");
    solver.set_tuning(tuning(&args));
    let goal = if has("--outcome") { Goal::Outcome } else { Goal::Score };
    if has("--empty") || has("--moves") {
        let moves = value("--moves").map(|digits| columns(digits)).unwrap_or_default();
        one(&solver, &moves, goal, has("-v"));
    } else if let Some(file) = value("--file") {
        set(&mut solver, file, goal, true, has("-v"));
    } else {
        for name in ["L3_R1", "L2_R1", "L1_R1"] {
            let file = format!("{}/../../fixtures/connect4/Test_{name}", env!("CARGO_MANIFEST_DIR"));
            set(&mut solver, &file, goal, false, has("-v"));
        }
    }
}

fn tuning(args: &[String]) -> Tuning {
    let mut tuning = Tuning::default();
    for pair in args.windows(2).filter(|pair| pair[0] == "--off") {
        match pair[1].as_str() {
            "table" => tuning.table_from = Tuning::OFF,
            "mirror" => tuning.mirror_from = Tuning::OFF,
            "paint" => tuning.paint_from = Tuning::OFF,
            "probe" => tuning.probe_children_from = Tuning::OFF,
            "chains" => tuning.chains = false,
            "final_plies" => tuning.final_plies = false,
            "claim" => tuning.claim = false,
            "below" => tuning.below = false,
            "lines" => tuning.lines_from = Tuning::OFF,
            "learnt" => tuning.learnt_from = Tuning::OFF,
            "essence" => tuning.essence_from = Tuning::OFF,
            "cut" => tuning.cut = false,
            "last_lines" => tuning.last_lines = false,
            other => panic!("no device is called {other}"),
        }
    }
    for pair in args.windows(2).filter(|pair| pair[0] == "--from") {
        let (device, horizon) = pair[1].split_once('=').expect("DEVICE=HORIZON");
        let horizon = horizon.parse().expect("a number of plies");
        match device {
            "table" => tuning.table_from = horizon,
            "mirror" => tuning.mirror_from = horizon,
            "paint" => tuning.paint_from = horizon,
            "probe" => tuning.probe_children_from = horizon,
            "lines" => tuning.lines_from = horizon,
            "learnt" => tuning.learnt_from = horizon,
            "essence" => tuning.essence_from = horizon,
            other => panic!("{other} has no gate"),
        }
    }
    tuning
}

/// Seconds that the main thread has had a processor for, so that a busy machine does not spoil the measure; by the clock where
/// the system does not tell, and with `--clock` (two threads: the first waits for nobody, but shares the work).
fn seconds_now() -> f64 {
    static START: OnceLock<Clock> = OnceLock::new();
    let on_cpu = || std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse::<f64>().ok();
    let by_clock = std::env::args().any(|arg| arg == "--clock");
    match on_cpu().filter(|_| !by_clock) {
        Some(nanoseconds) => nanoseconds / 1e9,
        None => START.get_or_init(Clock::start).elapsed().as_secs_f64(),
    }
}

fn columns(digits: &str) -> Vec<usize> {
    digits.bytes().map(|digit| usize::from(digit - b'1')).collect()
}

fn one(solver: &GravitySolver, moves: &[usize], goal: Goal, verbose: bool) {
    let mut last = None;
    let mut say = |p: &Progress| {
        if last.replace((p.lo, p.hi)) != Some((p.lo, p.hi)) {
            println!(
                "  {:.0} M nodes: [{}, {}], table {:.1} % full",
                p.nodes as f64 / 1e6,
                p.lo,
                p.hi,
                f64::from(p.fill_permille) / 10.0
            );
        }
    };
    let start = seconds_now();
    let progress: Option<&mut dyn FnMut(&Progress)> = if verbose { Some(&mut say) } else { None };
    let solution =
        solver.solve_with(moves, Request { goal, progress, ..Request::default() }).expect("a legal position");
    let seconds = seconds_now() - start;
    println!(
        "{}: [{}, {}], {:.3} M nodes, {seconds:.2} s, {:.2} M nodes/s",
        solver.rules(),
        solution.lo,
        solution.hi,
        solution.nodes as f64 / 1e6,
        solution.nodes as f64 / seconds / 1e6
    );
}

/// Cold: the table is cleared before every line, and that is not timed. Otherwise the whole set is timed at once.
fn set(solver: &mut GravitySolver, file: &str, goal: Goal, cold: bool, verbose: bool) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    solver.clear();
    let (mut nodes, mut seconds, mut wrong, mut count) = (0, 0.0, 0, 0);
    let start = seconds_now();
    for line in text.lines() {
        let mut fields = line.split_whitespace();
        let moves = columns(fields.next().unwrap_or_default());
        let expected: Option<i32> = fields.next().and_then(|field| field.parse().ok());
        if cold {
            solver.clear();
        }
        let start = if cold { seconds_now() } else { 0.0 };
        let solution = solver.solve_with(&moves, Request { goal, ..Request::default() }).expect("a legal position");
        if cold {
            seconds += seconds_now() - start;
        }
        nodes += solution.nodes;
        count += 1;
        let right = |score: i32| solution.lo.get() <= score && score <= solution.hi.get();
        wrong += u32::from(!expected.is_none_or(right));
        if verbose {
            println!("{line}: [{}, {}] {} nodes", solution.lo, solution.hi, solution.nodes);
        }
    }
    if !cold {
        seconds = seconds_now() - start;
    }
    let name = file.rsplit('/').next().unwrap_or(file);
    println!(
        "{name:12} {:12.1} nodes {:12.2} us   {wrong} of {count} wrong",
        nodes as f64 / f64::from(count),
        seconds * 1e6 / f64::from(count)
    );
}
