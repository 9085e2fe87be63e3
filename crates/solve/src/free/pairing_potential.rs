//! Pairs and potential mixed: which lines get a pair, and which are left to Erdos and Selfridge?
//!
//! A pair makes every line through both its cells harmless, but takes both cells from all other lines. Each open line without a
//! pair weighs 2^-(its empty cells in no pair); O holds if the sum is below 1/2, or 1 if O is to move. The matching of
//! `pairing.rs` gives every line a pair if it can; where it cannot, fewer pairs are often better. This is a descent on the
//! sum: drop pairs that do harm, pair up cells of the lines that are left, break a pair for a better one.
//!
//! Measured in nodes, without and with: 10x11x7 more than 4,000 and 132, 5x9x5 10,510 and 2,502, 7x7x5 30,488 and 17,055. A
//! descent costs some fifty matchings, so it is tried where the sum is already near the bound (`pairing::NEAR`), and from
//! further away (`FAR`) before a position is expanded. Tried from far away at every first look it saves few more nodes and
//! takes ten times as long.

use super::cells::Cells;
use super::state::{State, X};

pub(super) const ONE: u64 = 1 << 40;
const ALONE: u16 = u16::MAX;

/// The pairs at hand and what they make of each line.
pub(crate) struct PairingPotential<const N: usize> {
    partner: Vec<u16>,
    /// For each line how many pairs it contains, and how many of its empty cells are in none.
    paired: Vec<u8>,
    free: Vec<u8>,
    sum: u64,
}

impl<const N: usize> PairingPotential<N> {
    pub(crate) fn new(cells: usize) -> PairingPotential<N> {
        PairingPotential { partner: vec![ALONE; cells], paired: Vec::new(), free: Vec::new(), sum: 0 }
    }

    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    pub(super) fn weight(&self, window: usize) -> u64 {
        if self.paired[window] > 0 { 0 } else { ONE >> self.free[window].min(40) }
    }

    /// Starts from some pairs; the sum they leave.
    pub(crate) fn start(&mut self, state: &State<N>, pairs: impl Iterator<Item = [u16; 2]>) -> u64 {
        let empty = state.empty();
        self.partner.fill(ALONE);
        self.paired.clear();
        self.paired.resize(state.count.len(), 0);
        self.free.clear();
        self.free.extend(state.lines.windows.iter().map(|window| (*window & empty).len() as u8));
        self.sum = 0;
        for (window, count) in state.count.iter().enumerate() {
            if count.is_open(X) {
                self.sum += self.weight(window);
            }
        }
        for [a, b] in pairs {
            self.toggle(state, a.into(), b.into());
        }
        self.sum
    }

    /// Makes or breaks a pair.
    pub(super) fn toggle(&mut self, state: &State<N>, a: usize, b: usize) {
        let make = self.partner[a] == ALONE;
        (self.partner[a], self.partner[b]) = if make { (b as u16, a as u16) } else { (ALONE, ALONE) };
        for (cell, other) in [(a, b), (b, a)] {
            for &window in &state.lines.through[cell] {
                let window = window as usize;
                if !state.count[window].is_open(X) {
                    continue;
                }
                self.sum -= self.weight(window);
                let both = cell < other && state.lines.windows[window].has(other);
                if make {
                    self.free[window] -= 1;
                    self.paired[window] += u8::from(both);
                } else {
                    self.free[window] += 1;
                    self.paired[window] -= u8::from(both);
                }
                self.sum += self.weight(window);
            }
        }
    }

    /// Goes down as far as it can, at most `rounds` times through all lines; whether the sum is below the bound.
    pub(crate) fn descend(&mut self, state: &State<N>, bound: u64, rounds: u32) -> bool {
        for _ in 0..rounds {
            let before = self.sum;
            self.drop_harmful(state);
            for window in 0..state.count.len() {
                if self.sum < bound {
                    return true;
                }
                if state.count[window].is_open(X) && self.weight(window) > 0 {
                    self.relieve(state, window);
                }
            }
            if self.sum == before {
                break;
            }
        }
        self.sum < bound
    }

    fn drop_harmful(&mut self, state: &State<N>) {
        for a in 0..self.partner.len() {
            let b = self.partner[a];
            if b != ALONE && a < b as usize {
                let before = self.sum;
                self.toggle(state, a, b.into());
                if self.sum > before {
                    self.toggle(state, a, b.into());
                }
            }
        }
    }

    /// The best pair inside a line, even if other pairs must be broken for it.
    fn relieve(&mut self, state: &State<N>, window: usize) {
        let cells: Cells<N> = state.lines.windows[window] & state.empty();
        let before = self.sum;
        let mut best: Option<(u64, usize, usize)> = None;
        for a in cells.iter() {
            for b in cells.iter().filter(|&b| b > a) {
                let broken = self.force(state, a, b);
                if self.sum < best.map_or(before, |(sum, ..)| sum) {
                    best = Some((self.sum, a, b));
                }
                self.toggle(state, a, b);
                for (cell, other) in broken.into_iter().flatten() {
                    self.toggle(state, cell, other);
                }
            }
        }
        if let Some((_, a, b)) = best {
            self.force(state, a, b);
        }
    }

    /// Pairs two cells that are not a pair yet; the pairs that had to be broken.
    pub(super) fn force(&mut self, state: &State<N>, a: usize, b: usize) -> [Option<(usize, usize)>; 2] {
        let broken = [a, b].map(|cell| {
            let other = self.partner[cell];
            (other != ALONE).then(|| {
                self.toggle(state, cell, other.into());
                (cell, other.into())
            })
        });
        self.toggle(state, a, b);
        broken
    }

    /// The pairs.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [u16; 2]> {
        let pair = |(a, &b): (usize, &u16)| (b != ALONE && (a as u16) < b).then_some([a as u16, b]);
        self.partner.iter().enumerate().filter_map(pair)
    }
}
