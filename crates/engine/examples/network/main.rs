//! Makes the network of a class of boards: plays, learns, writes the model.
//!
//! ```text
//! network play  FOLDER boards=15x15x5,20x20x5 positions=3000000 nodes=2000 seed=1 threads=2
//! network train FOLDER MODEL epochs=8 seed=1
//! network loss  FOLDER MODEL
//! ```
//!
//! `cargo xtask tune network k5` does the first two, with the numbers of that class.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]
#![allow(clippy::disallowed_methods, reason = "a program of its own: it reads and writes what it plays")]

mod learn;
mod play;
mod samples;
mod shards;
mod train;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("network: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    let text = |name: &str| words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    let number = |name: &str, otherwise: u64| {
        text(name).map_or(Ok(otherwise), |text| text.parse().map_err(|_| format!("{name}={text} is no number")))
    };
    match words {
        ["play", folder, ..] => {
            let boards = text("boards").ok_or("boards= says which ones")?.split(',');
            let boards = boards.map(|board| board.parse().map_err(|error| format!("{board}: {error}")));
            let plan = play::Plan {
                boards: boards.collect::<Result<_, _>>()?,
                nodes: number("nodes", 2000)?,
                seed: number("seed", 1)?,
                positions: number("positions", 3_000_000)? as usize,
                threads: number("threads", 1)? as usize,
            };
            play::run(Path::new(folder), &plan).map_err(|error| format!("{folder}: {error}"))
        }
        ["train", folder, model, ..] => {
            let about = text("about").map_or(String::new(), |about| format!("{about}; "));
            let plan = train::Plan { epochs: number("epochs", 10)?, seed: number("seed", 1)?, about };
            train::run(Path::new(folder), Path::new(model), &plan)
        }
        ["loss", folder, model] => train::measure(Path::new(folder), Path::new(model)),
        _ => Err("write play, train or loss, a folder, and a model to write or to judge".to_owned()),
    }
}
