//! `cargo xtask fuzz`: every target of `fuzz/` for so many seconds, one after the other, from the corpus that is checked in.
//!
//! What it finds on the way is kept in `target/fuzz/corpus`, not in the repository. Nothing here is unsafe code, so the targets run without the
//! address sanitizer, about three times as fast; overflows and assertions are on.

use std::process::Command;

use anyhow::{Context, Result};

use crate::run::{command, must, root, works};

/// Longer inputs say nothing that shorter ones do not, and take longer.
const LONGEST: u32 = 512;

pub(crate) fn run(args: &[&str]) -> Result<()> {
    let (seconds, wanted) = args.split_first().unwrap_or((&"60", &[]));
    let seconds: u32 = seconds.parse().with_context(|| format!("'{seconds}' is no number of seconds"))?;
    let root = root();
    if !works("cargo +nightly --version") {
        must(&mut command("rustup toolchain install nightly --profile minimal"))?;
    }
    let tools = root.join("target/tools");
    let fuzz = tools.join("bin/cargo-fuzz");
    if !works("cargo fuzz --version") && !fuzz.is_file() {
        must(command("cargo install cargo-fuzz --locked").arg("--root").arg(&tools))?;
    }
    let mut targets: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
    if targets.is_empty() {
        for entry in std::fs::read_dir(root.join("fuzz/fuzz_targets"))? {
            targets.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
        targets.sort();
    }
    let path = std::env::join_paths(
        [tools.join("bin")].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )?;
    for target in targets {
        let found = root.join("target/fuzz/corpus").join(&target);
        std::fs::create_dir_all(&found)?;
        let mut fuzz = Command::new("cargo");
        fuzz.args(["+nightly", "fuzz", "run", "--sanitizer", "none", "--target-dir", "target/fuzz/build", &target])
            .arg(&found);
        fuzz.arg(root.join("fuzz/corpus").join(&target)).args(["--", "-print_final_stats=1"]);
        fuzz.args([format!("-max_total_time={seconds}"), format!("-max_len={LONGEST}")]);
        must(fuzz.current_dir(&root).env("PATH", &path)).with_context(|| format!("{target} is broken"))?;
    }
    Ok(())
}
