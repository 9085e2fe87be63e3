//! `cargo xtask bench solve`: the solvers against their bars, and beside a peer where it installs.
//!
//! Everything goes through the program that users have: `filetto solve --prove`, one thread, a table of 64 MB, no book and no
//! checkpoint. Nodes are exact and repeatable; seconds are this machine's.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run::{command, must, output};

/// Boards without gravity, and within how many seconds they are to be decided and proved.
const FREE: [(&str, f64); 16] = [
    ("4x4x4", 5.0),
    ("4x5x4", 5.0),
    ("4x6x4", 5.0),
    ("4x7x4", 5.0),
    ("4x8x4", 30.0),
    ("5x5x4", 5.0),
    ("6x5x4", 5.0),
    ("6x6x5", 5.0),
    ("7x7x5", 10.0),
    ("8x8x6", 5.0),
    ("8x9x6", 10.0),
    ("7x10x6", 10.0),
    ("10x11x7", 10.0),
    ("11x11x7", 10.0),
    ("50x50x10", 1.0),
    ("70x70x10", 1.0),
];

/// Sets of positions with their scores: mean nodes and milliseconds that are the bar.
const SETS: [(&str, u64, f64); 3] = [("L3_R1", 33, 0.004), ("L2_R1", 300, 0.030), ("L1_R1", 1_900, 0.2)];

/// Whole boards with gravity, and seconds.
const FALLING: [(&str, f64); 2] = [("6x7x4g", 20.0), ("5x8x4g", 71.0)];

const SOLVE: &str = "target/release/filetto solve --prove --no-checkpoint --json --memory 64";

pub(crate) fn run() -> Result<()> {
    must(&mut command("cargo build --release --package filetto"))?;
    println!("without gravity        value          nodes          s     bar   certificate");
    let folder = Path::new("target/bench");
    std::fs::create_dir_all(folder)?;
    for (board, bar) in FREE {
        let file = folder.join("proof.cert");
        let mut solve = command(SOLVE);
        let found = json(solve.arg(board).arg("--certificate").arg(&file))?;
        let size = std::fs::metadata(&file).with_context(|| format!("{board} has no certificate"))?.len();
        row(board, &found, bar, &format!("{size:>9} B"))?;
    }
    println!("with gravity           value          nodes          s     bar");
    for (board, bar) in FALLING {
        row(board, &json(command(SOLVE).arg(board).arg("--score"))?, bar, "")?;
        row("  on two threads", &json(command(SOLVE).arg(board).args(["--score", "--threads", "2"]))?, bar / 1.7, "")?;
    }
    println!("sets on 6x7x4g         positions   mean nodes     bar    mean ms     bar");
    for (set, nodes, ms) in SETS {
        let file = format!("fixtures/connect4/Test_{set}");
        let lines = output(command(SOLVE).args(["6x7x4g", "--batch", &file]))?;
        let found: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let mean = |field: &str| found.iter().filter_map(|one| one[field].as_f64()).sum::<f64>() / found.len() as f64;
        let (mean_nodes, mean_ms) = (mean("nodes"), mean("seconds") * 1e3);
        println!("{set:<20} {:>11} {mean_nodes:>12.0} {nodes:>7} {mean_ms:>10.4} {ms:>7}", found.len());
    }
    peer(folder)
}

fn row(name: &str, found: &Value, bar: f64, more: &str) -> Result<()> {
    let (value, nodes) = (found["value"].as_str().unwrap_or("?"), found["nodes"].as_u64().unwrap_or(0));
    let seconds = found["seconds"].as_f64().with_context(|| format!("no time for {name}"))?;
    let mark = if seconds > bar { "!" } else { " " };
    println!("{name:<20} {value:>7} {nodes:>14} {seconds:>10.2} {bar:>6.1}{mark} {more}");
    Ok(())
}

fn json(command: &mut std::process::Command) -> Result<Value> {
    let text = output(command)?;
    serde_json::from_str(text.trim()).with_context(|| format!("no answer in: {text}"))
}

/// The best-known solver that installs from a package, with its book off, on the same set.
fn peer(folder: &Path) -> Result<()> {
    let python = std::path::absolute(folder.join("venv/bin/python"))?;
    let ready = command("python3 -m venv").arg(folder.join("venv")).output().is_ok_and(|made| made.status.success())
        && command(&python.display().to_string())
            .args(["-m", "pip", "install", "--quiet", "bitbully"])
            .output()
            .is_ok_and(|made| made.status.success());
    if !ready {
        println!("bitbully does not install here: nothing to compare with");
        return Ok(());
    }
    let file = std::path::absolute("fixtures/connect4/Test_L1_R1")?;
    let mut run = command(&python.display().to_string());
    let text = output(run.arg("-c").arg(PEER).arg(file))?;
    ensure!(!text.trim().is_empty(), "bitbully printed nothing");
    print!("{text}");
    Ok(())
}

/// Scores of the set's positions by bitbully, without its opening book.
const PEER: &str = "
import sys, time, bitbully
lines = [line.split() for line in open(sys.argv[1]) if line.strip()]
core = bitbully.bitbully_core
agent = core.BitBullyCore()
wrong, spent = 0, 0.0
for moves, score in lines:
    board = core.BoardCore()
    for digit in moves:
        board.play(int(digit) - 1)
    agent.resetTranspositionTable()
    start = time.process_time()
    found = agent.mtdf(board, 0)
    spent += time.process_time() - start
    wrong += found != int(score)
nodes = agent.getNodeCounter() / len(lines)
print(f'bitbully, L1_R1      {len(lines):>11} {nodes:>12.0f}         {1e3 * spent / len(lines):>10.4f}         {wrong} scores differ')
";
