//! The machine word that holds a whole board: `u64` where it fits, `u128` beyond.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// What the solver asks of a word. Everything is one or two instructions on `u64`.
pub(crate) trait Word:
    Copy
    + Eq
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells and borders fit.
    const BITS: u32;
    const ZERO: Self;

    /// The low bits of a mask that was computed in the widest word.
    fn truncate(wide: u128) -> Self;
    fn widen(self) -> u128;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn count(self) -> u32;
    /// The lowest bit alone.
    fn lowest(self) -> Self;
    /// The number of the lowest bit.
    fn index(self) -> u32;
    fn reverse_bytes(self) -> Self;

    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    fn any(self) -> bool {
        self != Self::ZERO
    }

    /// Two bits or more.
    fn several(self) -> bool {
        (self ^ self.lowest()).any()
    }
}

macro_rules! word {
    ($int:ty) => {
        impl Word for $int {
            const BITS: u32 = <$int>::BITS;
            const ZERO: Self = 0;

            #[inline(always)]
            fn truncate(wide: u128) -> Self {
                wide as $int
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn index(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn reverse_bytes(self) -> Self {
                self.swap_bytes()
            }
        }
    };
}

word!(u64);
word!(u128);

/// The bits of a word, one at a time, lowest first.
pub(crate) struct Bits<W>(pub(crate) W);

impl<W: Word> Iterator for Bits<W> {
    type Item = W;

    #[inline(always)]
    fn next(&mut self) -> Option<W> {
        if self.0.is_zero() {
            return None;
        }
        let bit = self.0.lowest();
        self.0 = self.0 ^ bit;
        Some(bit)
    }
}
