//! The sequential probability ratio test: play until it is clear which of two hypotheses holds, and no longer.
//!
//! The generalised test (Van den Bergh, "Comparing approximations to the GSPRT"): the likelihood of each hypothesis is that of
//! the distribution of pair results which fits it and the data best.

use super::pairs::{NELO, Pairs};

/// A test between the hypotheses "at most `elo0`" and "at least `elo1`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The smaller difference.
    pub elo0: f64,
    /// The larger difference.
    pub elo1: f64,
    /// How often to accept the larger one when the smaller one holds.
    pub alpha: f64,
    /// How often to accept the smaller one when the larger one holds.
    pub beta: f64,
    /// In what the differences are measured.
    pub model: Model,
}

/// In what a difference of strength is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Normalised Elo: standard deviations of a game's score. The number of games needed depends on this alone.
    Normalized,
    /// Elo.
    Logistic,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not enough games yet.
    Open,
    /// The difference is at most the smaller one.
    H0,
    /// The difference is at least the larger one.
    H1,
}

impl Sprt {
    /// A test in normalised Elo with the usual 5 % for either error.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }

    /// The log-likelihood ratio at which the smaller difference is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at which the larger difference is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the pairs; none if no pair was played.
    pub fn llr(&self, pairs: &Pairs) -> Option<f64> {
        // The score of a pair varies half as much as that of a game.
        (pairs.count() > 0).then(|| self.ratio(&pairs.0, std::f64::consts::SQRT_2))
    }

    /// What the pairs say.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (lower, upper) = (self.lower(), self.upper());
        match self.llr(pairs) {
            Some(llr) if llr >= upper => Verdict::H1,
            Some(llr) if llr <= lower => Verdict::H0,
            _ => Verdict::Open,
        }
    }

    /// For outcomes whose scores lie evenly between 0 and 1. `games` is the root of the number of games in an outcome.
    fn ratio(&self, counts: &[u64], games: f64) -> f64 {
        let counts: Vec<f64> = counts.iter().map(|n| (*n as f64).max(1e-3)).collect();
        let total: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        let found = Distribution {
            scores: (0..counts.len()).map(|i| i as f64 / last).collect(),
            shares: counts.iter().map(|n| n / total).collect(),
        };
        let fitting = |elo: f64| match self.model {
            Model::Normalized => found.with_deviations(elo / NELO * games),
            Model::Logistic => found.with_mean(1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
        };
        let (zero, one) = (fitting(self.elo0), fitting(self.elo1));
        let logs = zero.iter().zip(&one).map(|(zero, one)| (one / zero).ln());
        total * found.shares.iter().zip(logs).map(|(share, log)| share * log).sum::<f64>()
    }
}

/// How often which score.
struct Distribution {
    scores: Vec<f64>,
    shares: Vec<f64>,
}

impl Distribution {
    /// The distribution nearest to this one among those with that mean.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        self.tilted(&self.scores.iter().map(|score| score - mean).collect::<Vec<_>>())
    }

    /// The distribution nearest to this one among those whose mean is so many standard deviations above one half. The
    /// condition is not linear in the distribution: it is linearised, solved and linearised anew.
    fn with_deviations(&self, t: f64) -> Vec<f64> {
        let mut shares = vec![1.0 / self.scores.len() as f64; self.scores.len()];
        for _ in 0..50 {
            let mean: f64 = self.scores.iter().zip(&shares).map(|(score, share)| score * share).sum();
            let variance: f64 =
                self.scores.iter().zip(&shares).map(|(score, share)| (score - mean).powi(2) * share).sum();
            let deviation = variance.sqrt();
            let linear = |score: &f64| score - 0.5 - 0.5 * t * deviation * (1.0 + ((score - mean) / deviation).powi(2));
            let next = self.tilted(&self.scores.iter().map(linear).collect::<Vec<_>>());
            let change = next.iter().zip(&shares).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            shares = next;
            if change < 1e-9 {
                break;
            }
        }
        shares
    }

    /// The distribution nearest to this one under which `value` has mean zero: each share divided by `1 + x * value`, for the
    /// one `x` that does it.
    fn tilted(&self, values: &[f64]) -> Vec<f64> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            return self.shares.clone();
        }
        let mean = |x: f64| {
            self.shares.iter().zip(values).map(|(share, value)| share * value / (1.0 + x * value)).sum::<f64>()
        };
        // The mean falls from plus to minus infinity between the poles: halving finds the root to the last bit.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if mean(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = 0.5 * (low + high);
        self.shares.iter().zip(values).map(|(share, value)| share / (1.0 + x * value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published by fastchess (pull requests 426 and 783).
    #[test]
    fn the_ratio_is_the_published_one() {
        let test = Sprt::new(0.0, 2.0);
        let near = |found: f64, published: f64| assert!((found - published).abs() < 0.002, "{found} for {published}");
        near(test.llr(&Pairs([365, 16_618, 36_229, 16_974, 390])).unwrap(), 2.2504);
        near(test.llr(&Pairs([379, 10_170, 21_828, 10_640, 343])).unwrap(), 2.9455);
        near(test.ratio(&[36_027, 68_692, 36_433], 1.0), 0.9233);
        near(test.upper(), 2.9444);
    }

    #[test]
    fn the_logistic_model_agrees_with_the_normal_approximation_on_many_games() {
        let test = Sprt { model: Model::Logistic, ..Sprt::new(0.0, 5.0) };
        let pairs = Pairs([300, 2000, 5000, 2100, 320]);
        let (mean, variance) = (pairs.score().unwrap(), pairs.variance().unwrap());
        let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (s0, s1) = (score(0.0), score(5.0));
        let approximate = pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((test.llr(&pairs).unwrap() - approximate).abs() < 0.02);
    }

    #[test]
    fn one_sided_results_end_a_test_and_none_leave_it_open() {
        let test = Sprt::new(0.0, 50.0);
        assert_eq!(test.verdict(&Pairs::default()), Verdict::Open);
        assert_eq!(test.llr(&Pairs::default()), None);
        assert_eq!(test.verdict(&Pairs([0, 0, 0, 0, 200])), Verdict::H1);
        assert_eq!(test.verdict(&Pairs([200, 0, 0, 0, 0])), Verdict::H0);
        assert!(test.llr(&Pairs([0, 0, 9, 0, 0])).unwrap().is_finite());
    }
}
