//! Every board with nine or more in a row at once: a pairing that repeats with period eight in both directions.
//!
//! Hales and Jewett 1963 for the infinite board; this pattern was found by a SAT solver and is checked by `filetto-verify`
//! for all boards (`fixtures/certificates/plane_k9.cert`). Each row of `PATTERN` is a row of the board, `>` paired with `<`
//! on its right, `^` with `v` above it, and so on along the diagonals.

use filetto_rules::{Cell, Rules};

/// For each row of a period, and each cell in it, the step to the partner as rows up and columns right.
const PATTERN: [[(i8, i8); 8]; 8] = {
    const E: (i8, i8) = (0, 1);
    const W: (i8, i8) = (0, -1);
    const N: (i8, i8) = (1, 0);
    const S: (i8, i8) = (-1, 0);
    const NE: (i8, i8) = (1, 1);
    const SW: (i8, i8) = (-1, -1);
    const NW: (i8, i8) = (1, -1);
    const SE: (i8, i8) = (-1, 1);
    [
        [E, W, SE, NW, NE, SW, SE, NW],
        [E, W, SE, NW, NW, SW, SE, NW],
        [W, N, SE, SE, N, NE, SE, E],
        [N, S, E, W, S, N, SW, N],
        [S, E, W, N, NE, S, NE, S],
        [E, W, N, S, NE, SW, NE, SW],
        [E, W, S, NW, NE, SW, N, SW],
        [E, W, SE, NW, NE, SW, S, NW],
    ]
};

/// Pairs that hold every board with K >= 9 for the second player; none for other rules.
pub fn periodic_pairs(rules: Rules) -> Option<Vec<[Cell; 2]>> {
    if rules.k() < 9 || rules.gravity() {
        return None;
    }
    let partner = |cell: Cell| {
        let (up, right) = PATTERN[cell.row() % 8][cell.col() % 8];
        let row = cell.row().checked_add_signed(up.into())?;
        let other = Cell::new(row, cell.col().checked_add_signed(right.into())?);
        (rules.contains(other) && cell < other).then_some([cell, other])
    };
    Some(rules.all_cells().filter_map(partner).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_is_an_involution_and_every_window_has_a_pair() {
        let rules: Rules = "40x40x9".parse().unwrap();
        let pairs = periodic_pairs(rules).unwrap();
        let mut cells: Vec<Cell> = pairs.iter().flatten().copied().collect();
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), 2 * pairs.len(), "the pairs are disjoint");
        let has = |line: filetto_rules::Line| pairs.iter().any(|[a, b]| line.contains(*a) && line.contains(*b));
        assert!(rules.windows().all(has));
        assert_eq!(periodic_pairs("12x12x8".parse().unwrap()), None);
    }
}
