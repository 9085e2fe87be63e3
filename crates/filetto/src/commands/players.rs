//! `filetto players`: who can be asked to play.

use anyhow::Result;
use filetto_engine::{Boards, PLAYERS};
use serde_json::json;

use crate::cli::Players;
use crate::terminal::print;

pub(crate) fn run(args: &Players) -> Result<()> {
    for player in PLAYERS {
        let boards = match player.boards {
            Boards::Any => "any",
            Boards::Free => "free",
            Boards::Gravity => "gravity",
        };
        print(if args.json {
            format!("{}\n", json!({"name": player.name, "description": player.description, "boards": boards}))
        } else {
            let only = if player.boards == Boards::Any { String::new() } else { format!(" ({boards} boards only)") };
            format!("{:<14} {}{only}\n", player.name, player.description)
        })?;
    }
    Ok(())
}
