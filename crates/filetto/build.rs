//! Tells `filetto --version` the commit of a release build: from git, or from what cargo writes into a package.
//!
//! Other builds name none: a commit must not make every test compile again.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a build script asks git and talks to cargo")]

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = release.then(|| packaged().or_else(from_git)).flatten();
    let commit = commit.map_or(String::new(), |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=FILETTO_VERSION={version}{commit}");
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The commit of the checkout that this crate is a part of, and not of another one around it.
fn from_git() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

/// The commit that a package was made from.
fn packaged() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, after) = text.split_once("\"sha1\": \"")?;
    Some(after.get(..10)?.to_owned())
}
