//! `cargo xtask match`: two players on one board, to measure what a change is worth.
//!
//! It is an event of `filetto arena` with what measuring wants: balanced openings of which none comes twice, each played with both
//! colours; a limit on nodes, so that neither the machine nor its load matters; every core; a ledger in `target/matches` whose name is
//! made of everything that decides the result, so that the same command goes on after a kill, and prints the result at once when all is played.

use std::fs;

use anyhow::{Result, bail, ensure};
use sha2::{Digest, Sha256};

use crate::run::{command, must, root};

/// What a match is made of; a number that is not given has its usual value.
struct Match {
    board: String,
    players: [String; 2],
    limit: (String, String),
    pairs: String,
    plies: String,
    sprt: Option<String>,
    seed: String,
    threads: String,
    draw_after: Option<String>,
}

pub(crate) fn run(args: &[&str]) -> Result<()> {
    let event = Match::read(args)?;
    let folder = root().join("target/matches");
    fs::create_dir_all(&folder)?;
    let ledger = folder.join(format!("{}.jsonl", event.name()));
    must(command("cargo build --quiet --release --package filetto").arg("--locked"))?;
    let mut arena = command(&root().join("target/release/filetto").display().to_string());
    arena.args(event.arena()).args(["--concurrency", &event.threads]).arg("--ledger").arg(ledger);
    must(&mut arena)
}

impl Match {
    fn read(args: &[&str]) -> Result<Match> {
        let [board, first, second, options @ ..] = args else {
            bail!(
                "write a board and two players: cargo xtask match 15x15x5 filetto filetto,late=12,name=before nodes=40000"
            )
        };
        let gravity = board.ends_with('g');
        let mut event = Match {
            board: (*board).to_owned(),
            players: [(*first).to_owned(), (*second).to_owned()],
            limit: ("nodes".to_owned(), "40000".to_owned()),
            pairs: "50".to_owned(),
            plies: if gravity { "6" } else { "4" }.to_owned(),
            sprt: None,
            seed: "1".to_owned(),
            threads: std::thread::available_parallelism().map_or(1, usize::from).to_string(),
            draw_after: None,
        };
        for option in options {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let value = value.to_owned();
            ensure!(!value.is_empty(), "'{option}' is not NAME=VALUE");
            match name {
                "nodes" | "time" => event.limit = (name.to_owned(), value),
                "pairs" => event.pairs = value,
                "plies" => event.plies = value,
                "sprt" => event.sprt = Some(value),
                "seed" => event.seed = value,
                "threads" => event.threads = value,
                "draw_after" => event.draw_after = Some(value),
                _ => bail!("there is no '{name}': nodes, time, pairs, plies, sprt, seed, threads, draw_after"),
            }
        }
        Ok(event)
    }

    /// The arguments for `filetto arena`; how many games run at a time and where they are kept is not among them.
    fn arena(&self) -> Vec<String> {
        let mut words = vec!["arena".to_owned(), "--boards".to_owned(), self.board.clone()];
        for player in &self.players {
            words.extend(["--player".to_owned(), player.clone()]);
        }
        words.extend([format!("--{}", self.limit.0), self.limit.1.clone()]);
        let openings = if self.plies == "0" { "empty".to_owned() } else { format!("balanced:{}", self.plies) };
        for (name, value) in [("pairs", &self.pairs), ("openings", &openings), ("seed", &self.seed)] {
            words.extend([format!("--{name}"), value.clone()]);
        }
        // The champion judges by nodes alone: a slower judge would run into its time on a busy machine.
        words.extend(["--judge".to_owned(), "filetto".to_owned(), "--dead-draws".to_owned()]);
        for (name, value) in [("sprt", &self.sprt), ("draw-after", &self.draw_after)] {
            words.extend(value.iter().flat_map(|value| [format!("--{name}"), value.clone()]));
        }
        words
    }

    /// A name for the ledger. More pairs of the same match belong to the same one.
    fn name(&self) -> String {
        let words: Vec<String> = self.arena();
        let pairs = words.iter().position(|word| word == "--pairs").unwrap_or(words.len());
        let kept: Vec<&str> =
            words.iter().enumerate().filter(|(i, _)| *i != pairs + 1).map(|(_, word)| word.as_str()).collect();
        let hash = Sha256::digest(kept.join("\n"));
        let hash: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        format!("{}-{hash}", self.board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_match_has_the_same_ledger_however_many_pairs_and_threads() {
        let name = |text: &str| Match::read(&text.split(' ').collect::<Vec<_>>()).unwrap().name();
        let base = name("15x15x5 filetto filetto,late=12 nodes=1000");
        assert_eq!(base, name("15x15x5 filetto filetto,late=12 nodes=1000 pairs=400 threads=1"));
        for other in ["15x15x5 filetto filetto,late=13 nodes=1000", "15x15x5 filetto filetto,late=12 nodes=1000 seed=2"]
        {
            assert_ne!(base, name(other));
        }
    }

    #[test]
    fn what_is_no_match_is_refused_in_a_sentence() {
        for text in ["15x15x5 filetto", "15x15x5 a b nodes", "15x15x5 a b colour=red"] {
            let words: Vec<&str> = text.split(' ').collect();
            assert!(Match::read(&words).is_err(), "{text}");
        }
    }
}
