//! `lab-minimax`, `lab-negamax`, `lab-alphabeta`: the minimax laboratory of UPB Bucharest.
//!
//! The three algorithms of its exercise over the same small interface, with a depth limit that grows while there is time. As the
//! sheet defines iterative deepening, what one move's search found is kept and what is still possible of it used by the next:
//! if both players followed the expected line, the search goes on from its rest at the depth that is known already.
//!
//! As written, moves come row by row; mended, from the centre outwards. The laboratory leaves the evaluation to the student;
//! Chua's count, which its readers know from noughts and crosses, is taken.

use filetto_rules::{Board as _, Cell, Word};
use filetto_search::{AlphaBeta, Deepening, FixedDepth, Limits, Minimax, Negamax, Report};

use super::{Settings, Thinker, choice, telling};
use crate::{Choice, Info, Position, heuristics::Chua};

/// Which of the three algorithms.
pub(super) enum Kind {
    Minimax,
    Negamax,
    AlphaBeta,
}

pub(super) struct Laboratory {
    kind: Kind,
    mended: bool,
    kept: Option<Kept>,
}

/// What the last move's search found.
struct Kept {
    stones: usize,
    line: Vec<Cell>,
    depth: u32,
}

impl Kept {
    /// The rest of the line and the depth that is known of it, if the game has followed it.
    fn rest<W: Word>(&self, position: &Position<W>) -> Option<(&[Cell], u32)> {
        let (&[mine, theirs], rest) = self.line.split_first_chunk::<2>()?;
        let me = position.to_move();
        let followed = position.board().stones() == self.stones + 2
            && position.get(mine) == Some(me)
            && position.get(theirs) == Some(me.other());
        (followed && !rest.is_empty()).then(|| (rest, self.depth.saturating_sub(2).max(1)))
    }
}

impl Laboratory {
    pub(super) fn new(settings: Settings, kind: Kind) -> Laboratory {
        Laboratory { kind, mended: settings.variant.mended, kept: None }
    }
}

fn deepen<W: Word, S: FixedDepth<Position<W>, Chua>>(
    search: S,
    (line, depth): (&[Cell], u32),
    position: &mut Position<W>,
    limits: &Limits,
    info: &mut dyn FnMut(&Info),
) -> Report<Cell> {
    let depth = depth.min(limits.depth.unwrap_or(u32::MAX));
    Deepening::new(search).starting_at(depth).run_from(position, &mut Chua::default(), limits, line, telling(info))
}

impl Thinker for Laboratory {
    fn think<W: Word>(
        &mut self,
        position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let mut position = if self.mended { position } else { position.row_by_row() };
        let known = self.kept.as_ref().and_then(|kept| kept.rest(&position)).unwrap_or((&[], 1));
        let found = choice(match self.kind {
            Kind::Minimax => deepen(Minimax, known, &mut position, limits, info),
            Kind::Negamax => deepen(Negamax, known, &mut position, limits, info),
            Kind::AlphaBeta => deepen(AlphaBeta::new(), known, &mut position, limits, info),
        })?;
        let stones = position.board().stones();
        self.kept = Some(Kept { stones, line: found.line.clone(), depth: found.stats.depth });
        Some(found)
    }

    fn forget(&mut self) {
        self.kept = None;
    }
}
