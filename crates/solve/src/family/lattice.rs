//! How the copies of a tile are arranged, and where each K cells in a row lie among them.

use std::fmt;

use super::Family;

/// Copies repeat after `cols` columns and, in the plane, after `rows` rows and `shift` columns. In a strip `rows` is its height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    pub(super) family: Family,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) shift: usize,
    /// For each K cells in a row that start in the period, each cell as its place in the period and the period it is in.
    pub(super) windows: Vec<Vec<(u16, [i16; 2])>>,
}

impl Lattice {
    /// All arrangements worth a try with at most so many places in a period, the smallest first.
    pub(super) fn all(family: Family, most: usize) -> Vec<Lattice> {
        // Where a window crosses a period it leaves half of it at least in one copy; longer periods only make the game larger.
        let longest = family.k.div_ceil(2);
        let mut found = Vec::new();
        match family.rows {
            Some(rows) => {
                found.extend((1..=longest + 1).filter(|cols| rows * cols <= most).map(|cols| [rows, cols, 0]));
                // The block of the longest period that every window fills is the most promising.
                found.sort_by_key(|[_, cols, _]| longest.abs_diff(*cols));
            }
            None => {
                for cols in 1..=longest {
                    let rows = (1..=longest).filter(|rows| rows * cols <= most);
                    found.extend(rows.flat_map(|rows| (0..cols).map(move |shift| [rows, cols, shift])));
                }
                found.retain(|[rows, cols, _]| rows * cols >= 6 || family.k < 5);
                found.sort_by_key(|[rows, cols, _]| rows * cols);
            }
        }
        found.into_iter().map(|[rows, cols, shift]| Lattice::new(family, rows, cols, shift)).collect()
    }

    pub(super) fn new(family: Family, rows: usize, cols: usize, shift: usize) -> Lattice {
        let mut lattice = Lattice { family, rows, cols, shift, windows: Vec::new() };
        let k = family.k as i32;
        for (row, col) in (0..rows as i32).flat_map(|row| (0..cols as i32).map(move |col| (row, col))) {
            for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                if family.rows.is_none() || row + up * (k - 1) < rows as i32 {
                    let window = (0..k).map(|i| lattice.place(row + i * up, col + i * right)).collect();
                    lattice.windows.push(window);
                }
            }
        }
        lattice
    }

    pub(super) fn places(&self) -> usize {
        self.rows * self.cols
    }

    /// The place of a cell in its period, and the period: how many row and column steps of the lattice away.
    fn place(&self, row: i32, col: i32) -> (u16, [i16; 2]) {
        let (rows, cols) = (self.rows as i32, self.cols as i32);
        let up = row.div_euclid(rows);
        let col = col - up * self.shift as i32;
        let place = row.rem_euclid(rows) * cols + col.rem_euclid(cols);
        (place as u16, [up as i16, col.div_euclid(cols) as i16])
    }

    /// The cell of a place in some period.
    pub(super) fn cell(&self, place: usize, [up, right]: [i16; 2]) -> (i32, i32) {
        let (up, right) = (i32::from(up), i32::from(right));
        let row = (place / self.cols) as i32 + up * self.rows as i32;
        (row, (place % self.cols) as i32 + up * self.shift as i32 + right * self.cols as i32)
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.family.rows {
            Some(rows) => write!(f, "{rows} rows, period {}", self.cols),
            None => write!(f, "lattice (0,{}) ({},{})", self.cols, self.rows, self.shift),
        }
    }
}
