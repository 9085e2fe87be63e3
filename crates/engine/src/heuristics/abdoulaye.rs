//! "Generic heuristic for the mnk-games": Abdoulaye, Houndji, Ezin and Aglin, CARI 2018.
//!
//! Threats of K-2 and K-1 aligned stones, open or half-open, weighted so that the opponent's count thirteen to twenty-five times
//! as much as one's own: defence first. The constants are those of the published implementations; "one" is whoever is to move at
//! the root of the search.

use filetto_rules::{Cell, Side, Word};
use filetto_search::{Evaluator, Score};

use super::threats::balance;
use super::{Kind, Threat};
use crate::Position;

/// See the module's text.
#[derive(Clone, Copy, Debug)]
pub struct Abdoulaye {
    me: Side,
}

impl Default for Abdoulaye {
    fn default() -> Self {
        Abdoulaye { me: Side::First }
    }
}

fn weight(threat: Threat, k: usize, own: bool) -> i32 {
    let pick = |mine: i32, theirs: i32| if own { mine } else { -theirs };
    match (threat.kind, threat.stones) {
        (Kind::Open, n) if n + 2 == k => pick(100, 1300),
        (Kind::HalfOpen, n) if n + 1 == k => pick(80, 2000),
        (Kind::Open, n) if n + 1 == k => pick(250, 5020),
        _ => 0,
    }
}

impl<W: Word> Evaluator<Position<W>> for Abdoulaye {
    fn start(&mut self, position: &Position<W>) {
        self.me = position.to_move();
    }

    fn evaluate(&mut self, position: &Position<W>, _: Option<Cell>) -> Score {
        let k = position.rules().k();
        balance(position, self.me, |threat, own| weight(threat, k, own))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drawn, estimate};
    use super::*;

    #[test]
    fn the_published_constants_are_added_up() {
        let position = drawn(
            "6x7x5",
            Side::First,
            &[". . . . . . .", ". X X X . . .", ". . . . . . .", "O O O O . . .", ". . . . . . .", ". . . . . . ."],
        );
        // X: open K-2 in a row. O: K-1 against the edge, half-open. Nothing else reaches K-2.
        assert_eq!(estimate(Abdoulaye::default(), &position, (0, 0)), 100 - 2000);
    }
}
