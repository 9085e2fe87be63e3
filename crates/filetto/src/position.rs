//! From what the user typed to a position.

use std::path::Path;

use anyhow::Result;
use filetto_rules::{Game, Notation, NotationError, Rules, read_moves};

use crate::cli::PositionArgs;
use crate::files;
use crate::terminal::bad_input;

/// A position and how its moves were understood.
pub(crate) struct Position {
    pub(crate) game: Game,
    /// The notation that `--moves` was read in, if it said anything.
    pub(crate) notation: Option<Notation>,
}

impl PositionArgs {
    /// The board or game file that was named, with the moves played.
    pub(crate) fn read(&self) -> Result<Position> {
        let mut game = match self.board.parse::<Rules>() {
            Ok(_) if self.game.is_some() => return Err(bad_input("--game chooses from a file of games: name one")),
            Ok(rules) => Game::new(rules),
            Err(_) if files::looks_like_one(Path::new(&self.board)) => {
                files::read_game(Path::new(&self.board), self.game)?
            }
            Err(error) => return Err(bad_input(error)),
        };
        let Some(text) = &self.moves else { return Ok(Position { game, notation: None }) };
        let reading = read_moves(&game, text, self.coords).map_err(|error| bad_input(advised(&error)))?;
        for cell in &reading.moves {
            game.play(*cell)?;
        }
        Ok(Position { game, notation: (!reading.moves.is_empty()).then_some(reading.notation) })
    }
}

/// What is wrong with moves, and the option that settles a doubt.
pub(crate) fn advised(error: &NotationError) -> String {
    let advice = if matches!(error, NotationError::Ambiguous { .. }) { " with --coords" } else { "" };
    format!("{error}{advice}")
}
