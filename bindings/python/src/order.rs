//! An order in which the stones of a board can have been played, for positions that come without their moves (Kaggle's).

use std::collections::HashSet;

use filetto_rules::{Cell, Game, Rules, Setup, Side};

/// How many heights of columns are tried before giving up.
const TRIES: usize = 200_000;

/// A game that leads to these stones, given row by row from the top as 0, 1 and 2. Where no order of moves does, or none is found soon, the
/// stones are set up. The error is a sentence.
pub(crate) fn game(rules: Rules, board: &[u8], to_move: Option<Side>) -> Result<Game, String> {
    let at = |cell: Cell| match board[(rules.rows() - 1 - cell.row()) * rules.cols() + cell.col()] {
        0 => None,
        1 => Some(Side::First),
        _ => Some(Side::Second),
    };
    let stones: Vec<(Cell, Side)> = rules.all_cells().filter_map(|cell| Some((cell, at(cell)?))).collect();
    let of = |side| stones.iter().filter(|(_, whose)| *whose == side).count();
    let natural = if of(Side::First) > of(Side::Second) { Side::Second } else { Side::First };
    let alternate = of(Side::First) == of(Side::Second) || of(Side::First) == of(Side::Second) + 1;
    if alternate && to_move.is_none_or(|side| side == natural) {
        let order = if rules.gravity() { falling(rules, &at, stones.len()) } else { Some(alternating(&stones)) };
        let mut game = Game::new(rules);
        if order.is_some_and(|order| order.into_iter().all(|cell| game.play(cell).is_ok())) {
            return Ok(game);
        }
    }
    let setup = Setup { stones, to_move: to_move.unwrap_or(natural) };
    Game::from_setup(rules, setup).map_err(|error| error.to_string())
}

fn alternating(stones: &[(Cell, Side)]) -> Vec<Cell> {
    let mut each = Side::BOTH.map(|side| stones.iter().filter(move |(_, whose)| *whose == side).map(|(cell, _)| *cell));
    (0..stones.len()).filter_map(|ply| each[ply % 2].next()).collect()
}

/// Columns are filled from below, the sides in turn: heights that led nowhere are not tried again.
fn falling(rules: Rules, at: &dyn Fn(Cell) -> Option<Side>, count: usize) -> Option<Vec<Cell>> {
    let (mut heights, mut path, mut dead) = (vec![0usize; rules.cols()], Vec::<Cell>::new(), HashSet::new());
    let mut next = vec![0usize];
    while path.len() < count {
        let side = Side::BOTH[path.len() % 2];
        let from = *next.last()?;
        let fits = |&col: &usize| heights[col] < rules.rows() && at(Cell::new(heights[col], col)) == Some(side);
        let found = (from..rules.cols()).find(fits);
        match found {
            Some(col) => {
                *next.last_mut()? = col + 1;
                path.push(Cell::new(heights[col], col));
                heights[col] += 1;
                let open = !dead.contains(&heights);
                next.push(if open { 0 } else { rules.cols() });
            }
            None => {
                dead.insert(heights.clone());
                next.pop();
                let cell = path.pop()?;
                heights[cell.col()] -= 1;
            }
        }
        if dead.len() > TRIES {
            return None;
        }
    }
    Some(path)
}
