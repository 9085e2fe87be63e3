//! Where a long solve keeps what it has learnt, so that the same command goes on from there.
//!
//! Unless told otherwise the file lies in the user's folder for the state of programs: `$XDG_STATE_HOME/filetto`, or
//! `~/.local/state/filetto`; on Windows `%LOCALAPPDATA%\filetto`. It is named after the board and the moves, is replaced in
//! one step, and is removed when the position is solved.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use filetto_rules::Game;
use filetto_solve::Task;

use super::show::native;
use crate::files;
use crate::terminal::bad_input;

/// The file of one solve, if there is to be one.
pub(crate) struct Checkpoint(Option<PathBuf>);

impl Checkpoint {
    /// The file that was named, the usual one, or none.
    pub(crate) fn of(game: &Game, score: bool, named: Option<&Path>, wanted: bool) -> Checkpoint {
        let usual = || Some(folder()?.join(name(game, score)));
        Checkpoint(named.map(Path::to_path_buf).or_else(usual).filter(|_| wanted))
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// Hands an earlier run's work to the task; says how many nodes that was.
    pub(crate) fn resume(&self, task: &mut Task) -> Result<u64> {
        let Some(path) = &self.0 else { return Ok(0) };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        task.load(&mut BufReader::new(file)).map_err(|error| {
            let way_out = "use the same --memory, remove it, or add --no-checkpoint";
            bad_input(format!("the checkpoint {} cannot be used: {error}; {way_out}", path.display()))
        })
    }

    /// Replaces the file by what is known now.
    pub(crate) fn save(&self, task: &mut Task) -> Result<()> {
        let Some(path) = &self.0 else { return Ok(()) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        files::write_with(path, |out| Ok(task.save(out)?))
    }

    /// The position is solved: nothing to go on with.
    pub(crate) fn remove(&self) {
        if let Some(path) = &self.0 {
            // Whether it was there does not matter.
            let _ = std::fs::remove_file(path);
        }
    }
}

fn folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value: &OsString| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
    let base = base.or_else(|| set("HOME").map(|home| home.join(".local/state"))).or_else(|| set("LOCALAPPDATA"));
    base.map(|base| base.join("filetto"))
}

fn name(game: &Game, score: bool) -> String {
    let moves = native(game).replace(' ', "_");
    let moves = if moves.len() <= 60 {
        moves
    } else {
        let mut hash = DefaultHasher::new();
        moves.hash(&mut hash);
        format!("{:016x}", hash.finish())
    };
    let moves = if moves.is_empty() { moves } else { format!("-{moves}") };
    format!("{}{moves}{}.checkpoint", game.rules(), if score { "-score" } else { "" })
}
