//! The machine words that boards are packed into.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// An unsigned integer used as a set of bits. Sealed by use: `u32`, `u64` and `u128` are the words that boards need.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Number of bits.
    const BITS: u32;
    /// The empty set.
    const ZERO: Self;
    /// The set of bit 0.
    const ONE: Self;

    /// Number of bits set.
    fn count(self) -> u32;
    /// Index of the lowest bit set, or [`Word::BITS`].
    fn lowest(self) -> u32;
    /// How many bits from bit 0 upwards are set without a gap.
    fn trailing_ones(self) -> u32;
    /// How many bits from the top bit downwards are set without a gap.
    fn leading_ones(self) -> u32;
    /// Sum modulo 2^BITS.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;
    /// Difference modulo 2^BITS.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;

    /// The set of bit `i`.
    #[inline]
    fn bit(i: u32) -> Self {
        Self::ONE << i
    }

    /// The set of bits 0 to `n - 1`, for `n` up to and including [`Word::BITS`].
    #[inline]
    fn low(n: u32) -> Self {
        if n >= Self::BITS { !Self::ZERO } else { Self::bit(n).wrapping_sub(Self::ONE) }
    }

    /// Whether bit `i` is set.
    #[inline]
    fn has(self, i: u32) -> bool {
        self & Self::bit(i) != Self::ZERO
    }

    /// Length of the unbroken run of set bits that goes through bit `i`, which must be set.
    ///
    /// Two shifts and two counts whatever the length: this is why the cost of a win test does not grow with K.
    #[inline]
    fn run_through(self, i: u32) -> u32 {
        (self >> i).trailing_ones() + (self << (Self::BITS - 1 - i)).leading_ones() - 1
    }

    /// The indices of the bits set, from the lowest.
    #[inline]
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }
}

/// Iterates over the indices of the bits set.
#[derive(Clone, Debug)]
pub struct Ones<W>(W);

impl<W: Word> Iterator for Ones<W> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == W::ZERO {
            return None;
        }
        let i = self.0.lowest();
        self.0 &= self.0.wrapping_sub(W::ONE);
        Some(i)
    }
}

macro_rules! word {
    ($($int:ty)*) => {$(
        impl Word for $int {
            const BITS: u32 = <$int>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn trailing_ones(self) -> u32 {
                self.trailing_ones()
            }
            #[inline]
            fn leading_ones(self) -> u32 {
                self.leading_ones()
            }
            #[inline]
            fn wrapping_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )*};
}
word!(u32 u64 u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_measured_on_both_sides_up_to_the_word_s_ends() {
        assert_eq!(0b0111_0110u32.run_through(5), 3);
        assert_eq!(0b0111_0110u32.run_through(1), 2);
        assert_eq!(u64::MAX.run_through(63), 64);
        assert_eq!(u128::MAX.run_through(0), 128);
        assert_eq!((1u128 << 127).run_through(127), 1);
    }

    #[test]
    fn low_bits_reach_the_full_word() {
        assert_eq!(<u32 as Word>::low(0), 0);
        assert_eq!(<u32 as Word>::low(32), u32::MAX);
        assert_eq!(<u64 as Word>::low(3).ones().collect::<Vec<_>>(), [0, 1, 2]);
    }
}
