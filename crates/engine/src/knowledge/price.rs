//! The weights of classes and grades as a position keeps them: what a cell is worth to the side to move and what to the side that
//! waits, both in one word, so that one addition changes both.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::grade::Grade;
use super::{Class, Packed, Weights, class};

/// Two sums in one word: 2^32 times what it is worth to the side to move, plus what it is worth to the side that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Price(i64);

impl Price {
    const fn new(mover: i32, waiter: i32) -> Price {
        Price(((mover as i64) << 32) + waiter as i64)
    }

    #[inline]
    pub(super) fn mover(self) -> i32 {
        // The lower half borrows from the upper one if it is negative.
        ((self.0 - i64::from(self.waiter())) >> 32) as i32
    }

    /// Nothing unless this holds; without a branch.
    #[inline]
    pub(super) fn only_if(self, holds: bool) -> Price {
        Price(self.0 & -i64::from(holds))
    }

    #[inline]
    pub(super) fn waiter(self) -> i32 {
        self.0 as i32
    }
}

impl Add for Price {
    type Output = Price;
    #[inline]
    fn add(self, other: Price) -> Price {
        Price(self.0 + other.0)
    }
}

impl Sub for Price {
    type Output = Price;
    #[inline]
    fn sub(self, other: Price) -> Price {
        Price(self.0 - other.0)
    }
}

impl AddAssign for Price {
    #[inline]
    fn add_assign(&mut self, other: Price) {
        *self = *self + other;
    }
}

impl SubAssign for Price {
    #[inline]
    fn sub_assign(&mut self, other: Price) {
        *self = *self - other;
    }
}

/// The price of every class and grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prices {
    classes: [Price; 16],
    grades: [Price; 16],
}

impl Prices {
    pub(super) fn of(weights: &Weights) -> Prices {
        let price = |i: usize| Price::new(weights.mover[i], weights.waiter[i]);
        let mut prices = Prices { classes: std::array::from_fn(price), grades: std::array::from_fn(|i| price(16 + i)) };
        // What is dead or without a grade does not count.
        prices.classes[usize::from(class::DEAD)] = Price::default();
        prices.grades[Grade::None as usize] = Price::default();
        prices
    }

    #[inline]
    pub(super) fn class(&self, class: Class) -> Price {
        self.classes[usize::from(class & 15)]
    }

    #[inline]
    pub(super) fn grade(&self, grade: Grade) -> Price {
        self.grades[grade as usize]
    }

    /// The price of four classes, without that of the grade that they make.
    #[inline]
    pub(super) fn packed(&self, packed: Packed) -> Price {
        (0..4).fold(Price::default(), |sum, d| sum + self.class((packed >> (4 * d) & 15) as Class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sums_in_one_word_do_not_disturb_each_other() {
        let mut rng = filetto_rules::Rng::new(1);
        let (mut sum, mut mover, mut waiter) = (Price::default(), 0, 0);
        for i in 0..1000 {
            let [a, b] = [(); 2].map(|()| rng.below(200_000) as i32 - 100_000);
            if i % 3 == 0 {
                (sum, mover, waiter) = (sum - Price::new(a, b), mover - a, waiter - b);
            } else {
                (sum, mover, waiter) = (sum + Price::new(a, b), mover + a, waiter + b);
            }
            assert_eq!((sum.mover(), sum.waiter()), (mover, waiter));
        }
    }
}
