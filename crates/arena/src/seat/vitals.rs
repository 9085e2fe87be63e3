//! What our Java host tells of the class that it runs: lines that are no answers.

use std::time::Duration;

/// How a Java class is doing. Counted from the start of its Java machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vitals {
    /// What it calls itself; none if `playerName` failed.
    pub name: Option<String>,
    /// How long the last `initPlayer` took.
    pub init: Duration,
    /// The most heap that was in use, in bytes, what could have been collected included.
    pub heap: u64,
    /// Bytes that it printed on standard output.
    pub printed: u64,
    /// Threads of its own that were alive after its last move.
    pub threads: u64,
}

impl Vitals {
    /// Reads `MESSAGE host init=1234 heap=5678 printed=0 threads=0 name=…`, times in microseconds; the name ends the line.
    pub(crate) fn read(line: &str) -> Option<Vitals> {
        let rest = line.trim_end().strip_prefix("MESSAGE host ")?;
        let (numbers, name) = rest.split_once("name=").unwrap_or((rest, ""));
        let number = |key: &str| {
            let value = numbers.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))?;
            value.parse::<u64>().ok()
        };
        Some(Vitals {
            name: (!name.is_empty()).then(|| name.to_owned()),
            init: Duration::from_micros(number("init")?),
            heap: number("heap")?,
            printed: number("printed")?,
            threads: number("threads")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hosts_line_is_told_from_other_talk() {
        let vitals = Vitals::read("MESSAGE host init=1500 heap=99 printed=0 threads=2 name=My Player\r").unwrap();
        assert_eq!((vitals.init, vitals.heap, vitals.threads), (Duration::from_micros(1500), 99, 2));
        assert_eq!(vitals.name.as_deref(), Some("My Player"));
        for other in ["MESSAGE host", "MESSAGE host init=x heap=1 printed=1 threads=1", "MESSAGE hello", "host init=1"]
        {
            assert_eq!(Vitals::read(other), None, "{other}");
        }
    }
}
