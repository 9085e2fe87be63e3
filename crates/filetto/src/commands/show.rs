//! `filetto show`: a position as characters, picture or JSON.

use anyhow::Result;
use filetto_rules::{Board, Game, Notation, Outcome, Side, draw};
use serde_json::{Value, json};

use crate::cli::Show;
use crate::files;
use crate::position::Position;
use crate::terminal::print;

pub(crate) fn run(args: &Show) -> Result<()> {
    let position = args.position.read()?;
    let game = &position.game;
    if let Some(path) = &args.svg {
        return files::write(path, draw::svg(game).as_bytes());
    }
    if args.json {
        return print(format!("{}\n", as_json(&position)));
    }
    let mut text = draw::text(game, args.colour.ink());
    text += &format!("\n{}: {}\n", game.rules(), draw::caption(game));
    if !game.moves().is_empty() {
        let taken = position.notation.map(|notation| format!(" (read as {})", notation.name())).unwrap_or_default();
        text += &format!("moves: {}{taken}\n", native(game));
    }
    print(text)
}

/// The moves as Filetto writes them.
pub(crate) fn native(game: &Game) -> String {
    Notation::native(game.rules()).write(game.rules(), game.cells())
}

fn as_json(position: &Position) -> Value {
    let game = &position.game;
    let rules = game.rules();
    let symbol = |row, col| game.board().get(filetto_rules::Cell::new(row, col)).map_or('.', Side::symbol);
    let rows: Vec<String> =
        (0..rules.rows()).rev().map(|row| (0..rules.cols()).map(|col| symbol(row, col)).collect()).collect();
    let lines: Vec<Vec<String>> =
        game.board().winning_lines().map(|line| line.cells().map(|cell| cell.to_string()).collect()).collect();
    let result = match game.outcome() {
        Outcome::Ongoing => "ongoing",
        Outcome::Draw => "draw",
        Outcome::Win(Side::First) => "first",
        Outcome::Win(Side::Second) => "second",
    };
    json!({
        "rules": rules.to_string(),
        "moves": game.cells().map(|cell| cell.to_string()).collect::<Vec<_>>(),
        "notation": position.notation.map(Notation::name),
        "board": rows,
        "to_move": if game.to_move() == Side::First { "first" } else { "second" },
        "result": result,
        "winning_lines": lines,
    })
}
