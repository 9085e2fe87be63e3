//! Weaker champions, human in kind: they see less far and are less sure, but play no absurd moves.
//!
//! A level limits depth and nodes and then chooses among the best moves, at random but in favour of the better ones, as long as they are
//! within a margin of the best. Now and then it is hasty and looks less far. Every level takes a win at once; the lowest ones
//! sometimes do not look at what the opponent threatens, or play just anywhere. Level 10 is the champion itself.

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
    /// Moves in a hundred that are played anywhere near the stones.
    pub random: usize,
    /// Moves in a hundred that are played without a look at what the opponent threatens.
    pub blind: usize,
    /// Moves in a hundred that are played after looking one move ahead only.
    pub hasty: usize,
    /// Whether a network adds to its estimate. The steps between levels were measured without.
    pub network: bool,
}

/// So many stones are an opening.
const OPENING: usize = 6;
/// How much worse than the best a move of the opening may look.
const TASTE: i32 = 30;

/// Levels 1 to 9.
const LEVELS: [Level; 9] = [
    Level { depth: 1, nodes: 800, margin: 300, random: 55, blind: 55, hasty: 100, network: false },
    Level { depth: 2, nodes: 800, margin: 300, random: 15, blind: 20, hasty: 100, network: false },
    Level { depth: 2, nodes: 600, margin: 240, random: 0, blind: 6, hasty: 65, network: false },
    Level { depth: 2, nodes: 600, margin: 130, random: 0, blind: 0, hasty: 31, network: false },
    Level { depth: 2, nodes: 1_500, margin: 60, random: 0, blind: 0, hasty: 10, network: false },
    Level { depth: 4, nodes: 4_000, margin: 45, random: 0, blind: 0, hasty: 4, network: false },
    Level { depth: 5, nodes: 9_000, margin: 10, random: 0, blind: 0, hasty: 0, network: false },
    Level { depth: 9, nodes: 15_000, margin: 3, random: 0, blind: 0, hasty: 0, network: false },
    Level { depth: 14, nodes: 90_000, margin: 2, random: 0, blind: 0, hasty: 0, network: false },
];

impl Level {
    /// The number of the weakest level.
    pub const LOWEST: u8 = 1;
    /// The number of the champion itself.
    pub const HIGHEST: u8 = 10;

    /// How many moves the level chooses from. The high levels compare two, which is enough to vary their games and costs the
    /// search little.
    pub fn choices(&self) -> usize {
        match self.margin {
            0 => 1,
            1..4 => 2,
            _ => 6,
        }
    }

    /// The same for the first stones of a game, where it plays by taste: high levels would open every game alike, and a person
    /// would learn one game by heart.
    #[must_use]
    pub fn at(self, stones: usize) -> Level {
        if stones < OPENING { Level { margin: self.margin.max(TASTE), ..self } } else { self }
    }

    /// The level of this number; none for ten and above, which are not limited.
    pub fn numbered(number: u8) -> Option<Level> {
        LEVELS.get(usize::from(number.max(1)) - 1).copied()
    }

    /// The limits of a level for one move within those given.
    pub fn within(&self, limits: &Limits, rng: &mut Rng) -> Limits {
        let far = if rng.below(100) < self.hasty { 1 } else { self.depth };
        let depth = limits.depth.map_or(far, |depth| depth.min(far));
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
