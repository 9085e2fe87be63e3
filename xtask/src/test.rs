//! `cargo xtask test`: everything that must hold, cheapest first.

use anyhow::{Result, ensure};

use crate::lanes::{self, Step};
use crate::run::{command, must, works};
use crate::{java, package, python, site, web};

/// The first lane is what cargo checks and tests; beside it goes what mostly waits, or tests the program that the first lane has built.
const STEPS: [Step; 13] = [
    Step { name: "format", lane: 0, after: &[], run: || must(&mut command("cargo fmt --all --check")) },
    Step {
        name: "clippy",
        lane: 0,
        after: &[],
        run: || must(&mut command("cargo clippy --workspace --all-targets --locked -- -D warnings")),
    },
    // Every library from its package alone.
    Step { name: "packages", lane: 0, after: &[], run: package::check },
    Step {
        name: "build",
        lane: 0,
        after: &[],
        run: || must(&mut command("cargo test --workspace --locked --no-run --quiet")),
    },
    // Unit, property, agreement and binary tests, and the examples in the documentation.
    Step { name: "tests", lane: 0, after: &[], run: || must(&mut command("cargo test --workspace --locked")) },
    Step {
        name: "docs",
        lane: 0,
        after: &[],
        run: || must(command("cargo doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings")),
    },
    // What the steps below need from registries.
    Step { name: "fetch", lane: 1, after: &[], run: fetch },
    // The types of the app's pages.
    Step { name: "types", lane: 1, after: &[], run: web::types },
    // The engine as a module for browsers.
    Step { name: "module", lane: 1, after: &[], run: || site::module().map(drop) },
    // The package for Python beside the libraries that it fits, in environments of its own.
    Step { name: "python", lane: 1, after: &["clippy"], run: python::test },
    // Events on a cluster whose machines are lost.
    Step { name: "ray", lane: 1, after: &["build"], run: python::ray },
    // Whole games in a real browser.
    Step { name: "web", lane: 1, after: &["build"], run: web::pages },
    // The same pages without a server: the module in Node and in Chromium, offline.
    Step { name: "site", lane: 1, after: &["build"], run: site::test },
];

/// Runs the steps named, or all.
pub(crate) fn run(wanted: &[&str]) -> Result<()> {
    let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
    for name in wanted {
        ensure!(known.contains(name), "there is no step '{name}': they are {}", known.join(", "));
    }
    install()?;
    let steps: Vec<&Step> = STEPS.iter().filter(|step| wanted.is_empty() || wanted.contains(&step.name)).collect();
    lanes::run(&steps)
}

fn fetch() -> Result<()> {
    web::install()?;
    python::environments()
}

/// Brings what a fresh machine with Rust may lack.
fn install() -> Result<()> {
    for (component, check) in [("rustfmt", "cargo fmt --version"), ("clippy", "cargo clippy --version")] {
        if !works(check) {
            must(&mut command(&format!("rustup component add {component}")))?;
        }
    }
    // The second checker of certificates is in Python, without packages.
    if !works("python3 --version") && works("apt-get --version") {
        must(&mut command("apt-get update --quiet"))?;
        must(&mut command("apt-get install --yes --no-install-recommends python3"))?;
    }
    java::install()
}
