//! Keys of positions: one random-looking word for every feature, xored together.
//!
//! A position is a set of features ("white stone on c3", "black to move"); its key is the xor of their words, so playing
//! and undoing a move toggles a few words instead of reading the board. Two schemes choose the words:
//!
//! - **Zobrist** (1970): independent random words. Two positions collide with odds of 1 in 2^64, however little they
//!   differ.
//! - **BCH** (Warnock and Wendroff, *Search tables in computer chess*, 1988): columns of the parity-check matrix of an
//!   error-correcting code, so that positions that differ in few features *cannot* collide; see [`crate::bch`].

use std::ops::{BitXor, BitXorAssign};

use crate::bch;
use crate::rng::Rng;

/// A 64-bit key of a position, or the word of one feature of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Key;
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// How the words of the features are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum KeyScheme {
    /// Random words from a seed.
    Zobrist {
        /// The seed of the random words.
        seed: u64,
    },
    /// Words of a BCH code: positions that differ in few features have different keys for certain.
    Bch,
}

/// The words of all features of a game.
#[derive(Clone, Debug)]
pub struct KeyWords {
    words: Box<[Key]>,
    scheme: KeyScheme,
}

impl KeyWords {
    /// The words of features `0..features`.
    ///
    /// # Panics
    /// With [`KeyScheme::Bch`], if there are more than [`bch::MOST_FEATURES`] features.
    pub fn new(scheme: KeyScheme, features: usize) -> KeyWords {
        let words = match scheme {
            KeyScheme::Zobrist { seed } => {
                let mut rng = Rng::new(seed);
                (0..features).map(|_| Key(rng.bits())).collect()
            }
            KeyScheme::Bch => bch::words(features),
        };
        KeyWords { words, scheme }
    }

    /// The word of a feature.
    #[inline]
    pub fn word(&self, feature: usize) -> Key {
        self.words[feature]
    }

    /// The scheme that chose the words.
    pub fn scheme(&self) -> KeyScheme {
        self.scheme
    }

    /// In how many features two positions may differ and still have different keys for certain. Zobrist promises
    /// nothing.
    pub fn guarantee(&self) -> usize {
        match self.scheme {
            KeyScheme::Zobrist { .. } => 0,
            KeyScheme::Bch => bch::guarantee(self.words.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toggling_a_feature_twice_gives_the_key_back() {
        for scheme in [KeyScheme::Zobrist { seed: 1 }, KeyScheme::Bch] {
            let words = KeyWords::new(scheme, 450);
            let mut key = words.word(3) ^ words.word(7);
            let before = key;
            key ^= words.word(449);
            assert_ne!(key, before);
            key ^= words.word(449);
            assert_eq!(key, before);
        }
    }
}
