//! Ratings of any number of players: the Bradley–Terry model over all games.
//!
//! Each player has a strength; the expected score between two is the logistic function of the difference. The strengths are
//! those under which the results are most likely, a draw counting as half a win and half a loss. Each player is also given one
//! imagined draw against the average: it keeps the rating of somebody who won everything finite, and weighs nothing once
//! there are games. The error bars come from the curvature of the likelihood at its peak.

use super::normal::Z95;
use super::pairs::Interval;

/// Elo in one natural unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Imagined draws against the average.
const PRIOR: f64 = 1.0;

/// A player's rating in Elo, the average of all being 0; no error bar for a player who has played no game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating with its error bar.
    pub elo: Option<Interval>,
    /// Games played.
    pub games: u64,
}

/// Ratings from a table of `(wins, draws)` by row against column.
pub fn ratings(results: &[Vec<(u64, u64)>]) -> Vec<Rating> {
    solve(results, PRIOR)
}

fn solve(results: &[Vec<(u64, u64)>], prior: f64) -> Vec<Rating> {
    let n = results.len();
    let games = |i: usize, j: usize| (results[i][j].0 + results[i][j].1 + results[j][i].0) as f64;
    let points = |i: usize, j: usize| results[i][j].0 as f64 + results[i][j].1 as f64 / 2.0;
    let mut strength = vec![0.0f64; n];
    let mut curvature = vec![vec![0.0; n]; n];
    // Newton's method; the likelihood is concave, and steps are cut so that the first ones do not overshoot.
    for _ in 0..200 {
        let mut slope = vec![0.0; n];
        curvature = vec![vec![0.0; n]; n];
        for i in 0..n {
            let p = logistic(strength[i]);
            slope[i] += prior * (0.5 - p);
            curvature[i][i] += prior * p * (1.0 - p);
            for j in (0..n).filter(|j| *j != i) {
                let p = logistic(strength[i] - strength[j]);
                slope[i] += points(i, j) - games(i, j) * p;
                curvature[i][i] += games(i, j) * p * (1.0 - p);
                curvature[i][j] -= games(i, j) * p * (1.0 - p);
            }
        }
        let step = multiply(&inverse(&curvature), &slope);
        let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        strength.iter_mut().zip(&step).for_each(|(s, step)| *s += scale * step);
        if longest < 1e-10 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / n.max(1) as f64;
    let spread = inverse(&curvature);
    (0..n)
        .map(|i| {
            let played: u64 = (0..n).filter(|j| *j != i).map(|j| games(i, j) as u64).sum();
            let elo = (played > 0).then(|| Interval {
                value: (strength[i] - mean) * ELO,
                error: Z95 * against_average(&spread, i).sqrt() * ELO,
            });
            Rating { elo, games: played }
        })
        .collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The variance of a player's strength less the average of all.
fn against_average(spread: &[Vec<f64>], i: usize) -> f64 {
    let n = spread.len() as f64;
    let row: f64 = spread[i].iter().sum();
    let all: f64 = spread.iter().flatten().sum();
    (spread[i][i] - 2.0 * row / n + all / (n * n)).max(0.0)
}

fn multiply(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Gauss–Jordan with pivoting; the matrix is positive definite thanks to the imagined games.
fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut work: Vec<Vec<f64>> = matrix.to_vec();
    for (i, row) in work.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for col in 0..n {
        let pivot = (col..n).max_by(|a, b| work[*a][col].abs().total_cmp(&work[*b][col].abs())).unwrap_or(col);
        work.swap(col, pivot);
        let scale = work[col][col];
        if scale.abs() < 1e-300 {
            continue;
        }
        work[col].iter_mut().for_each(|value| *value /= scale);
        let row = work[col].clone();
        for (i, other) in work.iter_mut().enumerate().filter(|(i, _)| *i != col) {
            let factor = other[col];
            debug_assert!(i != col);
            other.iter_mut().zip(&row).for_each(|(value, own)| *value -= factor * own);
        }
    }
    work.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::pairs::elo;
    use super::*;

    #[test]
    fn two_players_differ_by_what_the_score_says() {
        // 60 wins, 20 draws, 20 losses: 70 %.
        let table = vec![vec![(0, 0), (60, 20)], vec![(20, 20), (0, 0)]];
        let found = solve(&table, 1e-9);
        let difference = found[0].elo.unwrap().value - found[1].elo.unwrap().value;
        assert!((difference - elo(0.7)).abs() < 1e-3, "{difference}");
        // Half the difference has half the error: the curvature of 100 games at 70 %.
        let expected = Z95 * ELO / (100.0f64 * 0.7 * 0.3).sqrt() / 2.0;
        assert!((found[0].elo.unwrap().error - expected).abs() < 1e-2);
    }

    #[test]
    fn ratings_agree_with_a_slow_climb_on_random_tables() {
        let mut rng = filetto_rules::Rng::new(5);
        for _ in 0..20 {
            let n = 2 + rng.below(4);
            let mut table = vec![vec![(0, 0); n]; n];
            for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let draws = rng.below(9) as u64;
                table[i][j] = (rng.below(20) as u64, draws);
                table[j][i] = (rng.below(20) as u64, draws);
            }
            let fast = ratings(&table);
            let slow = climb(&table);
            for (fast, slow) in fast.iter().zip(slow) {
                assert!(fast.elo.is_none_or(|elo| (elo.value - slow).abs() < 0.1), "{fast:?} {slow}");
            }
        }
    }

    /// The same likelihood, climbed one small step after the other.
    fn climb(table: &[Vec<(u64, u64)>]) -> Vec<f64> {
        let n = table.len();
        let mut s = vec![0.0; n];
        for _ in 0..20_000 {
            let slope: Vec<f64> = (0..n)
                .map(|i| {
                    let own = PRIOR * (0.5 - logistic(s[i]));
                    own + (0..n)
                        .filter(|j| *j != i)
                        .map(|j| {
                            let (won, drawn, lost) = (table[i][j].0 as f64, table[i][j].1 as f64, table[j][i].0 as f64);
                            won + drawn / 2.0 - (won + drawn + lost) * logistic(s[i] - s[j])
                        })
                        .sum::<f64>()
                })
                .collect();
            s.iter_mut().zip(slope).for_each(|(s, slope)| *s += 0.005 * slope);
        }
        let mean = s.iter().sum::<f64>() / n as f64;
        s.iter().map(|s| (s - mean) * ELO).collect()
    }

    #[test]
    fn who_won_everything_has_a_finite_rating_and_who_never_played_has_none() {
        let table = vec![vec![(0, 0), (50, 0), (0, 0)], vec![(0, 0); 3], vec![(0, 0); 3]];
        let found = ratings(&table);
        assert!(found[0].elo.unwrap().value.is_finite() && found[0].elo.unwrap().error > 100.0);
        assert_eq!(found[2], Rating { elo: None, games: 0 });
    }
}
