//! `filetto players`: who can be asked to play.

use anyhow::Result;
use filetto_engine::Boards;
use filetto_rules::Rules;
use serde_json::json;

use crate::cli::Players;
use crate::players::{Card, cards};
use crate::terminal::print;

pub(crate) fn run(args: &Players) -> Result<()> {
    for player in cards() {
        let boards = match player.boards {
            Boards::Any => "any",
            Boards::Free => "free",
            Boards::Gravity => "gravity",
        };
        print(if args.json {
            let variants: Vec<&str> = player.variants.iter().map(|(name, _)| *name).collect();
            let Card { name, description, .. } = player;
            let mut card = json!({"name": name, "description": description, "boards": boards, "variants": variants});
            if !player.only.is_empty() {
                card["only"] = player.only.iter().map(Rules::to_string).collect();
            }
            format!("{card}\n")
        } else {
            let list: Vec<String> = player.only.iter().map(Rules::to_string).collect();
            let only = match player.boards {
                Boards::Any if list.is_empty() => String::new(),
                Boards::Any => format!(" (networks come along for {})", list.join(", ")),
                _ => format!(" ({boards} boards only)"),
            };
            format!("{:<14} {}{only}\n", player.name, player.description)
        })?;
        for (variant, about) in player.variants.iter().filter(|_| !args.json) {
            print(format!("  :{variant:<17} {about}\n"))?;
        }
    }
    Ok(())
}
