//! Where a long solve keeps what it has learnt, so that the same command goes on from there.
//!
//! Unless told otherwise the file lies in the user's folder for the state of programs: `$XDG_STATE_HOME/filetto`, or
//! `~/.local/state/filetto`; on Windows `%LOCALAPPDATA%\filetto`. It is named after the board and the moves, is replaced in
//! one step, and is removed when the position is solved.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use filetto_rules::Game;
use filetto_solve::Task;

use super::show::native;
use crate::files;
use crate::terminal::{bad_input, note};

/// The file of one solve, if there is to be one.
pub(crate) struct Checkpoint {
    path: Option<PathBuf>,
    /// Whether the user has named it.
    named: bool,
}

impl Checkpoint {
    /// The file that was named, the usual one, or none.
    pub(crate) fn of(game: &Game, score: bool, named: Option<&Path>, wanted: bool) -> Checkpoint {
        let usual = || Some(folder()?.join(name(game, score)));
        let path = named.map(Path::to_path_buf).or_else(usual).filter(|_| wanted);
        Checkpoint { path, named: named.is_some() }
    }

    /// The ledger of jobs beside it.
    pub(crate) fn jobs(&self) -> Option<PathBuf> {
        let path = self.path.as_ref()?;
        Some(if self.named { path.clone() } else { path.with_extension("jobs.jsonl") })
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The bytes of the table that an earlier run has kept, where that matters.
    pub(crate) fn memory(&self) -> Option<usize> {
        Task::saved_memory(&mut File::open(self.path.as_ref()?).ok()?)
    }

    /// Hands an earlier run's work to the task; says how many nodes that was. What is there and cannot be used, such as one of another
    /// `--memory`, is set aside; but a file that the user has named and that is something else is left alone.
    pub(crate) fn resume(&self, task: &mut Task) -> Result<u64> {
        let Some(path) = &self.path else { return Ok(0) };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let mut input = BufReader::new(file);
        let ours = input.fill_buf().is_ok_and(|bytes| bytes.starts_with(filetto_solve::CHECKPOINT.as_bytes()));
        let (why, other_memory) = match ours {
            true => match task.load(&mut input) {
                Ok(nodes) => return Ok(nodes),
                Err(error) => (
                    format!("the checkpoint {} cannot be used: {error}", path.display()),
                    error.kind() == ErrorKind::Unsupported,
                ),
            },
            false => (format!("{} is no checkpoint", path.display()), false),
        };
        if self.named && !other_memory {
            return Err(bad_input(format!("{why}: it is left as it is, name another file")));
        }
        let aside = aside(path);
        std::fs::rename(path, &aside).with_context(|| format!("{why}, and cannot be moved away"))?;
        note(&format!("{why}; it is kept as {}, and the search begins afresh", aside.display()));
        Ok(0)
    }

    /// Replaces the file by what is known now.
    pub(crate) fn save(&self, task: &mut Task) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        files::write_with(path, |out| Ok(task.save(out)?))
    }

    /// The position is solved: nothing to go on with.
    pub(crate) fn remove(&self) {
        if let Some(path) = &self.path {
            // Whether it was there does not matter.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A name beside a file that nothing has yet.
fn aside(path: &Path) -> PathBuf {
    let with = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let more = (2..).map(|number| with(&format!(".old{number}")));
    std::iter::once(with(".old")).chain(more).find(|path| !path.exists()).unwrap_or_else(|| with(".old"))
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
