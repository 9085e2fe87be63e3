//! Lines of k, all cells at once: shifts of the whole board stand for a step in a direction.
//!
//! Pascal Pons's winning cells for four in a row, made general: a cell completes a line if runs of `j` stones before it and
//! `k - 1 - j` after it lie in one direction, for some `j`. Runs grow by doubling, so a direction costs O(k log k) shifts; for k = 4 and 5
//! the formula is written out. Directions in which no line of k fits are left out, which also keeps every shift
//! below the word's width.

use super::shape::Shape;
use super::word::Word;

/// Cells from which `n` cells of `set` follow one another with a step of `d` bits.
#[inline(always)]
pub(crate) fn run<W: Word>(set: W, d: u32, n: u32) -> W {
    if n == 4 {
        let pairs = set & (set >> d);
        return pairs & (pairs >> (2 * d));
    }
    let (mut starts, mut length) = (set, 1);
    while length < n {
        let grow = length.min(n - length);
        starts = starts & (starts >> (grow * d));
        length += grow;
    }
    starts
}

/// Cells that complete a line in one direction: some may be taken, or on the border.
#[inline(always)]
fn completing<W: Word>(set: W, d: u32, k: u32) -> W {
    if k == 4 {
        let (left, right) = (set << d, set >> d);
        let (left2, right2) = (left & (set << (2 * d)), right & (set >> (2 * d)));
        return (left2 & ((set << (3 * d)) | right)) | (right2 & ((set >> (3 * d)) | left));
    }
    if k == 5 {
        let (left, right) = (set << d, set >> d);
        let (left2, right2) = ((set & left) << d, (set & right) >> d);
        let (left3, right3) = (left2 & (set << (3 * d)), right2 & (set >> (3 * d)));
        let ends = (left2 & (left2 << (2 * d))) | (right2 & (right2 >> (2 * d)));
        return ends | (left3 & right) | (left2 & right2) | (left & right3);
    }
    let mut cells = W::ZERO;
    for before in 0..k {
        let after = k - 1 - before;
        let left = if before == 0 { !W::ZERO } else { run(set, d, before) << (before * d) };
        let right = if after == 0 { !W::ZERO } else { run(set, d, after) >> d };
        cells = cells | (left & right);
    }
    cells
}

/// The same for a line of k and no more.
#[inline(always)]
fn completing_exactly<W: Word>(set: W, d: u32, k: u32) -> W {
    let mut cells = W::ZERO;
    for before in 0..k {
        let after = k - 1 - before;
        let left = if before == 0 { !W::ZERO } else { run(set, d, before) << (before * d) };
        let right = if after == 0 { !W::ZERO } else { run(set, d, after) >> d };
        cells = cells | (left & right & !up(set, (before + 1) * d) & !down(set, (after + 1) * d));
    }
    cells
}

/// Shifts that may be as wide as the word.
#[inline(always)]
fn up<W: Word>(set: W, bits: u32) -> W {
    if bits < W::BITS { set << bits } else { W::ZERO }
}

#[inline(always)]
fn down<W: Word>(set: W, bits: u32) -> W {
    if bits < W::BITS { set >> bits } else { W::ZERO }
}

/// Every empty cell that would complete a winning line for the owner of `stones`.
#[inline(always)]
pub(crate) fn winning_cells<S: Shape>(s: S, stones: S::Word, empty: S::Word) -> S::Word {
    if S::EXACT {
        let cells = directions(s).map(|d| completing_exactly(stones, d, s.k()));
        return cells.fold(S::Word::ZERO, |all, cells| all | cells) & empty;
    }
    let (k, stride) = (s.k(), s.stride());
    let mut cells = S::Word::ZERO;
    if k == 1 {
        return empty;
    }
    if k <= s.rows() {
        // Upwards only: what lies below a stone is taken.
        cells = if k == 4 { (stones << 1) & (stones << 2) & (stones << 3) } else { run(stones, 1, k - 1) << (k - 1) };
    }
    if k <= s.cols() {
        cells = cells | completing(stones, stride, k);
        if k <= s.rows() {
            cells = cells | completing(stones, stride + 1, k) | completing(stones, stride - 1, k);
        }
    }
    cells & empty
}

