//! Filetto's own record: one JSON object a line, one line a game, append-friendly.
//!
//! ```json
//! {"format":"filetto-game","version":1,"rules":"3x3x3","setup":{"first":["b2"],"second":[],"to_move":"second"},
//!  "moves":["a1","c3"],"times_ms":[12,null],"first":"Ada","second":"Bob","result":"draw","reason":"agreed"}
//! ```
//!
//! (One line in a file.) `setup`, `times_ms`, the names and `reason` are left out when there is nothing to say; `result` is
//! `first`, `second`, `draw` or `ongoing`. Fields that a reader does not know are ignored; a change that an old reader would
//! misunderstand gets a new version number.

use std::time::Duration;

use filetto_rules::{Cell, Game, Outcome, Reason, Rules, Setup, Side, excerpt};
use serde::{Deserialize, Serialize};

use crate::{Format, RecordError};

/// The version written, and the only one read so far.
pub const VERSION: u64 = 1;
const FORMAT: &str = "filetto-game";

#[derive(Serialize, Deserialize)]
struct Record {
    format: String,
    version: u64,
    rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setup: Option<Position>,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    times_ms: Vec<Option<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second: Option<String>,
    result: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Position {
    first: Vec<String>,
    second: Vec<String>,
    to_move: Side,
}

/// A game as one line of text, line end included.
pub fn write_line(game: &Game) -> String {
    let setup = game.setup();
    let stones = |side| setup.stones.iter().filter(|(_, s)| *s == side).map(|(cell, _)| cell.to_string()).collect();
    let times: Vec<Option<u64>> =
        game.moves().iter().map(|m| m.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))).collect();
    let record = Record {
        format: FORMAT.to_owned(),
        version: VERSION,
        rules: game.rules().to_string(),
        setup: (!setup.is_default()).then(|| Position {
            first: stones(Side::First),
            second: stones(Side::Second),
            to_move: setup.to_move,
        }),
        moves: game.cells().map(|cell| cell.to_string()).collect(),
        times_ms: if times.iter().any(Option::is_some) { times } else { Vec::new() },
        first: game.name(Side::First).map(str::to_owned),
        second: game.name(Side::Second).map(str::to_owned),
        result: game.outcome(),
        reason: game.reason().map(|reason| reason.word().to_owned()),
    };
    serde_json::to_string(&record).expect("strings and numbers only") + "\n"
}

/// What every version begins with.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

/// Reads one line. The line number is for the error.
pub fn read_line(line: &str, number: usize) -> Result<Game, RecordError> {
    read(|| serde_json::from_str(line), || serde_json::from_str(line), number)
}

/// Reads a record that is part of a message which was parsed already.
pub fn read_value(value: &serde_json::Value) -> Result<Game, RecordError> {
    read(|| Head::deserialize(value), || Record::deserialize(value), 1)
}

fn read(
    head: impl FnOnce() -> serde_json::Result<Head>,
    record: impl FnOnce() -> serde_json::Result<Record>,
    number: usize,
) -> Result<Game, RecordError> {
    let syntax = |what: String| RecordError::syntax(Format::Json, number, what);
    // The version first: a newer record may look different.
    let head = head().map_err(|error| syntax(error.to_string()))?;
    if head.format != FORMAT {
        return Err(syntax(format!("the format must be \"{FORMAT}\"")));
    }
    if head.version != VERSION {
        return Err(RecordError::Version(head.version));
    }
    build(record().map_err(|error| syntax(error.to_string()))?, &syntax)
}

/// Reads every game of a text, one a line; empty lines are skipped. A broken line is an error of its own, not the end.
pub fn read_lines(text: &str) -> impl Iterator<Item = Result<Game, RecordError>> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).map(|(number, line)| read_line(line, number))
}

/// The game of this number from 1, or the only one.
pub(crate) fn read_number(text: &str, number: Option<usize>) -> Result<Game, RecordError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let games = lines.len();
    match (number, games) {
        (_, 0) => Err(RecordError::syntax(Format::Json, 1, "there is no game")),
        (None, 2..) => Err(RecordError::Several(games)),
        (Some(number), _) if !(1..=games).contains(&number) => Err(RecordError::NoSuchGame { number, games }),
        _ => {
            let (at, line) = lines[number.unwrap_or(1) - 1];
            read_line(line, at)
        }
    }
}

fn build(record: Record, syntax: &dyn Fn(String) -> RecordError) -> Result<Game, RecordError> {
    let rules: Rules = record.rules.parse()?;
    let cell = |text: &String| text.parse::<Cell>().map_err(|error| syntax(error.to_string()));
    let mut setup = Setup::default();
    if let Some(position) = &record.setup {
        for (side, cells) in [(Side::First, &position.first), (Side::Second, &position.second)] {
            for text in cells {
                setup.stones.push((cell(text)?, side));
            }
        }
        setup.to_move = position.to_move;
    }
    let mut game = Game::from_setup(rules, setup)?;
    for (i, text) in record.moves.iter().enumerate() {
        let time = record.times_ms.get(i).copied().flatten().map(Duration::from_millis);
        game.play_timed(cell(text)?, time).map_err(|error| RecordError::Move { number: i + 1, error })?;
    }
    for (side, name) in [(Side::First, &record.first), (Side::Second, &record.second)] {
        game.set_name(side, name.as_deref().unwrap_or_default());
    }
    end(&mut game, record.result, record.reason.as_deref())?;
    Ok(game)
}

/// Applies what a record says about the end, or finds it contradicted by the moves.
fn end(game: &mut Game, said: Outcome, reason: Option<&str>) -> Result<(), RecordError> {
    let reason = reason.map(|word| {
        Reason::from_word(word).ok_or_else(|| {
            let words: Vec<&str> = Reason::WORDS.iter().map(|(_, word)| *word).collect();
            RecordError::Ending(format!(
                "{:?} is no reason for an end: they are {}",
                excerpt(word, 20),
                words.join(", ")
            ))
        })
    });
    let (played, reason) = (game.outcome(), reason.transpose()?);
    match (played.is_over(), said.is_over(), reason) {
        (true, _, None) if played == said => Ok(()),
        (true, ..) => Err(RecordError::Ending("the moves end the game otherwise than the result says".to_owned())),
        (false, true, reason) => {
            game.end(said, reason.unwrap_or(Reason::Agreed));
            Ok(())
        }
        (false, false, None) => Ok(()),
        (false, false, Some(_)) => Err(RecordError::Ending("an ongoing game has no reason for its end".to_owned())),
    }
}
