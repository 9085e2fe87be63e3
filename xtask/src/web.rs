//! The web step of `cargo xtask test`: the types of the app's pages, and the pages in a real Chromium.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::run::{command, must, programs as built, root, works};

/// Compiles the pages with their types.
pub(crate) fn types() -> Result<()> {
    install()?;
    must(command("npm run --silent check").current_dir(folder()))
}

/// Walks through the pages as people do, in several browsers at once: most of a test is waiting.
pub(crate) fn pages() -> Result<()> {
    install()?;
    must(command("npm test --silent").current_dir(folder()).env("FILETTO", built()?.join("filetto")))
}

fn folder() -> PathBuf {
    root().join("web/test")
}

/// Brings the packages of the lock file, where they are not there yet, and what runs them.
pub(crate) fn install() -> Result<()> {
    programs()?;
    let changed = |file: &str| std::fs::metadata(folder().join(file)).and_then(|about| about.modified()).ok();
    // npm writes this file last.
    if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
        // The lock file says what; where from is the machine's own setting.
        must(command("npm ci --no-audit --no-fund --loglevel=error").current_dir(folder()))?;
    }
    Ok(())
}

/// Brings Node and Chromium where that is possible.
fn programs() -> Result<()> {
    let chromium =
        || works("chromium --version") || works("chromium-browser --version") || works("google-chrome --version");
    let missing = [("nodejs", works("node --version")), ("npm", works("npm --version")), ("chromium", chromium())];
    let missing: Vec<&str> = missing.iter().filter(|(_, there)| !there).map(|(package, _)| *package).collect();
    if !missing.is_empty() && works("apt-get --version") {
        must(&mut command("apt-get update --quiet"))?;
        must(command("apt-get install --yes --no-install-recommends").args(&missing))?;
    }
    ensure!(works("npm --version") && chromium(), "the tests of the app need Node with npm, and Chromium");
    Ok(())
}
