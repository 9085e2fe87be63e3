//! One stack of moves for a whole search.
//!
//! A list of its own for every position would be an allocation (or a memset of the largest list) per node. Instead each
//! position pushes its moves on one shared stack, remembers where they lie (a [`Span`]) and drops them when it is done.

/// A stack of moves that a game pushes on and a search reads.
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    items: Vec<Ranked<M>>,
}

#[derive(Clone, Copy, Debug)]
struct Ranked<M> {
    rank: i32,
    mv: M,
}

/// Where the moves of one position lie on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// How many moves there are.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether there is no move.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Up to this many moves are picked by scanning; a position that needs more of them has its rest sorted. Most positions
/// of an alpha-beta search are cut after one or two moves, and sorting for those would be wasted.
const PICKED_BY_SCAN: usize = 6;

impl<M: Copy> MoveList<M> {
    /// An empty stack.
    pub fn new() -> Self {
        MoveList { items: Vec::new() }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.items.push(Ranked { rank: 0, mv });
    }

    /// How many moves lie on the stack, those of other positions included.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the stack is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Everything pushed since the stack was `start` moves high.
    pub fn since(&self, start: usize) -> Span {
        Span { start, end: self.items.len() }
    }

    /// Drops everything above a height of `start` moves.
    pub fn truncate(&mut self, start: usize) {
        self.items.truncate(start);
    }

    /// Drops the moves of `span` and everything above them.
    #[inline]
    pub fn release(&mut self, span: Span) {
        self.items.truncate(span.start);
    }

    /// The `i`-th move of a span.
    #[inline]
    pub fn get(&self, span: Span, i: usize) -> M {
        self.items[span.start + i].mv
    }

    /// The moves of a span in their present order.
    pub fn iter(&self, span: Span) -> impl Iterator<Item = M> + '_ {
        self.items[span.start..span.end].iter().map(|item| item.mv)
    }

    /// Gives every move of a span from its `from`-th on a rank; higher ranks are picked first.
    #[inline]
    pub fn rank(&mut self, span: Span, from: usize, mut rank: impl FnMut(M) -> i32) {
        for item in &mut self.items[span.start + from..span.end] {
            item.rank = rank(item.mv);
        }
    }

    /// Brings the first move for which `wanted` holds to place `to`, keeping the order of the others.
    pub fn bring(&mut self, span: Span, to: usize, wanted: impl FnMut(M) -> bool) -> bool {
        let items = &mut self.items[span.start + to..span.end];
        let Some(at) = items.iter().map(|item| item.mv).position(wanted) else {
            return false;
        };
        items[..=at].rotate_right(1);
        true
    }

    /// The move to look at `i`-th: of those not yet picked, the one of highest rank. Call with rising `i`. Moves below
    /// place `fixed` were brought there and are not ranked.
    #[inline]
    pub fn pick(&mut self, span: Span, i: usize, fixed: usize) -> M {
        let items = &mut self.items[span.start..span.end];
        let turn = i - fixed.min(i);
        if i >= fixed && turn < PICKED_BY_SCAN {
            let mut best = i;
            for j in i + 1..items.len() {
                if items[j].rank > items[best].rank {
                    best = j;
                }
            }
            // Rotating rather than swapping keeps moves of equal rank in the game's own order.
            items[i..=best].rotate_right(1);
        } else if i >= fixed && turn == PICKED_BY_SCAN {
            items[i..].sort_unstable_by_key(|item| std::cmp::Reverse(item.rank));
        }
        items[i].mv
    }
}

impl<M: Copy> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_picked_by_falling_rank_above_the_moves_of_other_positions() {
        let mut list = MoveList::new();
        list.push(99);
        let start = list.len();
        (0..40).for_each(|mv| list.push(mv));
        let span = list.since(start);
        list.rank(span, 0, |mv| (mv * 7) % 40);
        let ranks: Vec<i32> = (0..span.len()).map(|i| (list.pick(span, i, 0) * 7) % 40).collect();
        assert_eq!(ranks, (0..40).rev().collect::<Vec<_>>());
        list.release(span);
        assert_eq!(list.len(), 1);
    }

    #[test]
    fn a_brought_move_stays_first_and_the_rest_is_still_ranked() {
        let mut list = MoveList::new();
        (0..9).for_each(|mv| list.push(mv));
        let span = list.since(0);
        assert!(list.bring(span, 0, |mv| mv == 4));
        assert!(!list.bring(span, 1, |mv| mv == 40));
        list.rank(span, 1, |mv| mv);
        let picked: Vec<i32> = (0..9).map(|i| list.pick(span, i, 1)).collect();
        assert_eq!(picked, [4, 8, 7, 6, 5, 3, 2, 1, 0]);
    }
}
