//! PUCT with a heuristic for its judge: the value is the heuristic's, and the policy likes all moves alike.
//!
//! A network puts both in place of the heuristic (docs/learning.md).

use filetto_rules::{Cell, Word};
use filetto_search::{Evaluator as _, Game as _, Gumbel, Limits, PolicyValue, Puct, PuctTree, Report, Verdicts, worth};

use super::SCALE;
use crate::Position;
use crate::heuristics::Heuristic;

/// Simulations of a root that Gumbel's halving shares out.
const SIMULATIONS: u32 = 800;

struct Judge {
    heuristic: Heuristic,
    logits: Vec<f32>,
}

impl<W: Word> PolicyValue<Position<W>> for Judge {
    type Input = f32;

    fn input(&mut self, position: &Position<W>) -> f32 {
        self.heuristic.start(position);
        worth(self.heuristic.evaluate(position, None), SCALE) as f32
    }

    fn evaluate(&mut self, inputs: &[f32], verdicts: &mut Verdicts) {
        inputs.iter().for_each(|&value| verdicts.push(value, &self.logits));
    }
}

/// By PUCT to the limits, or with a root that `halving` shares out.
pub(super) fn search<W: Word>(
    position: &mut Position<W>,
    heuristic: &Heuristic,
    (bytes, limits): (usize, &Limits),
    halving: bool,
) -> Report<Cell> {
    let mut judge = Judge { heuristic: heuristic.clone(), logits: vec![0.0; position.indices()] };
    let root = halving.then(|| Gumbel { considered: position.indices(), ..Gumbel::new(SIMULATIONS) });
    Puct { root, ..Puct::default() }.run(&mut PuctTree::new(bytes), position, &mut judge, limits, |_| {})
}
