//! Running other programs.

use std::cell::RefCell;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}

/// A program to be run in the workspace's folder, its arguments in one string where none contains a space.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(root());
    command
}

thread_local! {
    /// Where programs that this thread runs print, if not to the terminal.
    static KEPT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Does something with the output of all programs in a file.
pub(crate) fn keep_output<T>(file: File, run: impl FnOnce() -> T) -> T {
    KEPT.set(Some(file));
    let done = run();
    KEPT.set(None);
    done
}

/// Runs a program that must succeed, its output shown.
pub(crate) fn must(command: &mut Command) -> Result<()> {
    let kept = KEPT.with_borrow(|file| file.as_ref().map(|file| Ok((file.try_clone()?, file.try_clone()?))));
    if let Some((out, err)) = kept.transpose().map_err(|error: std::io::Error| anyhow::anyhow!(error))? {
        command.stdin(Stdio::null()).stdout(out).stderr(err);
    }
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{command:?} failed ({status})");
    Ok(())
}

/// The folder with our programs, built as `cargo test` builds them: building the package alone would choose other features of some
/// dependencies and compile nearly everything a second time. Any test of the package brings its programs along.
pub(crate) fn programs() -> Result<PathBuf> {
    must(&mut command("cargo build --quiet --locked --workspace --test setup"))?;
    Ok(std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into).join("debug"))
}

/// Whether a program can be run and succeeds; its output is not shown.
pub(crate) fn works(line: &str) -> bool {
    command(line).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// What a program that must succeed prints, standard error included.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} failed ({}):\n{text}", output.status);
    Ok(text)
}
