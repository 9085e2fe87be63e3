//! Keys under which equal positions meet: one number for a position, its mirror image and everything that differs in dead stones only.
//!
//! A key is the stones of the side to move plus one marker bit above every column (`mask + bottom`), which tells heights and
//! colours apart without loss. A stone is *dead* if neither side can complete a line through it any more; its colour
//! no longer matters and all dead stones are painted in one (Steininger). Both are gated by the horizon
//! (see `Tuning`): near the leaves they cost more than they save.
//!
//! *Measured*: mirrors pay on the empty board and its first moves only; painting, in the form below that is sound, saves nothing on positions of 10
//! stones or more once the follow-up bounds are in, so its gate is high. The usual form (every stone without an open line
//! of either side, all at once) gave wrong scores on 2 of 3000 published positions.

use super::lines::cells_on_lines;
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
