//! Pairings that repeat over the whole plane: one proves every board at once.
//!
//! If the pairs are disjoint and every stretch of K cells in a row contains both cells of a pair, O answers each move in a
//! pair with its partner, and no line of K is ever X's alone. The part of the pattern that lies on a board serves that
//! board, and a longer line contains a line of K. The pattern and the lines repeat, so one period of starts is enough.

use crate::{Fault, payload::Payload};

const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Numbers: rows and columns of the period, how many pairs, and for each its row, column, direction and distance.
pub(crate) fn check(k: usize, payload: &mut Payload) -> Result<(u64, u64), Fault> {
    let (rows, cols) = (payload.number()?, payload.number()?);
    if !(1..=128).contains(&rows) || !(1..=128).contains(&cols) {
        return Err(Fault::new("the period is not 1 to 128 rows and columns"));
    }
    let period =
        |(row, col): (i64, i64)| row.rem_euclid(rows as i64) as usize * cols + col.rem_euclid(cols as i64) as usize;
    // The step from each cell of the period to its partner.
    let mut partner = vec![None; rows * cols];
    for _ in 0..payload.number()? {
        let (row, col) = (payload.number()? as i64, payload.number()? as i64);
        let (direction, distance) = (payload.number()?, payload.number()? as i64);
        let Some(&(up, right)) = DIRECTIONS.get(direction).filter(|_| distance > 0) else {
            return Err(Fault::new("a pair in none of the four directions"));
        };
        let step = (up * distance, right * distance);
        let ends = [(period((row, col)), step), (period((row + step.0, col + step.1)), (-step.0, -step.1))];
        if ends.iter().any(|&(cell, step)| partner[cell].replace(step).is_some()) {
            return Err(Fault::new(format!("the pair of row {row}, column {col} overlaps another")));
        }
    }
    for (row, col) in (0..rows as i64).flat_map(|row| (0..cols as i64).map(move |col| (row, col))) {
        for (up, right) in DIRECTIONS {
            let steps = |i: i64, j: i64| Some(((j - i) * up, (j - i) * right));
            let paired =
                |i: i64| (0..k as i64).any(|j| partner[period((row + i * up, col + i * right))] == steps(i, j));
            if !(0..k as i64).any(paired) {
                let what = format!("no pair in the {k} cells from row {row}, column {col} by ({up}, {right})");
                return Err(Fault::new(what));
            }
        }
    }
    Ok((1, 1))
}
