//! ProbCut: skip a deep search whose result a shallow one foretells.
//!
//! Scores of a shallow and a deep search of the same position are nearly on a line: `deep = slope * shallow + offset`,
//! with a normal error. When the shallow score is so high that the deep one would reach `beta` with great likelihood, the
//! position is cut; likewise below `alpha` (Buro, *ProbCut: an effective selective extension of the alpha-beta
//! algorithm*, 1995). The line and its error are measured beforehand: [`Forecast::fit`].
//!
//! This is forward pruning: the value can be wrong, and a result that rests on it never counts as solved. With
//! `confidence` infinite it is plain alpha-beta. Left out: Multi-ProbCut, which has several pairs of depths and stages.

use crate::evaluator::Evaluator;
use crate::fixed_depth::{FixedDepth, Windowed};
use crate::game::Game;
use crate::horizon::{Horizon, Static};
use crate::interior::{Interior, interior};
use crate::limits::Stopped;
use crate::memory::Memory;
use crate::order::{AsGiven, Order};
use crate::score::Score;
use crate::walk::Walk;

/// How well a search of `shallow` plies foretells one of `deep` plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The depth that is searched.
    pub shallow: u32,
    /// The depth that is foretold.
    pub deep: u32,
    /// The line's slope.
    pub slope: f64,
    /// The line's value at zero.
    pub offset: f64,
    /// The standard deviation of the error.
    pub deviation: f64,
}

impl Forecast {
    /// Fits the line through pairs of scores (shallow, deep) by least squares. Certain wins and losses are left out: they
    /// lie on no line. `None` if fewer than three pairs are left, or if the shallow score says nothing or the opposite.
    pub fn fit(shallow: u32, deep: u32, pairs: &[(Score, Score)]) -> Option<Forecast> {
        let estimates = pairs.iter().filter(|(a, b)| !a.is_decisive() && !b.is_decisive());
        let points: Vec<(f64, f64)> = estimates.map(|(a, b)| (f64::from(a.raw()), f64::from(b.raw()))).collect();
        if points.len() < 3 {
            return None;
        }
        let n = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (mean_x, mean_y) = (mean(|p| p.0), mean(|p| p.1));
        let spread: f64 = points.iter().map(|p| (p.0 - mean_x).powi(2)).sum();
        let common: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
        let slope = common / spread;
        if !(slope.is_finite() && slope > 0.0) {
            return None;
        }
        let offset = mean_y - slope * mean_x;
        let squares: f64 = points.iter().map(|p| (p.1 - slope * p.0 - offset).powi(2)).sum();
        Some(Forecast { shallow, deep, slope, offset, deviation: (squares / n).sqrt() })
    }

    /// The shallow score at which the deep one is `deep` on the line, moved by `errors` standard deviations.
    fn shallow_for(&self, deep: Score, errors: f64) -> Option<Score> {
        let score = (f64::from(deep.raw()) + errors * self.deviation - self.offset) / self.slope;
        let most = f64::from(Score::BEST_ESTIMATE.raw());
        (!deep.is_decisive() && deep > Score::LOWEST && deep < Score::HIGHEST && score.abs() < most)
            .then(|| Score::new(score.round() as i32))
    }
}

/// Alpha-beta with ProbCut, to a fixed depth.
#[derive(Clone, Debug)]
pub struct ProbCut<'t, O = AsGiven, H = Static> {
    forecast: Forecast,
    confidence: f64,
    memory: Memory<'t>,
    order: O,
    horizon: H,
}

impl ProbCut<'_> {
    /// Cuts where the forecast is beyond the window by `confidence` standard deviations; 1.5 is Buro's figure.
    pub fn new(forecast: Forecast, confidence: f64) -> Self {
        ProbCut { forecast, confidence, memory: Memory::none(), order: AsGiven, horizon: Static }
    }
}

impl<'t, O, H> ProbCut<'t, O, H> {
    /// The same search with a table.
    #[must_use]
    pub fn memory(self, memory: Memory<'t>) -> Self {
        ProbCut { memory, ..self }
    }

