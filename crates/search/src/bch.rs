//! Key words with a guarantee, from a code that corrects errors.
//!
//! Take the field GF(2^m) and a generator `a` of its multiplicative group. The word of feature `i` is the concatenation
//! of `a^i, a^3i, a^5i, …, a^(2t-1)i`, `m` bits each: column `i` of the parity-check matrix of the binary BCH code that
//! corrects `t` errors (Hocquenghem 1959; Bose and Ray-Chaudhuri 1960). No code word but zero has fewer than `2t + 1`
//! ones, which says that no `2t` columns xor to zero. Two positions have the same key only if the features in which
//! they differ xor to zero; so positions that differ in `2t` features or fewer have different keys, not probably but
//! certainly. A further bit that is 1 in every word (the extended code) excludes every odd number of features and
//! raises the guarantee to `2t + 1`.
//!
//! With 64 bits a 15x15 board of two colours (450 features, m = 9, t = 7) is safe up to 15 differences, that is 15
//! stones; a 128x128 board (m = 16, t = 4) up to 8. Warnock and Wendroff brought the idea to game trees. Left out: codes
//! shortened or lengthened to the last feature; the next power of two costs a bit or two.
//!
//! Bits that the code leaves over are filled at random. Adding rows to the matrix cannot make independent columns
//! dependent, and positions far apart, about which the code promises nothing, profit from full-length keys.

use crate::keys::Key;
use crate::rng::Rng;

/// The largest number of features that words can be made for.
pub const MOST_FEATURES: usize = (1 << LARGEST_FIELD) - 1;

const SMALLEST_FIELD: u32 = 2;
const LARGEST_FIELD: u32 = 20;

/// A primitive polynomial for each field from GF(2^2) on; bit `i` is the coefficient of `x^i`.
const PRIMITIVE: [u32; 19] = [
    0x7, 0xb, 0x13, 0x25, 0x43, 0x89, 0x11d, 0x211, 0x409, 0x805, 0x1053, 0x201b, 0x4443, 0x8003, 0x1100b, 0x2_0009,
    0x4_0081, 0x8_0027, 0x10_0009,
];

/// The code that fits a number of features into 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Code {
    /// The field is GF(2^m).
    m: u32,
    /// How many odd powers a word holds.
    t: u32,
    /// Whether there is room for the bit that is 1 in every word.
    extended: bool,
}

impl Code {
    fn fitting(features: usize) -> Code {
        assert!(features <= MOST_FEATURES, "BCH key words exist for at most {MOST_FEATURES} features, not {features}");
        let m = (SMALLEST_FIELD..=LARGEST_FIELD).find(|&m| features < 1 << m).unwrap_or(LARGEST_FIELD);
        // Beyond this power the sequence of odd powers repeats itself in conjugates.
        let useful = (1 << (m - 1)) - 1;
        let t = (64 / m).min(useful);
        Code { m, t, extended: m * t < 64 }
    }

    fn bits(self) -> u32 {
        self.m * self.t + u32::from(self.extended)
    }

    fn guarantee(self) -> usize {
        (2 * self.t) as usize + usize::from(self.extended)
    }

    /// The columns of features `0..features`, the bits above [`bits`](Self::bits) zero.
    fn columns(self, features: usize) -> Vec<u64> {
        let powers = powers(self.m);
        let order = powers.len();
        let column = |i: usize| {
            let mut word = 0u64;
            for odd in (0..self.t as usize).map(|j| 2 * j + 1) {
                word = (word << self.m) | u64::from(powers[i * odd % order]);
            }
            if self.extended { (word << 1) | 1 } else { word }
        };
        (0..features).map(column).collect()
    }
}

/// `a^0, a^1, …` in GF(2^m): every element but zero, once.
fn powers(m: u32) -> Vec<u32> {
    let polynomial = PRIMITIVE[(m - SMALLEST_FIELD) as usize];
    let times_a = |&x: &u32| {
        let shifted = x << 1;
        Some(if shifted >> m == 1 { shifted ^ polynomial } else { shifted })
    };
    std::iter::successors(Some(1), times_a).take((1 << m) - 1).collect()
}

/// The words of features `0..features`.
pub(crate) fn words(features: usize) -> Box<[Key]> {
    let code = Code::fitting(features);
    let mut rng = Rng::new(features as u64);
    let mut fill = || {
        if code.bits() == 64 { 0 } else { rng.bits() << code.bits() }
    };
    code.columns(features).into_iter().map(|word| Key(word | fill())).collect()
}

/// In how many features two positions may differ and still have different keys for certain.
pub(crate) fn guarantee(features: usize) -> usize {
    Code::fitting(features).guarantee()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_polynomial_of_the_table_is_primitive() {
        for m in SMALLEST_FIELD..=LARGEST_FIELD {
            let powers = powers(m);
            let distinct: HashSet<u32> = powers.iter().copied().collect();
            assert_eq!(distinct.len(), (1 << m) - 1, "GF(2^{m})");
            assert!(!distinct.contains(&0));
        }
    }

    /// Every xor of one to `half` columns is different and not zero; so no `2 * half` columns xor to zero.
    fn no_two_small_sets_collide(columns: &[u64], half: usize) -> bool {
        fn sums(columns: &[u64], left: usize, sum: u64, seen: &mut HashSet<u64>) -> bool {
            columns.iter().enumerate().all(|(i, column)| {
                seen.insert(sum ^ column) && (left == 1 || sums(&columns[i + 1..], left - 1, sum ^ column, seen))
            })
        }
        sums(columns, half, 0, &mut HashSet::from([0]))
    }

    #[test]
    fn a_code_of_few_bits_keeps_the_distance_that_it_promises() {
        // 15 bits for 31 features: any 6 columns independent, checked over all sets of up to three.
        let code = Code { m: 5, t: 3, extended: false };
        assert_eq!(code.guarantee(), 6);
        assert!(no_two_small_sets_collide(&code.columns(31), 3));
        // As many random words of as many bits do collide: the guarantee is the code's, not the width's.
        let mut rng = Rng::new(3);
        let random: Vec<u64> = (0..31).map(|_| rng.bits() >> 49).collect();
        assert!(!no_two_small_sets_collide(&random, 3));
        // 18 bits for 511 features: any 4 columns independent.
        assert!(no_two_small_sets_collide(&Code { m: 9, t: 2, extended: false }.columns(511), 2));
    }

    #[test]
    fn words_of_a_real_board_are_independent_up_to_the_guarantee() {
        for (features, guarantee) in [(18, 25), (84, 19), (450, 15), (9800, 9), (32768, 8)] {
            assert_eq!(super::guarantee(features), guarantee, "{features} features");
            let code = Code::fitting(features);
            let columns = code.columns(features);
            let mut rng = Rng::new(11);
            for _ in 0..300 {
                let mut basis: Vec<u64> = Vec::new();
                let mut chosen = HashSet::new();
                while chosen.len() < guarantee.min(features) {
                    let i = rng.below(features);
                    if chosen.insert(i) {
                        let rest = basis.iter().fold(columns[i], |word, b| word.min(word ^ b));
                        assert_ne!(rest, 0, "{features} features: dependent columns {chosen:?}");
                        basis.push(rest);
                    }
                }
            }
        }
    }

    #[test]
    fn an_odd_number_of_toggles_always_shows_in_the_extended_bit() {
        let words = words(450);
        assert!(words.iter().all(|word| word.0 & 1 == 1));
    }
}
