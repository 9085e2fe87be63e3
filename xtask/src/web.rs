//! The web step of `cargo xtask test`: the types of the app's pages, and the pages in a real Chromium.

use anyhow::{Result, ensure};

use crate::run::{command, must, root, works};

pub(crate) fn run() -> Result<()> {
    install()?;
    let folder = root().join("web/test");
    // The lock file says what; where from is the machine's own setting.
    must(command("npm ci --no-audit --no-fund --loglevel=error").current_dir(&folder))?;
    must(command("npm run --silent check").current_dir(&folder))?;
    must(&mut command("cargo build --package filetto --locked"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into);
    must(command("npm test --silent").current_dir(&folder).env("FILETTO", target.join("debug/filetto")))
}

/// Brings Node and Chromium where that is possible.
fn install() -> Result<()> {
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
