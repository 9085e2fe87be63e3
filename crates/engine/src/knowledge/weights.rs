//! What the counts of a position are worth.
//!
//! The estimate is linear: each class and each grade has a weight, one for the side to move and one for the side that waits,
//! because a threat is worth more to the one who may carry it out. The unit is a thousandth: 1,000 is about a sure thing.

use super::Counts;

/// How many weights there are for one role.
pub const FEATURES: usize = 32;

/// The weights of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// By class.
    pub classes: [i16; 16],
    /// By grade.
    pub grades: [i16; 16],
}

impl Role {
    /// The weighted sum of counts.
    #[inline]
    pub fn of(&self, counts: &Counts) -> i32 {
        let dot = |weights: &[i16; 16], counts: &[i32; 16]| -> i32 {
            weights.iter().zip(counts).map(|(w, n)| i32::from(*w) * n).sum()
        };
        dot(&self.classes, &counts.classes) + dot(&self.grades, &counts.grades)
    }
}

/// The weights of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For the side to move.
    pub mover: Role,
    /// For the other side.
    pub waiter: Role,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::by_hand()
    }
}

impl Weights {
    /// Set by hand: where the tuning starts from.
    pub const fn by_hand() -> Weights {
        // dead, 7, 7 open, 6, 6 open, 5, 5 open, 4, 4 open, 3, 3 open, 2, 2 open, 1, 1 open, win
        let classes = [0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 6, 6, 14, 10, 40, 60];
        // none, alive, four, fours, three, two, threes, open 2, open 2 more, double open 2, one, one more, one open 2, mate, win
        let mover = [0, 0, 0, 1, 2, 3, 8, 14, 26, 70, 18, 32, 180, 400, 900, 0];
        let waiter = [0, 0, 0, 1, 1, 2, 5, 8, 16, 40, 12, 20, 90, 200, 300, 0];
        Weights { mover: Role { classes, grades: mover }, waiter: Role { classes, grades: waiter } }
    }
}
