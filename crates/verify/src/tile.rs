//! Tiles: one small game that proves infinitely many boards.
//!
//! The plane, or a strip of some rows, is covered by copies of one set of cells, moved by the vectors of a lattice, which do not
//! overlap. Every K cells in a row contain, whole and inside one copy, one of the tile's targets. O answers each stone of X in the
//! copy where it was put, as in the game on one tile in which X wants a target and moves first. The rest of the
//! certificate proves that O holds that game; so X never owns a target of any copy, and hence never K in a row. Cells of a copy that lie
//! off the board are cells where X cannot play; a reply there, or on a cell that O has, is a stone anywhere, which cannot harm. So every
//! board inside the strip, or the plane, is held, for this K and larger ones. Windows repeat with the lattice: one period is enough.

use crate::board::Board;
use crate::{Fault, payload::Payload};

const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
/// The largest period in rows and columns, and the most targets.
const PERIOD: usize = 128;
const TARGETS: usize = 4096;

/// Reads and checks a tile of the strip, or of the plane, and gives its game. Numbers: the period in columns; for the plane after how many rows it
/// repeats, and how many columns further; the cells, as rows and columns; the targets, each as cells by their numbers.
pub(crate) fn read(strip: Option<usize>, k: usize, payload: &mut Payload) -> Result<Board, Fault> {
    let cols = between(1, PERIOD, "the period", payload)?;
    let (rows, shift) = match strip {
        Some(rows) => (rows, 0),
        None => (between(1, PERIOD, "the period", payload)?, between(0, cols - 1, "the shift", payload)?),
    };
    // The place of a cell in the period: the row, and the column, moved back by the shift of each period that the row is beyond.
    let place = |(row, col): (i64, i64)| {
        let back = row.div_euclid(rows as i64) * shift as i64;
        row.rem_euclid(rows as i64) as usize * cols + (col - back).rem_euclid(cols as i64) as usize
    };
    let mut cells = Vec::new();
    // For each place in the period the cell of the tile that has a copy there.
    let mut owner = vec![None; rows * cols];
    for index in 0..between(1, rows * cols, "the number of cells", payload)? {
        let cell = (payload.number()? as i64, payload.number()? as i64);
        if strip.is_some_and(|rows| cell.0 >= rows as i64) {
            return Err(Fault::new("a cell outside the strip"));
        }
        if owner[place(cell)].replace(index).is_some() {
            return Err(Fault::new(format!("copies of the tile overlap in row {}, column {}", cell.0, cell.1)));
        }
        cells.push(cell);
    }
    let mut targets = Vec::new();
    let mut first = vec![Vec::new(); cells.len()];
    for index in 0..between(1, TARGETS, "the number of targets", payload)? {
        let mut target = Vec::new();
        for _ in 0..between(1, k.min(cells.len()), "the size of a target", payload)? {
            let least = target.last().map_or(0, |&last: &u16| usize::from(last) + 1);
            target.push(between(least, cells.len() - 1, "a cell of a target", payload)? as u16);
        }
        first[usize::from(target[0])].push(index);
        targets.push(target);
    }
    for (row, col) in (0..rows as i64).flat_map(|row| (0..cols as i64).map(move |col| (row, col))) {
        for (up, right) in DIRECTIONS {
            if strip.is_some() && row + up * (k as i64 - 1) >= rows as i64 {
                continue;
            }
            let window: Vec<(i64, i64)> = (0..k as i64).map(|i| (row + i * up, col + i * right)).collect();
            // A target whose first cell is this one, of the copy that has it.
            let held = |at: &(i64, i64)| {
                owner[place(*at)].is_some_and(|index: usize| {
                    let copy = |cell: &u16| {
                        let (cell, from) = (cells[usize::from(*cell)], cells[index]);
                        (at.0 + cell.0 - from.0, at.1 + cell.1 - from.1)
                    };
                    first[index]
                        .iter()
                        .any(|&target: &usize| targets[target].iter().all(|cell| window.contains(&copy(cell))))
                })
            };
            if !window.iter().any(held) {
                let what = format!("no target in the {k} cells from row {row}, column {col} by ({up}, {right})");
                return Err(Fault::new(what));
            }
        }
    }
    Ok(Board::tile(cells.len(), targets))
}

fn between(least: usize, most: usize, what: &str, payload: &mut Payload) -> Result<usize, Fault> {
    let number = payload.number()?;
    let fits = (least..=most).contains(&number);
    if fits { Ok(number) } else { Err(Fault::new(format!("{what} is {number}, not {least} to {most}"))) }
}
