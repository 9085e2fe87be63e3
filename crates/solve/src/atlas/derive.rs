//! What follows for other boards, by rules that are sound: everything else stays unknown.
//!
//! A weak draw is a way to stop an attacker who has nothing to fear. On a smaller board, or if more in a row are needed, he has fewer lines
//! and each contains one of the old ones, so the same way stops him: draws of this kind carry over, pairings as
//! pairings. Strong results do not: the lines that a board gains or loses belong to both sides. With gravity nothing carries
//! over at all, because a cell that is added changes who is forced to move.

use filetto_rules::Rules;

use super::fact::{Fact, Kind};
use crate::Value;

/// A board whose value has a reason of one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The first stone is a row of one.
    One,
    /// A stone with two neighbours can become a pair in two ways.
    Two,
    /// Neighbours always belong to different sides.
    Alternating,
    /// All rows of K run the same way, and each contains a pair.
    Dominoes,
}

impl Rule {
    /// The reason.
    pub fn sentence(self) -> &'static str {
        match self {
            Rule::One => "the first stone wins",
            Rule::Two => "a first stone with two neighbours can be made a pair in two ways",
            Rule::Alternating => "all cells are filled one after the other, so neighbours belong to different sides",
            Rule::Dominoes => {
                "all rows of K run the same way; cut them into pairs of neighbours, and every one contains a pair"
            }
        }
    }

    /// The rule that decides a board, with its value and kind.
    pub(super) fn of(rules: Rules) -> Option<(Rule, Value, Kind)> {
        // Without a second row stones have nowhere to fall.
        let gravity = rules.gravity() && rules.rows() > 1;
        let win = if rules.gravity() { Kind::Exact } else { Kind::StrongWin };
        let pairing = if rules.gravity() { Kind::Exact } else { Kind::Pairing };
        let (shorter, k) = (rules.rows().min(rules.cols()), rules.k());
        if !rules.win_rule().is_monotone() {
            None
        } else if k == 1 {
            Some((Rule::One, Value::First, win))
        } else if rules.cells() == 2 || gravity && rules.cols() == 1 {
            Some((Rule::Alternating, Value::Draw, pairing))
        } else if k == 2 {
            Some((Rule::Two, Value::First, win))
        } else if shorter < k && !gravity {
            Some((Rule::Dominoes, Value::Draw, pairing))
        } else {
            None
        }
    }
}

/// Whether a fact decides this other board: one of its boards contains it.
pub(super) fn follows(rules: Rules, from: &Fact) -> bool {
    from.kind.carries_over() && from.ground.contains(rules)
}
