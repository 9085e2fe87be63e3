//! Games as texts and back, for import and export. Quick enough to be done where the message arrives.

use filetto_records::{Format, json};
use filetto_rules::{Game, Notation, Rules, draw, read_moves};
use serde_json::Value;

use crate::desk::Refusal;
use crate::messages::{Code, TextFormat};

fn refuse(error: impl std::fmt::Display) -> Refusal {
    Refusal(Code::BadGame, error.to_string())
}

/// A game as a message carries it: the object of a JSON lines file.
pub(crate) fn game(value: &Value) -> Result<Game, Refusal> {
    json::read_value(value).map_err(refuse)
}

/// A game from what a user pasted: a file of any kind, or moves on a board.
pub(crate) fn read(text: &str, rules: Option<&str>) -> Result<Value, Refusal> {
    let game = match (Format::detect(text.as_bytes()), rules) {
        (Some(format), _) => format.read(text.as_bytes()).map_err(refuse)?,
        (None, None) => return Err(refuse("this is no game: known are moves on a board, JSON, PSQ and SGF")),
        (None, Some(rules)) => {
            let mut game = Game::new(rules.parse::<Rules>().map_err(refuse)?);
            for cell in read_moves(&game, text, None).map_err(refuse)?.moves {
                game.play(cell).map_err(refuse)?;
            }
            game
        }
    };
    serde_json::from_str(&json::write_line(&game)).map_err(refuse)
}

/// A game as a text.
pub(crate) fn write(game: &Game, format: TextFormat) -> Result<String, Refusal> {
    match format {
        TextFormat::Moves => Ok(Notation::native(game.rules()).write(game.rules(), game.cells()) + "\n"),
        TextFormat::Json => Format::Json.write(game).map_err(refuse),
        TextFormat::Psq => Format::Psq.write(game).map_err(refuse),
        TextFormat::Sgf => Format::Sgf.write(game).map_err(refuse),
        TextFormat::Svg => Ok(draw::svg(game)),
    }
}
