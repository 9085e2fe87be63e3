//! Keys under which equal positions meet: one number for a position, its mirror image and everything that differs in what no longer matters.
//!
//! A key is the stones of the side to move plus one marker bit above every column (`mask + bottom`), which tells heights and
//! colours apart without loss. A stone is *dead* if neither side can complete a line through it any more; its colour
//! no longer matters and all dead stones are painted in one (Steininger). Both are gated by the horizon
//! (see `Tuning`): near the leaves they cost more than they save.
//!
//! *Measured*: mirrors pay on the empty board and its first moves only; painting, in the form below that is sound, saves nothing on positions of 10
//! stones or more once the follow-up bounds are in, so its gate is high. The usual form (every stone without an open line
//! of either side, all at once) gave wrong scores on 2 of 3000 published positions.
//!
//! With five in a row or more most stones are dead early, and the *essence* of a position is its key: mean nodes of "does the first player win?" on 7x7x5,
//! random positions of 14 / 12 stones, from 2.40 M / 12.2 M to 1.17 M / 6.4 M; living stones alone 1.37 M at 14 stones, with winning cells 1.19 M.
//! *Rejected*: columns that no line needs any more told apart by the parity of their cells only: 5 % fewer nodes, and the distance to the end is lost.

use super::lines::{cells_on_lines, upward};
use super::shape::Shape;
use super::well::Well;
use super::word::Word;

/// The key of a position as it lies.
#[inline(always)]
pub(crate) fn plain<S: Shape>(s: S, well: &Well<S::Word>) -> S::Word {
    well.me | well.mask.plus(s.bottom())
}

/// The key with dead stones of the side to move painted in the opponent's colour.
///
/// Painting must not open a line, so "no line of either side runs through it" is not enough when several stones change at once. Take the stones
/// without an open line of their own; of those paint the ones all of whose lines hold a stone of the same side
/// outside that set. Every line through a painted stone then has both colours, before and after.
#[inline(always)]
pub(crate) fn painted<S: Shape>(s: S, well: &Well<S::Word>) -> S::Word {
    let empty = s.board() & !well.mask;
    let idle = well.me & !cells_on_lines(s, well.me | empty);
    let open = cells_on_lines(s, (well.me ^ well.mask) | empty | idle);
    (well.me & !(idle & !open)) | well.mask.plus(s.bottom())
}

/// The smaller of a key and its mirror image.
#[inline(always)]
pub(crate) fn canonical<S: Shape>(s: S, key: S::Word) -> S::Word {
    key.min(s.mirror(key))
}

/// What matters of a position and nothing else, as a number of 128 bits: heights, the cells that win for either side, and of the stones those that lie
/// on a line which their side can still complete without such a cell.
///
/// A line that contains a winning cell of its own side is of no further use: with that cell the game is over. What lies above a
/// cell that wins for both, or above two of one side on top of each other, is never played. Two positions with the same heights, winning cells and lines have the
/// same games before them, stone for stone, so the same score.
///
/// This does not fit a word, so it is mixed; that two of a thousand million positions get the same number has a chance of one in 10^20.
#[inline(always)]
pub(crate) fn essence<S: Shape>(s: S, well: &Well<S::Word>, mirror: bool) -> u128 {
    let them = well.me ^ well.mask;
    let last = (well.mine & well.theirs) | (well.mine & (well.mine << 1)) | (well.theirs & (well.theirs << 1));
    let empty = s.board() & !well.mask & !(upward(s, last) << 1);
    let (mine, theirs) = (well.mine & empty, well.theirs & empty);
    // Stones and winning cells share a word: they lie on different cells.
    let ours = (well.me & cells_on_lines(s, well.me | (empty & !mine))) | mine;
    let others = (them & cells_on_lines(s, them | (empty & !theirs))) | theirs;
    let key = mix([well.mask, ours, others]);
    if mirror { key.min(mix([well.mask, ours, others].map(|word| s.mirror(word)))) } else { key }
}

/// Whether the essence is what keys are made of: with four in a row it takes 12 to 20 % fewer nodes and more time. Where exactly k
/// win, a stone beyond the end of a line matters too, and only plain keys are sound.
#[inline(always)]
pub(crate) fn essential<S: Shape>(s: S) -> bool {
    s.k() >= 5 && S::Word::BITS == 64 && !S::EXACT
}

/// Odd numbers without a pattern.
const ODD: [u64; 5] =
    [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1, 0x510E_527F_ADE6_82D1];

/// Sums of folded products, which do not wait for one another.
#[inline(always)]
fn mix<W: Word>(words: [W; 3]) -> u128 {
    let fold = |x: u64, y: u64| {
        let product = u128::from(x) * u128::from(y);
        product as u64 ^ (product >> 64) as u64
    };
    let [a, b, c] = words.map(|word| word.widen() as u64);
    let low = fold(a ^ ODD[0], b ^ ODD[1]) ^ fold(c ^ ODD[2], a.rotate_left(32) ^ ODD[3]);
    let high = fold(c ^ ODD[1], b.rotate_left(32) ^ ODD[4]) ^ fold(a ^ ODD[3], c.rotate_left(24) ^ ODD[0]);
    u128::from(high) << 64 | u128::from(low)
}
