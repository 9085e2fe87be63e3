//! A static verdict for the end of a game: the attacker has so few lines left that counting moves decides.
//!
//! *The idea.* Let A be the side whose win is in question and D the other, and let some empty cells, the *targets*, lie on every
//! line that A can still complete, upright ones left aside. A needs all of them, D one. Whoever plays the cell below a target gives
//! the target away, so both stay away from there as long as they can. All other cells are moves to spare, and are played until
//! somebody has none left.
//!
//! - If that is A, it gives a target to D, and with it all its lines.
//! - If that is D, it gives a target to A and gets the cells above it to spare. If their number is odd, A runs out first now:
//!   D holds if A needs another target still.
//! - If a target can be played now, D takes it, or A has to; two of them cannot both be taken by A.
//!
//! D is not forced elsewhere meanwhile: as long as a target is open, A is never one stone short of a line but for that target. An upright line
//! is stopped by the cell above it, which is to spare as well, unless a target lies right above that; and taking a target must not
//! threaten an upright line while another waits to be taken. What D's own lines do can only help D.
//!
//! If A has a single line, D has none, and counting does not hold it, A wins.
//!
//! *Measured* (mean nodes of the question "does the first player win?", random positions of 7x7x5 with 14 / 12 stones): lines that are dead
//! altogether only 13.5 M / 79 M, with this 2.7 M / 14 M, in 2.6 times less time. 5x7x4 from 5.2 M to 3.2 M nodes, 6x7x4 from 65 M to 60 M for 3 % more
//! instructions a node.
//! *Rejected*: several groups of lines, each with targets of its own, and the game of who gives what away solved between them: 5 %
//! fewer nodes, no less time. Keys in which columns without a line are filled, because two moves to spare are as good as none: 2 %
//! fewer nodes, a third more time. Proof numbers over such searches as jobs, for the first dozen plies: as many nodes or twice as many.

use super::lines::run;
use super::shape::Shape;
use super::well::Well;
use super::word::{Bits, Word};

/// With more lines than this they seldom have a cell in common.
const MOST: u32 = 8;

/// The answer to "is the score above alpha?" as a bound, if it can be told. The side to move cannot win at once.
#[inline(always)]
pub(crate) fn verdict<S: Shape>(s: S, well: &Well<S::Word>, alpha: i32) -> Option<i32> {
    let empty = s.board() & !well.mask;
    let attacker_moves = alpha >= 0;
    let them = well.me ^ well.mask;
    let (attacker, defender) = if attacker_moves { (well.me, them) } else { (them, well.me) };
    let lines = Slanted::of(s, attacker | empty);
    let starts = lines.starts();
    if starts.is_zero() {
        return Some(0);
    }
    // Mostly there are far too many, and one count tells.
    if starts.count() > MOST {
        return None;
    }
    let count = lines.count();
    let playable = well.playable(s);
    // Whoever has to answer a threat cannot choose.
    if count > MOST || s.k() < 3 || (well.theirs & playable).any() {
        return None;
    }
    let targets = lines.common(s) & empty;
    if targets.is_zero() {
        return None;
    }
    if held(s, targets, playable, s.cells() - well.stones, attacker_moves) {
        let answers = uprights(s, attacker | empty);
        let quiet = answers.is_zero()
            || (((answers << s.k()) & targets) | ((answers << (s.k() - 2)) & targets & playable)).is_zero();
        return quiet.then_some(0);
    }
    let decisive = alpha == 0 || alpha == -1;
    if decisive && count == 1 && Slanted::of(s, defender | empty).starts().is_zero() {
        let answers = uprights(s, defender | empty);
        if answers.is_zero() || ((answers << s.k()) & targets).is_zero() {
            return Some(if attacker_moves { 1 } else { -1 });
        }
    }
    None
}

/// Whether D gets one of the targets, with so many empty cells.
#[inline(always)]
fn held<S: Shape>(s: S, mut targets: S::Word, playable: S::Word, mut empties: u32, mut attacker_moves: bool) -> bool {
    let open = targets & playable;
    if open.any() {
        if !attacker_moves || open.several() {
            return true;
        }
        // A has to take it.
        targets = targets & !open;
        if targets.is_zero() {
            return false;
        }
        empties -= 1;
        attacker_moves = false;
    }
    // Cells to spare: all but the targets, those below and those above them. Above a cell of the top's parity lies an even number.
    let odd = (targets & !s.claimable()).count();
    let spare_is_even = (empties + odd).is_multiple_of(2);
    attacker_moves == spare_is_even || (odd > 0 && targets.several())
}

/// Where upright lines of k in `set` start.
#[inline(always)]
fn uprights<S: Shape>(s: S, set: S::Word) -> S::Word {
    if s.k() <= s.rows() { run(set, 1, s.k()) } else { S::Word::ZERO }
}

/// Lines that are not upright, by where they start.
struct Slanted<W> {
    level: W,
    rising: W,
    falling: W,
}

impl<W: Word> Slanted<W> {
    #[inline(always)]
    fn of<S: Shape<Word = W>>(s: S, set: W) -> Slanted<W> {
        let (k, stride) = (s.k(), s.stride());
        let mut lines = Slanted { level: W::ZERO, rising: W::ZERO, falling: W::ZERO };
        if k <= s.cols() {
            lines.level = run(set, stride, k);
            if k <= s.rows() {
                lines.rising = run(set, stride + 1, k);
                lines.falling = run(set, stride - 1, k);
            }
        }
        lines
    }

    #[inline(always)]
    fn starts(&self) -> W {
        self.level | self.rising | self.falling
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        self.level.count() + self.rising.count() + self.falling.count()
    }

    /// The cells that all of them have in common.
    #[inline(always)]
    fn common<S: Shape<Word = W>>(&self, s: S) -> W {
        let stride = s.stride();
        let mut cells = s.board();
        for (starts, d) in [(self.level, stride), (self.rising, stride + 1), (self.falling, stride - 1)] {
            for start in Bits(starts) {
                let mut line = start;
                for i in 1..s.k() {
                    line = line | (start << (i * d));
                }
                cells = cells & line;
                if cells.is_zero() {
                    return cells;
                }
            }
        }
        cells
    }
}
