//! `filetto completions`, `filetto man`, `filetto config`: what a system wants of an installed program.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::config::{self, Config};
use crate::terminal::print;

#[derive(Args)]
#[command(after_help = "Examples:
  filetto completions bash > ~/.local/share/bash-completion/completions/filetto
  filetto completions zsh > ~/.zfunc/_filetto")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

pub(crate) fn completions(args: &Completions) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "filetto", &mut script);
    print(String::from_utf8(script).context("a script is text")?)
}

#[derive(Args)]
#[command(after_help = "Examples:
  filetto man | man -l -
  filetto man --folder /usr/local/share/man/man1")]
pub(crate) struct Man {
    /// Write a page for each command into this folder, instead of the first one to standard output
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

pub(crate) fn man(args: &Man) -> Result<()> {
    let Some(folder) = &args.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        return print(String::from_utf8(page).context("a page is text")?);
    };
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .with_context(|| format!("cannot write pages to {}", folder.display()))
}

#[derive(Args)]
#[command(after_help = "The file is TOML. FILETTO_CONFIG names another one. An option on the command line wins.

Example of a file:
  memory = 1024
  language = \"it\"")]
pub(crate) struct ShowConfig {}

pub(crate) fn show_config(_: &ShowConfig) -> Result<()> {
    let config = Config::load()?;
    let place = match config::path() {
        Some(path) if path.is_file() => format!("# {}\n", path.display()),
        Some(path) => format!("# {} (there is no such file: nothing is set)\n", path.display()),
        None => "# this system has no folder for it: set FILETTO_CONFIG\n".to_owned(),
    };
    print(place + &config.to_text())
}
