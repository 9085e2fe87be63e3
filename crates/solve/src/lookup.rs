//! What needs no search: opening books, the atlas of boards, repertoires.
//!
//! The one place that reads them for a position: the solve command, answers and the champion's oracle ask here.

use filetto_engine::analysis::Source;
use filetto_rules::{Board, Cell, Game, Outcome};

use crate::atlas::{Atlas, FirstMove};
use crate::book::{Book, Repertoire};
use crate::gravity::Score;
use crate::{Found, FoundMove, Value};

/// A value with where it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// The value, with the score if that is known.
    pub found: Found,
    /// Who knows it.
    pub by: Source,
    /// In one word, as in the atlas: `book`, `repertoire`, `certificate`, `search`, `rule`, `derived` or `literature`.
    pub how: &'static str,
    /// The details.
    pub source: String,
}

/// What is known of a position without search. Another book may stand in for the one that comes with the program.
pub fn look_up(game: &Game, book: Option<&Book>) -> Option<Lookup> {
    if !game.setup().is_default() || game.outcome().is_over() {
        return None;
    }
    let book = book.or_else(|| Book::shipped(game.rules()));
    book.and_then(|book| in_book(game, book)).or_else(|| in_atlas(game)).or_else(|| in_repertoire(game))
}

/// What is known of the position after every legal move, if it is known of all of them.
pub fn look_up_moves(game: &Game, book: Option<&Book>) -> Option<Vec<FoundMove>> {
    let first_moves = || {
        let empty = game.setup().is_default() && game.moves().is_empty();
        let known = if empty { Atlas::get().first_moves(game.rules()) } else { None };
        let found =
            |FirstMove { cell, value }| FoundMove { cell, found: Found { value: Some(value), ..Found::default() } };
        known.map(|known| known.into_iter().map(found).collect())
    };
    let after = |cell: Cell| {
        let mut next = game.clone();
        match next.play(cell).ok()? {
            Outcome::Ongoing => Some(FoundMove { cell, found: look_up(&next, book)?.found }),
            outcome => {
                let value = Some(Value::of(outcome.winner()));
                Some(FoundMove { cell, found: Found { value, plies: Some(0), ..Found::default() } })
            }
        }
    };
    let booked: Option<Vec<_>> = game.board().legal_moves().into_iter().map(after).collect();
    booked.or_else(first_moves)
}

/// A move of a repertoire.
#[derive(Clone, Copy, Debug)]
pub struct RepertoireMove {
    /// Where to play.
    pub cell: Cell,
    /// Who says so.
    pub repertoire: &'static Repertoire,
}

/// A move of the repertoire, which keeps the value of its board.
pub fn repertoire_move(game: &Game) -> Option<RepertoireMove> {
    let repertoire = Repertoire::shipped(game.rules())?;
    let cell = game.board().landing(repertoire.column(game)?)?;
    Some(RepertoireMove { cell, repertoire })
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Where to play.
    pub cell: Cell,
    /// The score that it keeps.
    pub score: Score,
}

/// The move that the book that comes with the program has for a position of its last ply.
pub fn book_move(game: &Game) -> Option<BookMove> {
    let book = Book::shipped(game.rules())?;
    Some(BookMove { cell: game.board().landing(book.reply(game)?)?, score: book.score(game)? })
}

fn in_book(game: &Game, book: &Book) -> Option<Lookup> {
    let found = from_score(game, book.score(game)?);
    let source = format!("{} positions of {} up to {} plies", book.len(), book.rules(), book.plies());
    Some(Lookup { found, by: Source::Book, how: "book", source })
}

fn in_atlas(game: &Game) -> Option<Lookup> {
    let rules = game.rules();
    if !game.moves().is_empty() {
        return None;
    }
    let row = Atlas::get().lookup(rules)?;
    let mut found = Found { value: Some(row.value), ..Found::default() };
    if let Some(stone) = Atlas::get().last_stone(rules) {
        let score = Score::win_with_stone(stone, rules.cells() as u32);
        found.score = Some(match row.value {
            Value::First => score,
            Value::Draw => Score::DRAW,
            Value::Second => -score,
        });
        found.plies = Some(stone);
    }
    let source = if rules.gravity() { row.source() } else { format!("{}, {}", row.kind.word(), row.source()) };
    Some(Lookup { found, by: Source::Atlas, how: row.how(), source })
}

/// A winning repertoire has a move here, or one after every move of the other side.
fn in_repertoire(game: &Game) -> Option<Lookup> {
    let repertoire = Repertoire::shipped(game.rules())?;
    let winner = match repertoire.value() {
        Value::First => filetto_rules::Side::First,
        Value::Second => filetto_rules::Side::Second,
        Value::Draw => return None,
    };
    let known = if game.to_move() == winner {
        repertoire.column(game).is_some()
    } else {
        game.board().legal_moves().into_iter().all(|cell| {
            let mut next = game.clone();
            next.play(cell) == Ok(Outcome::Ongoing) && repertoire.column(&next).is_some()
        })
    };
    let source = format!("{} positions of {} up to {} plies", repertoire.len(), game.rules(), repertoire.plies());
    let found = Found { value: Some(repertoire.value()), ..Found::default() };
    known.then_some(Lookup { found, by: Source::Repertoire, how: "repertoire", source })
}

/// What an exact score says about a position.
fn from_score(game: &Game, score: Score) -> Found {
    let winner = match score.sign() {
        0 => None,
        1.. => Some(game.to_move()),
        _ => Some(game.to_move().other()),
    };
    let plies = score.plies_to_end(game.rules().cells() as u32, game.moves().len() as u32);
    Found { value: Some(Value::of(winner)), score: Some(score), plies: Some(plies), nodes: 0 }
}
