//! Who plays: a player as a user writes it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use filetto_rules::excerpt;
use serde::{Deserialize, Serialize};

use crate::control::{Control, duration, game_time};

/// A player of an event.
///
/// Written as what it is and then its options, separated by commas:
///
/// ```
/// use filetto_arena::{Kind, PlayerSpec};
///
/// let spec: PlayerSpec = "cmd=./pbrain-x,name=X,time=1s,memory=350M".parse()?;
/// assert_eq!(spec.name, "X");
/// assert!(matches!(spec.kind, Kind::Gomocup { .. }));
/// let spec: PlayerSpec = "champion,level=3,nodes=10000".parse()?;
/// assert_eq!((spec.name.as_str(), spec.control.nodes), ("champion level 3", Some(10_000)));
/// let spec: PlayerSpec = "java=players.jar:mnkgame.RandomPlayer".parse()?;
/// assert_eq!(spec.name, "RandomPlayer");
/// let spec: PlayerSpec = "py=agents/submission.py,time=2s".parse()?;
/// assert_eq!(spec.name, "submission");
/// # Ok::<(), filetto_arena::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSpec {
    /// What tables call it; each player of an event has its own.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Limits of its own; where they say nothing, those of the event hold.
    pub control: Control,
    /// The most memory it may use in bytes, where the system can enforce it.
    pub memory: Option<u64>,
    /// Whether each game gets a fresh process, as Gomocup's judge does it; else it lives for a pair of games.
    pub restart: bool,
}

/// What kind of player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A player that comes with the program, made by the factory that an event is handed.
    Builtin(Builtin),
    /// A program that speaks Gomocup's protocol.
    Gomocup {
        /// The program.
        program: PathBuf,
        /// Its arguments.
        args: Vec<String>,
        /// Where it runs, if not here.
        folder: Option<PathBuf>,
        /// `INFO` lines it is sent besides the usual ones, each as key and value.
        info: Vec<String>,
    },
    /// A class that implements one of the interfaces of the Bologna course, run in a Java machine of its own.
    Java {
        /// Jar files and folders, separated as the system does it.
        class_path: String,
        /// The class with its package.
        class: String,
    },
    /// A Python file with Kaggle's `agent(observation, configuration)` or with `choose(game)`, run by an interpreter of its own.
    Python {
        /// The file.
        file: PathBuf,
        /// The interpreter, if not the usual one.
        interpreter: Option<PathBuf>,
        /// Kaggle's overage: what its acts may be late in a game, in milliseconds. Whoever grants it has a margin as large.
        overage: u64,
    },
}

/// A player that comes with the program: a name and options that its maker understands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Builtin {
    /// Which.
    pub name: String,
    /// `level=3` and the like.
    pub options: BTreeMap<String, String>,
}

impl std::str::FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let mut parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let head = parts.next().ok_or(SpecError::Empty)?;
        let mut draft = Draft::default();
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(|| SpecError::Option(excerpt(part, 40)))?;
            draft.take(key.trim(), value.trim())?;
        }
        draft.finish(head)
    }
}

/// What has been read of a player so far.
#[derive(Default)]
struct Draft {
    name: Option<String>,
    control: Control,
    memory: Option<u64>,
    keep: bool,
    args: Vec<String>,
    folder: Option<PathBuf>,
    info: Vec<String>,
    others: BTreeMap<String, String>,
}

impl Draft {
    fn take(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let bad = |what: &dyn fmt::Display| SpecError::Value { key: key.to_owned(), what: what.to_string() };
        let number = || {
            let number = value.parse::<u64>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| bad(&format!("'{}' is no number from 1", excerpt(value, 24))))
        };
        match key {
            "name" => self.name = Some(value.to_owned()),
            "time" | "st" => {
                let time = duration(value).map_err(|error| bad(&error))?;
                self.control.per_move = Some(time).filter(|time| !time.is_zero());
                self.control.per_move.ok_or_else(|| bad(&"without any time nobody can move"))?;
            }
            "tc" => self.control.game = Some(game_time(value).map_err(|error| bad(&error))?),
            "nodes" => self.control.nodes = Some(number()?),
            "depth" => self.control.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "memory" => self.memory = Some(bytes(value).ok_or_else(|| bad(&"write a size such as 350M or 2G"))?),
            "restart" => match value {
                "on" => self.keep = false,
                "off" => self.keep = true,
                _ => return Err(bad(&"it is on or off")),
            },
            "args" => self.args = value.split_whitespace().map(str::to_owned).collect(),
            "dir" => self.folder = Some(PathBuf::from(value)),
            "info" => self.info.push(value.to_owned()),
            _ => {
                self.others.insert(key.to_owned(), value.to_owned());
            }
        }
        Ok(())
    }

    fn finish(mut self, head: &str) -> Result<PlayerSpec, SpecError> {
        let (kind, named) = match head.split_once('=') {
            Some(("cmd", program)) => {
                let program = PathBuf::from(program);
                let named = program.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                let named = named.strip_prefix("pbrain-").unwrap_or(&named).to_owned();
                (Kind::Gomocup { program, args: self.args, folder: self.folder, info: self.info }, named)
            }
            Some(("java", place)) => {
                let (class_path, class) = place
                    .rsplit_once(':')
                    .filter(|(path, class)| !path.is_empty() && !class.is_empty())
                    .ok_or_else(|| SpecError::Value {
                        key: "java".to_owned(),
                        what: "write java=players.jar:package.Class".to_owned(),
                    })?;
                let named = class.rsplit('.').next().unwrap_or(class).to_owned();
                (Kind::Java { class_path: class_path.to_owned(), class: class.to_owned() }, named)
            }
            Some(("py", file)) if !file.is_empty() => {
                let file = PathBuf::from(file);
                let named = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                (Kind::Python { file, interpreter: self.others.remove("python").map(PathBuf::from), overage: 0 }, named)
            }
            // A variant of a built-in player may have a value (koci-ceroni:candidates=lines), and zero plays by the network of a file.
            Some((place, _)) if !place.contains(':') && place != "zero" => {
                return Err(SpecError::Kind(excerpt(head, 40)));
            }
            _ => {
                let options: Vec<String> = self.others.iter().map(|(key, value)| format!(" {key} {value}")).collect();
                let builtin = Builtin { name: head.to_owned(), options: self.others.clone() };
                (Kind::Builtin(builtin), head.to_owned() + &options.concat())
            }
        };
        if let (false, Some(key)) = (matches!(kind, Kind::Builtin(_)), self.others.keys().next()) {
            return Err(SpecError::Option(excerpt(key, 40)));
        }
        let name: String = self.name.unwrap_or(named).chars().filter(|c| !c.is_control()).collect();
        let name = if name.trim().is_empty() { "nameless".to_owned() } else { name.trim().to_owned() };
        Ok(PlayerSpec { name, kind, control: self.control, memory: self.memory, restart: !self.keep })
    }
}

