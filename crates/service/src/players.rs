//! The one place where players are made: the champion gets its solvers here and `zero` its network, since the engine may know neither.

use std::path::Path;
use std::sync::Arc;

use filetto_engine::{Boards, Configured, Named, PLAYERS, Player, Settings};
use filetto_learn::{Model, Zero, learnt_boards, shipped};
use filetto_rules::{Rules, excerpt};

/// The program's own player, who is asked where nobody else is named.
pub const DEFAULT_PLAYER: &str = "filetto";

/// Somebody who can be given a seat: the one that a text names, with the options behind its name.
#[derive(Clone)]
pub struct Who {
    kind: Kind,
    settings: Settings,
}

#[derive(Clone)]
enum Kind {
    Named(Named),
    /// Plays by a network: that of a file, or the one that comes with the program for the board.
    Zero {
        model: Option<Arc<Model>>,
        simulations: Option<u32>,
    },
}

/// Whether a text may name a file.
#[derive(Clone, Copy)]
pub enum Files {
    /// A person's own command line, whose files this reads.
    Read(fn(&Path) -> Result<Model, String>),
    /// What a page says: nothing that a page says opens a file.
    Refuse,
}

/// What a list of players says of one.
pub struct Card {
    /// What it is asked for by.
    pub name: &'static str,
    /// In a few words.
    pub description: &'static str,
    /// The kind of boards that it plays on.
    pub boards: Boards,
    /// Its options, and what they do.
    pub variants: Vec<(&'static str, &'static str)>,
    /// The boards that it plays on, if they can be counted.
    pub only: Vec<Rules>,
}

const ZERO: &str = "zero";
const SIMULATIONS: &str = "simulations";

/// Every player there is.
pub fn cards() -> impl Iterator<Item = Card> {
    let card = |named: Named| Card {
        name: named.name,
        description: named.description,
        boards: named.boards,
        variants: named.variants.to_vec(),
        only: Vec::new(),
    };
    let zero = || Card {
        name: ZERO,
        description: "taught itself: a network that began at random, and a search led by it; zero=FILE plays by a network of yours",
        boards: Boards::Any,
        variants: vec![("simulations=N", "so many simulations a move, whatever the time")],
        only: learnt_boards(),
    };
    PLAYERS.into_iter().map(card).chain(std::iter::once_with(zero))
}

