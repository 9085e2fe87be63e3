//! The configuration file: what somebody would otherwise write on every command line.
//!
//! It changes the defaults of options before the command line is read, so that `--help` shows what holds and an option still wins. A file that
//! makes no sense is an error, not a warning: whoever wrote it meant something.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Command;
use etcetera::BaseStrategy;
use serde::Deserialize;

use crate::terminal::bad_input;

/// Names another file.
const VARIABLE: &str = "FILETTO_CONFIG";

/// What can be set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    threads: Option<u32>,
    memory: Option<u32>,
    language: Option<String>,
    level: Option<u8>,
}

/// A setting: its name in the file, the option whose default it is, the only command it is for, what it means.
struct Setting {
    name: &'static str,
    option: &'static str,
    only: Option<&'static str>,
    value: fn(&Config) -> Option<String>,
    says: &'static str,
}

const SETTINGS: [Setting; 4] = [
    Setting {
        name: "threads",
        option: "threads",
        only: None,
        value: |config| config.threads.map(|n| n.to_string()),
        says: "threads of the solvers",
    },
    Setting {
        name: "memory",
        option: "memory",
        only: None,
        value: |config| config.memory.map(|n| n.to_string()),
        says: "megabytes for tables",
    },
    Setting {
        name: "language",
        option: "lang",
        only: None,
        value: |config| config.language.clone(),
        says: "the language of explanations and reviews: en, it, es or ro",
    },
    Setting {
        name: "level",
        option: "level",
        only: Some("play"),
        value: |config| config.level.map(|n| n.to_string()),
        says: "how strong filetto plays in `filetto play`: 1 to 10",
    },
];

/// Where the file is looked for; none on a system without a home.
pub(crate) fn path() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let usual = || Some(etcetera::choose_base_strategy().ok()?.config_dir().join("filetto").join("filetto.toml"));
    named.or_else(usual)
}

impl Config {
    /// What the file says; nothing if there is none.
    pub(crate) fn load() -> Result<Config> {
        let Some(path) = path() else { return Ok(Config::default()) };
        match std::fs::read_to_string(&path) {
            Ok(text) => Config::parse(&text).map_err(|error| bad_input(format!("{}: {error}", path.display()))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Config::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    fn parse(text: &str) -> Result<Config, String> {
        let config: Config = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        // The options check their values themselves, but would blame the command line.
        let known = |code: &String| filetto_engine::explain::Language::from_code(code).is_some();
        let wrong = |name: &str, what: &str| Err(format!("{name} must be {what}"));
        match &config {
            Config { threads: Some(0) | Some(257..), .. } => wrong("threads", "from 1 to 256"),
            Config { memory: Some(0) | Some(65_537..), .. } => wrong("memory", "from 1 to 65536 megabytes"),
            Config { level: Some(0) | Some(11..), .. } => wrong("level", "from 1 to 10"),
            Config { language: Some(code), .. } if !known(code) => wrong("language", "en, it, es or ro"),
            _ => Ok(config),
        }
    }

    /// A command line whose defaults are these.
    pub(crate) fn defaults(&self, mut command: Command) -> Command {
        for setting in &SETTINGS {
            let Some(value) = (setting.value)(self) else { continue };
            // clap keeps defaults for as long as the program runs; they are read once.
            let value: &'static str = value.leak();
            let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
            for name in names {
                // There it is a limit on what other people have made.
                let other = setting.name == "memory" && ["arena", "verify"].contains(&name.as_str());
                if other || setting.only.is_some_and(|only| only != name) {
                    continue;
                }
                command = command.mut_subcommand(name, |sub| {
                    let has = sub.get_arguments().any(|arg| arg.get_id() == setting.option);
                    if has { sub.mut_arg(setting.option, |arg| arg.default_value(value)) } else { sub }
                });
            }
        }
        command
    }

    /// What holds, as a file that says the same; settings that are not set stand behind a `#`.
    pub(crate) fn to_text(&self) -> String {
        let line = |setting: &Setting| {
            let quoted = |value: String| if setting.name == "language" { format!("\"{value}\"") } else { value };
            match (setting.value)(self) {
                Some(value) => format!("{} = {}  # {}\n", setting.name, quoted(value), setting.says),
                None => format!("# {} =   # {}\n", setting.name, setting.says),
            }
        };
        SETTINGS.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn a_setting_becomes_the_default_of_the_commands_that_have_it() {
        let config = Config::parse("memory = 321\nlanguage = 'it'\nlevel = 3\nthreads = 2").unwrap();
        let command = config.defaults(Cli::command());
        let default = |name: &str, option: &str| {
            let sub = command.find_subcommand(name).unwrap();
            let arg = sub.get_arguments().find(|arg| arg.get_id() == option).unwrap();
            arg.get_default_values().first().map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(default("solve", "memory").as_deref(), Some("321"));
        assert_eq!(default("solve", "threads").as_deref(), Some("2"));
        assert_eq!(default("explain", "lang").as_deref(), Some("it"));
        assert_eq!(default("play", "level").as_deref(), Some("3"));
        assert_eq!(default("analyse", "level"), None, "a level is for games");
        assert_eq!(default("arena", "memory"), None, "a limit on engines is no table");
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_name() {
        for (text, name) in [
            ("level = 11", "level"),
            ("memory = 0", "memory"),
            ("language = 'xx'", "language"),
            ("colour = 1", "colour"),
        ] {
            assert!(Config::parse(text).unwrap_err().contains(name), "{text}");
        }
    }

    #[test]
    fn what_is_shown_says_the_same_when_read_again() {
        let config = Config::parse("level = 4\nlanguage = 'it'").unwrap();
        assert_eq!(Config::parse(&config.to_text()), Ok(config));
        assert_eq!(Config::parse(&Config::default().to_text()), Ok(Config::default()));
    }
}
