//! Why a side cannot win: nothing left to complete, too few moves, pairs, or a count.

use filetto_rules::{Board, Cell, Game, Line, Side};

use super::data::{Held, Hold};
use super::follow::follow_up_holds;
use super::pairs::pairs;
use crate::champion::Pairing;
use crate::knowledge::{Field, Id};

/// Cells that the holder is tried on for its free move, those in most rows first.
const FIRST_MOVES: usize = 24;
/// Rows beyond which neither pairs nor counts are looked for: nothing of the sort could be read.
const MOST_ROWS: usize = 20_000;

/// Why neither side can win, if it can be shown without search for both of them.
pub(super) fn drawn(game: &Game) -> Option<Vec<Held>> {
    let held = |attacker| held(game, attacker).map(|how| Held { attacker, how });
    Side::BOTH.into_iter().map(held).collect()
}

/// Why a side cannot win any more, if it can be shown without search.
pub(super) fn held(game: &Game, attacker: Side) -> Option<Hold> {
    let rows = possible(game, attacker);
    let stones = |rows: &[(Line, Vec<Cell>)]| rows.iter().map(|(_, empty)| empty.len()).min();
    let moves = moves_left(game, attacker);
    let Some(lacking) = stones(&rows) else { return Some(Hold::NoRows) };
    let rows: Vec<(Line, Vec<Cell>)> = rows.into_iter().filter(|(_, empty)| empty.len() <= moves).collect();
    if rows.is_empty() {
        return Some(Hold::TooFew { moves, lacking });
    }
    let holder = attacker.other();
    if game.rules().gravity() {
        return follow_up_holds(&mut Field::of(game), holder).then_some(Hold::FollowUp);
    }
    if game.board().stones() == 0 && game.to_move() == holder && game.rules().win_rule().is_monotone() {
        return Some(Hold::Stealing);
    }
    if rows.len() > MOST_ROWS {
        return None;
    }
    let mut firsts = vec![None];
    if game.to_move() == holder {
        firsts.extend(owed(game).map(Some));
        firsts.extend(central(&rows).into_iter().take(FIRST_MOVES).map(Some));
    }
    let left = |first: Option<Cell>| -> Vec<(Line, Vec<Cell>)> {
        rows.iter().filter(|(_, empty)| first.is_none_or(|cell| !empty.contains(&cell))).cloned().collect()
    };
    let paired =
        |first: &Option<Cell>| pairs(game.rules(), &left(*first)).map(|pairs| Hold::Pairing { first: *first, pairs });
    let counted = |first: &Option<Cell>| {
        let rows = left(*first);
        let weight: f64 = rows.iter().map(|(_, empty)| 0.5f64.powi(empty.len() as i32)).sum();
        let below = if game.to_move() == holder && first.is_none() { 1.0 } else { 0.5 };
        (weight < below).then_some(Hold::Weight { first: *first, rows: rows.len(), weight, below })
    };
    firsts.iter().find_map(paired).or_else(|| firsts.iter().find_map(counted))
}

/// The rows that a side can still complete, each with its empty cells.
fn possible(game: &Game, attacker: Side) -> Vec<(Line, Vec<Cell>)> {
    let board = game.board();
    let open = |line: &Line| game.rules().is_open(*line, attacker, |cell| board.get(cell));
    let empty = |line: Line| (line, line.cells().filter(|&cell| board.get(cell).is_none()).collect());
    game.rules().windows().filter(open).map(empty).collect()
}

/// How many moves a side has left if the board is filled.
fn moves_left(game: &Game, side: Side) -> usize {
    let empty = game.rules().cells() - game.board().stones();
    if game.to_move() == side { empty.div_ceil(2) } else { empty / 2 }
}

/// The partner of the last move in a stored pairing.
fn owed(game: &Game) -> Option<Cell> {
    let (last, cols) = (game.cells().next_back()?, game.rules().cols());
    let partner = Pairing::of(game.rules())?.partner((last.row() * cols + last.col()) as Id)?;
    Some(Cell::new(usize::from(partner) / cols, usize::from(partner) % cols))
}

/// The empty cells of some rows, those in most of them first.
fn central(rows: &[(Line, Vec<Cell>)]) -> Vec<Cell> {
    let mut counts = std::collections::BTreeMap::new();
    rows.iter().flat_map(|(_, empty)| empty).for_each(|&cell| *counts.entry(cell).or_insert(0usize) += 1);
    let mut cells: Vec<(Cell, usize)> = counts.into_iter().collect();
    cells.sort_by_key(|&(cell, count)| (std::cmp::Reverse(count), cell));
    cells.into_iter().map(|(cell, _)| cell).collect()
}
