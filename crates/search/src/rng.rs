//! A small random generator that gives the same numbers on every machine.
//!
//! SplitMix64 (Steele, Lea and Flood, 2014): one addition and two multiplications a number, any seed is a good seed.
//! Playouts and keys need reproducibility and speed, not secrecy.
//!
//! `filetto-rules` has the same eight lines. Neither crate may depend on the other, each on nothing at all, and a crate between
//! them would be larger than what it holds; a test in `filetto-engine`, which knows both, holds them to one sequence.

/// A stream of random numbers, fixed by its seed.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, or 0 if `n` is 0. Multiplication instead of remainder: no division, and for the small `n` of
    /// a game the bias is far below anything a playout could notice.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_fixes_the_stream_on_every_machine() {
        let mut rng = Rng::new(1234567);
        assert_eq!(
            [rng.bits(), rng.bits(), rng.bits()],
            [6457827717110365317, 3203168211198807973, 9817491932198370423]
        );
    }

    #[test]
    fn numbers_below_a_limit_are_evenly_spread() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 7];
        (0..70_000).for_each(|_| seen[rng.below(7)] += 1);
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
    }
}
