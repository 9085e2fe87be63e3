//! Two players: pairs of games, the score in Elo, and how sure it is.
//!
//! The two games of a pair share an opening and are not independent; the pairs are. So the variance is taken over the five
//! results that a pair can have. Formulas: docs/arena.md.

use super::normal::{Z95, cdf};

/// Normalised Elo in one standard deviation of a single game's score.
pub(super) const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// How often a player got 0, ½, 1, 1½ and 2 points from a pair of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A number and the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// 95 % of such intervals hold the truth.
    pub error: f64,
}

impl Pairs {
    /// How many pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair with so many points, doubled.
    pub fn add(&mut self, doubled_points: usize) {
        self.0[doubled_points.min(4)] += 1;
    }

    /// The other player's view.
    #[must_use]
    pub fn reversed(&self) -> Pairs {
        let [a, b, c, d, e] = self.0;
        Pairs([e, d, c, b, a])
    }

    /// The mean score of a game, 0 to 1; none without games.
    pub fn score(&self) -> Option<f64> {
        let points: u64 = self.0.iter().zip(0..).map(|(n, points)| n * points).sum();
        (self.count() > 0).then(|| points as f64 / (4 * self.count()) as f64)
    }

    /// The mean score of a game and how sure it is; none without games.
    pub fn mean(&self) -> Option<Interval> {
        Some(Interval { value: self.score()?, error: Z95 * self.deviation().unwrap_or(0.0) })
    }

    /// The variance of a pair's mean score; none if all pairs ended alike or there is none.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let count = self.count() as f64;
        let sum: f64 = self.0.iter().zip(0..).map(|(n, at)| *n as f64 * (f64::from(at) / 4.0 - mean).powi(2)).sum();
        Some(sum / count).filter(|variance| *variance > 0.0)
    }

    /// The difference in Elo; none where it is infinite or nothing varies.
    pub fn elo(&self) -> Option<Interval> {
        let (mean, deviation) = (self.score()?, self.deviation()?);
        // Nobody is surer of a perfect score than half a point in as many games allows.
        let edge = 1.0 / (4 * self.count()) as f64;
        let (low, high) = (mean - Z95 * deviation, mean + Z95 * deviation);
        let (low, high) = (elo(low.max(edge.min(mean))), elo(high.min((1.0 - edge).max(mean))));
        Some(Interval { value: elo(mean), error: (high - low) / 2.0 })
    }

    /// The difference in normalised Elo: the score in standard deviations of a game, which says how many games a test needs.
    pub fn nelo(&self) -> Option<Interval> {
        let spread = (2.0 * self.variance()?).sqrt();
        let error = Z95 * NELO / (2.0 * self.count() as f64).sqrt();
        Some(Interval { value: (self.score()? - 0.5) / spread * NELO, error })
    }

    /// The likelihood of superiority: how probable it is that this player is the better one.
    pub fn los(&self) -> Option<f64> {
        Some(cdf((self.score()? - 0.5) / self.deviation()?))
    }

    /// Pairs won to pairs lost; none if none was lost.
    pub fn ratio(&self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.0;
        (ll + ld > 0).then(|| (wd + ww) as f64 / (ll + ld) as f64)
    }

    /// Standard deviation of the mean score.
    fn deviation(&self) -> Option<f64> {
        Some((self.variance()? / self.count() as f64).sqrt())
    }
}

/// The Elo difference at which a player scores this.
pub(super) fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalised_elo_is_the_published_one() {
        let pairs = Pairs([379, 10_170, 21_828, 10_640, 343]);
        let nelo = pairs.nelo().unwrap();
        assert!((nelo.value - 3.0505).abs() < 0.002, "{nelo:?}");
        assert!((nelo.error - 2.3124).abs() < 0.002, "{nelo:?}");
    }

    #[test]
    fn without_variance_there_is_no_number() {
        for counts in [[0, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 3], [1, 0, 0, 0, 0]] {
            let pairs = Pairs(counts);
            assert!(pairs.elo().is_none() && pairs.nelo().is_none() && pairs.los().is_none(), "{counts:?}");
        }
    }

    #[test]
    fn the_two_players_see_opposite_numbers() {
        let pairs = Pairs([3, 7, 20, 9, 6]);
        let (own, other) = (pairs.elo().unwrap(), pairs.reversed().elo().unwrap());
        assert!((own.value + other.value).abs() < 1e-9 && (own.error - other.error).abs() < 1e-9);
        assert!((pairs.los().unwrap() + pairs.reversed().los().unwrap() - 1.0).abs() < 1e-12);
    }
}
