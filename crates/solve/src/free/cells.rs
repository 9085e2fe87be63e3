//! Sets of cells: one bit a cell, as many words as the board needs.
//!
//! The solver is generic over the number of words, so that a 7x7 board costs one word an operation and a 12x12 board three.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cells<const N: usize>([u64; N]);

impl<const N: usize> Cells<N> {
    pub(crate) const NONE: Cells<N> = Cells([0; N]);

    pub(crate) fn of(cell: usize) -> Cells<N> {
        let mut set = Cells::NONE;
        set.0[cell / 64] = 1 << (cell % 64);
        set
    }

    pub(crate) fn below(count: usize) -> Cells<N> {
        (0..count).fold(Cells::NONE, |set, cell| set | Cells::of(cell))
    }

    #[inline]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether there are two or more.
    #[inline]
    pub(crate) fn many(&self) -> bool {
        self.len() > 1
    }

    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..N).flat_map(move |word| {
            let mut bits = self.0[word];
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    word * 64 + bit
                })
            })
        })
    }
}

impl<const N: usize> BitAnd for Cells<N> {
    type Output = Cells<N>;
    #[inline]
    fn bitand(self, other: Cells<N>) -> Cells<N> {
        Cells(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for Cells<N> {
    type Output = Cells<N>;
    #[inline]
    fn bitor(self, other: Cells<N>) -> Cells<N> {
        Cells(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> Not for Cells<N> {
    type Output = Cells<N>;
    #[inline]
    fn not(self) -> Cells<N> {
        Cells(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for Cells<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Cells<N>) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Cells<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Cells<N>) {
        *self = *self | other;
    }
}
