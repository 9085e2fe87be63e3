//! The mean of game results with its error.

use std::fmt;

/// Results added up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    /// Counts one result.
    pub(crate) fn add(&mut self, result: f64) {
        self.count += 1.0;
        self.sum += result;
        self.squares += result * result;
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// Half of the interval that holds the true mean with 95 %, by the results' own variance.
    pub(crate) fn error(&self) -> f64 {
        let variance = (self.squares / self.count.max(1.0) - self.mean() * self.mean()).max(0.0);
        1.96 * (variance / (self.count - 1.0).max(1.0)).sqrt()
    }
}

impl fmt::Display for Tally {
    /// `0.250 ± 0.121 over 50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} ± {:.3} over {}", self.mean(), self.error(), self.count)
    }
}
