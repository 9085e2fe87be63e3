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

    /// Puts a cell in that is not there, or takes one out that is.
    #[inline]
    pub fn toggle(&mut self, row: usize, col: usize) {
        let before = self.rows[row];
        let after = before ^ 1 << col;
        self.rows[row] = after;
        if before == 0 || after == 0 {
            self.used ^= 1 << row;
        }
    }

    /// Adds cells row by row from this one upwards, none where the board ends; returns the rows as they were.
    #[inline]
    pub(super) fn add<const N: usize>(&mut self, lowest: usize, cells: &[u128; N]) -> ([u128; N], u128) {
        let mut before = ([0; N], self.used);
        let mut used = 0;
        for (i, (word, more)) in self.rows[lowest..].iter_mut().zip(cells).enumerate() {
            before.0[i] = *word;
            *word |= more;
            used |= u128::from(*more != 0) << i;
        }
        self.used |= used << lowest;
        before
    }

    /// Puts back what [`CellSet::add`] returned.
    #[inline]
    pub(super) fn restore(&mut self, lowest: usize, before: &[u128], used: u128) {
        self.rows[lowest..].iter_mut().zip(before).for_each(|(word, before)| *word = *before);
        self.used = used;
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
            set.toggle(row, col);
        }
        set.toggle(0, 0);
        assert_eq!(set.iter().collect::<Vec<_>>(), [(3, 4), (3, 5), (127, 127)]);
        assert_eq!((set.len(), set.is_empty(), set.contains(3, 5)), (3, false, true));
        for (row, col) in [(3, 5), (3, 4), (127, 127)] {
            set.toggle(row, col);
        }
        assert!(set.is_empty());
    }
}
