//! The weights of classes and grades as a position keeps them: what a cell is worth to the side to move and what to the side that
//! waits, both in one word, so that one addition changes both.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::grade::Grade;
use super::{Class, Packed, Weights, class};

/// Two sums in one word: 2^32 times what it is worth to the side to move, plus what it is worth to the side that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PackedWeight(i64);

impl PackedWeight {
    const fn new(mover: i32, waiter: i32) -> PackedWeight {
        PackedWeight(((mover as i64) << 32) + waiter as i64)
    }

    #[inline]
    pub(super) fn mover(self) -> i32 {
        // The lower half borrows from the upper one if it is negative.
        ((self.0 - i64::from(self.waiter())) >> 32) as i32
    }

    /// Nothing unless this holds; without a branch.
    #[inline]
    pub(super) fn only_if(self, holds: bool) -> PackedWeight {
        PackedWeight(self.0 & -i64::from(holds))
    }

    #[inline]
    pub(super) fn waiter(self) -> i32 {
        self.0 as i32
    }
}

impl Add for PackedWeight {
    type Output = PackedWeight;
    #[inline]
    fn add(self, other: PackedWeight) -> PackedWeight {
        PackedWeight(self.0 + other.0)
    }
}

impl Sub for PackedWeight {
    type Output = PackedWeight;
    #[inline]
    fn sub(self, other: PackedWeight) -> PackedWeight {
        PackedWeight(self.0 - other.0)
    }
}

impl AddAssign for PackedWeight {
    #[inline]
    fn add_assign(&mut self, other: PackedWeight) {
        *self = *self + other;
    }
}

impl SubAssign for PackedWeight {
    #[inline]
    fn sub_assign(&mut self, other: PackedWeight) {
        *self = *self - other;
    }
}

/// The weight of every class and grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedWeights {
    classes: [PackedWeight; 16],
    grades: [PackedWeight; 16],
}

impl PackedWeights {
    pub(super) fn of(weights: &Weights) -> PackedWeights {
        let weight = |i: usize| PackedWeight::new(weights.mover[i], weights.waiter[i]);
        let mut packed =
            PackedWeights { classes: std::array::from_fn(weight), grades: std::array::from_fn(|i| weight(16 + i)) };
        // What is dead or without a grade does not count.
        packed.classes[usize::from(class::DEAD)] = PackedWeight::default();
        packed.grades[Grade::None as usize] = PackedWeight::default();
        packed
    }

    #[inline]
    pub(super) fn class(&self, class: Class) -> PackedWeight {
        self.classes[usize::from(class & 15)]
    }

    #[inline]
    pub(super) fn grade(&self, grade: Grade) -> PackedWeight {
        self.grades[grade as usize]
    }

    /// The weight of four classes, without that of the grade that they make.
    #[inline]
    pub(super) fn packed(&self, packed: Packed) -> PackedWeight {
        (0..4).fold(PackedWeight::default(), |sum, d| sum + self.class((packed >> (4 * d) & 15) as Class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sums_in_one_word_do_not_disturb_each_other() {
        let mut rng = filetto_rules::Rng::new(1);
        let (mut sum, mut mover, mut waiter) = (PackedWeight::default(), 0, 0);
        for i in 0..1000 {
            let [a, b] = [(); 2].map(|()| rng.below(200_000) as i32 - 100_000);
            if i % 3 == 0 {
                (sum, mover, waiter) = (sum - PackedWeight::new(a, b), mover - a, waiter - b);
            } else {
                (sum, mover, waiter) = (sum + PackedWeight::new(a, b), mover + a, waiter + b);
            }
            assert_eq!((sum.mover(), sum.waiter()), (mover, waiter));
        }
    }
}