impl Who {
    /// Reads a player as people write it: `mcts`, `filetto:level=3`, `zero`, `zero=FILE`, `zero=FILE:simulations=800`.
    pub fn read(text: &str, settings: Settings, files: Files) -> Result<Who, String> {
        let text = text.trim();
        let (head, file) = match text.split_once('=') {
            Some((head, file)) if head.trim().eq_ignore_ascii_case(ZERO) => (head.trim(), Some(file.trim())),
            _ => (text, None),
        };
        let name = head.split(':').next().unwrap_or(head).trim();
        if !name.eq_ignore_ascii_case(ZERO) {
            let Configured { named, settings } =
                Named::read(text, settings).map_err(|error| match name_is_unknown(name) {
                    true => format!("{error}, {ZERO}"),
                    false => error.to_string(),
                })?;
            return Ok(Who { kind: Kind::Named(named), settings });
        }
        // The options come behind the last colon; a colon that is part of the file's name is none.
        let (file, options) = match file {
            None => (None, head.split_once(':').map_or("", |(_, options)| options)),
            Some(file) => match file.rsplit_once(':').filter(|(_, rest)| rest.contains('=')) {
                Some((file, options)) => (Some(file), options),
                None => (Some(file), ""),
            },
        };
        let model = match file {
            Some(file) => match files {
                Files::Read(network) => Some(Arc::new(network(Path::new(file))?)),
                Files::Refuse => return Err("only networks that come with the program play here".to_owned()),
            },
            None => None,
        };
        let mut who = Who { kind: Kind::Zero { model, simulations: None }, settings };
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (option, value) = option.split_once('=').unwrap_or((option, ""));
            who.set(option.trim(), value.trim())?;
        }
        Ok(who)
    }

    /// Sets one of its options.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        match &mut self.kind {
            Kind::Named(named) => named.set(&mut self.settings, option, value).map_err(|error| error.to_string()),
            Kind::Zero { simulations, .. } if option == SIMULATIONS => {
                let number = value.parse().ok().filter(|number| (1..=1_000_000).contains(number));
                let wrong =
                    || format!("'{}' is no number of simulations: they go from 1 to 1000000", excerpt(value, 24));
                *simulations = Some(number.ok_or_else(wrong)?);
                Ok(())
            }
            Kind::Zero { .. } => {
                Err(format!("{ZERO} has no option '{}': there is {ZERO}:{SIMULATIONS}=N", excerpt(option, 40)))
            }
        }
    }

    /// Why it does not play on a board, in a sentence; nothing if it does.
    pub fn refuses(&self, rules: Rules) -> Option<String> {
        match &self.kind {
            Kind::Named(named) if named.plays(rules) => None,
            Kind::Named(named) => {
                let kind = if rules.gravity() { "with" } else { "without" };
                Some(format!("{} does not play {rules}: it is not meant for boards {kind} gravity", named.name))
            }
            Kind::Zero { model: Some(model), .. } if model.rules() == rules => None,
            Kind::Zero { model: Some(model), .. } => Some(format!(
                "this network is for {}, not for {rules}: train one with filetto learn {rules}",
                model.rules()
            )),
            Kind::Zero { model: None, .. } if shipped(rules).is_some() => None,
            Kind::Zero { model: None, .. } => {
                Some(format!("no network for {rules}: train one with filetto learn {rules}"))
            }
        }
    }

    /// Whether it is the program's own player, whose answers have a unit that all surfaces share.
    pub fn is_champion(&self) -> bool {
        matches!(self.kind, Kind::Named(named) if named.name == DEFAULT_PLAYER)
    }

    /// Whether it can be asked for at a level.
    pub fn has_levels(&self) -> bool {
        matches!(self.kind, Kind::Named(named) if named.has_levels())
    }

    /// What it was read with, its own options included.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The same one with other settings.
    pub fn with(&self, settings: Settings) -> Who {
        Who { kind: self.kind.clone(), settings }
    }

    /// A new one, with all that this program can give it.
    pub fn make(&self) -> Box<dyn Player> {
        match &self.kind {
            Kind::Named(named) => named.make(Settings { oracle: Some(filetto_solve::Solvers::boxed), ..self.settings }),
            Kind::Zero { model, simulations } => Box::new(Zero::new(model.clone(), *simulations, self.settings.memory)),
        }
    }
}

/// Whether a text names the player with a network.
pub(crate) fn is_zero(text: &str) -> bool {
    text.split(':').next().unwrap_or(text).trim().eq_ignore_ascii_case(ZERO)
}

fn name_is_unknown(name: &str) -> bool {
    Named::find(name).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Who, String> {
        Who::read(text, Settings::default(), Files::Refuse)
    }

    #[test]
    fn zero_plays_where_it_has_a_network_and_says_so_elsewhere() {
        let zero = read(" Zero:simulations=8").unwrap_or_else(|error| panic!("{error}"));
        assert!(learnt_boards().into_iter().all(|rules| zero.refuses(rules).is_none()));
        let other = "7x7x4".parse().unwrap();
        assert_eq!(zero.refuses(other).unwrap(), "no network for 7x7x4: train one with filetto learn 7x7x4");
        assert!(!zero.has_levels() && read("filetto:level=3").is_ok_and(|who| who.has_levels()));
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_a_sentence() {
        let refused = |text: &str| read(text).err().unwrap_or_default();
        assert!(refused("zero:simulations=0").contains("no number of simulations"));
        assert!(refused("zero:level=3").contains("zero has no option 'level'"));
        assert!(refused("zero=model.net").contains("come with the program"));
        assert!(refused("nobody").ends_with(", zero"));
        assert!(refused("mcts:level=3").contains("mcts has no option"));
        let file = Who::read(
            "zero=/nowhere/model.net:simulations=8",
            Settings::default(),
            Files::Read(|path| Err(path.display().to_string())),
        );
        assert_eq!(file.err().unwrap_or_default(), "/nowhere/model.net");
    }
}
