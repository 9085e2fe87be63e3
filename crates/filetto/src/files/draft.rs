//! A file in the making that takes the place of another in one step.
//!
//! On Linux it has no name until it is complete: a program that is killed while it writes leaves nothing behind. Elsewhere, and on file
//! systems that know no nameless files, it has a name of its own beside the other; what a killed program left there is
//! swept away by the next one that writes the same file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Result;
use tempfile::{Builder, NamedTempFile};

/// The end of the names of drafts.
const ENDING: &str = ".filetto-tmp";
/// A draft that was not touched for so long is nobody's.
const STALE: Duration = Duration::from_secs(3600);

/// A file that is being written.
pub(super) enum Draft {
    #[cfg(target_os = "linux")]
    Nameless {
        file: File,
        folder: PathBuf,
    },
    Named(NamedTempFile),
}

impl Draft {
    /// A new one in the folder of the file that it is to replace.
    pub(super) fn beside(path: &Path) -> Result<Draft> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        anyhow::ensure!(folder.is_dir(), "there is no folder {}", folder.display());
        anyhow::ensure!(!path.is_dir(), "that is a folder");
        sweep(folder, &prefix(path));
        #[cfg(target_os = "linux")]
        if let Some(file) = nameless(folder) {
            return Ok(Draft::Nameless { file, folder: folder.to_owned() });
        }
        let prefix = prefix(path);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(ENDING);
        // As an ordinary new file would have, less what the user's mask takes away; the default is for secrets.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The temporary name is nobody's business.
        let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Draft::Named(file))
    }

    /// Where to write.
    pub(super) fn out(&mut self) -> &mut dyn Write {
        match self {
            #[cfg(target_os = "linux")]
            Draft::Nameless { file, .. } => file,
            Draft::Named(file) => file,
        }
    }

    /// Complete: takes the place of the file, which is on the disk then.
    pub(super) fn replace(self, path: &Path) -> Result<()> {
        let named = match self {
            #[cfg(target_os = "linux")]
            Draft::Nameless { file, folder } => {
                file.sync_all()?;
                let (prefix, link) = (prefix(path), |name: &Path| name_it(&file, name));
                Builder::new().prefix(&prefix).suffix(ENDING).make_in(&folder, link)?.into_temp_path()
            }
            Draft::Named(file) => {
                file.as_file().sync_all()?;
                file.into_temp_path()
            }
        };
        Ok(named.persist(path)?)
    }
}

/// How the names of a file's drafts begin.
fn prefix(path: &Path) -> String {
    format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Removes the drafts that a program has left behind when it was killed.
fn sweep(folder: &Path, prefix: &str) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let draft = name.to_str().is_some_and(|name| name.starts_with(prefix) && name.ends_with(ENDING));
        let age = || SystemTime::now().duration_since(entry.metadata().ok()?.modified().ok()?).ok();
        if draft && age().is_some_and(|age| age > STALE) {
            // Whoever may not remove it can write all the same.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    open(folder, OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::from_raw_mode(0o666)).ok().map(File::from)
}

/// Gives a nameless file a name that nothing has yet.
#[cfg(target_os = "linux")]
fn name_it(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    Ok(linkat(CWD, &open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_program_left_is_swept_and_what_another_writes_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let names = [".a.txt.old.filetto-tmp", ".a.txt.new.filetto-tmp", ".b.txt.old.filetto-tmp", ".a.txt.old"];
        for name in names {
            let file = File::create(at(name)).unwrap();
            if name.contains("old") {
                file.set_modified(SystemTime::now() - 2 * STALE).unwrap();
            }
        }
        let mut draft = Draft::beside(&at("a.txt")).unwrap();
        draft.out().write_all(b"text").unwrap();
        draft.replace(&at("a.txt")).unwrap();
        assert_eq!(std::fs::read(at("a.txt")).unwrap(), b"text");
        assert_eq!(names.map(|name| at(name).exists()), [false, true, true, true]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_draft_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let draft = Draft::beside(&folder.path().join("a.txt")).unwrap();
        if let Draft::Nameless { .. } = draft {
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
