//! `cargo xtask tune`: plays the champion against itself, fits the weights of its evaluation and writes the model files.
//!
//! The games are the same on every machine: nodes and seed are fixed. Long rows are drawn between equals, so their weights are learnt
//! from uneven games (`examples/tune.rs`), and what their estimates mean from even ones. `cargo xtask tune network` does the same for the networks
//! that add to the estimate (`examples/network`).

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};

use crate::run::{command, must, output, root};

/// Each model with the boards it is learnt on, the games, the nodes a move, and how uneven the games are.
const MODELS: [(&str, &str, u32, u32, u32); 6] = [
    ("k4", "6x6x4,5x5x4,7x7x4,5x7x4,8x8x4,4x8x4", 3000, 500, 0),
    ("k5", "15x15x5,10x10x5,20x20x5", 4000, 800, 0),
    ("k6", "8x8x6,10x10x6,12x12x6,14x14x6,12x12x7", 2500, 800, 1),
    ("g4", "6x7x4g,6x6x4g,7x7x4g,5x7x4g,7x6x4g", 4000, 800, 0),
    ("g5", "7x7x5g,6x7x5g,8x8x5g,7x6x5g", 3000, 600, 0),
    ("g9", "8x8x7g,9x9x7g,10x10x7g,10x10x8g,12x12x8g,15x15x10g", 1200, 400, 2),
];

/// Models of rows that equals do not complete: what an estimate means is learnt from even games, whatever the weights come from.
const SURE: [(&str, &str, u32, u32); 3] =
    [("k6", "12x12x6,10x10x6", 200, 500), ("k9", "15x15x9,20x20x10", 60, 300), ("g9", "10x10x7g,20x20x10g", 60, 300)];

/// Fits the models named, or all, from the ones that are there.
pub(crate) fn run(wanted: &[&str]) -> Result<()> {
    for name in wanted {
        let known = MODELS.iter().any(|(model, ..)| model == name) || SURE.iter().any(|(model, ..)| model == name);
        ensure!(known, "there is no model '{name}' to fit");
    }
    let wanted = |name: &str| wanted.is_empty() || wanted.contains(&name);
    for (name, boards, games, nodes, uneven) in MODELS.into_iter().filter(|(name, ..)| wanted(name)) {
        fs::write(path(name), play(name, &format!("{boards} games={games} nodes={nodes} seed=2 uneven={uneven}"))?)?;
    }
    for (name, boards, games, nodes) in SURE.into_iter().filter(|(name, ..)| wanted(name)) {
        let sure = play(name, &format!("{boards} games={games} nodes={nodes} seed=2 sure=1"))?;
        let model = fs::read_to_string(path(name))?;
        let kept = model.split("# What its estimates mean:\n").next().unwrap_or_default();
        fs::write(path(name), format!("{kept}# What its estimates mean:\n{sure}"))?;
    }
    Ok(())
}

/// Each class of boards that may have a network, with the boards it is learnt on, the nodes a move and the rounds of learning.
const NETWORKS: [(&str, &str, u32, u32); 3] = [
    ("k4", "6x6x4,7x7x4,8x8x4,5x7x4", 2000, 16),
    ("k5", "15x15x5,20x20x5,15x15x5,10x10x5", 2000, 16),
    ("k6", "12x12x6,10x10x6,14x14x6,12x12x7", 2000, 16),
];

/// Plays for the networks of these classes, learns them and writes them. The games are kept in `target/networks`: the same command goes on
/// after a kill, and with more positions plays only what is missing.
pub(crate) fn network(words: &[&str]) -> Result<()> {
    let mut positions = "3000000";
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    let mut classes = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some(("positions", number)) => positions = number,
            Some(("threads", number)) => number.clone_into(&mut threads),
            None => classes.push(*word),
            Some((name, _)) => bail!("there is no '{name}': positions, threads"),
        }
    }
    for class in &classes {
        ensure!(NETWORKS.iter().any(|(name, ..)| name == class), "there is no network for '{class}': k4, k5, k6");
    }
    for (class, boards, nodes, rounds) in NETWORKS {
        if !classes.is_empty() && !classes.contains(&class) {
            continue;
        }
        let folder = format!("target/networks/{class}");
        let program = "cargo run --quiet --release --package filetto-engine --example network --";
        eprintln!("== {class}: {positions} positions on {boards}, {nodes} nodes each");
        let playing = format!("boards={boards} nodes={nodes} positions={positions} threads={threads}");
        must(&mut command(&format!("{program} play {folder} {playing}")))?;
        let about = format!("about=self-play on {boards}, {nodes} nodes a move");
        let model = format!("crates/engine/models/{class}.net");
        must(command(&format!("{program} train {folder} {model} epochs={rounds}")).arg(about))?;
    }
    Ok(())
}

fn path(name: &str) -> PathBuf {
    root().join(format!("crates/engine/models/{name}.txt"))
}

/// Lets the champion play and returns the model that is printed.
fn play(name: &str, arguments: &str) -> Result<String> {
    eprintln!("== {name}: {arguments}");
    let run = format!("cargo run --quiet --release --package filetto-engine --example tune -- {arguments}");
    let model = output(&mut command(&run))?;
    ensure!(model.starts_with("# "), "no model was printed:\n{model}");
    Ok(model)
}
