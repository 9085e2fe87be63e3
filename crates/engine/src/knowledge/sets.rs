//! A set of cells that is walked in time proportional to its size, not to the board's.
//!
//! One word a row and one word that says which rows have a cell at all. The order of the walk is that of the cells, however
//! the set came about: positions reached by different orders of moves are searched alike.

/// Some cells of a board of up to 128x128, by row and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSet {
    rows: Box<[u128]>,
    used: u128,
}

impl CellSet {
    /// The empty set on a board of so many rows.
    pub fn new(rows: usize) -> CellSet {
        CellSet { rows: vec![0; rows].into(), used: 0 }
    }

    /// Whether there is no cell in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Whether the cell is in it.
    #[inline]
    pub fn contains(&self, row: usize, col: usize) -> bool {
        self.rows[row] >> col & 1 == 1
    }

    /// Puts a cell in or takes it out.
    #[inline]
    pub fn set(&mut self, row: usize, col: usize, present: bool) {
        let word = if present { self.rows[row] | 1 << col } else { self.rows[row] & !(1 << col) };
        self.set_row(row, word);
    }

    /// The cells of a row as bits.
    #[inline]
    pub fn row(&self, row: usize) -> u128 {
        self.rows[row]
    }

    /// Replaces the cells of a row.
    #[inline]
    pub fn set_row(&mut self, row: usize, word: u128) {
        self.rows[row] = word;
        self.used = self.used & !(1 << row) | u128::from(word != 0) << row;
    }

    /// The cells by row and column, from the bottom left.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        bits(self.used).flat_map(|row| bits(self.rows[row]).map(move |col| (row, col)))
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        bits(self.used).map(|row| self.rows[row].count_ones() as usize).sum()
    }
}

/// The places of the bits set.
#[inline]
fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit as usize
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_cells_in_order_however_they_came() {
        let mut set = CellSet::new(128);
        for (row, col) in [(127, 127), (3, 5), (0, 0), (3, 4)] {
            set.set(row, col, true);
        }
        set.set(0, 0, false);
        assert_eq!(set.iter().collect::<Vec<_>>(), [(3, 4), (3, 5), (127, 127)]);
        assert_eq!((set.len(), set.is_empty(), set.contains(3, 5)), (3, false, true));
        for (row, col) in [(3, 5), (3, 4), (127, 127)] {
            set.set(row, col, false);
        }
        assert!(set.is_empty());
    }
}
