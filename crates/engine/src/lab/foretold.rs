//! ProbCut on a board: the forecast is measured on positions near the one at hand, then used on it.
//!
//! The pairs are scores of a search two plies shallower and of the full one, on positions a few random moves away. What the
//! measuring costs is not counted in the row: a program would measure once and keep the line.

use filetto_rules::{Cell, Word};
use filetto_search::{AlphaBeta, FixedDepth, Forecast, Game as _, Limits, MoveList, ProbCut, Report, Rng, Score};

use crate::Position;
use crate::heuristics::Heuristic;

/// Positions to measure on.
const SAMPLES: usize = 40;
/// A cut needs the forecast to be this many deviations beyond the window: wrong in one case in fifteen.
pub(super) const CONFIDENCE: f64 = 1.5;

/// The search; none if the positions near by allow no forecast (too shallow a depth, only decided games).
pub(super) fn search<W: Word>(
    position: &mut Position<W>,
    heuristic: &mut Heuristic,
    limits: &Limits,
    depth: u32,
    confidence: f64,
) -> Option<Report<Cell>> {
    // The cut is tried where two plies are already played.
    let deep = depth.checked_sub(2).filter(|&deep| deep >= 3)?;
    let shallow = deep - 2;
    let mut pairs: Vec<(Score, Score)> = Vec::new();
    let (mut rng, mut list) = (Rng::new(1), MoveList::new());
    for sample in 0..SAMPLES {
        let mut near = position.clone();
        for _ in 0..1 + sample % 4 {
            if near.outcome().is_none()
                && let Some(cell) = near.random_move(&mut rng, &mut list)
            {
                near.play(cell);
            }
        }
        if near.outcome().is_some() {
            continue;
        }
        let mut score = |depth| {
            let report = AlphaBeta::new().run(&mut near, heuristic, &limits.clone().depth(depth));
            report.stopped.is_none().then_some(report.score)
        };
        pairs.push((score(shallow)?, score(deep)?));
    }
    let forecast = Forecast::fit(shallow, deep, &pairs)?;
    Some(ProbCut::new(forecast, confidence).run(position, heuristic, &limits.clone().depth(depth)))
}

#[cfg(test)]
mod tests {
    use filetto_rules::Game as Record;

    use super::*;

    #[test]
    fn certainty_is_alpha_beta_and_less_of_it_visits_less() {
        let game = Record::new("6x7x4g".parse().unwrap());
        let mut position: Position<u32> = Position::of(&game).unwrap();
        let heuristic = &mut Heuristic::named("chua").unwrap();
        let none = Limits::none();
        let plain = AlphaBeta::new().run(&mut position, heuristic, &none.clone().depth(6));
        let mut by = |confidence| search(&mut position, heuristic, &none, 6, confidence).expect("a forecast");
        let (certain, hasty) = (by(f64::INFINITY), by(0.0));
        assert_eq!(certain.score, plain.score, "nothing is cut without certainty");
        assert!(hasty.stats.nodes < certain.stats.nodes, "{} of {}", hasty.stats.nodes, certain.stats.nodes);
        assert!(search(&mut position, heuristic, &none, 3, 1.5).is_none(), "too shallow for two depths");
    }
}
