//! `filetto review`: every move of a game judged.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use filetto_engine::analysis::{Analyst, Effort};
use filetto_engine::explain::{Review as Judgement, page, review, words};
use filetto_search::Budget;
use filetto_solve::Answers;

use super::explain::Telling;
use crate::cli::PositionArgs;
use crate::terminal::{Interrupted, note, print, progress};
use crate::{files, interrupt};

/// Which game to judge, and how.
#[derive(Args)]
#[command(after_help = "Examples:
  filetto review game.jsonl
  filetto review game.psq --html review.html --puzzles mistakes.txt
  filetto review connect4 --moves 4455667 --lang it")]
pub(crate) struct Review {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) telling: Telling,

    /// Positions that the champion may look at for each move: the same judgement on every machine
    #[arg(long, value_name = "N", default_value_t = Effort::STANDARD.search)]
    pub(crate) nodes: u64,

    /// Write the mistakes as puzzles to this file, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) puzzles: Option<PathBuf>,

    /// Print the review as one JSON object (docs/explain.md)
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &Review) -> Result<()> {
    let stop = interrupt::watch();
    let game = args.position.read()?.game;
    let mut answers = Answers::new(game.rules(), args.telling.solver).stop(Arc::clone(&stop));
    let analyst = Analyst::new(Effort::STANDARD.nodes(args.nodes)).exact(&mut answers);
    let mut analyst = analyst.budget(Budget::none().stop(stop));
    // The position that was at work when somebody wanted an end was not looked at to the end.
    let mut looked = 0;
    let busy = interrupt::Busy::new("reviewing", "stopped: the game was not looked at");
    let mut watch = |done: usize, all: usize| {
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        looked = done;
        progress(&format!("position {} of {all}", done + 1));
        ControlFlow::Continue(())
    };
    let judged = review(&game, &mut analyst, &mut watch);
    drop(busy);
    progress("");
    if interrupt::asked() {
        return broken_off(args, judged, looked.saturating_sub(1), game.moves().len());
    }
    if let Some(path) = &args.puzzles {
        files::write(path, puzzles(&judged).as_bytes())?;
    }
    if let Some(path) = &args.telling.svg {
        files::write(path, page::chart(&judged).as_bytes())?;
    }
    if let Some(path) = &args.telling.html {
        files::write(path, page::review_html(&game, &judged, args.telling.lang).as_bytes())?;
    }
    if args.telling.is_file() {
    } else if args.json {
        print(serde_json::to_string(&judged)? + "\n")?;
    } else {
        print(words::review(&judged, args.telling.lang))?;
    }
    Ok(())
}

/// What is known of the first moves of a game when somebody wanted an end. No page is written: it would be read as one of the whole game.
fn broken_off(args: &Review, mut judged: Judgement, sure: usize, all: usize) -> Result<()> {
    judged.truncate(sure);
    if args.json {
        let mut value = serde_json::to_value(&judged)?;
        value["not_looked_at"] = (sure + 1..=all).collect();
        print(format!("{value}\n"))?;
    } else if judged.moves.iter().any(|judged| judged.class.is_fault()) {
        print(words::review(&judged, args.telling.lang))?;
    }
    let files = if args.telling.is_file() || args.puzzles.is_some() { "; no file was written" } else { "" };
    note(&match sure {
        0 => format!("stopped: none of the {all} moves was looked at{files}"),
        _ => format!("stopped: moves {} to {all} were not looked at{files}", sure + 1),
    });
    Err(Interrupted.into())
}

/// The mistakes in the format of our puzzle files: board, goal, plies, a solution, the moves so far.
fn puzzles(review: &Judgement) -> String {
    let mut text =
        "# board, win or hold, plies of the proof, a winning move or the only move, the moves so far\n".to_owned();
    for puzzle in &review.puzzles {
        let moves: String = puzzle.moves.iter().map(|cell| format!(" {cell}")).collect();
        let goal = if puzzle.win { "win" } else { "hold" };
        text += &format!("{} {goal} {} {}{moves}\n", review.rules, puzzle.plies.unwrap_or(0), puzzle.solutions[0]);
    }
    text
}
