//! Where work is done: processes on this machine, programs that are workers by some other way, or a Ray cluster.

use std::ffi::OsString;
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, Result};

/// `local:N`, `cmd:N:PROGRAM`, `ray` or `ray://HEAD:10001`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// So many processes here.
    Local(usize),
    /// So many times this program with its arguments, such as `ssh box filetto worker`.
    Program(usize, Vec<String>),
    /// The cluster that we are in, or the one at this address.
    Ray(Option<String>),
}

/// More processes than this are a slip of the finger.
const MOST: usize = 1024;

impl FromStr for On {
    type Err = String;

    fn from_str(text: &str) -> Result<On, String> {
        let wrong = || format!("'{text}' is no place to work: write local:N, cmd:N:PROGRAM, ray or ray://HEAD:10001");
        match text.split_once(':') {
            None if text == "ray" => Ok(On::Ray(None)),
            None if text == "local" => Ok(On::Local(cores())),
            Some(("local", number)) => count(number)
                .map(On::Local)
                .ok_or_else(|| format!("local:N needs a number of processes from 1 to {MOST}")),
            Some(("cmd", rest)) => {
                let (number, program) = rest.split_once(':').unwrap_or((rest, ""));
                let words: Vec<String> = program.split_whitespace().map(str::to_owned).collect();
                let read = count(number).filter(|_| !words.is_empty()).map(|number| On::Program(number, words));
                read.ok_or_else(|| {
                    format!("cmd:N:PROGRAM needs a number from 1 to {MOST} and a program that is a worker")
                })
            }
            Some(("ray", rest)) if rest.len() > 2 && rest.starts_with("//") => Ok(On::Ray(Some(text.to_owned()))),
            _ => Err(wrong()),
        }
    }
}

impl std::fmt::Display for On {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            On::Local(number) => write!(f, "local:{number}"),
            On::Program(number, words) => write!(f, "cmd:{number}:{}", words.join(" ")),
            On::Ray(None) => f.write_str("ray"),
            On::Ray(Some(address)) => f.write_str(address),
        }
    }
}

impl On {
    /// How many programs are started, and the command of each.
    pub(super) fn programs(&self) -> Result<(usize, Vec<OsString>)> {
        let this = std::env::current_exe().context("this program does not know where it is")?;
        match self {
            On::Local(number) => Ok((*number, vec![this.into(), "worker".into()])),
            On::Program(number, words) => Ok((*number, words.iter().map(OsString::from).collect())),
            On::Ray(address) => {
                let mut words: Vec<OsString> =
                    vec![python(), "-m".into(), "filetto.ray".into(), "--program".into(), this.into()];
                if let Some(address) = address {
                    words.extend(["--address".into(), address.into()]);
                }
                Ok((1, words))
            }
        }
    }

    /// Whether one program does many items at a time and tells how many.
    pub(super) fn is_cluster(&self) -> bool {
        matches!(self, On::Ray(_))
    }
}

/// The front of a cluster, asked with these options; none if the place is no cluster.
pub(crate) fn ray_front(on: &On, options: &[&str]) -> Option<Command> {
    let (_, words) = on.programs().ok().filter(|_| on.is_cluster())?;
    let mut front = command(&words);
    front.args(options);
    Some(front)
}

/// The interpreter that has `filetto[ray]`.
pub(crate) fn python() -> OsString {
    std::env::var_os("FILETTO_PYTHON").filter(|name| !name.is_empty()).unwrap_or_else(|| "python3".into())
}

pub(super) fn command(words: &[OsString]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

fn count(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number| (1..=MOST).contains(number))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        for text in ["local:1", "local:16", "cmd:2:ssh box filetto worker", "ray", "ray://head:10001"] {
            assert_eq!(text.parse::<On>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "local:0",
            "local:x",
            "local:5000",
            "cmd",
            "cmd:2",
            "cmd:2:",
            "cmd:0:x",
            "ray:",
            "ray://",
            "ray:head",
            "slurm",
        ] {
            assert!(text.parse::<On>().is_err(), "{text}");
        }
    }
}
