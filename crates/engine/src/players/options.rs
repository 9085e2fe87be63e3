//! A player as people write it: a name, and options of its own behind a colon (`filetto:level=3`).
//!
//! The command line, the arena, the protocol and the page read players here, so that an option is understood by all or by none.

use super::{Filter, Named, Settings, UnknownPlayer};
use crate::champion::Level;

/// Why a text is no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPlayer {
    /// Nobody has this name.
    #[error("{0}")]
    Unknown(UnknownPlayer),
    /// The player has no such option.
    #[error("{player} has no option '{option}'{}", variants(.player))]
    NoOption {
        /// Who.
        player: &'static str,
        /// What was asked for.
        option: String,
    },
    /// The champion has no such level.
    #[error("'{0}' is no level: they go from {low} to {high}", low = Level::LOWEST, high = Level::HIGHEST)]
    NoLevel(String),
}

/// The options that a player has instead, as the end of a sentence.
fn variants(player: &str) -> String {
    let variants = Named::find(player).map_or(&[][..], |named| named.variants);
    let names: Vec<String> = variants.iter().map(|(name, _)| format!("{player}:{name}")).collect();
    if names.is_empty() { String::new() } else { format!(": there are {}", names.join(", ")) }
}

/// A player and what it is made with.
#[derive(Clone, Copy)]
pub struct Configured {
    /// The player.
    pub named: Named,
    /// The settings, with the options that stood behind its name.
    pub settings: Settings,
}

impl Named {
    /// The player that a text names, with the options behind its name in its settings.
    ///
    /// ```
    /// use filetto_engine::{Named, Settings};
    /// let player = Named::read("filetto:level=3", Settings::default())?;
    /// assert_eq!((player.named.name, player.settings.level), ("filetto", Some(3)));
    /// # Ok::<(), filetto_engine::BadPlayer>(())
    /// ```
    pub fn read(text: &str, mut settings: Settings) -> Result<Configured, BadPlayer> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let named = Named::find(name).map_err(BadPlayer::Unknown)?;
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (option, value) = option.split_once('=').unwrap_or((option, ""));
            named.set(&mut settings, option.trim(), value.trim())?;
        }
        Ok(Configured { named, settings })
    }

    /// Sets an option of this player.
    pub fn set(&self, settings: &mut Settings, option: &str, value: &str) -> Result<(), BadPlayer> {
        let has = |wanted: &str| self.variants.iter().any(|(variant, _)| *variant == wanted);
        match (option, value) {
            ("mended", "") if has("mended") => {
                settings.variant.mended = true;
                return Ok(());
            }
            ("candidates", "lines") if has("candidates=lines") => {
                settings.variant.filter = Some(Filter::Lines);
                return Ok(());
            }
            ("candidates", "near") if has("candidates=near") => {
                settings.variant.filter = Some(Filter::Near);
                return Ok(());
            }
            _ => {}
        }
        if option != "level" || !self.has_levels() {
            // A part of the champion's search, as matches measure them: docs/champion.md.
            if self.has_levels() && settings.options.set(&format!("{option}={value}")).is_ok() {
                return Ok(());
            }
            return Err(BadPlayer::NoOption { player: self.name, option: option.chars().take(40).collect() });
        }
        let number = value.parse().ok().filter(|number| (Level::LOWEST..=Level::HIGHEST).contains(number));
        settings.level = Some(number.ok_or_else(|| BadPlayer::NoLevel(value.chars().take(40).collect()))?);
        Ok(())
    }

    /// Whether it plays at levels.
    pub fn has_levels(&self) -> bool {
        self.name == "filetto"
    }
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::*;

    #[test]
    fn options_are_understood_or_refused_in_a_sentence() {
        let read =
            |text: &str| Named::read(text, Settings::default()).map(|read| (read.named.name, read.settings.level));
        assert_eq!(read("filetto"), Ok(("filetto", None)));
        assert_eq!(read(" Filetto: level = 10"), Ok(("filetto", Some(10))));
        for (text, sentence) in [
            ("filetto:level=11", "'11' is no level: they go from 1 to 10"),
            ("filetto:level=0", "'0' is no level: they go from 1 to 10"),
            ("filetto:colour=red", "filetto has no option 'colour'"),
            ("mcts:level=3", "mcts has no option 'level'"),
            ("mcts:mended", "mcts has no option 'mended'"),
            ("luccioli:bright", "luccioli has no option 'bright': there are luccioli:mended"),
        ] {
            assert_eq!(read(text).map_err(|error| error.to_string()), Err(sentence.to_owned()));
        }
    }

    #[test]
    fn a_part_of_the_champions_search_is_an_option_of_the_champion_alone() {
        let late = |text: &str| Named::read(text, Settings::default()).map(|read| read.settings.options.late);
        assert_eq!(late("filetto:late=12,oracle=0"), Ok(12));
        assert!(
            late("filetto:late=some").is_err() && late("filetto:latest=3").is_err() && late("mtdf:late=3").is_err()
        );
    }

    #[test]
    fn an_ancestor_plays_as_written_unless_a_variant_is_asked_for() {
        let read = |text: &str| Named::read(text, Settings::default()).map(|read| read.settings.variant);
        let variant = |mended, filter| Ok(Variant { mended, filter });
        assert_eq!(read("koci-ceroni"), variant(false, None));
        assert_eq!(read("koci-ceroni:mended"), variant(true, None));
        assert_eq!(read("koci-ceroni:candidates=lines"), variant(false, Some(Filter::Lines)));
        assert_eq!(read("koci-ceroni:mended,candidates=near"), variant(true, Some(Filter::Near)));
        assert!(read("koci-ceroni:candidates=far").is_err());
    }
}
