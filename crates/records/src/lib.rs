#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod error;
pub mod json;
mod psq;
mod sgf;

use filetto_rules::Game;

pub use error::RecordError;

/// A way to write a game down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Filetto's own JSON lines: one object a line, one line a game.
    Json,
    /// The files of piskvork and the Gomocup archives.
    Psq,
    /// The Smart Game Format with `GM[4]`, gomoku and its kin.
    Sgf,
}

impl Format {
    /// All formats with the file name endings that stand for them.
    pub const ENDINGS: [(Format, &str); 4] =
        [(Format::Json, "jsonl"), (Format::Json, "json"), (Format::Psq, "psq"), (Format::Sgf, "sgf")];

    /// The format that a file name ending stands for.
    pub fn from_ending(ending: &str) -> Option<Format> {
        Format::ENDINGS.iter().find(|(_, known)| ending.eq_ignore_ascii_case(known)).map(|(format, _)| *format)
    }

    /// The format that a text seems to be in, by how it begins.
    pub fn detect(bytes: &[u8]) -> Option<Format> {
        let text = bytes.trim_ascii_start();
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        match text.first()? {
            b'{' => Some(Format::Json),
            b'(' => Some(Format::Sgf),
            _ => text.starts_with(psq::MAGIC.as_bytes()).then_some(Format::Psq),
        }
    }

    /// Reads the one game of a text.
    pub fn read(self, bytes: &[u8]) -> Result<Game, RecordError> {
        self.read_number(bytes, None)
    }

    /// Reads the game of this number, from 1; without a number the only one. Only JSON lines hold several.
    pub fn read_number(self, bytes: &[u8], number: Option<usize>) -> Result<Game, RecordError> {
        let text = std::str::from_utf8(bytes).map_err(|_| RecordError::NotText)?;
        let text = text.trim_start_matches('\u{feff}');
        match (self, number) {
            (Format::Json, _) => json::read_number(text, number),
            (_, Some(number)) if number != 1 => Err(RecordError::NoSuchGame { number, games: 1 }),
            (Format::Psq, _) => psq::read(text),
            (Format::Sgf, _) => sgf::read(text),
        }
    }

    /// Writes a game as a text, with a line end at the end.
    pub fn write(self, game: &Game) -> Result<String, RecordError> {
        match self {
            Format::Json => Ok(json::write_line(game)),
            Format::Psq => psq::write(game),
            Format::Sgf => sgf::write(game),
        }
    }

    /// Its name for a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "JSON lines",
            Format::Psq => "PSQ",
            Format::Sgf => "SGF",
        }
    }
}
