//! The binary: what a person types, and nothing that another crate could know.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "files, clock and network belong to the roof")]

mod cli;
mod commands;
mod files;
mod interrupt;
mod position;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use cli::{Cli, Command};
use terminal::Stop;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => Cli::command().print_help().map_err(anyhow::Error::from),
        Some(Command::Show(args)) => commands::show::run(&args),
        Some(Command::Perft(args)) => commands::perft::run(&args),
        Some(Command::Play(args)) => commands::play::run(&args),
        Some(Command::Analyse(args)) => commands::analyse::run(&args),
        Some(Command::Players(args)) => commands::players::run(&args),
        Some(Command::Lab(args)) => commands::lab::run(&args),
        Some(Command::Tree(args)) => commands::tree::run(&args),
        Some(Command::Convert(args)) => commands::convert::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => terminal::report(&Stop::from(error)),
    }
}
