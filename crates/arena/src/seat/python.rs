//! Python files: a host of ours, handed to the interpreter as it is, runs each in a process of its own and speaks Gomocup's protocol.

use std::path::Path;
use std::process::Command;

/// The host. It needs nothing but the interpreter; `choose(game)` needs the package `filetto` there too.
const HOST: &str = include_str!("../../python/host.py");

/// The interpreter that is asked for if none is named.
pub(crate) const INTERPRETER: &str = if cfg!(windows) { "python" } else { "python3" };

/// The command that runs a file in the host.
pub(crate) fn command(interpreter: Option<&Path>, file: &Path) -> Command {
    let mut python = Command::new(interpreter.unwrap_or(Path::new(INTERPRETER)));
    // Unbuffered, and libraries that would take every core take one.
    python.args(["-u", "-c", HOST]).arg(file).env("OMP_NUM_THREADS", "1");
    python
}
