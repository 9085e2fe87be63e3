//! What a position is worth, and how that is known.

use filetto_rules::{Rules, Side};
use filetto_search::Score;
use serde::Serialize;

use super::exact::ExactValue;
use crate::explain::position::chance;
use crate::explain::{Explanation, Verdict};

/// What a position is worth to the side that is about to move, or to the side that has just moved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Value {
    /// Won by force: proved.
    Won {
        /// In at most so many plies, if known.
        plies: Option<u32>,
    },
    /// Drawn: proved.
    Drawn,
    /// Lost by force: proved.
    Lost {
        /// In at most so many plies, if known.
        plies: Option<u32>,
    },
    /// Not proved: the chance of winning that the champion sees.
    Chance {
        /// From 0 to 1.
        chance: f64,
    },
}

impl Value {
    /// As a number from 0, lost, to 1, won.
    pub fn points(self) -> f64 {
        match self {
            Value::Won { .. } => 1.0,
            Value::Drawn => 0.5,
            Value::Lost { .. } => 0.0,
            Value::Chance { chance } => chance,
        }
    }

    /// Whether it is a fact, not an estimate.
    pub fn is_proved(self) -> bool {
        !matches!(self, Value::Chance { .. })
    }

    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Value {
        match self {
            Value::Won { plies } => Value::Lost { plies },
            Value::Drawn => Value::Drawn,
            Value::Lost { plies } => Value::Won { plies },
            Value::Chance { chance } => Value::Chance { chance: 1.0 - chance },
        }
    }

    /// The same seen one ply earlier by the same side: decisions are one ply further off.
    #[must_use]
    pub fn one_earlier(self) -> Value {
        let later = |plies: Option<u32>| plies.map(|plies| plies + 1);
        match self {
            Value::Won { plies } => Value::Won { plies: later(plies) },
            Value::Lost { plies } => Value::Lost { plies: later(plies) },
            value => value,
        }
    }

    /// The worth of a position to a side.
    pub fn of(worth: ExactValue, side: Side) -> Value {
        match worth.winner {
            None => Value::Drawn,
            Some(winner) if winner == side => Value::Won { plies: worth.plies },
            Some(_) => Value::Lost { plies: worth.plies },
        }
    }

    /// What a search of the champion's says, for the side to move, and how that is known. Unless it is a fact, it is an estimate, never
    /// certain.
    pub(crate) fn searched(score: Score, solved: bool, rules: Rules) -> (Value, Source) {
        let plies = score.plies();
        match score {
            score if solved && score.is_win() => (Value::Won { plies }, Source::ForcedWin),
            score if solved && score.is_loss() => (Value::Lost { plies }, Source::Solver),
            Score::DRAW if solved => (Value::Drawn, Source::Solver),
            score => (Value::Chance { chance: chance(score, rules) }, Source::Estimate),
        }
    }

    /// The value in a few words, for the side to move, with how it is known.
    pub fn words(self, by: Source) -> String {
        let told = |verb: &str, plies: Option<u32>| match plies {
            Some(plies) => format!("{verb} in {plies}"),
            None => verb.to_owned(),
        };
        let words = match self {
            Value::Won { plies } => told("wins", plies),
            Value::Drawn => "draw".to_owned(),
            Value::Lost { plies } => told("loses", plies),
            Value::Chance { chance } => return format!("about {:.0} % (estimate)", chance * 100.0),
        };
        format!("{words} (proved: {})", by.word().replace('_', " "))
    }

    /// What an explanation says, for the side to move.
    pub(crate) fn told(told: &Explanation) -> Value {
        let of = |winner, plies| Value::of(ExactValue { winner, plies, by: told.known_by }, told.to_move);
        match told.verdict {
            Verdict::Over { winner } => of(winner, Some(0)),
            Verdict::Win { side, plies } => of(Some(side), plies),
            Verdict::Draw => Value::Drawn,
            Verdict::Open { chance } => Value::Chance { chance },
        }
    }

    /// For comparing: the better, the larger. Quick wins and slow losses are better; where the plies are not known they may be
    /// the worst.
    pub(crate) fn rank(self) -> (i64, i64) {
        let plies = match self {
            Value::Won { plies } => -plies.map_or(i64::from(u32::MAX), i64::from),
            Value::Lost { plies } => plies.map_or(0, i64::from),
            Value::Drawn | Value::Chance { .. } => 0,
        };
        ((self.points() * 1e9) as i64, plies)
    }
}

/// How a value is known: by whom it is proved, or that it is an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The rules: the game is over.
    Rules,
    /// A forced win: a tree of threats, or answering above until the other side is in zugzwang.
    ForcedWin,
    /// A strategy that holds: pairs, a count, answering above, or too few moves left.
    Strategy,
    /// An opening book.
    Book,
    /// The atlas: a certificate, a search, a general rule or the literature.
    Atlas,
    /// A repertoire: a move for every position that can come up.
    Repertoire,
    /// A solver looked at every way to play.
    Solver,
    /// Nobody: the champion's estimate.
    Estimate,
}

impl Source {
    /// The word for it in every file and output.
    pub fn word(self) -> &'static str {
        match self {
            Source::Rules => "rules",
            Source::ForcedWin => "forced_win",
            Source::Strategy => "strategy",
            Source::Book => "book",
            Source::Atlas => "atlas",
            Source::Repertoire => "repertoire",
            Source::Solver => "solver",
            Source::Estimate => "estimate",
        }
    }
}
