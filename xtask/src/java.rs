//! `cargo xtask java`: the jar with which Filetto plays inside the course's Java framework.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::run::{command, must, root, works};

/// Builds `target/java/filetto-java.jar`. The interfaces are compiled against stubs of ours and left out: the framework brings its
/// own.
pub(crate) fn run() -> Result<()> {
    install()?;
    let out = root().join("target/java");
    let classes = out.join("classes");
    if out.exists() {
        std::fs::remove_dir_all(&out).context("cannot clear target/java")?;
    }
    std::fs::create_dir_all(&classes)?;
    let stubs = out.join("stubs");
    must(command("javac --release 11 -d").arg(&stubs).args(sources("crates/arena/java/stubs")?))?;
    must(command("javac --release 11 -cp").arg(&stubs).arg("-d").arg(&classes).args(sources("adapters/java/player")?))?;
    let jar = out.join("filetto-java.jar");
    must(command("jar --create --file").arg(&jar).arg("-C").arg(&classes).arg("."))?;
    println!("{}", jar.display());
    Ok(())
}

/// Brings a JDK where that is possible.
pub(crate) fn install() -> Result<()> {
    if !works("javac -version") && works("apt-get --version") {
        must(&mut command("apt-get update --quiet"))?;
        must(&mut command("apt-get install --yes --no-install-recommends default-jdk-headless"))?;
    }
    anyhow::ensure!(works("javac -version"), "a JDK is needed: install one, so that javac is on the PATH");
    Ok(())
}

fn sources(folder: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "java") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
