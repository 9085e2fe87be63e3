//! The roof: what a person types, and nothing that another crate could know. A library only so that two programs can share it:
//! `filetto`, and `pbrain-filetto`, which is what Gomocup managers look for.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "files, clock and network belong to the roof")]

mod cli;
mod commands;
mod files;
mod interrupt;
mod players;
mod position;
mod server;
mod terminal;

use std::process::ExitCode;

use clap::Parser;
use cli::{Cli, Command, DEFAULT_PLAYER, Serve};
use terminal::Stop;

/// What `filetto` does with its command line.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    finish(match cli.command {
        None => commands::serve::run(&Serve::default()),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Show(args)) => commands::show::run(&args),
        Some(Command::Perft(args)) => commands::perft::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Play(args)) => commands::play::run(&args),
        Some(Command::Analyse(args)) => commands::analyse::run(&args),
        Some(Command::Explain(args)) => commands::explain::run(&args),
        Some(Command::Review(args)) => commands::review::run(&args),
        Some(Command::Players(args)) => commands::players::run(&args),
        Some(Command::Solve(args)) => commands::solve::run(&args),
        Some(Command::Values(args)) => commands::values::run(&args),
        Some(Command::Book(args)) => commands::book::run(&args),
        Some(Command::Verify(args)) => commands::verify::run(&args),
        Some(Command::Lab(args)) => commands::lab::run(&args),
        Some(Command::Tree(args)) => commands::tree::run(&args),
        Some(Command::Arena(args)) => commands::arena::run(&args),
        Some(Command::Check(args)) => commands::check::run(&args),
        Some(Command::Exam(args)) => commands::exam::run(&args),
        Some(Command::Convert(args)) => commands::convert::run(&args),
        Some(Command::Engine(args)) => commands::engine::run(&args.player),
    })
}

/// What `pbrain-filetto` does: speaks the Gomocup protocol, whatever its command line says.
pub fn run_engine() -> ExitCode {
    finish(commands::engine::run(DEFAULT_PLAYER))
}

fn finish(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => terminal::report(&Stop::from(error)),
    }
}
