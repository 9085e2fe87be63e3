//! Weaker champions, human in kind: they see less far and are less sure, but play no absurd moves.
//!
//! A level limits depth and nodes and then chooses among the best moves, at random but in favour of the better ones, as long as they are
//! within a margin of the best. Whoever is level 2 or above takes a win at once and answers a threat of one; level 1 overlooks
//! every third threat. Level 10 is the champion itself.

use filetto_rules::Rng;
use filetto_search::{Limits, Score};

/// What a level may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The deepest iteration.
    pub depth: u32,
    /// The most nodes a move.
    pub nodes: u64,
    /// How much worse than the best a move may look and still be played.
    pub margin: i32,
    /// Threats of an immediate win overlooked in a hundred.
    pub blind: usize,
}

/// Levels 1 to 9.
const LEVELS: [Level; 9] = [
    Level { depth: 1, nodes: 400, margin: 260, blind: 33 },
    Level { depth: 1, nodes: 400, margin: 160, blind: 0 },
    Level { depth: 2, nodes: 800, margin: 130, blind: 0 },
    Level { depth: 2, nodes: 1_200, margin: 70, blind: 0 },
    Level { depth: 3, nodes: 3_000, margin: 60, blind: 0 },
    Level { depth: 4, nodes: 6_000, margin: 50, blind: 0 },
    Level { depth: 5, nodes: 15_000, margin: 40, blind: 0 },
    Level { depth: 7, nodes: 60_000, margin: 25, blind: 0 },
    Level { depth: 10, nodes: 300_000, margin: 10, blind: 0 },
];

impl Level {
    /// How many moves a level chooses from.
    pub const CHOICES: usize = 6;

    /// The level of this number; none for ten and above, which are not limited.
    pub fn numbered(number: u8) -> Option<Level> {
        LEVELS.get(usize::from(number.max(1)) - 1).copied()
    }

    /// The limits of a level within those given.
    pub fn within(&self, limits: &Limits) -> Limits {
        let depth = limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        limits.clone().depth(depth).nodes(nodes)
    }

    /// Which of the moves with these scores, best first, is played.
    pub fn pick(&self, scores: &[Score], rng: &mut Rng) -> usize {
        let best = scores.first().copied().unwrap_or_default();
        let near = |score: &&Score| {
            !best.is_win() && score.is_loss() == best.is_loss() && best.raw().saturating_sub(score.raw()) <= self.margin
        };
        let count = scores.iter().take_while(near).count().max(1);
        // The lower of two draws: better moves are likelier.
        rng.below(count).min(rng.below(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_never_passed_over_and_a_loss_never_preferred() {
        let mut rng = Rng::new(1);
        for number in 1..10 {
            let level = Level::numbered(number).unwrap();
            for _ in 0..50 {
                assert_eq!(level.pick(&[Score::win_in(3), Score::new(900)], &mut rng), 0);
                assert!(level.pick(&[Score::new(0), Score::new(-5), Score::loss_in(2)], &mut rng) < 2);
            }
        }
        assert_eq!((Level::numbered(10), Level::numbered(0)), (None, Level::numbered(1)));
    }
}
