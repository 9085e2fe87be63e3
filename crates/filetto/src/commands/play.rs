//! `filetto play`: a game at the terminal, between people, players of ours, or one of each.

mod prompt;
mod save_file;

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result};
use filetto_engine::{Info, Player};
use filetto_rules::draw::{self, Ink};
use filetto_rules::{Game, Notation, Outcome, Reason, Side, read_moves};
use filetto_search::GameClock;
use prompt::{Line, Prompt};
use save_file::{SaveFile, save_once};

use super::analyse::{brief, score_words, seat};
use super::show::native;
use crate::cli::{DEFAULT_PLAYER, Play, Thinking};
use crate::files;
use crate::terminal::{Interrupted, print, progress};

const HELP: &str = "\
Type a move (h8, or a column number with gravity), or:
  undo, u      take back a move         moves     list the moves so far
  hint         a good move              analyse   what the position is, and the best line
  save FILE    save the game            resign    give up
  help, ?      this list                quit, q   leave
";

/// What a line typed at the prompt leads to.
enum Next {
    Go,
    Leave,
}

/// Who sits on a side: nobody but the person at the keyboard, or a player of ours.
type Seat = Option<Box<dyn Player>>;

/// The game is shared with the Ctrl-C handler, which has to say goodbye while the main thread waits for a line.
type Shared = Arc<Mutex<Game>>;

pub(crate) fn run(args: &Play) -> Result<()> {
    let mut game = args.position.read()?.game;
    let save = args.save.as_deref().map(|path| SaveFile::take(path, &mut game)).transpose()?;
    let mut seats: [Seat; 2] = [None, None];
    for (side, who) in [(Side::First, &args.x), (Side::Second, &args.o)] {
        match who.strip_prefix("human") {
            Some("") => {}
            Some(name) if name.starts_with(':') => game.set_name(side, &name[1..]),
            _ => {
                seats[side.index()] = Some(seat(who, &game, &args.thinking)?);
                game.set_name(side, who);
            }
        }
    }
    let shared: Shared = Arc::new(Mutex::new(game));
    let (for_handler, path) = (Arc::clone(&shared), args.save.clone());
    ctrlc::set_handler(move || {
        let game = lock(&for_handler);
        let _ = writeln!(io::stdout());
        let _ = goodbye(&game, path.as_deref());
        std::process::exit(130);
    })?;
    let clock = args.tc.map(|tc| GameClock { left: tc.total, increment: tc.increment, moves_to_go: None });
    let (thinking, ink) = (&args.thinking, args.colour.ink());
    let session =
        Session { shared: &shared, seats, thinking, clocks: [clock; 2], ink, drawn: None, save, unsaved: false };
    let played = session.play();
    let left = |error: &anyhow::Error| error.is::<Interrupted>();
    if played.as_ref().map_or_else(left, |()| true) {
        goodbye(&lock(&shared), args.save.as_deref())?;
    }
    played
}

fn lock(shared: &Shared) -> MutexGuard<'_, Game> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Session<'a> {
    shared: &'a Shared,
    seats: [Seat; 2],
    thinking: &'a Thinking,
    /// What is left of the time that a player of ours has for the game, by side.
    clocks: [Option<GameClock>; 2],
    ink: Ink,
    /// How many moves there were when the board was last drawn.
    drawn: Option<usize>,
    save: Option<SaveFile>,
    /// Whether the last attempt to save failed.
    unsaved: bool,
}

