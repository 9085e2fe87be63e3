//! What a new stone changes on one of the four lines through it.
//!
//! For the side that played, cells of the opponent-free interval around the stone have a stone more; for the other side the stone
//! cuts the interval in two. Nothing else changes, and nothing beyond K-1 cells.

use super::Id;
use super::classes::Classes;
use super::half::{Grades, Half};
use super::memo::Difference;
use super::shape::{Run, Shape};

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
    pub(super) fn count(&self, classes: &Classes, [own, other]: [u128; 2], [mine, theirs]: [&mut Half; 2]) {
        let (n, k) = (self.n, self.shape.rules.k() as u32);
        for (half, own, other, cut) in [(mine, own, other, false), (theirs, other, own, true)] {
            let is_free = |i: &u32| *i == n || other >> i & 1 == 0;
            let from = (0..n).rev().take_while(is_free).last().unwrap_or(n);
            let to = 1 + (n + 1..self.run.len).take_while(is_free).last().unwrap_or(n);
            if to - from < k {
                continue;
            }
            for i in (n + 1).saturating_sub(k).max(from)..(n + k).min(to) {
                if i == n || own >> i & 1 == 1 {
                    continue;
                }
                let (from, to) = match cut {
                    false => (from, to),
                    true if i < n => (from, n),
                    true => (n + 1, to),
                };
                let change = half.class(self.id(i), self.shift) ^ classes.counted(own, from, to, i);
                if change != 0 {
                    half.change(self.grades, self.shape, self.id(i), self.shift, change);
                }
            }
        }
    }

    #[inline]
    fn id(&self, n: u32) -> Id {
        (self.run.start + self.run.stride * n as i32) as Id
    }
}
