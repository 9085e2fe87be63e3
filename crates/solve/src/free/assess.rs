//! What can be said of a position without searching.

use super::dfpn::{Dfpn, VCF};
use super::pairing::NEAR;
use super::state::{O, Who, X};
use super::table::Numbers;
use super::vcf::Vcf;

/// The first disproof number is two to the power of the deficiency, up to two to this power. Measured in nodes against the
/// deficiency itself: 7x7x5 17,055 to 13,244, strong 4x7x4 22,034 to 13,249, 7x11x6 18,986 to 13,560; against one: 7x7x5 weak
/// 22,000, 4x7x4 41,000.
const STEEP: u32 = 14;

/// The position's key and its first numbers: from the table, decided by a rule, or a guess.
pub(crate) struct Assess {
    pub(crate) key: u64,
    pub(crate) numbers: Numbers,
}

impl<const N: usize> Dfpn<N> {
    /// The table's knowledge of the position at hand, or a first assessment.
    pub(crate) fn assess(&mut self, to_move: Who) -> Assess {
        let scan = self.state.scan();
        let key = self.state.key(&scan, to_move);
        if let Some(numbers) = self.table.get(key) {
            return Assess { key, numbers };
        }
        self.assessed += 1;
        let decided = |numbers| Assess { key, numbers };
        let (own, other) = (scan.wins[to_move], scan.wins[1 - to_move]);
        let (good, bad) = if to_move == X { (Numbers::WIN, Numbers::HOLD) } else { (Numbers::HOLD, Numbers::WIN) };
        if !own.is_empty() {
            return decided(good);
        }
        if other.many() {
            return decided(bad);
        }
        let bound = 1u64 << (self.state.lines.k - u8::from(to_move == X)).min(60);
        if scan.potential < bound {
            return decided(Numbers::HOLD);
        }
        if let Some(block) = other.first() {
            let mark = self.state.mark();
            self.state.play(block, to_move);
            let numbers = self.assess(1 - to_move).numbers;
            self.state.undo_to(mark);
            return decided(numbers);
        }
        let missing = self.pairing.deficiency(&self.state, to_move == O, NEAR);
        if missing == 0 {
            return decided(Numbers::HOLD);
        }
        let attacks = (to_move == X || self.state.strong) && !scan.nearly[to_move].is_empty();
        if attacks && Vcf::zone(&mut self.state, to_move, VCF).is_some() {
            return decided(good);
        }
        decided(Numbers { proof: 1, disproof: 1 << missing.min(STEEP) })
    }
}
