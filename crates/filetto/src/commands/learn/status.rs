//! `filetto learn status`: how far a training is, whether it still runs or not.

use anyhow::Result;
use filetto_learn::{page, read_config, read_log, sheet};
use serde_json::json;

use super::args::Status;
use super::{because, generation, plots};
use crate::files;
use crate::terminal::print;

pub(super) fn run(args: &Status) -> Result<()> {
    let config = read_config(&args.folder).map_err(because)?;
    let log = read_log(&args.folder).map_err(because)?;
    if let Some(path) = &args.html {
        files::write(path, page(&config.board, &log).as_bytes())?;
    }
    if let Some(path) = &args.svg {
        files::write(path, sheet(&config.board, &log).as_bytes())?;
    }
    if args.json {
        return print(format!("{}\n", json!({"config": config, "generations": log})));
    }
    let head = format!(
        "{}: {} blocks, {} simulations a move, {} games a generation, seed {}\n",
        config.board, config.blocks, config.simulations, config.games, config.seed
    );
    print(match log.last() {
        None => format!("{head}no generation is finished yet\n"),
        Some(last) => format!("{head}{}\n\n{}", generation(last), plots(&log)),
    })
}
