//! What an algorithm can play: said once, as data, beside the algorithm; the answer to "can you?" is a typed error with a sentence.

use std::fmt;

use crate::{Placement, Rules, WinRule};

/// The games that an algorithm, a file format or an engine can take.
///
/// ```
/// use filetto_rules::{Placement, Rules, Variants, WinRule};
///
/// const BOOK: Variants =
///     Variants { placements: &[Placement::Gravity], win_rules: &[WinRule::AtLeast], ..Variants::all("the opening book") };
/// assert!(BOOK.check(Rules::CONNECT4).is_ok());
/// assert_eq!(
///     BOOK.check(Rules::CONNECT4.exactly()).unwrap_err().to_string(),
///     "the opening book cannot take 6x7x4ge: there exactly K in a row win, and it takes K or more for a win"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Variants {
    /// Who it is, as the subject of a sentence.
    pub who: &'static str,
    /// Where stones may be placed.
    pub placements: &'static [Placement],
    /// What wins.
    pub win_rules: &'static [WinRule],
    /// What else it asks of a board.
    pub limit: Option<Limit>,
}

/// A limit of an algorithm that is no way to win or to place.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Whether a board is within it.
    pub holds: fn(Rules) -> bool,
    /// Why others are not taken: `a board needs columns x (rows + 1) bits, and it has 128`.
    pub sentence: &'static str,
}

impl Variants {
    /// Every game.
    pub const fn all(who: &'static str) -> Variants {
        Variants { who, placements: &Placement::ALL, win_rules: &WinRule::ALL, limit: None }
    }

    /// Whether these rules can be taken; if not, why.
    pub fn check(&self, rules: Rules) -> Result<(), Unsupported> {
        let error = |why| Err(self.refusal(rules, why));
        if !self.placements.contains(&rules.placement()) {
            return error(Unfit::Placement(rules.placement()));
        }
        if !self.win_rules.contains(&rules.win_rule()) {
            return error(Unfit::WinRule(rules.win_rule()));
        }
        match self.limit {
            Some(limit) if !(limit.holds)(rules) => error(Unfit::Limit(limit.sentence)),
            _ => Ok(()),
        }
    }

    /// The refusal of these rules.
    pub const fn refusal(&self, rules: Rules, why: Unfit) -> Unsupported {
        Unsupported { who: self.who, rules, why }
    }
}

/// Why some rules cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Who cannot.
    pub who: &'static str,
    /// The rules.
    pub rules: Rules,
    /// What is in the way.
    pub why: Unfit,
}

/// What is in the way of playing by some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// The way to place.
    Placement(Placement),
    /// The way to win.
    WinRule(WinRule),
    /// A limit, in words.
    Limit(&'static str),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot take {}: ", self.who, self.rules)?;
        f.write_str(match self.why {
            Unfit::Placement(Placement::Gravity) => "stones fall there, and it is for boards without gravity",
            Unfit::Placement(Placement::Free) => "it is for boards with gravity, and there stones do not fall",
            Unfit::WinRule(WinRule::Exactly) => "there exactly K in a row win, and it takes K or more for a win",
            Unfit::WinRule(WinRule::AtLeast) => "there K or more in a row win, and it is for exactly K",
            Unfit::Limit(sentence) => sentence,
        })
    }
}

impl std::error::Error for Unsupported {}
