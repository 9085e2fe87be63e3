//! `filetto learn measure`: how often a network's moves are right.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use filetto_engine::Player as _;
use filetto_learn::{Model, Zero, shipped};
use filetto_rules::{Cell, Game, Rng, Rules, Side};
use filetto_search::Budget;
use filetto_solve::lookup::look_up_moves;
use filetto_solve::{FoundMove, News, Task, Watch};
use serde_json::json;

use super::args::Measure;
use super::labels;
use crate::interrupt;
use crate::players::network;
use crate::terminal::{Interrupted, bad_input, print, progress};

/// Memory of the solver that plays perfectly, and of the network's tree.
const MEMORY: usize = 256 << 20;

pub(super) fn run(args: &Measure) -> Result<()> {
    let model = model(&args.network)?;
    let rules = model.rules();
    if let Some(games) = args.perfect {
        return args.simulations.iter().try_for_each(|&simulations| resistance(args, &model, simulations, games));
    }
    let yardstick = match &args.yardstick {
        Some(path) => super::read_yardstick(rules, path)?,
        None => filetto_learn::shipped_yardstick(rules).ok_or_else(|| {
            bad_input(format!("no exact values come along for {rules}: make some with filetto learn yardstick {rules}"))
        })?,
    };
    let stop = interrupt::watch();
    for &simulations in &args.simulations {
        let start = Instant::now();
        let mut go_on = || {
            if start.elapsed().as_secs() > 1 {
                progress(&format!("{simulations} simulations: {} s", start.elapsed().as_secs()));
            }
            !stop.load(std::sync::atomic::Ordering::Relaxed)
        };
        let measured = yardstick.measure(&model.network, simulations, &mut go_on).ok_or(Interrupted)?;
        progress("");
        let (keeps, perfect, positions) = (measured.keeps, measured.perfect, yardstick.len());
        print(if args.json {
            let seconds = start.elapsed().as_secs_f64();
            format!(
                "{}\n",
                json!({"board": rules.to_string(), "generation": model.origin.generation, "simulations": simulations, "positions": positions, "keeps": keeps, "perfect": perfect, "seconds": seconds})
            )
        } else {
            let who = if simulations == 0 { "policy alone".to_owned() } else { format!("{simulations} simulations") };
            // The error of a share that was counted on so many positions, 95 %.
            let error = 196.0 * (keeps * (1.0 - keeps) / positions.max(1) as f64).sqrt();
            format!(
                "{who:>18}: keeps the value in {:.1} % (± {error:.1}), perfect {:.1} % of {positions} positions\n",
                keeps * 100.0,
                perfect * 100.0
            )
        })?;
    }
    Ok(())
}

/// Tells how many plies games against perfect play last.
fn resistance(args: &Measure, model: &Model, simulations: u32, games: usize) -> Result<()> {
    let mut plies = held_out(model, simulations.max(1), games)?;
    plies.sort_unstable();
    let mean = plies.iter().sum::<usize>() as f64 / plies.len().max(1) as f64;
    print(if args.json {
        format!(
            "{}\n",
            json!({"board": model.rules().to_string(), "simulations": simulations, "plies": plies, "mean": mean})
        )
    } else {
        let (least, most) = (plies.first().unwrap_or(&0), plies.last().unwrap_or(&0));
        format!(
            "{simulations} simulations as second player against perfect play: {mean:.1} plies on average of {games} games, {least} to {most}\n"
        )
    })
}

/// How many plies each game lasts in which the network is second and the first player always wins soonest, or loses latest; of
/// equally good moves one is drawn by lot.
fn held_out(model: &Model, simulations: u32, games: usize) -> Result<Vec<usize>> {
    let rules = model.rules();
    let mut task = Task::new(&Game::new(rules), MEMORY, 1).map_err(bad_input)?.score(true);
    let mut watch = |_: &News| if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let mut zero = Zero::new(Some(Arc::new(model.clone())), Some(simulations), MEMORY);
    let mut known: BTreeMap<Vec<Cell>, Vec<Cell>> = BTreeMap::new();
    let mut rng = Rng::new(1);
    let _stop = interrupt::watch();
    let mut plies = Vec::new();
    for number in 0..games {
        let mut game = Game::new(rules);
        zero.new_game();
        while !game.outcome().is_over() {
            progress(&format!("game {} of {games}, ply {}", number + 1, game.cells().count()));
            let cell = if game.to_move() == Side::Second {
                zero.choose(&game, &Budget::none(), &mut |_| ()).map(|choice| choice.cell)
            } else {
                let played: Vec<Cell> = game.cells().collect();
                if !known.contains_key(&played) {
                    let best = perfect(&mut task, &game, &mut watch).ok_or(Interrupted)?;
                    known.insert(played.clone(), best);
                }
                rng.pick(&known[&played]).copied()
            };
            game.play(cell.ok_or(Interrupted)?).map_err(bad_input)?;
        }
        plies.push(game.cells().count());
    }
    progress("");
    Ok(plies)
}

/// The moves that win soonest or lose latest: those of the book if it knows the position, else the solver's.
fn perfect(task: &mut Task, game: &Game, watch: Watch<'_>) -> Option<Vec<Cell>> {
    let scored = |moves: Vec<FoundMove>| {
        let score = |FoundMove { cell, found }: FoundMove| found.score.map(|score| (cell, -score.get()));
        moves.into_iter().map(score).collect::<Option<Vec<_>>>().filter(|moves| !moves.is_empty())
    };
    let values = match look_up_moves(game, None).and_then(scored) {
        Some(known) => known,
        None => labels::values(task, game, watch)?,
    };
    let best = values.iter().map(|(_, value)| *value).max()?;
    Some(values.into_iter().filter(|(_, value)| *value == best).map(|(cell, _)| cell).collect())
}

/// The network of a file, or the one that comes along for a board.
pub(super) fn model(name: &str) -> Result<Model> {
    match name.parse::<Rules>().ok().and_then(shipped) {
        Some(shipped) => Ok(shipped.clone()),
        None => network(Path::new(name)).map_err(bad_input),
    }
}
