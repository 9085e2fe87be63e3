//! `cargo xtask test`: everything that must hold, cheapest first.

use std::time::Instant;

use anyhow::{Result, ensure};

use crate::run::{command, must, works};
use crate::{java, python, web};

struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

const STEPS: [Step; 6] = [
    Step { name: "format", run: || must(&mut command("cargo fmt --all --check")) },
    Step {
        name: "clippy",
        run: || must(&mut command("cargo clippy --workspace --all-targets --locked -- -D warnings")),
    },
    // Unit, property, agreement and binary tests, and the examples in the documentation.
    Step { name: "tests", run: || must(&mut command("cargo test --workspace --locked")) },
    Step {
        name: "docs",
        run: || must(command("cargo doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings")),
    },
    // The app's pages: types, then whole games in a real browser.
    Step { name: "web", run: web::run },
    // The package for Python beside the libraries that it fits, in environments of its own.
    Step { name: "python", run: python::test },
];

/// Runs the steps named, or all.
pub(crate) fn run(wanted: &[&str]) -> Result<()> {
    let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
    for name in wanted {
        ensure!(known.contains(name), "there is no step '{name}': they are {}", known.join(", "));
    }
    install()?;
    for step in STEPS.iter().filter(|step| wanted.is_empty() || wanted.contains(&step.name)) {
        let start = Instant::now();
        eprintln!("== {}", step.name);
        (step.run)()?;
        eprintln!("== {} done in {} s", step.name, start.elapsed().as_secs());
    }
    Ok(())
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