impl Session<'_> {
    /// Until the game is over or the people leave.
    fn play(mut self) -> Result<()> {
        let mut prompt = Prompt::new();
        loop {
            let game = lock(self.shared).clone();
            if self.drawn != Some(game.moves().len()) {
                self.drawn = Some(game.moves().len());
                print(format!("\n{}\n", draw::text(&game, self.ink)))?;
            }
            if game.outcome().is_over() {
                return Ok(());
            }
            if self.seats[game.to_move().index()].is_some() {
                self.think(&game)?;
                self.keep(&game)?;
                continue;
            }
            let asked = Instant::now();
            let line = match prompt.ask(&format!("{}> ", who(&game)))? {
                Line::Text(line) => line,
                Line::Garbage => {
                    print("that line is no text: type a move, or help\n")?;
                    continue;
                }
                Line::End => return print("\n"),
            };
            match self.answer(line.trim(), asked) {
                Ok(Next::Go) => {}
                Ok(Next::Leave) => return Ok(()),
                Err(error) => print(format!("{error:#}\n"))?,
            }
            self.keep(&game)?;
        }
    }

    /// Saves the game if it has changed. If that fails the game goes on: it is saved once it can be, at the end at the latest.
    fn keep(&mut self, before: &Game) -> Result<()> {
        let now = lock(self.shared).clone();
        let Some(save) = self.save.as_ref().filter(|_| now != *before || self.unsaved) else { return Ok(()) };
        let kept = save.keep(&now);
        self.unsaved = kept.is_err();
        kept.or_else(|error| print(format!("not saved: {error:#}\n")))
    }

    /// Lets the player on the side to move think, and plays its move.
    fn think(&mut self, game: &Game) -> Result<()> {
        let side = game.to_move().index();
        let Some(player) = &mut self.seats[side] else { return Ok(()) };
        let budget = self.thinking.budget(self.clocks[side]);
        let start = Instant::now();
        let mut tell = |info: &Info| progress(&format!("{} thinks: depth {}", who(game), info.depth));
        let choice = player.choose(game, &budget, &mut tell).context("the player gave no move")?;
        let used = start.elapsed();
        if let Some(clock) = &mut self.clocks[side] {
            clock.left = clock.left.saturating_sub(used).saturating_add(clock.increment);
        }
        progress("");
        let worth = choice.score.map_or(String::new(), |score| format!(" ({})", score_words(score)));
        let written = Notation::native(game.rules()).write(game.rules(), [choice.cell]);
        lock(self.shared).play_timed(choice.cell, Some(used))?;
        print(format!("{} plays {written}{worth}\n", who(game)))
    }

    /// Does what a line says. Nothing is lost by a line that makes no sense: it is answered with a sentence.
    fn answer(&self, line: &str, asked: Instant) -> Result<Next> {
        // A copy: Ctrl-C must not wait for a player who looks for a hint.
        let mut game = lock(self.shared).clone();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(Next::Leave),
            "help" | "?" => print(HELP)?,
            "moves" => {
                print(format!("{}\n", if game.moves().is_empty() { "none yet".to_owned() } else { native(&game) }))?
            }
            "hint" => self.hint(&game)?,
            "analyse" | "analyze" => print(brief(&game, self.thinking))?,
            "undo" | "u" => self.undo(&mut game)?,
            "resign" => {
                let winner = game.to_move().other();
                game.end(Outcome::Win(winner), Reason::Resigned);
            }
            "save" if rest.trim().is_empty() => match &self.save {
                Some(save) => print(format!("every move is saved to {}\n", save.path().display()))?,
                None => print("say where: save game.jsonl\n")?,
            },
            "save" => {
                save_once(Path::new(rest.trim()), &game)?;
                print(format!("saved to {}\n", rest.trim()))?;
            }
            _ => {
                // One move a line against a player: the answer comes in between.
                let moves = read_moves(&game, line, None)?.moves;
                let alone = self.seats.iter().all(Option::is_none);
                for cell in moves.into_iter().take(if alone { usize::MAX } else { 1 }) {
                    game.play_timed(cell, Some(asked.elapsed()))?;
                }
            }
        }
        *lock(self.shared) = game;
        Ok(Next::Go)
    }

    /// What filetto would play, with the time that the players have.
    fn hint(&self, game: &Game) -> Result<()> {
        let mut player = seat(DEFAULT_PLAYER, game, &Thinking { level: None, ..*self.thinking })?;
        let choice = player.choose(game, &self.thinking.budget(None), &mut |_| {}).context("nobody knows a move")?;
        let worth = choice.score.map_or(String::new(), |score| format!(" ({})", score_words(score)));
        let written = Notation::native(game.rules()).write(game.rules(), [choice.cell]);
        print(format!("hint: {written}{worth}\n"))
    }

    /// Takes back to the last time that a person was to move.
    fn undo(&self, game: &mut Game) -> Result<()> {
        let mut taken = game.undo();
        while taken.is_some() && self.seats[game.to_move().index()].is_some() {
            taken = game.undo();
        }
        if taken.is_none() { print("there is nothing to take back\n") } else { Ok(()) }
    }
}

fn who(game: &Game) -> String {
    let side = game.to_move();
    game.name(side).map_or(side.to_string(), |name| format!("{side} {name}"))
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
