//! The file that a game is kept in: every move is there before the next one is asked for, and no other game is ever lost to it.

use std::path::{Path, PathBuf};

use anyhow::Result;
use filetto_rules::Game;

use crate::files;
use crate::terminal::{bad_input, print};

/// Where a game is kept while it is played.
pub(super) struct SaveFile(PathBuf);

impl SaveFile {
    /// Takes the file for this game. What is there already is gone on with where that is what the user means: the game is a new one of
    /// the same board, or continues the one in the file. Anything else is refused.
    pub(super) fn take(path: &Path, game: &mut Game) -> Result<SaveFile> {
        if !is_free(path)? {
            let there = read(path)?;
            let new = game.moves().is_empty() && game.setup().is_default() && game.rules() == there.rules();
            if new && !there.outcome().is_over() {
                print(format!("going on with {}: {} moves\n", path.display(), there.moves().len()))?;
                *game = there;
            } else if !continues(game, &there) {
                return Err(taken(path));
            }
        }
        let file = SaveFile(path.to_owned());
        // Found out before the game, not after it.
        file.keep(game)?;
        Ok(file)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Puts the game as it is now on the disk. Standard output gets it once, at the end.
    pub(super) fn keep(&self, game: &Game) -> Result<()> {
        if files::is_dash(&self.0) { Ok(()) } else { files::write_game(&self.0, game) }
    }
}

/// Writes a game once, unless another game is there.
pub(super) fn save_once(path: &Path, game: &Game) -> Result<()> {
    if !is_free(path)? && !continues(game, &read(path)?) {
        return Err(taken(path));
    }
    files::write_game(path, game)
}

/// Whether nothing is there that could be lost.
fn is_free(path: &Path) -> Result<bool> {
    Ok(files::is_dash(path) || std::fs::metadata(path).is_ok_and(|there| there.len() == 0) || !path.try_exists()?)
}

fn read(path: &Path) -> Result<Game> {
    files::read_game(path, None)
        .map_err(|error| bad_input(format!("{error:#}: it is left as it is, name another file")))
}

/// Whether everything in the other game is in this one too.
fn continues(game: &Game, other: &Game) -> bool {
    let same = game.rules() == other.rules() && game.setup() == other.setup();
    same && (!other.outcome().is_over() || game == other)
        && other.moves().len() <= game.moves().len()
        && other.cells().zip(game.cells()).all(|(theirs, ours)| theirs == ours)
}

fn taken(path: &Path) -> anyhow::Error {
    let path = path.display();
    bad_input(format!(
        "{path} holds another game: name another file, or go on with it: filetto play {path} --save {path}"
    ))
}
