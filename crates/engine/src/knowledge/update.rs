//! What a new stone changes on one of the four lines through it.
//!
//! For the side that played, cells of the opponent-free interval around the stone have a stone more; for the other side the stone
//! cuts the interval in two. Nothing else changes, and nothing beyond K-1 cells.

use std::ops::Range;

use super::Id;
use super::half::{Grades, Half};
use super::memo::Difference;
use super::shape::{Run, Shape};
use super::sweep::sweep;

/// One of the four lines through a new stone, the `n`-th of the line.
pub(super) struct Update<'a> {
    pub(super) shape: &'a Shape,
    pub(super) grades: &'a Grades,
    pub(super) run: Run,
    pub(super) n: u32,
    /// The bit where this direction's class begins.
    pub(super) shift: u32,
}

impl Update<'_> {
    /// The change for one side, as the memo has it.
    #[inline]
    pub(super) fn apply(&self, half: &mut Half, [below, above]: Difference) {
        let middle = self.id(self.n);
        for (mut cells, stride) in [(below, -self.run.stride), (above, self.run.stride)] {
            while cells != 0 {
                let bit = cells.trailing_zeros() & !3;
                let change = (cells >> bit & 15) as u8;
                cells ^= u64::from(change) << bit;
                let id = i32::from(middle) + stride * (bit as i32 / 4 + 1);
                half.change(self.grades, self.shape, id as Id, self.shift, change);
            }
        }
    }

    /// The change for both sides where K is too large for the memo; the first is the one that played.
    pub(super) fn count(&self, [own, other]: [u128; 2], [mine, theirs]: [&mut Half; 2]) {
        let (n, k, len) = (self.n, self.shape.rules.k() as u32, self.run.len);
        // The cells around the stone that this side's stones do not cut off.
        let around = |stones: u128| {
            let from = 128 - (stones & ((1 << n) - 1)).leading_zeros();
            from..(n + 1 + (stones >> n >> 1).trailing_zeros()).min(len)
        };
        let (low, high) = ((n + 1).saturating_sub(k), (n + k).min(len));
        let free = around(other);
        if free.len() >= k as usize {
            self.sweep(mine, own, free, low..high);
        }
        let free = around(own);
        if free.len() >= k as usize {
            self.sweep(theirs, other, free.start..n, low..n);
            self.sweep(theirs, other, n + 1..free.end, n + 1..high);
        }
    }

    fn sweep(&self, half: &mut Half, own: u128, free: Range<u32>, cells: Range<u32>) {
        sweep(self.shape.rules.k() as u32, own, free, cells, |i, class| {
            let change = half.class(self.id(i), self.shift) ^ class;
            if change != 0 {
                half.change(self.grades, self.shape, self.id(i), self.shift, change);
            }
        });
    }

    #[inline]
    fn id(&self, n: u32) -> Id {
        (self.run.start + self.run.stride * n as i32) as Id
    }
}
