//! Classes of the Bologna course: a host of ours, compiled when it is needed, runs each in a Java machine of its own.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::ArenaError;

/// A file of the host: its place and its text.
macro_rules! source {
    ($path:literal) => {
        ($path, include_str!(concat!("../../java/", $path)))
    };
}

/// Everything the host is made of. The interfaces are stubs of ours: if the user's jar brings the framework's own, those are
/// found first.
const SOURCES: [(&str, &str); 13] = [
    source!("stubs/mnkgame/MNKCell.java"),
    source!("stubs/mnkgame/MNKCellState.java"),
    source!("stubs/mnkgame/MNKPlayer.java"),
    source!("stubs/connectx/CXBoard.java"),
    source!("stubs/connectx/CXCell.java"),
    source!("stubs/connectx/CXCellState.java"),
    source!("stubs/connectx/CXGameState.java"),
    source!("stubs/connectx/CXPlayer.java"),
    source!("host/filetto/host/CxTable.java"),
    source!("host/filetto/host/Host.java"),
    source!("host/filetto/host/MnkTable.java"),
    source!("host/filetto/host/Table.java"),
    source!("host/filetto/host/Vitals.java"),
];

/// What separates the parts of a class path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The compiled host. Its folder goes away with it.
pub(crate) struct Host {
    folder: tempfile::TempDir,
}

impl Host {
    /// Compiles the host with the user's `javac`.
    pub(crate) fn compile() -> Result<Host, ArenaError> {
        let failed = |what: String| ArenaError::Java(what);
        let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
        let mut javac = Command::new("javac");
        javac.args(["-encoding", "UTF-8", "-d"]).arg(folder.path().join("classes"));
        for (path, text) in SOURCES {
            let file = folder.path().join(path);
            file.parent()
                .map_or(Ok(()), std::fs::create_dir_all)
                .and_then(|()| std::fs::write(&file, text))
                .map_err(|error| failed(error.to_string()))?;
            javac.arg(file);
        }
        let output = javac.stdin(Stdio::null()).output().map_err(|error| failed(format!("javac: {error}")))?;
        if output.status.success() {
            Ok(Host { folder })
        } else {
            Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
        }
    }

    fn classes(&self) -> std::path::PathBuf {
        self.folder.path().join("classes")
    }
}

/// The command that runs a class in the host. One core, and no more heap than allowed.
pub(crate) fn command(host: &Host, class_path: &str, class: &str, memory: Option<u64>) -> Command {
    let mut java = Command::new("java");
    if let Some(bytes) = memory {
        java.arg(format!("-Xmx{}k", (bytes >> 10).max(2048)));
    }
    // The serial collector: one core a player, and a start without threads that nobody needs.
    java.args(["-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1", "-cp"]);
    java.arg(join(class_path, &host.classes())).arg("filetto.host.Host").arg(class);
    java
}

fn join(class_path: &str, host: &Path) -> String {
    format!("{class_path}{SEPARATOR}{}", host.display())
}
