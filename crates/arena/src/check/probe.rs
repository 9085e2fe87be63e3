//! A running program and the conversation with it.

use std::process::Command;
use std::time::Duration;

use filetto_rules::{Cell, Game, Placement, Rules};
use filetto_search::Clock;

use super::{Evidence, Suspect};
use crate::fault::quote;
use crate::seat::process::{Bounds, Heard, Process};
use crate::seat::{Word, read_move};

/// How long a program may take for what needs no thinking.
pub(super) const PROMPT: Duration = Duration::from_secs(5);

pub(super) struct Probe {
    pub(super) process: Process,
    sent: String,
}

impl Probe {
    pub(super) fn start(suspect: &Suspect) -> Result<Probe, Evidence> {
        let mut command = Command::new(&suspect.program);
        command.args(&suspect.args);
        let process = Process::start(command, Bounds::default()).map_err(|error| Evidence {
            sent: suspect.program.display().to_string(),
            expected: "a program that starts".to_owned(),
            heard: error.to_string(),
        })?;
        Ok(Probe { process, sent: String::new() })
    }

    /// Sends lines, separated in the text by LF, with the line ends that managers use.
    pub(super) fn send(&mut self, text: &str) {
        self.send_raw(&(text.replace('\n', "\r\n") + "\r\n"));
    }

    pub(super) fn send_raw(&mut self, text: &str) {
        self.sent = text.trim_end().lines().last().unwrap_or_default().trim().to_owned();
        self.process.send(text);
    }

    /// A rule is broken.
    pub(super) fn broken(&self, expected: &str, heard: impl Into<String>) -> Evidence {
        Evidence { sent: self.sent.clone(), expected: expected.to_owned(), heard: heard.into() }
    }

    /// The next line that is not talk.
    pub(super) fn line(&mut self, within: Duration, expected: &str) -> Result<String, Evidence> {
        let clock = Clock::start();
        loop {
            let rest = within.saturating_sub(clock.elapsed());
            match self.process.hear(rest) {
                Heard::Line(line) if Word::of(&line) == Word::Talk => {}
                Heard::Line(line) => return Ok(line.trim().to_owned()),
                Heard::Closed => {
                    let how = self.process.ended(Duration::from_millis(500));
                    let how = how.map_or("it closed its output".to_owned(), |how| format!("the process ended: {how}"));
                    return Err(self.broken(expected, how));
                }
                Heard::Silence => {}
            }
            if clock.elapsed() >= within {
                return Err(self.broken(expected, format!("no line within {} ms", within.as_millis())));
            }
        }
    }

    /// An answer that must begin with this word.
    pub(super) fn word(&mut self, wanted: &str, within: Duration) -> Result<(), Evidence> {
        let line = self.line(within, wanted)?;
        let said = line.split_whitespace().next().unwrap_or_default();
        if said.eq_ignore_ascii_case(wanted) { Ok(()) } else { Err(self.broken(wanted, quote(&line))) }
    }

    /// A move that must be legal in the game; it is played.
    pub(super) fn legal(&mut self, game: &mut Game, within: Duration) -> Result<Cell, Evidence> {
        let expected = "a legal move x,y";
        let line = self.line(within, expected)?;
        let place = read_move(&line).ok_or_else(|| self.broken(expected, quote(&line)))?;
        let cell = place.cell(game.rules()).ok_or_else(|| self.broken(expected, format!("{line} (off the board)")))?;
        game.play(cell).map_err(|error| self.broken(expected, format!("{line} ({error})")))?;
        Ok(cell)
    }

    /// A new game on a square board of five in a row.
    pub(super) fn new_game(&mut self, side: usize) -> Result<Game, Evidence> {
        self.send(&format!("START {side}"));
        self.word("OK", PROMPT)?;
        self.send("INFO timeout_turn 500\nINFO timeout_match 0\nINFO max_memory 0\nINFO rule 0\nINFO game_type 1");
        Ok(Game::new(Rules::new(side, side, 5, Placement::Free).unwrap_or(Rules::GOMOKU)))
    }
}
