//! Exact scores and what they mean.

use std::fmt;
use std::ops::Neg;

/// The exact value of a position for the side to move, on Pascal Pons's scale.
///
/// 0 is a draw. If the side to move wins with the n-th stone of the game (all stones counted) the score is
/// `(cells + 2 - n) / 2`, rounded down: the sooner the win, the larger the score. If the opponent wins it is the negative of that.
///
/// ```
/// use filetto_solve::gravity::Score;
///
/// // 42 cells, the first player wins with the 41st stone.
/// let score = Score::win_with_stone(41, 42);
/// assert_eq!(score, Score::from(1));
/// assert_eq!(score.last_stone(42, 0), 41);
/// assert_eq!((-score).plies_to_end(42, 1), 40);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i16);

impl Score {
    /// Nobody wins.
    pub const DRAW: Score = Score(0);
    /// A win with the last stone: what wins at all has this score or a better one.
    pub const LAST_WIN: Score = Score(1);

    /// The score of the side that wins with the `stone`-th stone of a game on `cells` cells.
    pub fn win_with_stone(stone: u32, cells: u32) -> Score {
        Score(win_with_stone(stone, cells) as i16)
    }

    /// The number on Pons's scale.
    pub fn get(self) -> i32 {
        self.0.into()
    }

    /// 1 if the side to move wins, 0 for a draw, -1 if it loses.
    pub fn sign(self) -> i32 {
        self.get().signum()
    }

    /// The number of the stone that ends the game under best play, if `played` stones lie on the board.
    pub fn last_stone(self, cells: u32, played: u32) -> u32 {
        let score = u32::from(self.0.unsigned_abs());
        if score == 0 {
            return cells;
        }
        // The winner's stones have one parity, the loser's the other: of the two numbers that round to the score, one fits.
        let latest = cells + 2 - 2 * score;
        let winner_is_to_move = self.0 > 0;
        let parity = if winner_is_to_move { (played + 1) % 2 } else { played % 2 };
        if latest % 2 == parity { latest } else { latest - 1 }
    }

    /// How many more stones the game lasts under best play.
    pub fn plies_to_end(self, cells: u32, played: u32) -> u32 {
        self.last_stone(cells, played) - played
    }
}

/// The same as a bare number, for the inside of the search.
#[inline(always)]
pub(crate) fn win_with_stone(stone: u32, cells: u32) -> i32 {
    (cells as i32 + 2 - stone as i32) >> 1
}

impl From<i16> for Score {
    fn from(score: i16) -> Score {
        Score(score)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
