//! The roof: what a person types, and nothing that another crate could know. A library only so that two programs can share it:
//! `filetto`, and `pbrain-filetto`, which is what Gomocup managers look for.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "files, clock and network belong to the roof")]

mod cli;
mod commands;
mod config;
mod files;
mod interrupt;
mod jobs;
mod players;
mod position;
mod sense;
mod server;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use cli::{Cli, Command, DEFAULT_PLAYER, Serve};
use config::Config;
use terminal::Stop;

/// What `filetto` does with its command line.
pub fn run() -> ExitCode {
    finish(command_line().and_then(|cli| command(cli.command)))
}

/// The command line, with the defaults of the configuration file.
fn command_line() -> anyhow::Result<Cli> {
    let command = Config::load()?.defaults(Cli::command());
    let read = command.try_get_matches();
    let cli = read.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = cli.map_err(terminal::Usage)?;
    sense::check(&matches)?;
    Ok(cli)
}

fn command(command: Option<Command>) -> anyhow::Result<()> {
    match command {
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
        Some(Command::Learn(args)) => commands::learn::run(&args),
        Some(Command::Arena(args)) => commands::arena::run(&args),
        Some(Command::Doctor(args)) => commands::doctor::run(&args),
        Some(Command::Worker(args)) => commands::worker::run(&args),
        Some(Command::Check(args)) => commands::check::run(&args),
        Some(Command::Exam(args)) => commands::exam::run(&args),
        Some(Command::Kaggle(args)) => commands::kaggle::run(&args),
        Some(Command::Convert(args)) => commands::convert::run(&args),
        Some(Command::Engine(args)) => commands::engine::run(&args.player),
        Some(Command::Completions(args)) => commands::setup::completions(&args),
        Some(Command::Man(args)) => commands::setup::man(&args),
        Some(Command::Config(args)) => commands::setup::show_config(&args),
    }
}

/// What `pbrain-filetto` does: speaks the Gomocup protocol. Managers give no options; people who do are told what it is.
pub fn run_engine() -> ExitCode {
    let asked = std::env::args_os().nth(1);
    let told = match asked.as_ref().map(|option| option.to_string_lossy()).as_deref() {
        Some("--help" | "-h") => terminal::print(format!("{ENGINE_HELP}\n")),
        Some("--version" | "-V") => terminal::print(format!("pbrain-filetto {}\n", env!("FILETTO_VERSION"))),
        // Whatever else a manager may add is none of our business.
        _ => commands::engine::run(DEFAULT_PLAYER),
    };
    finish(told)
}

const ENGINE_HELP: &str = "\
pbrain-filetto speaks Gomocup's protocol on standard input and output, for managers such as piskvork.
It takes no options: a manager starts it and sends START, INFO, BEGIN, TURN, BOARD and END.

Try it:
  (echo START 15; echo BEGIN; sleep 1) | pbrain-filetto

filetto engine --help tells more.";

fn finish(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => terminal::report(&Stop::from(error)),
    }
}