    /// The same search with another order of moves.
    #[must_use]
    pub fn order<P>(self, order: P) -> ProbCut<'t, P, H> {
        let ProbCut { forecast, confidence, memory, horizon, .. } = self;
        ProbCut { forecast, confidence, memory, order, horizon }
    }

    /// The same search with another end of its depth.
    #[must_use]
    pub fn horizon<I>(self, horizon: I) -> ProbCut<'t, O, I> {
        let ProbCut { forecast, confidence, memory, order, .. } = self;
        ProbCut { forecast, confidence, memory, order, horizon }
    }

    /// The value that the forecast gives the position, when it is far enough outside the window.
    fn foretold<G, E>(&mut self, walk: &mut Walk<'_, G, E>, alpha: Score, beta: Score) -> Result<Option<Score>, Stopped>
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
        H: Horizon<G, E>,
    {
        let forecast = self.forecast;
        if let Some(high) = forecast.shallow_for(beta, self.confidence) {
            walk.again()?;
            if self.node(walk, forecast.shallow, high.below(), high)? >= high {
                return Ok(Some(beta));
            }
        }
        if let Some(low) = forecast.shallow_for(alpha, -self.confidence) {
            walk.again()?;
            if self.node(walk, forecast.shallow, low, low.above())? <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    fn node<G, E>(&mut self, walk: &mut Walk<'_, G, E>, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped>
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
        H: Horizon<G, E>,
    {
        if let Some(score) = walk.ended() {
            return Ok(score);
        }
        if depth == 0 {
            return self.horizon.value(walk, alpha, beta);
        }
        interior::<_, _, _, false>(self, walk, depth, alpha, beta)
    }
}

impl<'t, G, E, O, H> Interior<'t, G, E> for ProbCut<'t, O, H>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
{
    type Order = O;

    fn memory(&self) -> Memory<'t> {
        self.memory
    }

    fn order(&mut self) -> &mut O {
        &mut self.order
    }

    fn prune(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Option<Score>, Stopped> {
        // The root is never cut: a search must come back with a move.
        if depth != self.forecast.deep || walk.ply() == 0 {
            return Ok(None);
        }
        let foretold = self.foretold(walk, alpha, beta)?;
        if foretold.is_some() {
            walk.note_unsure();
        }
        Ok(foretold)
    }

    #[inline]
    fn child<const OPEN: bool>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        _: usize,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        Ok(-self.node(walk, depth, -beta, -alpha)?)
    }
}

impl<G, E, O, H> FixedDepth<G, E> for ProbCut<'_, O, H>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
{
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        self.window(walk, depth, Score::LOWEST, Score::HIGHEST)
    }

    fn age(&mut self) {
        self.order.age();
    }
}

impl<G, E, O, H> Windowed<G, E> for ProbCut<'_, O, H>
where
    G: Game,
    E: Evaluator<G>,
    O: Order<G>,
    H: Horizon<G, E>,
{
    fn window(&mut self, walk: &mut Walk<'_, G, E>, depth: u32, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        walk.root()?;
        self.node(walk, depth, alpha, beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_through_points_on_a_line_is_that_line() {
        let pairs: Vec<_> = (-5..6).map(|x| (Score::new(x), Score::new(3 * x + 2))).collect();
        let fit = Forecast::fit(2, 4, &pairs).expect("eleven points");
        assert!((fit.slope - 3.0).abs() < 1e-9 && (fit.offset - 2.0).abs() < 1e-9 && fit.deviation < 1e-9, "{fit:?}");
        assert_eq!(fit.shallow_for(Score::new(11), 0.0), Some(Score::new(3)));
    }

    #[test]
    fn a_forecast_needs_points_that_say_something() {
        let win = (Score::win_in(3), Score::win_in(3));
        assert_eq!(Forecast::fit(2, 4, &[win; 9]), None);
        let falling: Vec<_> = (-5..6).map(|x| (Score::new(x), Score::new(-x))).collect();
        assert_eq!(Forecast::fit(2, 4, &falling), None);
        let flat: Vec<_> = (-5..6).map(|x| (Score::new(1), Score::new(x))).collect();
        assert_eq!(Forecast::fit(2, 4, &flat), None);
    }
}
