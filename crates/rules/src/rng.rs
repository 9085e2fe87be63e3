//! Random numbers that are the same on every machine and in every version.

/// SplitMix64 (Steele, Lea and Flood 2014): a counter and a mixing function. Enough for Zobrist keys, openings and random
/// players, and part of the specification: the keys in stored files depend on it. Not for secrets.
///
/// ```
/// use filetto_rules::Rng;
///
/// let (mut a, mut b) = (Rng::new(1), Rng::new(1));
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The sequence of this seed.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`, and 0 if `n` is 0. The bias is under `n / 2^64`.
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next_u64() as u128 * n as u128) >> 64) as usize
    }

    /// One of the items, all equally likely.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first outputs for seed 1234567, as in the reference implementation's test vector.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_below_n_cover_the_range_evenly() {
        let mut rng = Rng::new(7);
        let mut counts = [0; 10];
        (0..10_000).for_each(|_| counts[rng.below(10)] += 1);
        assert!(counts.iter().all(|&n| (850..1150).contains(&n)), "{counts:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
