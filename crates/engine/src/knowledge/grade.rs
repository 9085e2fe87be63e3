//! What a stone on a cell makes of all four lines at once.
//!
//! The four classes of a cell are packed into 16 bits, and one table of 65,536 bytes turns them into one of sixteen grades:
//! the alphabet of the tactics. It is the same for every K, since classes count from the win downwards.

use std::sync::OnceLock;

use super::classes::{Class, class};

/// Four classes, one a direction, four bits each.
pub type Packed = u16;

/// What a cell is worth to one side, from nothing to a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Grade {
    /// No line can be completed through it, or it is taken.
    None,
    /// Some line can.
    Alive,
    /// A line that lacks four.
    Four,
    /// Several of them.
    Fours,
    /// A line that lacks three, or a closed one that lacks two.
    Three,
    /// A closed line that lacks two and more.
    Two,
    /// Several lines that lack three, or closed ones that lack two.
    Threes,
    /// An open line that lacks two: it threatens to become one that nothing stops.
    Open2,
    /// The same and another line on the way.
    Open2More,
    /// Two open lines that lack two.
    DoubleOpen2,
    /// A line that lacks one: the opponent must answer.
    One,
    /// The same and another line on the way.
    OneMore,
    /// A line that lacks one and an open one that lacks two.
    OneOpen2,
    /// Two cells that win: an open line or two lines.
    Mate,
    /// K in a row.
    Win,
}

impl Grade {
    /// How many there are.
    pub const COUNT: usize = 15;

    /// Whether the move creates a threat to win at once.
    #[inline]
    pub fn is_four(self) -> bool {
        self >= Grade::One
    }

    /// What it is sorted by: nothing, something that needs no answer, or the grade itself.
    #[inline]
    pub(super) fn kind(self) -> u8 {
        const KINDS: [u8; Grade::COUNT] = [0, 1, 1, 1, 1, 1, 1, 7, 8, 9, 10, 11, 12, 13, 14];
        KINDS[self as usize]
    }

    /// The sets of cells that it belongs to: open lines that lack two and nothing better (bit 0), lines that lack one (1), wins (2).
    #[inline]
    pub(super) fn sets(self) -> u8 {
        const SETS: [u8; Grade::COUNT] = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2 | 4];
        const { assert!(Grade::Open2 as usize == 7 && Grade::One as usize == 10 && Grade::Win as usize == 14) }
        SETS[self as usize]
    }
}

/// The grade of four classes.
#[inline]
pub fn grade_of(packed: Packed) -> Grade {
    table()[usize::from(packed)]
}

/// All grades. Callers in a hurry keep the reference.
#[inline]
pub(super) fn table() -> &'static [Grade; 1 << 16] {
    static TABLE: OnceLock<Box<[Grade; 1 << 16]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let grades: Vec<Grade> = (0..=u16::MAX).map(deduce).collect();
        grades.into_boxed_slice().try_into().expect("one grade for each code")
    })
}

fn deduce(packed: Packed) -> Grade {
    let lines: [Class; 4] = std::array::from_fn(|d| (packed >> (4 * d) & 15) as Class);
    let count = |wanted: Class| lines.iter().filter(|line| **line == wanted).count();
    let [wins, open1, ones, open2, twos] =
        [class::WIN, class::OPEN_1, class::ONE, class::OPEN_2, class::TWO].map(count);
    let [open3, threes, open4] =
        [class::lacking(3, true), class::lacking(3, false), class::lacking(4, true)].map(count);
    let soon = twos + open3;
    if wins > 0 {
        Grade::Win
    } else if open1 > 0 || ones > 1 {
        Grade::Mate
    } else if ones > 0 {
        match (open2, soon) {
            (0, 0) => Grade::One,
            (0, _) => Grade::OneMore,
            _ => Grade::OneOpen2,
        }
    } else if open2 > 0 {
        match (open2, soon) {
            (1, 0) => Grade::Open2,
            (1, _) => Grade::Open2More,
            _ => Grade::DoubleOpen2,
        }
    } else if soon > 1 {
        Grade::Threes
    } else if twos > 0 {
        Grade::Two
    } else if open3 > 0 {
        Grade::Three
    } else {
        match threes + open4 {
            0 if packed == 0 => Grade::None,
            0 => Grade::Alive,
            1 => Grade::Four,
            _ => Grade::Fours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: [Class; 4]) -> Grade {
        grade_of(lines.iter().enumerate().fold(0, |packed, (d, line)| packed | u16::from(*line) << (4 * d)))
    }

    #[test]
    fn the_best_lines_decide_and_two_good_ones_make_a_better_one() {
        use class::{ONE, OPEN_1, OPEN_2, TWO, WIN};
        assert_eq!(of([0, 0, 0, 0]), Grade::None);
        assert_eq!(of([0, WIN, ONE, 0]), Grade::Win);
        assert_eq!(of([OPEN_1, 0, 0, 0]), Grade::Mate);
        assert_eq!(of([ONE, 0, 0, ONE]), Grade::Mate);
        assert_eq!(of([ONE, OPEN_2, 0, 0]), Grade::OneOpen2);
        assert_eq!(of([OPEN_2, 0, OPEN_2, 0]), Grade::DoubleOpen2);
        assert_eq!(of([OPEN_2, TWO, 0, 0]), Grade::Open2More);
        assert!(of([0, ONE, 0, 0]).is_four() && !of([OPEN_2, OPEN_2, OPEN_2, OPEN_2]).is_four());
    }

    #[test]
    fn the_order_of_the_lines_does_not_matter() {
        for packed in 0..=u16::MAX {
            assert_eq!(grade_of(packed), grade_of(packed.rotate_left(4)));
        }
    }
}
