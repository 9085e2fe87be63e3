//! `filetto perft`: the size of the game tree, depth by depth.

use std::time::{Duration, Instant};

use anyhow::Result;
use filetto_rules::{Board, Game, OnBoard, dispatch, perft};
use serde_json::json;

use crate::cli::Perft;
use crate::interrupt;
use crate::terminal::{Interrupted, print, progress};

/// What one depth took.
struct Depth {
    depth: usize,
    nodes: u64,
    time: Duration,
}

pub(crate) fn run(args: &Perft) -> Result<()> {
    interrupt::watch();
    let game = args.position.read()?.game;
    let rules = game.rules();
    let counted = dispatch(rules, Count { game: &game, depth: args.depth.min(rules.cells() + 1), table: !args.json })?;
    let nodes = counted.iter().fold(1u64, |sum, depth| sum.saturating_add(depth.nodes));
    let seconds: f64 = counted.iter().map(|depth| depth.time.as_secs_f64()).sum();
    if args.json {
        let depths: Vec<_> = counted
            .iter()
            .map(|d| json!({"depth": d.depth, "nodes": d.nodes, "seconds": d.time.as_secs_f64()}))
            .collect();
        let complete = !interrupt::asked();
        print(format!(
            "{}\n",
            json!({"rules": rules.to_string(), "depths": depths, "total_with_root": nodes, "complete": complete})
        ))?;
    } else {
        print(format!(
            "{nodes} nodes with the root, {:.1} million a second\n",
            nodes as f64 / seconds.max(1e-9) / 1e6
        ))?;
    }
    if interrupt::asked() { Err(Interrupted.into()) } else { Ok(()) }
}

struct Count<'a> {
    game: &'a Game,
    depth: usize,
    table: bool,
}

impl OnBoard for Count<'_> {
    type Output = Result<Vec<Depth>>;

    fn run<B: Board + Send + Sync + 'static>(self, mut board: B) -> Result<Vec<Depth>> {
        copy(self.game, &mut board);
        let mut counted = Vec::new();
        for depth in 1..=self.depth {
            let start = Instant::now();
            let mut shown = start;
            let nodes = perft(&mut board, depth, || {
                if shown.elapsed() > Duration::from_secs(1) {
                    shown = Instant::now();
                    progress(&format!("depth {depth}: {} s", start.elapsed().as_secs()));
                }
                !interrupt::asked()
            });
            progress("");
            let Some(nodes) = nodes else { break };
            let time = start.elapsed();
            if self.table {
                print(format!("depth {depth:>3}  {nodes:>20} nodes  {:>9.3} s\n", time.as_secs_f64()))?;
            }
            counted.push(Depth { depth, nodes, time });
            if nodes == 0 {
                break;
            }
        }
        Ok(counted)
    }
}

/// Sets the game's position up on a board of another storage.
fn copy(game: &Game, board: &mut impl Board) {
    for (cell, side) in &game.setup().stones {
        board.put(*cell, *side);
    }
    if game.setup().to_move != board.to_move() {
        board.pass();
    }
    game.cells().for_each(|cell| board.play_fast(cell));
}
