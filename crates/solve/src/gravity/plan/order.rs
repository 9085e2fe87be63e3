//! Which cells come before which: a partial order, closed under "before". Cells are single bits.

use crate::gravity::word::Bits;

#[derive(Clone)]
pub(super) struct Order {
    /// For each cell those that come later.
    later: [u64; 64],
    /// For each cell those that come earlier.
    earlier: [u64; 64],
}

impl Order {
    pub(super) fn new() -> Order {
        Order { later: [0; 64], earlier: [0; 64] }
    }

    pub(super) fn later(&self, cell: u64) -> u64 {
        self.later[cell.trailing_zeros() as usize]
    }

    pub(super) fn earlier(&self, cell: u64) -> u64 {
        self.earlier[cell.trailing_zeros() as usize]
    }

    /// Puts `cell` before all of `others`, none of which comes before it.
    pub(super) fn put(&mut self, cell: u64, others: u64) {
        let first = self.earlier(cell) | cell;
        for other in Bits(others & !self.later(cell)) {
            let last = self.later(other) | other;
            Bits(first).for_each(|a| self.later[a.trailing_zeros() as usize] |= last);
            Bits(last).for_each(|b| self.earlier[b.trailing_zeros() as usize] |= first);
        }
    }

    /// The cells that have to be named, in their order, so that all others may follow in the order of `rank`.
    pub(super) fn named(&self, cells: u64, rank: impl Fn(u64) -> u32) -> Vec<u64> {
        let mut left = 0;
        for cell in Bits(cells) {
            if Bits(self.later(cell)).any(|other| rank(other) < rank(cell)) {
                left |= cell | self.earlier(cell);
            }
        }
        let mut named = Vec::new();
        while let Some(next) = Bits(left).filter(|&cell| self.earlier(cell) & left == 0).min_by_key(|&cell| rank(cell))
        {
            named.push(next);
            left ^= next;
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cells_that_leave_the_usual_order_are_named() {
        let mut order = Order::new();
        order.put(1 << 2, 1 << 5);
        assert!(order.named(0xFF, u64::trailing_zeros).is_empty(), "2 before 5 is usual");
        order.put(1 << 5, 1 << 3 | 1 << 1);
        assert_eq!(order.earlier(1 << 3), 1 << 2 | 1 << 5);
        assert_eq!(order.named(0xFF, u64::trailing_zeros), [1 << 2, 1 << 5]);
        order.put(1 << 1, 1 << 0);
        assert_eq!(order.later(1 << 2), 1 << 5 | 1 << 3 | 1 << 1 | 1 << 0);
        assert_eq!(order.named(0xFF, u64::trailing_zeros), [1 << 2, 1 << 5, 1 << 1]);
    }
}
