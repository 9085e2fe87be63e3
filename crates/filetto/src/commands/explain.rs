//! `filetto explain`: why a position is won, lost or drawn, and what is threatened.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use filetto_engine::analysis::{Analyst, Effort};
use filetto_engine::explain::{Language, page, words};
use filetto_rules::draw;
use filetto_search::Budget;
use filetto_solve::Answers;

use crate::cli::PositionArgs;
use crate::terminal::{Colour, print};
use crate::{files, interrupt};

/// Which position to explain, and how.
#[derive(Args)]
#[command(after_help = "Examples:
  filetto explain tictactoe --moves 'a1 a2 c3 b2'
  filetto explain connect4 --moves 4444432 --lang it
  filetto explain gomoku --moves 'h8 i9 h9 h7 i8 g8 j8' --json")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) telling: Telling,

    /// Positions that the champion and the provers may look at: the same answer on every machine
    #[arg(long, value_name = "N", default_value_t = Effort::STANDARD.search)]
    pub(crate) nodes: u64,

    /// Print the explanation as one JSON object (docs/explain.md)
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) colour: Colour,
}

/// What explanations and reviews share.
#[derive(Args)]
pub(crate) struct Telling {
    /// The language: en, it, es or ro
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = language)]
    pub(crate) lang: Language,

    /// Positions that the solvers may look at for each question; 0 does not ask them
    #[arg(long, value_name = "N", default_value_t = Effort::SOLVER)]
    pub(crate) solver: u64,

    /// Write a page to this file (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Write a picture to this file (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

impl Telling {
    /// Whether files are all that is wanted.
    pub(crate) fn is_file(&self) -> bool {
        self.html.is_some() || self.svg.is_some()
    }
}

fn language(code: &str) -> Result<Language, String> {
    let codes: Vec<&str> = Language::CODES.iter().map(|(_, code)| *code).collect();
    Language::from_code(code).ok_or_else(|| format!("it is one of {}", codes.join(", ")))
}

pub(crate) fn run(args: &Explain) -> Result<()> {
    let stop = interrupt::watch();
    let game = args.position.read()?.game;
    let mut answers = Answers::new(game.rules(), args.telling.solver).stop(Arc::clone(&stop));
    let analyst = Analyst::new(Effort::STANDARD.nodes(args.nodes)).exact(&mut answers);
    let busy =
        interrupt::Busy::new("explaining", "stopped: the position was not looked at to the end, so nothing is told");
    let told = analyst.budget(Budget::none().stop(stop)).answer(&game).explanation;
    busy.done()?;
    if let Some(path) = &args.telling.svg {
        files::write(path, page::svg(&game, &told).as_bytes())?;
    }
    if let Some(path) = &args.telling.html {
        files::write(path, page::html(&game, &told, args.telling.lang).as_bytes())?;
    }
    if args.telling.is_file() {
        return Ok(());
    }
    if args.json {
        return print(serde_json::to_string(&told)? + "\n");
    }
    let text = words::explanation(&told, args.telling.lang);
    print(format!("{}\n{text}", draw::text(&game, args.colour.ink())))
}
