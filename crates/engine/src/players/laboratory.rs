//! `lab-minimax`, `lab-negamax`, `lab-alphabeta`: the minimax laboratory of UPB Bucharest.
//!
//! The three algorithms of its exercise over the same small interface, with a depth limit that grows while there is time. The
//! laboratory leaves the evaluation to the student; Chua's count, which its readers know from noughts and crosses, is taken.

use filetto_rules::Word;
use filetto_search::{AlphaBeta, Deepening, Limits, Minimax, Negamax};

use super::{Thinker, choice, telling};
use crate::{Choice, Info, Position, heuristics::Chua};

pub(super) enum Laboratory {
    Minimax,
    Negamax,
    AlphaBeta,
}

impl Thinker for Laboratory {
    fn think<W: Word>(
        &mut self,
        mut position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let (chua, tell) = (&mut Chua::default(), telling(info));
        choice(match self {
            Laboratory::Minimax => Deepening::new(Minimax).run(&mut position, chua, limits, tell),
            Laboratory::Negamax => Deepening::new(Negamax).run(&mut position, chua, limits, tell),
            Laboratory::AlphaBeta => Deepening::new(AlphaBeta::new()).run(&mut position, chua, limits, tell),
        })
    }
}
