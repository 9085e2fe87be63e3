//! `mrrobot`: 38th of 48, with 182 forfeits in its tournament; this one keeps to its time.
//!
//! Minimax with alpha-beta to a depth chosen from the number of free cells. Before it thinks a random free cell is chosen, which
//! stands if nothing better is found in time.
//!
//! Where the document is unclear: the ranges of free cells are not given. The depths here visit a few million positions at most,
//! which is what its authors' ten seconds allowed.

use filetto_rules::{Rng, Word};
use filetto_search::{AlphaBeta, FixedDepth, Limits};

use super::{Settings, Thinker, choice};
use crate::{Choice, Info, Position, heuristics};

pub(super) struct MrRobot {
    rng: Rng,
}

impl MrRobot {
    pub(super) fn new(settings: Settings) -> MrRobot {
        MrRobot { rng: Rng::new(settings.seed) }
    }
}

/// The depth for a number of free cells.
fn depth(free: usize) -> u32 {
    const RANGES: [(usize, u32); 6] = [(10, 10), (16, 6), (25, 5), (49, 4), (100, 3), (400, 2)];
    RANGES.into_iter().find(|(most, _)| free <= *most).map_or(1, |(_, depth)| depth)
}

impl Thinker for MrRobot {
    fn think<W: Word>(
        &mut self,
        mut position: Position<W>,
        limits: &Limits,
        _: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let free: Vec<_> = position.legal().collect();
        let fallback = Choice::of(*self.rng.pick(&free)?);
        if free.len() == 1 {
            return Some(fallback);
        }
        let wanted = depth(free.len());
        let limits = limits.clone().one_pass().depth(limits.depth.map_or(wanted, |most| most.min(wanted)));
        let found = choice(AlphaBeta::new().run(&mut position, &mut heuristics::MrRobot::default(), &limits))?;
        Some(if found.score.is_some() { found } else { fallback })
    }
}