/// Reads a size: `367001600`, `350M`, `2G`; not zero.
pub fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let (digits, unit) = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&text[..text.len() - 1], 1 << 10),
        b'M' => (&text[..text.len() - 1], 1 << 20),
        b'G' => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit).filter(|size| *size > 0)
}

/// What the player is, without its name: part of what identifies its games in a ledger.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Builtin(builtin) => {
                f.write_str(&builtin.name)?;
                builtin.options.iter().try_for_each(|(key, value)| write!(f, ",{key}={value}"))
            }
            Kind::Gomocup { program, args, folder, info } => {
                write!(f, "cmd={}", program.display())?;
                if !args.is_empty() {
                    write!(f, ",args={}", args.join(" "))?;
                }
                folder.iter().try_for_each(|folder| write!(f, ",dir={}", folder.display()))?;
                info.iter().try_for_each(|line| write!(f, ",info={line}"))
            }
            Kind::Java { class_path, class } => write!(f, "java={class_path}:{class}"),
            Kind::Python { file, interpreter, overage } => {
                write!(f, "py={}", file.display())?;
                if *overage > 0 {
                    write!(f, ",overage={overage}")?;
                }
                interpreter.iter().try_for_each(|python| write!(f, ",python={}", python.display()))
            }
        }
    }
}

/// Why a text is no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Nothing was written.
    #[error("an empty player: write a name, zero=FILE, cmd=PROGRAM, java=JAR:CLASS or py=FILE")]
    Empty,
    /// Something that is neither a built-in name nor a program nor a class.
    #[error("'{0}' is no player: write a name, zero=FILE, cmd=PROGRAM, java=JAR:CLASS or py=FILE")]
    Kind(String),
    /// Something after the first comma that is no option of this kind of player.
    #[error(
        "'{0}' is no option of this player: there are name, time, tc, nodes, depth, memory, restart, for programs args, dir, info, for Python files python"
    )]
    Option(String),
    /// An option with a value that makes no sense.
    #[error("{key}: {what}")]
    Value {
        /// The option.
        key: String,
        /// What is wrong.
        what: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_with_advice() {
        let refused = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(refused("").contains("cmd=PROGRAM"));
        assert!(refused("foo=bar").contains("'foo=bar' is no player"));
        assert!(refused("java=x.jar").contains("java=players.jar"));
        assert!(refused("cmd=./x,colour=red").contains("'colour' is no option"));
        assert!(refused("cmd=./x,time=soon").contains("'soon' is no time"));
        assert!(refused("cmd=./x,alone").contains("'alone'"));
        assert!(
            refused("cmd=./x,time=0").contains("nobody can move") && refused("x,tc=0+0").contains("nobody can move")
        );
        assert!(refused("x,nodes=0").contains("from 1") && refused("x,depth=0").contains("from 1"));
    }

    #[test]
    fn a_built_in_player_s_variant_may_have_a_value() {
        let spec: PlayerSpec = "koci-ceroni:candidates=lines,nodes=9".parse().unwrap();
        let Kind::Builtin(builtin) = &spec.kind else { panic!("{spec:?}") };
        assert_eq!((builtin.name.as_str(), spec.control.nodes), ("koci-ceroni:candidates=lines", Some(9)));
        let spec: PlayerSpec = "zero=nets/my.net,simulations=64,time=1s".parse().unwrap();
        let Kind::Builtin(builtin) = &spec.kind else { panic!("{spec:?}") };
        assert_eq!((builtin.name.as_str(), builtin.options["simulations"].as_str()), ("zero=nets/my.net", "64"));
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(
            [bytes("350M"), bytes("7"), bytes("x"), bytes(""), bytes("0M")],
            [Some(350 << 20), Some(7), None, None, None]
        );
    }
}
