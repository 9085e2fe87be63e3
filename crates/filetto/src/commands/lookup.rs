//! Values that need no search: from the opening book and from the atlas.

use filetto_rules::{Board, Cell, Game, Outcome};
use filetto_solve::atlas::Atlas;
use filetto_solve::book::Book;
use filetto_solve::gravity::Score;
use filetto_solve::{Found, Value};

/// An answer with where it is from.
pub(crate) struct Lookup {
    pub(crate) found: Found,
    /// The value after each move, if that was asked for.
    pub(crate) moves: Vec<(Cell, Found)>,
    /// In one word, as in the atlas: `book`, `certificate`, `search`, `rule`, `derived` or `literature`.
    pub(crate) how: &'static str,
    /// The details.
    pub(crate) source: String,
}

/// What is asked for besides the value.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) score: bool,
    pub(crate) all_moves: bool,
}

/// The answer, if the book or the atlas has all of it.
pub(crate) fn look_up(game: &Game, wish: Wish, book: Option<&Book>) -> Option<Lookup> {
    book.and_then(|book| in_book(game, wish, book)).or_else(|| in_atlas(game, wish))
}

fn in_book(game: &Game, wish: Wish, book: &Book) -> Option<Lookup> {
    let found = from_score(game, book.score(game)?);
    let after = |cell: Cell| {
        let mut next = game.clone();
        match next.play(cell).ok()? {
            Outcome::Ongoing => Some((cell, from_score(&next, book.score(&next)?))),
            outcome => {
                let value = Some(Value::of(outcome.winner()));
                Some((cell, Found { value, plies: Some(0), ..Found::default() }))
            }
        }
    };
    let legal = if wish.all_moves { game.board().legal_moves() } else { Vec::new() };
    let moves = legal.into_iter().map(after).collect::<Option<_>>()?;
    let source = format!("{} positions of {} up to {} plies", book.len(), book.rules(), book.plies());
    Some(Lookup { found, moves, how: "book", source })
}

fn in_atlas(game: &Game, wish: Wish) -> Option<Lookup> {
    let rules = game.rules();
    if !game.moves().is_empty() || !game.setup().is_default() || wish.score && wish.all_moves {
        return None;
    }
    let row = Atlas::get().lookup(rules)?;
    let mut found = Found { value: Some(row.value), ..Found::default() };
    if wish.score {
        let stone = Atlas::get().last_stone(rules)?;
        let score = Score::win_with_stone(stone, rules.cells() as u32);
        found.score = Some(match row.value {
            Value::First => score,
            Value::Draw => Score::DRAW,
            Value::Second => -score,
        });
        found.plies = Some(stone);
    }
    let with_value = |(cell, value)| (cell, Found { value: Some(value), ..Found::default() });
    let moves = match wish.all_moves {
        true => Atlas::get().first_moves(rules)?.into_iter().map(with_value).collect(),
        false => Vec::new(),
    };
    let source = if rules.gravity() { row.source() } else { format!("{}, {}", row.kind.word(), row.source()) };
    Some(Lookup { found, moves, how: row.how(), source })
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
