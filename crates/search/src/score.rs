//! What a position is worth to the player who is to move.
//!
//! One integer orders everything a search compares: a far loss, a bad position, a draw, a good position, a far win, a
//! near win. Decisive scores count plies *from the root of the search*, so that the nearer of two wins is the larger
//! number and a search prefers it without being told. A table outlives the root, so there the distance is counted from
//! the stored position: [`Score::to_table`] and [`Score::from_table`] translate.

use std::fmt;
use std::ops::Neg;

const CERTAIN: i32 = 1_000_000_000;

/// The worth of a position for the player to move: an estimate, a draw, or a win or loss in a number of plies.
///
/// ```
/// use filetto_search::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::new(1_000_000));
/// assert!(Score::loss_in(4) > Score::loss_in(2));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// The longest distance a decisive score can tell; farther ones are told as this one.
    pub const LONGEST: u32 = 100_000;
    /// The worth of a drawn game, and of a position that favours nobody.
    pub const DRAW: Score = Score(0);
    /// Below every score a position can have: the lower end of a full window.
    pub const LOWEST: Score = Score(-CERTAIN - 1);
    /// Above every score a position can have: the upper end of a full window.
    pub const HIGHEST: Score = Score(CERTAIN + 1);
    /// The largest estimate; anything above is a win.
    pub const BEST_ESTIMATE: Score = Score(CERTAIN - Self::LONGEST as i32 - 1);

    /// An estimate, clamped so that it can never be mistaken for a win or a loss.
    pub const fn new(estimate: i32) -> Score {
        let most = Self::BEST_ESTIMATE.0;
        if estimate > most {
            Score(most)
        } else if estimate < -most {
            Score(-most)
        } else {
            Score(estimate)
        }
    }

    /// The player to move wins, `plies` plies from the root.
    pub const fn win_in(plies: u32) -> Score {
        let plies = if plies > Self::LONGEST { Self::LONGEST } else { plies };
        Score(CERTAIN - plies as i32)
    }

    /// The player to move loses, `plies` plies from the root.
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// The number behind the score, for storing and drawing it.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score behind a number that [`raw`](Self::raw) gave; numbers out of range are clamped to the full window.
    pub const fn from_raw(raw: i32) -> Score {
        if raw > CERTAIN {
            Self::HIGHEST
        } else if raw < -CERTAIN {
            Self::LOWEST
        } else {
            Score(raw)
        }
    }

    /// Whether the player to move wins for certain.
    pub const fn is_win(self) -> bool {
        self.0 > Self::BEST_ESTIMATE.0
    }

    /// Whether the player to move loses for certain.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::BEST_ESTIMATE.0
    }

    /// Whether the score is a certain win or loss rather than an estimate or a draw.
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// How many plies from the root the game is decided, when it is.
    pub const fn plies(self) -> Option<u32> {
        if self.is_decisive() { Some((CERTAIN - self.0.abs()).unsigned_abs()) } else { None }
    }

    /// The next higher score: `(s, s.above())` is the null window that asks "more than `s`?".
    #[must_use]
    pub const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next lower score.
    #[must_use]
    pub const fn below(self) -> Score {
        Score(self.0 - 1)
    }

    /// This score with its distance counted from a position `ply` plies below the root, as a table keeps it.
    #[must_use]
    pub const fn to_table(self, ply: u32) -> Score {
        if self.is_win() {
            let nearer = self.0.saturating_add(ply as i32);
            Score(if nearer > CERTAIN { CERTAIN } else { nearer })
        } else if self.is_loss() {
            Score(-Score(-self.0).to_table(ply).0)
        } else {
            self
        }
    }

    /// The inverse of [`to_table`](Self::to_table): a win stays a win however far down it is found.
    #[must_use]
    pub const fn from_table(self, ply: u32) -> Score {
        if self.is_win() {
            let farther = self.0.saturating_sub(ply as i32);
            let farthest = CERTAIN - Self::LONGEST as i32;
            Score(if farther < farthest { farthest } else { farther })
        } else if self.is_loss() {
            Score(-Score(-self.0).from_table(ply).0)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// `+35`, `0`, `-35`, `win in 3`, `loss in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None if self.0 == 0 => write!(f, "0"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

/// What is known about a position's value when a score comes back: exactly this, at least this, at most this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Bound {
    /// The value is the score.
    Exact,
    /// The value is the score or more: some move was good enough to stop looking.
    Lower,
    /// The value is the score or less: no move reached the window.
    Upper,
}

impl Bound {
    /// What a fail-soft search of the window `(alpha, beta)` knows when it returns `score`.
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_counts_the_distance_from_the_stored_position() {
        let found = Score::win_in(7);
        assert_eq!(found.to_table(3), Score::win_in(4));
        assert_eq!(found.to_table(3).from_table(5), Score::win_in(9));
        assert_eq!((-found).to_table(3), Score::loss_in(4));
        assert_eq!(Score::new(12).to_table(3), Score::new(12));
    }

    #[test]
    fn the_farthest_win_stays_a_win_and_never_becomes_an_estimate() {
        let far = Score::win_in(u32::MAX);
        assert_eq!(far.plies(), Some(Score::LONGEST));
        assert!(far.from_table(40).is_win());
        assert!((-far).from_table(40).is_loss());
        assert!(Score::win_in(0).to_table(9).is_win());
        assert!(!Score::new(i32::MAX).is_win());
        assert!(!Score::new(i32::MIN).is_loss());
    }

    #[test]
    fn every_position_lies_inside_the_full_window() {
        for score in [Score::win_in(0), Score::loss_in(0), Score::DRAW, Score::new(i32::MAX)] {
            assert!(Score::LOWEST < score && score < Score::HIGHEST);
            assert_eq!(Score::from_raw(score.raw()), score);
        }
    }

    #[test]
    fn a_score_reads_as_a_sentence() {
        let read: Vec<String> = [Score::win_in(3), Score::loss_in(4), Score::DRAW, Score::new(35), Score::new(-35)]
            .map(|s| s.to_string())
            .into();
        assert_eq!(read, ["win in 3", "loss in 4", "0", "+35", "-35"]);
    }
}
