//! What needs no search: opening books and repertoires that come with the program, and first moves from the atlas.

use filetto_engine::champion::{Oracle, Verdict};
use filetto_rules::{Board, Cell, Game, Outcome, Rules};
use filetto_search::{self as search, Meter};

use super::most_inviting;
use crate::atlas::Atlas;
use crate::book::Book;
use crate::gravity::Score;
use crate::lookup::{BookMove, RepertoireMove, book_move, look_up_moves, repertoire_move};
use crate::{FoundMove, Value};

/// The book as an oracle, asked first: it knows all that it says.
pub struct BookOracle;

impl Oracle for BookOracle {
    fn ask(&mut self, game: &Game, _: &[Cell], _: &mut Meter) -> Option<Verdict> {
        from_book(game)
    }
}

/// The atlas as an oracle: the first moves of boards.
pub struct AtlasOracle;

impl Oracle for AtlasOracle {
    fn ask(&mut self, game: &Game, _: &[Cell], _: &mut Meter) -> Option<Verdict> {
        from_atlas(game)
    }
}

/// The repertoires as an oracle: asked after the solver, which also sees what the opponent has given away.
pub struct RepertoireOracle;

impl Oracle for RepertoireOracle {
    fn ask(&mut self, game: &Game, _: &[Cell], _: &mut Meter) -> Option<Verdict> {
        let RepertoireMove { cell, repertoire } = repertoire_move(game)?;
        let wins = repertoire.value() == Value::of(Some(game.to_move()));
        let empty = (game.rules().cells() - game.board().stones()) as u32;
        let soon = from_atlas(game).filter(|verdict| verdict.moves.contains(&cell));
        let win = || soon.map_or(search::Score::win_in(empty), |verdict| verdict.score);
        let score = if wins { win() } else { search::Score::DRAW };
        Some(Verdict { moves: vec![cell], score, exact: wins })
    }
}

/// The best of the moves if the book knows the position after each, or else the one that it has for the position. Of equal moves the
/// one that the repertoire goes on from, or the ones that let the opponent err most.
fn from_book(game: &Game) -> Option<Verdict> {
    let book = Book::shipped(game.rules())?;
    let (cells, stones) = (game.rules().cells() as u32, game.board().stones() as u32);
    let verdict = |score: Score, moves| Verdict { moves, score: tell(score, cells, stones), exact: true };
    let on = repertoire_move(game).map(|known| known.cell);
    if let Some(BookMove { cell, score }) = book_move(game) {
        // Beyond the book the repertoire goes on with what wins; elsewhere the solver must.
        return Some(verdict(score, vec![on.filter(|_| score.sign() > 0).unwrap_or(cell)]));
    }
    // Whoever wins at once needs no book: then the score is missing.
    let scored = |FoundMove { cell, found }| Some((-found.score?, cell));
    let scored: Vec<(Score, Cell)> = look_up_moves(game, None)?.into_iter().map(scored).collect::<Option<_>>()?;
    let best = scored.iter().map(|(score, _)| *score).max()?;
    let moves = scored.into_iter().filter(|(score, _)| *score == best).map(|(_, cell)| cell).collect();
    let moves = from_centre(game.rules(), moves);
    let moves = match on.filter(|cell| moves.contains(cell)) {
        Some(on) => vec![on],
        None if best.sign() > 0 => moves,
        None => most_inviting(&moves, |i| errors(book, game, moves[i], best.sign())),
    };
    Some(verdict(best, moves))
}

/// How many of a thousand replies to a move give more than this sign, those not counted that lose at once.
fn errors(book: &Book, game: &Game, cell: Cell, sign: i32) -> Option<u32> {
    let mut after = game.clone();
    after.play(cell).ok()?;
    let soon = Score::win_with_stone(after.board().stones() as u32 + 4, game.rules().cells() as u32);
    let (mut wrong, mut right) = (0, 0);
    for reply in after.board().legal_moves() {
        let mut next = after.clone();
        let ours = match next.play(reply) {
            Ok(Outcome::Ongoing) => book.score(&next)?,
            _ => Score::DRAW,
        };
        if ours.sign() <= sign {
            right += 1;
        } else {
            wrong += u32::from(ours < soon);
        }
    }
    Some(1000 * wrong / (wrong + right).max(1))
}

/// The first moves that win, or else those that draw.
fn from_atlas(game: &Game) -> Option<Verdict> {
    if game.board().stones() > 0 {
        return None;
    }
    let (rules, atlas) = (game.rules(), Atlas::get());
    let first = atlas.first_moves(rules)?;
    let with =
        |value: Value| first.iter().filter(|first| first.value == value).map(|first| first.cell).collect::<Vec<_>>();
    let last = atlas.last_stone(rules).unwrap_or(rules.cells() as u32);
    [(Value::First, search::Score::win_in(last)), (Value::Draw, search::Score::DRAW)]
        .into_iter()
        .map(|(value, score)| Verdict { moves: from_centre(rules, with(value)), score, exact: true })
        .find(|verdict| !verdict.moves.is_empty())
}

/// The champion takes the first of several moves that win: a central one.
fn from_centre(rules: Rules, mut moves: Vec<Cell>) -> Vec<Cell> {
    let off = |at: usize, size: usize| (2 * at + 1).abs_diff(size);
    moves.sort_by_key(|cell| (off(cell.row(), rules.rows()).max(off(cell.col(), rules.cols())), *cell));
    moves
}

/// A score of the solver for boards with gravity as players understand it.
pub(super) fn tell(score: Score, cells: u32, stones: u32) -> search::Score {
    let plies = score.plies_to_end(cells, stones);
    match score.sign() {
        0 => search::Score::DRAW,
        1 => search::Score::win_in(plies),
        _ => search::Score::loss_in(plies),
    }
}
