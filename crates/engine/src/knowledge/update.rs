//! What a new stone changes on one of the four lines through it, where K is too large for the cache.
//!
//! For the side that played, cells of the opponent-free interval around the stone have a stone more; for the other side the stone
//! cuts the interval in two. Nothing else changes, and nothing beyond the reach of a stone.

use std::ops::Range;

use filetto_rules::WinRule;

use super::Id;
use super::cells::{Cells, slot};
use super::classes::{Classes, reach};
use super::shape::{Run, Shape};
use super::sweep::sweep;

/// One of the four lines through a new stone, the `n`-th of the line.
pub(super) struct Update<'a> {
    pub(super) shape: &'a Shape,
    pub(super) classes: &'a Classes,
    pub(super) run: Run,
    pub(super) n: u32,
    /// The bit where this direction's class begins.
    pub(super) shift: u32,
}

impl Update<'_> {
    /// The change for both sides; the stones are those of the side that played and of the other.
    pub(super) fn count(&self, cells: &mut Cells, mover: usize, [own, other]: [u128; 2]) {
        let (n, k, len) = (self.n, self.shape.rules.k() as u32, self.run.len);
        // The cells around the stone that this side's stones do not cut off.
        let around = |stones: u128| {
            let from = 128 - (stones & ((1 << n) - 1)).leading_zeros();
            from..(n + 1 + (stones >> n >> 1).trailing_zeros()).min(len)
        };
        let reach = reach(self.shape.rules) as u32;
        let (low, high) = (n.saturating_sub(reach), (n + 1 + reach).min(len));
        let free = around(other);
        if free.len() >= k as usize {
            self.sweep(cells, mover, own, free, low..high);
        }
        let free = around(own);
        if free.len() >= k as usize {
            self.sweep(cells, 1 - mover, other, free.start..n, low..n);
            self.sweep(cells, 1 - mover, other, n + 1..free.end, n + 1..high);
        }
    }

    fn sweep(&self, known: &mut Cells, side: usize, own: u128, free: Range<u32>, cells: Range<u32>) {
        let k = self.shape.rules.k() as u32;
        let tell = |i, class| {
            let id = (self.run.start + self.run.stride * i as i32) as Id;
            known.set(self.shape, slot(id, side), self.shift, class);
        };
        match self.shape.rules.win_rule() {
            WinRule::AtLeast => sweep(k, own, |_| false, free, cells, tell),
            WinRule::Exactly => {
                let spoilt = self.classes.spoilt(own);
                sweep(k, own, |i| spoilt >> i & 1 == 1, free, cells, tell);
            }
        }
    }
}
