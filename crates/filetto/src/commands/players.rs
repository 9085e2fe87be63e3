//! `filetto players`: who can be asked to play.

use anyhow::Result;
use filetto_engine::{Boards, Named, PLAYERS};
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
            let variants: Vec<&str> = player.variants.iter().map(|(name, _)| *name).collect();
            let Named { name, description, .. } = player;
            format!("{}\n", json!({"name": name, "description": description, "boards": boards, "variants": variants}))
        } else {
            let only = if player.boards == Boards::Any { String::new() } else { format!(" ({boards} boards only)") };
            format!("{:<14} {}{only}\n", player.name, player.description)
        })?;
        for (variant, about) in player.variants.iter().filter(|_| !args.json) {
            print(format!("  :{variant:<17} {about}\n"))?;
        }
    }
    Ok(())
}
