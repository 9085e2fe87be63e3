//! The mirrorings and turns that map a board onto itself.

use crate::{Cell, Rules};

/// One of the eight symmetries of a square: perhaps exchange rows and columns, then perhaps mirror left and right, then
/// perhaps top and bottom. They are numbered so that those of a rectangle are the first four and those of a board with
/// gravity the first two.
///
/// ```
/// use filetto_rules::{Cell, Rules, Symmetry};
///
/// assert_eq!(Symmetry::of(Rules::GOMOKU).count(), 8);
/// assert_eq!(Symmetry::of("6x9x5".parse()?).count(), 4);
/// assert_eq!(Symmetry::of(Rules::CONNECT4).count(), 2);
/// let mirror = Symmetry::of(Rules::CONNECT4).nth(1).unwrap();
/// assert_eq!(mirror.map(Rules::CONNECT4, Cell::new(0, 1)), Cell::new(0, 5));
/// # Ok::<(), filetto_rules::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

const MIRROR_COLUMNS: u8 = 1;
const MIRROR_ROWS: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// The one that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// How many there are on a square.
    pub const MOST: usize = 8;

    /// The symmetries of a board, the identity first.
    pub fn of(rules: Rules) -> impl Iterator<Item = Symmetry> + Clone {
        (0..Symmetry::order(rules) as u8).map(Symmetry)
    }

    /// How many symmetries a board has: 8 if square, else 4, and 2 with gravity.
    pub const fn order(rules: Rules) -> usize {
        if rules.gravity() {
            2
        } else if rules.is_square() {
            8
        } else {
            4
        }
    }

    /// Its number, 0 to 7.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The symmetry of this board with this number, the numbers going round.
    pub const fn numbered(index: usize, rules: Rules) -> Symmetry {
        Symmetry((index % Symmetry::order(rules)) as u8)
    }

    /// Where it takes a cell of this board.
    pub const fn map(self, rules: Rules, cell: Cell) -> Cell {
        let (mut row, mut col) = (cell.row(), cell.col());
        if self.0 & TRANSPOSE != 0 {
            (row, col) = (col, row);
        }
        if self.0 & MIRROR_COLUMNS != 0 {
            col = rules.cols() - 1 - col;
        }
        if self.0 & MIRROR_ROWS != 0 {
            row = rules.rows() - 1 - row;
        }
        Cell::new(row, col)
    }

    /// The one that takes every cell back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // A mirroring undoes itself; after an exchange of rows and columns the two mirrorings change their roles.
        if self.0 & TRANSPOSE == 0 { self } else { Symmetry(TRANSPOSE | swap_mirrors(self.0)) }
    }

    /// First this one, then the other, as one.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        let mine = if next.0 & TRANSPOSE == 0 { self.0 & 3 } else { swap_mirrors(self.0) };
        Symmetry((mine ^ (next.0 & 3)) | ((self.0 ^ next.0) & TRANSPOSE))
    }
}

const fn swap_mirrors(bits: u8) -> u8 {
    (bits & MIRROR_COLUMNS) << 1 | (bits & MIRROR_ROWS) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_form_a_group_of_permutations() {
        for text in ["5x5x4", "4x7x4", "6x7x4g", "1x6x3", "5x5x4g"] {
            let rules: Rules = text.parse().unwrap();
            for s in Symmetry::of(rules) {
                let mut images: Vec<Cell> = rules.all_cells().map(|cell| s.map(rules, cell)).collect();
                assert!(rules.all_cells().all(|cell| s.inverse().map(rules, s.map(rules, cell)) == cell));
                images.sort();
                assert!(images.into_iter().eq(rules.all_cells()), "{text} {s:?} is no permutation");
                for t in Symmetry::of(rules) {
                    let both = s.then(t);
                    assert!(Symmetry::of(rules).any(|u| u == both), "{text} is not closed");
                    assert!(rules.all_cells().all(|c| both.map(rules, c) == t.map(rules, s.map(rules, c))));
                }
            }
        }
    }
}
