//! How long a player may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use filetto_rules::excerpt;
use filetto_search::{GameClock, TimeControl};
use serde::{Deserialize, Serialize};

/// What a player may use up; whatever comes first. Without any time a move may take [`Control::PATIENCE`], after which a
/// player counts as hanging.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Time for the whole game.
    pub game: Option<GameTime>,
    /// Positions looked at for each move, for players that count them.
    pub nodes: Option<u64>,
    /// Plies looked ahead, for players that have a depth.
    pub depth: Option<u32>,
}

/// The time for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTime {
    /// What there is at the beginning.
    pub total: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

impl Control {
    /// The time for a move of a player whose only limits are nodes or depth.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// Whether time decides how much a player may think.
    pub fn is_timed(&self) -> bool {
        self.per_move.is_some() || self.game.is_some()
    }

    /// So long for each move.
    pub fn per_move(time: Duration) -> Control {
        Control { per_move: Some(time), ..Control::default() }
    }

    /// These limits, where they say nothing those of `general`.
    #[must_use]
    pub fn or(&self, general: &Control) -> Control {
        let timed = self.per_move.is_some() || self.game.is_some();
        Control {
            per_move: if timed { self.per_move } else { general.per_move },
            game: if timed { self.game } else { general.game },
            nodes: self.nodes.or(general.nodes),
            depth: self.depth.or(general.depth),
        }
    }

    /// The time there is with so much of the game's time left.
    pub fn time(&self, left: Option<Duration>) -> TimeControl {
        let increment = self.game.map_or(Duration::ZERO, |game| game.increment);
        let clock = left.map(|left| GameClock { left, increment, moves_to_go: None });
        TimeControl { per_move: self.per_move, clock, ..TimeControl::NONE }
    }

    /// The longest a move can take with so much of the game's time left.
    pub fn allowed(&self, left: Option<Duration>) -> Duration {
        self.time(left).limit().unwrap_or(Control::PATIENCE)
    }
}

impl Control {
    /// The time for the game in a control that was written in words, as a ledger has it.
    pub(crate) fn game_in_words(words: &str) -> Option<GameTime> {
        words.split(", ").find_map(|part| game_time(part.strip_suffix(" s a game")?).ok())
    }
}

/// `100 ms a move, 60+0.5 s a game, 10000 nodes, depth 8`.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.per_move.map(|time| format!("{} ms a move", time.as_millis())));
        parts.extend(
            self.game.map(|game| format!("{}+{} s a game", game.total.as_secs_f64(), game.increment.as_secs_f64())),
        );
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() {
            parts.push("no limit".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

/// Reads a time: `100ms`, `1.5s`, `2m`, `1h`, `1m 30s`, or seconds without a unit.
pub fn duration(text: &str) -> Result<Duration, ControlError> {
    let wrong = || ControlError::Time(excerpt(text, 24));
    let text = text.trim();
    let plain = text.contains(|c: char| c.is_ascii_digit()) && text.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let time = if plain { humantime::parse_duration(&format!("0{text}s")) } else { humantime::parse_duration(text) };
    // A week is more than anybody waits, and small enough for every clock.
    time.ok().filter(|time| *time <= Duration::from_secs(7 * 24 * 3600)).ok_or_else(wrong)
}

/// Reads a time for the whole game, with what is added after each move: `60+0.5`, `2m+100ms`, `300`.
pub fn game_time(text: &str) -> Result<GameTime, ControlError> {
    let (total, more) = text.split_once('+').unwrap_or((text, "0"));
    let (total, increment) = (duration(total)?, duration(more)?);
    if total.is_zero() { Err(ControlError::NoTime) } else { Ok(GameTime { total, increment }) }
}

/// A time as written in files and specifications.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// No time; holds what was written.
    #[error("'{0}' is no time: write 100ms, 1.5s, 2m or 1h, and 60+0.5 for a game with an increment")]
    Time(String),
    /// None at all.
    #[error("without any time nobody can move: write 60+0.5 or 5m")]
    NoTime,
}

/// A time per move as written by a user.
impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Control, ControlError> {
        if text.contains('+') {
            Ok(Control { game: Some(game_time(text)?), ..Control::default() })
        } else {
            Ok(Control::per_move(duration(text)?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_a_unit_and_nonsense_is_refused() {
        assert_eq!(duration("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration(".5"), duration("0.5"));
        for wrong in ["", "ms", "-1s", "1x", "nan", "inf", "1e99", "8d", "é"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!([game_time("0+0"), game_time("0"), game_time("0+1")].iter().all(Result::is_err));
        assert_eq!(
            game_time("60+0.5"),
            Ok(GameTime { total: Duration::from_secs(60), increment: Duration::from_millis(500) })
        );
    }

    #[test]
    fn the_time_for_a_game_is_read_back_from_its_words() {
        for text in ["5+0", "10+0.1", "0.25+0.001"] {
            let control = Control { nodes: Some(9), per_move: Some(Duration::from_secs(1)), ..text.parse().unwrap() };
            assert_eq!(Control::game_in_words(&control.to_string()), control.game, "{control}");
        }
        assert_eq!(Control::game_in_words("100 ms a move"), None);
    }

    #[test]
    fn the_tighter_of_move_and_game_time_counts() {
        let control = Control {
            game: Some(GameTime { total: Duration::from_secs(9), increment: Duration::ZERO }),
            ..Control::default()
        };
        assert_eq!(control.allowed(Some(Duration::from_secs(3))), Duration::from_secs(3));
        let both = Control { per_move: Some(Duration::from_secs(1)), ..control };
        assert_eq!(both.allowed(Some(Duration::from_secs(3))), Duration::from_secs(1));
        assert_eq!(Control { nodes: Some(9), ..Control::default() }.allowed(None), Control::PATIENCE);
    }
}
