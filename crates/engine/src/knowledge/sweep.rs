//! The classes of many cells of a line in one pass, for rows too long for tables and patterns.
//!
//! A cell's class asks for the fullest of the windows that contain it, and whether two of them, one after the other among the
//! fullest, differ in one cell that they lack. Windows and cells are walked together: the fullest window of the last K is kept by the
//! usual queue of minima, one entry for each number of lacking stones, and the entry remembers where its last two windows that differ
//! in one cell begin. The cell itself is empty and lies in all its windows, so it changes neither their order nor what two of
//! them differ in. Each window enters and leaves the queue once: a line costs some 3K steps instead of 2K times K.

use std::ops::Range;

use super::classes::{Class, class};

/// Windows that lack the same number of stones, none of them followed by a fuller one.
#[derive(Clone, Copy, Default)]
struct Entry {
    lack: u32,
    /// The last of them,
    last: u32,
    /// how many empty cells of the line lie before it,
    before: u32,
    /// and one more than the first of the last two that differ in one cell; zero if no two do.
    open: u32,
}

/// Tells the class of every empty cell of `cells`, on a line with these own stones whose cells `free` are not the opponent's. The
/// windows that begin on spoilt cells do not count; where none is ever spoilt, asking costs nothing.
#[inline]
pub(super) fn sweep(
    k: u32,
    own: u128,
    spoilt: impl Fn(u32) -> bool,
    free: Range<u32>,
    cells: Range<u32>,
    mut tell: impl FnMut(u32, Class),
) {
    let empty = |i: u32| (!own >> i & 1) as u32;
    let cells = cells.start.max(free.start)..cells.end.min(free.end);
    if free.len() < k as usize {
        for i in cells.filter(|&i| empty(i) == 1) {
            tell(i, class::DEAD);
        }
        return;
    }
    // Lines have at most 128 cells.
    let mut queue = [Entry::default(); 128];
    let (mut head, mut tail) = (0, 0);
    let mut next = free.start.max((cells.start + 1).saturating_sub(k));
    let mut lack = (!own >> next & u128::MAX >> (128 - k)).count_ones();
    let mut before = 0;
    for i in cells {
        while next <= i.min(free.end - k) {
            let counts = !spoilt(next);
            while counts && tail > head && queue[tail - 1].lack > lack {
                tail -= 1;
            }
            if !counts {
                // The next one may.
            } else if tail > head && queue[tail - 1].lack == lack {
                let entry = &mut queue[tail - 1];
                if before - entry.before == 1 {
                    entry.open = entry.last + 1;
                }
                (entry.last, entry.before) = (next, before);
            } else {
                queue[tail] = Entry { lack, last: next, before, open: 0 };
                tail += 1;
            }
            let gone = empty(next);
            before += gone;
            next += 1;
            if next + k <= free.end {
                lack = lack - gone + empty(next + k - 1);
            }
        }
        if empty(i) == 0 {
            continue;
        }
        // Windows that begin here or later contain the cell.
        let first = (i + 1).saturating_sub(k);
        while head < tail && queue[head].last < first {
            head += 1;
        }
        if head == tail {
            tell(i, class::DEAD);
            continue;
        }
        let Entry { lack, open, .. } = queue[head];
        tell(i, if lack == 1 { class::WIN } else { class::lacking(lack as usize - 1, open > first) });
    }
}

#[cfg(test)]
mod tests {
    use filetto_rules::{Placement, Rng, Rules};

    use super::super::classes::Classes;
    use super::*;

    #[test]
    fn a_sweep_agrees_with_every_cell_counted_by_itself() {
        let mut rng = Rng::new(5);
        for _ in 0..4000 {
            let (k, len) = (1 + rng.below(40) as u32, 1 + rng.below(128) as u32);
            let line = u128::MAX >> (128 - len);
            let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let many = random();
            let own = line & if many & 1 == 0 { random() | random() } else { random() & random() & random() };
            let (a, b, c, d) =
                (rng.below(20) as u32, rng.below(20) as u32, rng.below(128) as u32, rng.below(128) as u32);
            let free = a.min(len)..len.saturating_sub(b).max(a.min(len));
            let cells = c.min(d)..c.max(d);
            let rules = Rules::new(1, 128, k as usize, Placement::Free).unwrap();
            let classes = Classes::of(if rng.below(2) == 0 { rules } else { rules.exactly() });
            let spoilt = classes.spoilt(own);
            let wanted: Vec<(u32, Class)> = (cells.start.max(free.start)..cells.end.min(free.end))
                .filter(|i| own >> i & 1 == 0)
                .map(|i| (i, classes.counted(own, free.start, free.end, i)))
                .collect();
            let mut found = Vec::new();
            sweep(k, own, |i| spoilt >> i & 1 == 1, free.clone(), cells.clone(), |i, class| found.push((i, class)));
            assert_eq!(found, wanted, "{own:b} {free:?} {cells:?} for {k}");
        }
    }
}
