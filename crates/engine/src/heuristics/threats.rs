//! Threats as Abdoulaye et al. and Luccioli define them: aligned stones and what stands at their ends.

use filetto_rules::{Cell, Direction, Side, Word};
use filetto_search::Score;

use crate::Position;

/// Aligned stones of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// Whose.
    pub side: Side,
    /// How many stones.
    pub stones: usize,
    /// What stands around them.
    pub kind: Kind,
}

/// The openness of a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Consecutive, both ends free.
    Open,
    /// Consecutive with one end free, or with a single gap of one free cell inside.
    HalfOpen,
    /// Consecutive, both ends blocked.
    Closed,
}

/// Calls back with every threat on the board: each unbroken run, and each pair of runs with one free cell between them.
/// Runs are looked for from each cell to the right, up, up-right and down-right, so that each is found once.
pub fn threats<W: Word>(position: &Position<W>, mut found: impl FnMut(Threat)) {
    let rules = position.rules();
    // Off the board counts as blocked.
    let at = |cell: Option<Cell>| cell.filter(|&cell| rules.contains(cell)).map(|cell| position.get(cell));
    for cell in rules.all_cells() {
        let Some(side) = position.get(cell) else { continue };
        for direction in Direction::ALL {
            let step = |n: usize| at(cell.step(direction, n as i32));
            let before = at(cell.step(direction, -1));
            if before == Some(Some(side)) {
                continue;
            }
            let run = |from: usize| (from..).take_while(|&n| step(n) == Some(Some(side))).count();
            let stones = run(0);
            let free = |state: Option<Option<Side>>| state == Some(None);
            let kind = match (free(before), free(step(stones))) {
                (true, true) => Kind::Open,
                (false, false) => Kind::Closed,
                _ => Kind::HalfOpen,
            };
            found(Threat { side, stones, kind });
            let beyond = if free(step(stones)) { run(stones + 1) } else { 0 };
            if beyond > 0 {
                found(Threat { side, stones: stones + beyond, kind: Kind::HalfOpen });
            }
        }
    }
}

/// The sum of what all threats weigh to the player `me`, as a score for the player to move. `weight` is told whether a threat is
/// one's own.
pub(super) fn balance<W: Word>(position: &Position<W>, me: Side, weight: impl Fn(Threat, bool) -> i32) -> Score {
    let mut sum = 0;
    threats(position, |threat| sum += weight(threat, threat.side == me));
    Score::new(if position.to_move() == me { sum } else { -sum })
}

#[cfg(test)]
mod tests {
    use super::super::testing::drawn;
    use super::*;

    #[test]
    fn runs_and_jumps_are_found_with_their_ends() {
        let position = drawn("3x7x4", Side::First, &[". . . . . . .", "O X X . X . .", ". . . . . . ."]);
        let mut horizontal = Vec::new();
        threats(&position, |threat| {
            if threat.stones > 1 {
                horizontal.push((threat.side, threat.stones, threat.kind));
            }
        });
        let x = Side::First;
        assert_eq!(horizontal, [(x, 2, Kind::HalfOpen), (x, 3, Kind::HalfOpen)], "XX next to O, and XX.X");
        let mut singles = 0;
        threats(&position, |threat| singles += usize::from(threat.stones == 1));
        // O and the lone X in four directions each, the pair's stones in three each (not along the row).
        assert_eq!(singles, 4 + 4 + 3 + 3);
    }
}
