//! Trains a network without the product around it, from the one that comes along if there is one:
//! `cargo run --release -p filetto-learn --example train -- 3x3x3 DIR [GENERATIONS [YARDSTICK]]`.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example is a program")]

use std::path::Path;

use filetto_learn::{Config, Training, Yardstick, shipped};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, folder, rest @ ..] = arguments.as_slice() else { return Err("a board and a folder, please".into()) };
    let rules = board.parse()?;
    let mut training = Training::open_from(Path::new(folder), Config::new(rules), shipped(rules))?;
    if let Some(file) = rest.get(1) {
        training.yardstick = Some((Yardstick::read(rules, &std::fs::read_to_string(file)?)?, vec![64]));
    }
    let generations: usize = rest.first().map_or(Ok(10), |n| n.parse())?;
    for _ in 0..generations {
        if let Some(entry) = training.step(&mut |_| true)? {
            println!("{}", serde_json::to_string(entry)?);
        }
    }
    Ok(())
}
