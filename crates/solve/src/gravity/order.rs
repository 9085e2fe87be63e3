//! Which child to search first.

use super::shape::Shape;
use super::tuning::Tuning;
use super::well::Well;
use super::word::Word;

/// The larger, the sooner.
#[inline(always)]
pub(crate) fn score<S: Shape>(
    s: S,
    child: &Well<S::Word>,
    bit: u32,
    alpha: i32,
    t: &Tuning,
    w: &[u8; 129],
    _jitter: u64,
) -> i32 {
    let (mine, theirs) = (child.theirs, child.mine);
    let column = (bit / s.stride()) as i32;
    let centre = -(2 * column - (s.cols() as i32 - 1)).abs();
    let p = &t.params;
    if alpha >= p[8] || alpha < -p[8] {
        return mine.count() as i32 * 64 + (mine & child.playable(s)).count() as i32 * p[9] + centre * p[6] + w[bit as usize] as i32 * p[15];
    }
    let playable = child.playable(s);
    let next = playable << 1;
    let good = if child.stones % 2 == 1 { !s.claimable() } else { s.claimable() };
    let useful = if p[10] != 0 { mine & !(super::lines::upward(s, theirs) << 1) } else { S::Word::ZERO };
    let pairs = mine & (mine << 1);
    let third = mine & (playable << 2);
    let own = w[bit as usize] as i32 * p[13] - w[bit as usize + 1] as i32 * p[14];
    own + useful.count() as i32 * p[10] + pairs.count() as i32 * p[11] + third.count() as i32 * p[12] + mine.count() as i32 * p[1] + (mine & playable).count() as i32 * p[2] + (mine & next).count() as i32 * p[3]
        + (mine & good).count() as i32 * p[4] - theirs.count() as i32 * p[5] + centre * p[6]
}

/// How many lines of k run through each cell, by bit.
pub(crate) fn weights<S: Shape>(s: S) -> [u8; 129] {
    let mut out = [0; 129];
    let (rows, cols, k) = (s.rows() as i64, s.cols() as i64, s.k() as i64);
    for row in 0..rows {
        for col in 0..cols {
            for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (er, ec) = (row + dr * (k - 1), col + dc * (k - 1));
                if er < rows && ec < cols && ec >= 0 {
                    for i in 0..k {
                        out[((col + i * dc) * s.stride() as i64 + row + i * dr) as usize] += 1;
                    }
                }
            }
        }
    }
    out
}
