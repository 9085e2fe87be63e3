//! `cargo xtask tune`: plays the champion against itself, fits the weights of its evaluation and writes the model files.
//!
//! The games are the same on every machine: nodes and seed are fixed. The models of long rows are not among them: there self-play
//! ends in draws, which teach nothing.

use std::fs;

use anyhow::{Result, ensure};

use crate::run::{command, output, root};

/// Each model with the boards it is learnt on, the games, and the nodes a move.
const MODELS: [(&str, &str, u32, u32); 4] = [
    ("k4", "6x6x4,5x5x4,7x7x4,5x7x4,8x8x4,4x8x4", 3000, 500),
    ("k5", "15x15x5,10x10x5,20x20x5", 4000, 800),
    ("g4", "6x7x4g,6x6x4g,7x7x4g,5x7x4g,7x6x4g", 4000, 800),
    ("g5", "7x7x5g,6x7x5g,8x8x5g,7x6x5g", 3000, 600),
];

/// Fits the models named, or all, from the ones that are there.
pub(crate) fn run(wanted: &[&str]) -> Result<()> {
    for name in wanted {
        ensure!(MODELS.iter().any(|(model, ..)| model == name), "there is no model '{name}' to fit");
    }
    for (name, boards, games, nodes) in
        MODELS.into_iter().filter(|(name, ..)| wanted.is_empty() || wanted.contains(name))
    {
        eprintln!("== {name}: {games} games on {boards}");
        let arguments = format!("{boards} games={games} nodes={nodes} seed=2");
        let model = output(&mut command(&format!(
            "cargo run --quiet --release --package filetto-engine --example tune -- {arguments}"
        )))?;
        ensure!(model.starts_with("# "), "no model was printed:\n{model}");
        fs::write(root().join(format!("crates/engine/models/{name}.txt")), model)?;
    }
    Ok(())
}
