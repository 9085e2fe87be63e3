//! How games begin: on the empty board, from a list, or from openings made up and judged to be balanced.
//!
//! Without gravity the first move is worth so much that two good players would only repeat who began. From a balanced opening,
//! played twice with colours exchanged, the better player shows.

mod generate;
mod list;

use filetto_rules::{Cell, Rules};

use crate::error::ArenaError;
use crate::seat::Factory;
use crate::spec::Builtin;
pub use list::{GOMOCUP15, GOMOCUP20, OpeningList};

/// Where openings come from.
#[derive(Clone, Debug, Default)]
pub enum Openings {
    /// The empty board.
    #[default]
    Empty,
    /// A list, begun anew when it is used up.
    List(OpeningList),
    /// So many random moves.
    Random {
        /// Moves; fewer on small boards.
        plies: usize,
    },
    /// Random moves again, of several candidates the one that a player finds most nearly equal.
    Balanced {
        /// Moves; fewer on small boards.
        plies: usize,
        /// Who judges.
        judge: Builtin,
    },
}

impl Openings {
    /// Whether every board of an event can begin.
    pub(crate) fn check(&self, boards: &[Rules]) -> Result<(), ArenaError> {
        match self {
            Openings::List(list) => boards.iter().try_for_each(|rules| list.get(*rules, 0, 0).map(|_| ())),
            _ => Ok(()),
        }
    }

    /// What identifies the opening of a round in a ledger, before anybody has computed it.
    pub(crate) fn key(&self, rules: Rules, round: u32, seed: u64) -> String {
        match self {
            Openings::Empty => "empty".to_owned(),
            Openings::List(list) => {
                let cells = list.get(rules, round, seed).unwrap_or_default();
                cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
            }
            Openings::Random { plies } => format!("random {plies} {seed} 2"),
            Openings::Balanced { plies, judge } => format!("balanced {plies} {seed} {} 2", judge.name),
        }
    }

    /// The opening of a round, the same for every pair of players.
    pub(crate) fn make(&self, rules: Rules, round: u32, seed: u64, factory: &Factory) -> Vec<Cell> {
        match self {
            Openings::Empty => Vec::new(),
            Openings::List(list) => list.get(rules, round, seed).unwrap_or_default(),
            Openings::Random { plies } => {
                generate::of_round(rules, *plies, round, &mut generate::source(rules, round, seed))
            }
            Openings::Balanced { plies, judge } => generate::balanced(rules, *plies, round, seed, judge, factory),
        }
    }
}
