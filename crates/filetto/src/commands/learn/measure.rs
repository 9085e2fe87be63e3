//! `filetto learn measure`: how often a network's moves are right.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use filetto_learn::{Model, shipped};
use filetto_rules::Rules;
use serde_json::json;

use super::args::Measure;
use crate::interrupt;
use crate::players::network;
use crate::terminal::{Interrupted, bad_input, print, progress};

pub(super) fn run(args: &Measure) -> Result<()> {
    let own;
    let model: &Model = match args.network.parse::<Rules>().ok().and_then(shipped) {
        Some(shipped) => shipped,
        None => {
            own = network(Path::new(&args.network)).map_err(bad_input)?;
            &own
        }
    };
    let rules = model.rules();
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
