//! The normal distribution.

/// 95 % of a normal distribution lie within so many standard deviations.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`.
pub(super) fn cdf(x: f64) -> f64 {
    0.5 + 0.5 * erf(x / std::f64::consts::SQRT_2)
}

/// The error function, by the series with positive terms only: nothing cancels, and 80 terms reach to where it is 1.
fn erf(x: f64) -> f64 {
    if x.abs() > 6.0 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= 2.0 * x * x / f64::from(2 * n + 1);
        sum += term;
        if term.abs() < 1e-17 * sum.abs() {
            break;
        }
    }
    2.0 / std::f64::consts::PI.sqrt() * (-x * x).exp() * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_has_its_tabulated_values() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (Z95, 0.975), (-3.0, 0.001_349_898), (9.0, 1.0)] {
            assert!((cdf(x) - p).abs() < 1e-8, "{x}: {}", cdf(x));
        }
    }
}