/// Do these stones contain a line that wins?
#[inline(always)]
pub(crate) fn has_won<S: Shape>(s: S, stones: S::Word) -> bool {
    if S::EXACT {
        let k = s.k();
        return directions(s).any(|d| (run(stones, d, k) & !up(stones, d) & !down(stones, k * d)).any());
    }
    has_line(s, stones)
}

/// Does `set` contain a line of k, or a longer one?
#[inline(always)]
pub(crate) fn has_line<S: Shape>(s: S, set: S::Word) -> bool {
    let (k, stride) = (s.k(), s.stride());
    let mut starts = S::Word::ZERO;
    if k <= s.rows() {
        starts = run(set, 1, k);
    }
    if k <= s.cols() {
        starts = starts | run(set, stride, k);
        if k <= s.rows() {
            starts = starts | run(set, stride + 1, k) | run(set, stride - 1, k);
        }
    }
    starts.any()
}

/// How many lines of k `set` contains.
#[inline(always)]
pub(crate) fn count_lines<S: Shape>(s: S, set: S::Word) -> u32 {
    let (k, stride) = (s.k(), s.stride());
    let mut n = 0;
    if k <= s.rows() {
        n = run(set, 1, k).count();
    }
    if k <= s.cols() {
        n += run(set, stride, k).count();
        if k <= s.rows() {
            n += run(set, stride + 1, k).count() + run(set, stride - 1, k).count();
        }
    }
    n
}

/// Does `set` contain a line of k that has no line of `other` below it? One line is below another if it runs through the
/// same columns and lies lower in each of them: then it is complete before the other can be.
#[inline(always)]
pub(crate) fn has_line_not_above<S: Shape>(s: S, set: S::Word, other: S::Word) -> bool {
    let (k, stride) = (s.k(), s.stride());
    if k <= s.rows() && run(set, 1, k).any() {
        return true;
    }
    if k > s.cols() {
        return false;
    }
    let above = upward(s, run(other, stride, k)) << 1;
    if (run(set, stride, k) & !above).any() {
        return true;
    }
    if k > s.rows() {
        return false;
    }
    let rising = upward(s, run(other, stride + 1, k)) << 1;
    let falling = upward(s, run(other, stride - 1, k)) << 1;
    // A falling line begins k - 1 rows above its lower end.
    ((run(set, stride + 1, k) & !(above | rising)) | (run(set, stride - 1, k) & !(above << (k - 1) | falling))).any()
}

/// The cells of `set` that lie on a line of k inside `set`.
#[inline(always)]
pub(crate) fn cells_on_lines<S: Shape>(s: S, set: S::Word) -> S::Word {
    let upright = if s.k() <= s.rows() { cells_along(set, 1, s.k()) } else { S::Word::ZERO };
    upright | cells_on_slanted_lines(s, set)
}

/// The same with upright lines left aside.
#[inline(always)]
pub(crate) fn cells_on_slanted_lines<S: Shape>(s: S, set: S::Word) -> S::Word {
    let (k, stride) = (s.k(), s.stride());
    if k > s.cols() {
        return S::Word::ZERO;
    }
    let level = cells_along(set, stride, k);
    if k > s.rows() { level } else { level | cells_along(set, stride + 1, k) | cells_along(set, stride - 1, k) }
}

/// The cells of `set` of which `k` follow one another with a step of `d` bits.
#[inline(always)]
fn cells_along<W: Word>(set: W, d: u32, k: u32) -> W {
    let starts = run(set, d, k);
    if k == 4 {
        let pairs = starts | (starts << d);
        return pairs | (pairs << (2 * d));
    }
    (1..k).fold(starts, |cells, i| cells | (starts << (i * d)))
}

/// The steps of the directions in which a line of k fits.
#[inline(always)]
pub(crate) fn directions<S: Shape>(s: S) -> impl Iterator<Item = u32> {
    let (upright, level) = (s.k() <= s.rows(), s.k() <= s.cols());
    [(upright, 1), (level, s.stride()), (upright && level, s.stride() + 1), (upright && level, s.stride() - 1)]
        .into_iter()
        .filter_map(|(fits, step)| fits.then_some(step))
}

/// The cells of `set` and everything above them in their columns.
#[inline(always)]
pub(crate) fn upward<S: Shape>(s: S, set: S::Word) -> S::Word {
    // In a column, border - set keeps the lowest bit and turns the bits above it over; nothing borrows from a neighbour.
    (s.tops().minus(set) | set) & s.board()
}
