//! A set of cells that is walked in time proportional to its size, not to the board's.
//!
//! A row is one word, or two on boards of more than 64 columns, and a bit for each word says whether it has a cell at all. The order of
//! the walk is that of the cells, however the set came about: positions reached by different orders of moves are searched alike.

/// Some cells of a board of up to 128x128, by row and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSet {
    words: Box<[u64]>,
    /// Words in a row, as a power of two.
    shift: u32,
    used: [u64; 4],
}

impl CellSet {
    /// The empty set on a board of so many rows and columns.
    pub fn new(rows: usize, cols: usize) -> CellSet {
        let shift = u32::from(cols > 64);
        CellSet { words: vec![0; rows << shift].into(), shift, used: [0; 4] }
    }

    /// Whether there is no cell in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.used == [0; 4]
    }

    /// Whether the cell is in it.
    #[inline]
    pub fn contains(&self, row: usize, col: usize) -> bool {
        self.words[(row << self.shift) + col / 64] >> (col % 64) & 1 == 1
    }

    /// Puts a cell in that is not there, or takes one out that is.
    #[inline]
    pub fn toggle(&mut self, row: usize, col: usize) {
        let i = (row << self.shift) + col / 64;
        let before = self.words[i];
        let after = before ^ 1 << (col % 64);
        self.words[i] = after;
        self.used[i / 64 % 4] ^= u64::from(before == 0 || after == 0) << (i % 64);
    }

    /// The cells by row and column, from the bottom left.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (shift, last) = (self.shift, (1 << self.shift) - 1);
        (0..self.words.len().div_ceil(64))
            .flat_map(|word| Bits(self.used[word % 4]).map(move |bit| 64 * word + bit))
            .flat_map(move |i| Bits(self.words[i]).map(move |col| (i >> shift, 64 * (i & last) + col)))
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The places of the bits set.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            bit as usize
        })
    }
}

/// Visits the places of the bits set; half a word at a time, which is cheaper than an iterator where every node does it.
#[inline]
pub(super) fn bits(word: u128, mut visit: impl FnMut(usize)) {
    for (half, first) in [(word as u64, 0), ((word >> 64) as u64, 64)] {
        let mut rest = half;
        while rest != 0 {
            visit(first + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_cells_in_order_however_they_came() {
        let mut set = CellSet::new(128, 128);
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
