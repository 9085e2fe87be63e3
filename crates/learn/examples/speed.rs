//! How fast networks judge, learn and play: `cargo xtask bench learn`. One thread; positions and games a second of processor time.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a benchmark is a program")]

use std::path::PathBuf;

use filetto_learn::{Config, Input, Network, Shape, Stage, Training, Workspace};
use filetto_rules::Rules;

type Row = (&'static str, usize, Option<(f64, f64)>);

/// The board, the blocks of its network, and what JAX did on two cores of such a processor with two, three and three blocks:
/// positions a second judged and learnt from.
const BOARDS: [Row; 4] = [
    ("3x3x3", 2, None),
    ("6x7x4g", 2, Some((1e6 / 35.0, 7034.0))),
    ("6x7x4g", 4, None),
    ("9x9x5", 3, Some((1e6 / 92.0, 1543.0))),
];

fn seconds() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("board    blocks   judged/s  one by one/s   learnt/s    games/s  (JAX: judged/s learnt/s)");
    for (board, blocks, jax) in BOARDS {
        let rules: Rules = board.parse()?;
        let network = Network::random(Shape { rules, blocks }, 1);
        let input = Input { cells: (0..rules.cells()).map(|cell| (cell % 3) as u8).collect(), first: true };
        let inputs = vec![input; 64];
        let judged = rate(64, || network.infer(&inputs, &mut Workspace::default(), |_, _, _| ()));
        let mut space = Workspace::default();
        let alone = rate(1, || network.infer(&inputs[..1], &mut space, |_, _, _| ()));
        let (played, learnt) = generation(rules, blocks)?;
        let jax = jax.map_or(String::new(), |(judged, learnt)| format!("  ({judged:.0} {learnt:.0})"));
        println!("{board:<8} {blocks:>6} {judged:>10.0} {alone:>13.0} {learnt:>10.0} {played:>10.1}{jax}");
    }
    Ok(())
}

/// How many a second, if one call makes `count`.
fn rate(count: usize, mut work: impl FnMut()) -> f64 {
    work();
    let (start, mut calls) = (seconds(), 0);
    while seconds() - start < 1.0 {
        work();
        calls += count;
    }
    calls as f64 / (seconds() - start)
}

/// Games a second of self-play with 32 simulations, and positions a second of training, in one short generation.
fn generation(rules: Rules, blocks: usize) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    let folder: PathBuf = std::env::temp_dir().join(format!("filetto-speed-{}-{rules}-{blocks}", std::process::id()));
    let games = 64;
    let config = Config { blocks, games, simulations: 32, reuse: 2.0, ..Config::new(rules) };
    let batch = config.batch;
    let mut training = Training::open(&folder, config)?;
    let (start, mut played, mut steps) = (seconds(), None, 0);
    training.step(&mut |stage| {
        if let Stage::Train(_, all) = stage {
            played.get_or_insert_with(seconds);
            steps = all;
        }
        true
    })?;
    let (played, end) = (played.unwrap_or(start), seconds());
    std::fs::remove_dir_all(&folder)?;
    Ok((games as f64 / (played - start), (steps * batch) as f64 / (end - played)))
}
