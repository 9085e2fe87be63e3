//! `filetto bench`: the champion's signature and its speed.

use std::time::{Duration, Instant};

use anyhow::Result;
use filetto_engine::champion::{SignatureBoard, signature_boards};
use serde_json::json;

use crate::cli::Bench;
use crate::interrupt;
use crate::terminal::{Interrupted, print};

pub(crate) fn run(args: &Bench) -> Result<()> {
    interrupt::watch();
    let mut boards = Vec::new();
    let (mut total, mut time) = (0, Duration::ZERO);
    let mut start = Instant::now();
    for SignatureBoard { board, depth, nodes } in signature_boards() {
        let took = start.elapsed();
        (total, time) = (total + nodes, time + took);
        if args.json {
            boards.push(json!({"rules": board, "depth": depth, "nodes": nodes, "seconds": took.as_secs_f64()}));
        } else {
            print(format!("{board:>9}  depth {depth}  {nodes:>9} nodes  {:>9} a second\n", speed(nodes, took)))?;
        }
        if interrupt::asked() {
            return Err(Interrupted.into());
        }
        start = Instant::now();
    }
    let speed = speed(total, time);
    if args.json {
        let seconds = time.as_secs_f64();
        print(format!("{}\n", json!({"nodes": total, "seconds": seconds, "nodes_per_second": speed, "boards": boards})))
    } else {
        print(format!("{total} nodes, {speed} a second\n"))
    }
}

fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}
