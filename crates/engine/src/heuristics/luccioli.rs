//! Open, semi-open and closed threats of the whole board: Luccioli (M-N-K player, Bologna 2021/22).
//!
//! The worth of a position is the sum over all threats on it. Most important are K-1 stones, open or semi-open, then open
//! K-2; smaller ones count their stones; a closed one leads nowhere and counts nothing. The opponent's threats weigh more than
//! one's own, so that blocking comes first: "opponent" is whoever is not to move at the root of the search.
//!
//! The document gives the order of the weights, not their values: they are those of Abdoulaye et al., which inspired it. One's own
//! semi-open K-1 and open K-2 have changed places (80 and 100 there), since the document puts every K-1 first, and the
//! opponent's small threats count twice.

use filetto_rules::{Cell, Side, Word};
use filetto_search::{Evaluator, Score};

use super::threats::balance;
use super::{Kind, Threat};
use crate::Position;

/// See the module's text.
#[derive(Clone, Copy, Debug)]
pub struct Luccioli {
    me: Side,
}

impl Default for Luccioli {
    fn default() -> Self {
        Luccioli { me: Side::First }
    }
}

/// The worth of a threat of one's own, or of the opponent's.
fn weight(threat: Threat, k: usize, own: bool) -> i32 {
    let pick = |mine: i32, theirs: i32| if own { mine } else { -theirs };
    match (threat.kind, threat.stones) {
        (Kind::Closed, _) => 0,
        (Kind::Open, n) if n + 1 >= k => pick(250, 5020),
        (Kind::HalfOpen, n) if n + 1 >= k => pick(100, 2000),
        (Kind::Open, n) if n + 2 == k => pick(80, 1300),
        (_, n) => pick(n as i32, 2 * n as i32),
    }
}

impl<W: Word> Evaluator<Position<W>> for Luccioli {
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
    fn an_open_k_minus_two_is_worth_its_weight_and_more_to_fear() {
        let rows = [". . . . . .", ". . . . . .", ". . X X . .", ". . . . . .", ". . . . . ."];
        // The row is open K-2. Each stone alone in the column and both diagonals: six open threats of one stone.
        assert_eq!(estimate(Luccioli::default(), &drawn("5x6x4", Side::First, &rows), (0, 0)), 80 + 6);
        assert_eq!(estimate(Luccioli::default(), &drawn("5x6x4", Side::Second, &rows), (0, 0)), -(1300 + 12));
    }

    #[test]
    fn every_k_minus_one_outweighs_what_is_smaller() {
        let of = |kind, stones, own| weight(Threat { side: Side::First, stones, kind }, 5, own).abs();
        for own in [true, false] {
            let order = [(Kind::Open, 4), (Kind::HalfOpen, 4), (Kind::Open, 3), (Kind::HalfOpen, 3), (Kind::Open, 2)];
            let weights = order.map(|(kind, stones)| of(kind, stones, own));
            assert!(weights.is_sorted_by(|a, b| a > b), "{weights:?}");
            assert!(order.iter().all(|&(kind, stones)| of(kind, stones, false) > of(kind, stones, true)));
        }
        assert_eq!(of(Kind::Closed, 4, true), 0);
    }

    #[test]
    fn the_point_of_view_is_the_root_s_on_every_ply() {
        let position =
            drawn("5x6x4", Side::First, &[". . . . . .", ". . . . . .", ". . X X . .", ". . . . . .", ". . . . . ."]);
        let mut evaluator = Luccioli { me: Side::Second };
        assert_eq!(evaluator.evaluate(&position, None).raw(), 1300 + 12, "for X to move, what O fears is good");
    }
}
