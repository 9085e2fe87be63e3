//! The developer's commands. `cargo xtask test` is the one command that says whether the project is sound.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to the developer")]
#![allow(clippy::disallowed_methods, reason = "it runs programs and reads the clock")]

mod bench;
mod bench_solve;
mod book;
mod dist;
mod fuzz;
#[cfg(test)]
mod house;
mod java;
mod lanes;
mod matches;
mod package;
mod python;
mod run;
mod site;
mod test;
mod tune;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test [STEP…]    install what is missing, then run all checks, or only the steps named:
                            format, clippy, packages, build, tests, docs, fetch, types, module, python, ray, web, site
cargo xtask java            build target/java/filetto-java.jar, the player for the course's Java framework
cargo xtask site            write the app as static files that need no server: target/site
cargo xtask npm             write the package for npm: target/npm
cargo xtask wheel           build the package for Python: target/python/dist/*.whl
cargo xtask bench           run the benchmarks: times, instruction counts, and the limits they must keep
cargo xtask bench solve     run the solvers against their bars, and beside a peer
cargo xtask bench wasm      run the module for browsers in Chromium beside the program
cargo xtask bench learn     measure the networks: positions a second judged and learnt from, games a second
cargo xtask dist [TARGET]   make the archive of a release in target/dist: programs, completions, manual pages, checksum
cargo xtask package         pack every library crate and build it from its package alone
cargo xtask windows         check that everything compiles for Windows, as far as this machine can
cargo xtask book            make a book of docs/ in target/book
cargo xtask fuzz [SECONDS [TARGET…]]  look for bytes that break an invariant, on nightly Rust
cargo xtask msrv            check the workspace with the oldest Rust that it promises
cargo xtask match BOARD A B [nodes=N|time=T] [pairs=N] [sprt=elo0=0,elo1=10] [plies=N] [seed=N] [threads=N] [draw_after=N]
                            measure two players against each other; the same command goes on after a kill
cargo xtask tune network [CLASS…] [positions=N] [threads=N]
                            play, label and learn the networks of classes of boards; the same command goes on after a kill
cargo xtask tune [MODEL…]   fit the weights of the champion's evaluation to games of its own; afterwards measure them by a
                            match before they are kept
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test", ref steps @ ..] => test::run(steps),
        ["bench"] => bench::run(),
        ["bench", "wasm"] => site::bench(),
        ["bench", "solve"] => bench_solve::run(),
        ["bench", "learn"] => run::must(&mut run::command("cargo run --release -p filetto-learn --example speed")),
        ["tune", "network", ref words @ ..] => tune::network(words),
        ["tune", ref models @ ..] => tune::run(models),
        ["java"] => java::run(),
        ["site"] => site::run(),
        ["npm"] => site::package().map(|folder| println!("{}", folder.display())),
        ["wheel"] => python::wheel(),
        ["match", ref words @ ..] => matches::run(words),
        ["dist"] => dist::run(None),
        ["dist", target] => dist::run(Some(target)),
        ["package"] => package::run(),
        ["msrv"] => package::msrv(),
        ["windows"] => package::windows(),
        ["book"] => book::run(),
        ["fuzz", ref rest @ ..] => fuzz::run(rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        [other, ..] => Err(anyhow::anyhow!("there is no command '{other}'\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
