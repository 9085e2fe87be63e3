//! Options that make no sense together, found before any work.

use anyhow::Result;
use clap::ArgMatches;
use clap::parser::ValueSource;
use filetto_engine::Settings;

use crate::players::{OWN_FILES, Who};
use crate::terminal::bad_input;

/// Refuses what the parser of single options cannot.
pub(crate) fn check(matches: &ArgMatches) -> Result<()> {
    match matches.subcommand() {
        Some(("play", args)) => level(args, &["x", "o"]),
        Some(("analyse", args)) => level(args, &["player"]),
        _ => Ok(()),
    }
}

/// A level that somebody has typed is for a player that has levels; that of the configuration file is for whoever has.
fn level(args: &ArgMatches, options: &[&str]) -> Result<()> {
    if args.value_source("level") != Some(ValueSource::CommandLine) {
        return Ok(());
    }
    let names: Vec<&str> =
        options.iter().filter_map(|option| args.get_one::<String>(option)).map(String::as_str).collect();
    // A name that is none is refused with advice when the player is made.
    let may = |name: &&str| {
        let who = Who::read(name, Settings::default(), OWN_FILES);
        who.map_or(!name.starts_with("human"), |who| who.has_levels())
    };
    if names.iter().any(may) {
        return Ok(());
    }
    let players: Vec<&str> = names.into_iter().filter(|name| !name.starts_with("human")).collect();
    Err(bad_input(match players[..] {
        [] => "--level is for a player of ours: add --o filetto".to_owned(),
        _ => format!("--level has no effect: {} has no levels, filetto has", players.join(" and ")),
    }))
}
