//! Pairings that repeat over the whole plane: one proves every board at once.
//!
//! If the pairs are disjoint and every stretch of K cells in a row contains both cells of a pair, O answers each move in a
//! pair with its partner, and no line of K is ever X's alone. The part of the pattern that lies on a board serves that
//! board, and a longer line contains a line of K. The pattern and the lines repeat, so one period of starts is enough.

use crate::{Fault, payload::Payload};

const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Numbers: rows and columns of the period, how many pairs, and for each its row, column, direction and distance.
pub(crate) fn check(k: usize, payload: &mut Payload) -> Result<(u64, u64), Fault> {
    let fault = |what: &str| Fault::Step { what: what.into(), moves: String::new() };
    let (rows, cols) = (payload.number()?, payload.number()?);
    if rows == 0 || cols == 0 || rows > 128 || cols > 128 {
        return Err(fault("the period is not 1 to 128 rows and columns"));
    }
    // The step from each cell of the period to its partner.
    let mut partner = vec![None; rows * cols];
    let period = |row: i64, col: i64| (row.rem_euclid(rows as i64) as usize) * cols + col.rem_euclid(cols as i64) as usize;
    for _ in 0..payload.number()? {
        let (row, col) = (payload.number()? as i64, payload.number()? as i64);
        let (direction, distance) = (payload.number()?, payload.number()? as i64);
        let &(up, right) = DIRECTIONS.get(direction).ok_or_else(|| fault("a direction that is none of the four"))?;
        let step = (up * distance, right * distance);
        if distance == 0 {
            return Err(fault("a cell paired with itself"));
        }
        for (cell, step) in [(period(row, col), step), (period(row + step.0, col + step.1), (-step.0, -step.1))] {
            if partner[cell].replace(step).is_some() {
                return Err(fault("a cell that is in two pairs"));
            }
        }
    }
    for start in 0..rows * cols {
        for (up, right) in DIRECTIONS {
            let (row, col) = ((start / cols) as i64, (start % cols) as i64);
            let cell = |i: i64| partner[period(row + i * up, col + i * right)];
            let inside = |i: i64, step: (i64, i64)| (0..k as i64).any(|j| step == ((j - i) * up, (j - i) * right));
            if !(0..k as i64).any(|i| cell(i).is_some_and(|step| inside(i, step))) {
                let what = format!("no pair in the {k} cells from row {row}, column {col} by ({up},{right})");
                return Err(Fault::Step { what, moves: String::new() });
            }
        }
    }
    Ok((1, 1))
}
