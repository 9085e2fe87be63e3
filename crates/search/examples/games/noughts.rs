//! Noughts and crosses on two words of nine bits.

use std::fmt;

use filetto_search::{Canonical, Game, Key, MoveList, Outcome, Symmetry};

/// The eight lines of three.
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

/// A position: the stones of the player to move and of the other. Cell `3 * row + col`, rows from the bottom.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noughts {
    mine: u16,
    theirs: u16,
}

/// Turns (row, col) as symmetry `s` says: bit 0 mirrors, bits 1 and 2 are quarter turns.
fn image(cell: usize, s: u8) -> usize {
    let (mut row, mut col) = (cell / 3, cell % 3);
    if s & 1 > 0 {
        col = 2 - col;
    }
    for _ in 0..s >> 1 {
        (row, col) = (col, 2 - row);
    }
    3 * row + col
}

fn turned(stones: u16, s: u8) -> u16 {
    (0..9).filter(|cell| stones >> cell & 1 == 1).fold(0, |turned, cell| turned | 1 << image(cell, s))
}

impl Game for Noughts {
    type Move = u8;

    fn moves(&self, list: &mut MoveList<u8>) {
        (0..9).filter(|cell| (self.mine | self.theirs) >> cell & 1 == 0).for_each(|cell| list.push(cell));
    }

    fn play(&mut self, mv: u8) {
        (self.mine, self.theirs) = (self.theirs, self.mine | 1 << mv);
    }

    fn undo(&mut self, mv: u8) {
        (self.mine, self.theirs) = (self.theirs & !(1 << mv), self.mine);
    }

    fn outcome(&self) -> Option<Outcome> {
        if LINES.iter().any(|line| line & !self.theirs == 0) {
            Some(Outcome::Loss)
        } else {
            (self.mine | self.theirs == 0o777).then_some(Outcome::Draw)
        }
    }

    /// Eighteen bits tell the whole position; who is to move follows from the number of stones.
    fn key(&self) -> Key {
        Key(u64::from(self.mine) << 9 | u64::from(self.theirs))
    }

    fn index(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn indices(&self) -> usize {
        9
    }

    fn canonical(&self) -> Canonical {
        let key = |s| Noughts { mine: turned(self.mine, s), theirs: turned(self.theirs, s) }.key();
        let images = (0..8).map(|s| Canonical { key: key(s), symmetry: Symmetry(s) });
        images.min_by_key(|image| image.key).unwrap_or_default()
    }

    fn canonical_index(&self, mv: u8, symmetry: Symmetry) -> usize {
        image(usize::from(mv), symmetry.0)
    }
}

impl fmt::Display for Noughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let even = (self.mine | self.theirs).count_ones().is_multiple_of(2);
        let (x, o) = if even { (self.mine, self.theirs) } else { (self.theirs, self.mine) };
        for row in (0..3).rev() {
            write!(f, "{} ", row + 1)?;
            for bit in (0..3).map(|col| 1 << (3 * row + col)) {
                write!(
                    f,
                    "{}",
                    if x & bit > 0 {
                        " X"
                    } else if o & bit > 0 {
                        " O"
                    } else {
                        " ."
                    }
                )?;
            }
            writeln!(f)?;
        }
        write!(f, "   a b c")
    }
}
