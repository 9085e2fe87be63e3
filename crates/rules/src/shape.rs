//! A board's shape, known when the program is compiled or only when it runs.

use crate::{MAX_SIDE, Placement, Rules};

/// Rules as a type parameter: the same board code runs with numbers that the compiler knows, and can fold, or with
/// numbers from the user.
pub trait Shape: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// This shape for these rules, if it is theirs.
    fn of(rules: Rules) -> Option<Self>;
    /// The rules it stands for.
    fn rules(self) -> Rules;
}

/// A shape fixed at compile time: worth it for boards that are solved at scale (2.5 times as fast as [`Dynamic`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed<const ROWS: usize, const COLS: usize, const K: usize, const GRAVITY: bool>;

impl<const ROWS: usize, const COLS: usize, const K: usize, const GRAVITY: bool> Fixed<ROWS, COLS, K, GRAVITY> {
    /// Evaluated while compiling: a shape that is no game does not build.
    const RULES: Rules = {
        assert!(ROWS >= 1 && ROWS <= MAX_SIDE && COLS >= 1 && COLS <= MAX_SIDE, "no such board");
        assert!(K >= 1 && (K <= ROWS || K <= COLS), "no such game");
        Rules::preset(ROWS as u8, COLS as u8, K as u8, Placement::with_gravity(GRAVITY))
    };
}

impl<const ROWS: usize, const COLS: usize, const K: usize, const GRAVITY: bool> Shape
    for Fixed<ROWS, COLS, K, GRAVITY>
{
    fn of(rules: Rules) -> Option<Self> {
        (rules == Self::RULES).then_some(Fixed)
    }

    #[inline]
    fn rules(self) -> Rules {
        Self::RULES
    }
}

/// A shape known only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dynamic(Rules);

impl Shape for Dynamic {
    fn of(rules: Rules) -> Option<Self> {
        Some(Dynamic(rules))
    }

    #[inline]
    fn rules(self) -> Rules {
        self.0
    }
}
