//! `filetto play`: a game at the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use filetto_rules::draw::{self, Ink};
use filetto_rules::{Game, Outcome, Reason, Side, read_moves};

use super::show::native;
use crate::cli::Play;
use crate::files;
use crate::terminal::{bad_input, print};

const HELP: &str = "\
Type a move (h8, or a column number with gravity), or:
  undo, u      take back a move         moves     list the moves so far
  save FILE    save the game            resign    give up
  help, ?      this list                quit, q   leave
";

/// What a line typed at the prompt leads to.
enum Next {
    Go,
    Leave,
}

/// The game is shared with the Ctrl-C handler, which has to say goodbye while the main thread waits for a line.
type Shared = Arc<Mutex<Game>>;

pub(crate) fn run(args: &Play) -> Result<()> {
    let mut game = args.position.read()?.game;
    for (side, name) in [(Side::First, &args.x), (Side::Second, &args.o)] {
        if let Some(name) = name {
            game.set_name(side, name);
        }
    }
    if let Some(path) = &args.save {
        // Found out before the game, not after it.
        files::write_game(path, &game)?;
    }
    let shared: Shared = Arc::new(Mutex::new(game));
    let (for_handler, save) = (Arc::clone(&shared), args.save.clone());
    ctrlc::set_handler(move || {
        let game = for_handler.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(io::stdout());
        let _ = goodbye(&game, save.as_deref());
        std::process::exit(130);
    })?;
    table(&shared, args.colour.ink())?;
    goodbye(&lock(&shared), args.save.as_deref())
}

fn lock(shared: &Shared) -> std::sync::MutexGuard<'_, Game> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks for lines until the game is over or the players leave.
fn table(shared: &Shared, ink: Ink) -> Result<()> {
    let mut lines = io::stdin().lock().lines();
    let mut drawn = None;
    loop {
        let (prompt, over) = {
            let game = lock(shared);
            if drawn != Some(game.moves().len()) {
                drawn = Some(game.moves().len());
                print(format!("\n{}\n", draw::text(&game, ink)))?;
            }
            (format!("{}> ", who(&game)), game.outcome().is_over())
        };
        if over {
            return Ok(());
        }
        print(prompt)?;
        let asked = Instant::now();
        let Some(line) = lines.next() else {
            return print("\n");
        };
        let line = line.map_err(|error| bad_input(format!("standard input is no text: {error}")))?;
        if !io::stdin().is_terminal() {
            // What was typed shows on a terminal; a transcript from a pipe needs it too.
            print(format!("{line}\n"))?;
        }
        match answer(&mut lock(shared), line.trim(), asked) {
            Ok(Next::Go) => {}
            Ok(Next::Leave) => return Ok(()),
            Err(error) => print(format!("{error}\n"))?,
        }
    }
}

fn who(game: &Game) -> String {
    let side = game.to_move();
    game.name(side).map_or(side.to_string(), |name| format!("{side} {name}"))
}

/// Does what a line says. Nothing is lost by a line that makes no sense: it is answered with a sentence.
fn answer(game: &mut Game, line: &str, asked: Instant) -> Result<Next> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_ascii_lowercase().as_str() {
        "" => {}
        "quit" | "q" | "exit" => return Ok(Next::Leave),
        "help" | "?" => print(HELP)?,
        "moves" => print(format!("{}\n", if game.moves().is_empty() { "none yet".to_owned() } else { native(game) }))?,
        "undo" | "u" => {
            if game.undo().is_none() {
                print("there is nothing to take back\n")?;
            }
        }
        "resign" => game.end(Outcome::Win(game.to_move().other()), Reason::Resigned),
        "save" if rest.trim().is_empty() => print("say where: save game.jsonl\n")?,
        "save" => {
            files::write_game(Path::new(rest.trim()), game)?;
            print(format!("saved to {}\n", rest.trim()))?;
        }
        _ => {
            for cell in read_moves(game, line, None)?.moves {
                game.play_timed(cell, Some(asked.elapsed()))?;
            }
        }
    }
    Ok(Next::Go)
}

/// Says how it ended, or how to go on; saves if asked to.
fn goodbye(game: &Game, save: Option<&Path>) -> Result<()> {
    print(format!("{}\n", draw::caption(game)))?;
    match save {
        Some(path) => {
            files::write_game(path, game)?;
            print(format!("saved to {}\n", path.display()))
        }
        None if game.outcome().is_over() || game.moves().is_empty() || !game.setup().is_default() => Ok(()),
        None => print(format!("to go on: filetto play {} --moves '{}'\n", game.rules(), native(game))),
    }
}
