//! The winning tree where only an exact solver knows that it is one: too long to prove move by move here.
//!
//! The solver names the winner's moves. Shown are a few moves against the longest defence; what is shorter is proved in full where it
//! can be, and the rest is called proved, with who knows it. With gravity most long wins are zugzwang, and where answering above wins by itself
//! ([`follow_up`]) that is the explanation.

use filetto_rules::{Cell, Game, Side};

use super::data::{Attack, Reply, Then};
use super::follow::follow_up;
use super::move_effects::effects;
use super::prover::replies;
use super::rows::wins;
use super::tree::{Builder, holds};
use crate::analysis::{ExactValue, Source};
use crate::knowledge::{Field, Id};

/// Wins up to so many plies are proved and shown in full.
const SHORT: u32 = 7;

impl Builder<'_, '_> {
    /// The winner is to move; so many of its moves are shown, beginning with one of the best if those are known. None if the
    /// solver does not know enough.
    pub(super) fn solved(&mut self, field: &mut Field, shown: u32, best_moves: Option<&[Cell]>) -> Option<Attack> {
        if let Some(attack) = self.attack(field, SHORT) {
            return Some(attack);
        }
        if let Some(attack) = zugzwang_by(field, best_moves) {
            return Some(attack);
        }
        let winner = field.to_move();
        let (cell, worth) = best(self.values(field)?, winner)?;
        let id = field.shape().id(cell);
        let made = effects(field, id, false);
        self.play(field, id);
        let then = if shown == 0 { None } else { self.solved_replies(field, shown - 1) };
        self.undo(field);
        Some(Attack { cell, effects: made, then: then.unwrap_or(Then::Proved { plies: worth.plies, by: worth.by }) })
    }

    /// The loser is to move.
    pub(super) fn solved_replies(&mut self, field: &mut Field, shown: u32) -> Option<Then> {
        let winner = field.to_move().other();
        if let Some(then) = follow_up(field, winner) {
            return Some(then);
        }
        let threats = wins(field, winner);
        if threats.len() > 1 {
            return Some(Then::Either { cells: threats.iter().map(|&id| field.cell(id)).collect() });
        }
        let values = self.values(field)?;
        let longest = values.iter().filter_map(|(_, worth)| worth.plies).max();
        let mut groups: Vec<(Vec<Id>, Attack)> = Vec::new();
        for (cell, worth) in values {
            let id = field.shape().id(cell);
            self.play(field, id);
            let same = groups.iter().position(|(_, attack)| holds(field, attack));
            // Only the longest defence is followed further.
            let deep = worth.plies == longest && groups.iter().all(|(_, attack)| attack.is_short());
            let next = if same.is_none() { self.solved(field, if deep { shown } else { 0 }, None) } else { None };
            self.undo(field);
            match same {
                Some(group) => groups[group].0.push(id),
                None => groups.push((vec![id], next?)),
            }
        }
        let reply = |field: &mut Field, (ids, next): (Vec<Id>, Attack)| {
            let made = if let [id] = ids[..] { effects(field, id, false) } else { Vec::new() };
            Reply { cells: ids.into_iter().map(|id| field.cell(id)).collect(), effects: made, next }
        };
        Some(Then::Replies { replies: groups.into_iter().map(|group| reply(field, group)).collect() })
    }

    /// What the solver says of every move here.
    fn values(&mut self, field: &Field) -> Option<Vec<(Cell, ExactValue)>> {
        let mut game: Game = self.game.clone();
        for &id in &self.path {
            game.play(field.cell(id)).ok()?;
        }
        self.exact.as_mut()?.moves(&game)
    }
}

impl Attack {
    /// Whether it is shown in full, without a word of the solver.
    pub(super) fn is_short(&self) -> bool {
        self.then.is_short()
    }
}

impl Then {
    /// Whether it is shown in full, without a word of the solver.
    pub(super) fn is_short(&self) -> bool {
        match self {
            Then::Replies { replies } => replies.iter().all(|reply| reply.next.is_short()),
            Then::Proved { .. } => false,
            _ => true,
        }
    }

    /// Who knows the first part of it that is not shown.
    pub(super) fn known_by(&self) -> Source {
        let mut replies = match self {
            Then::Proved { by, .. } => return *by,
            Then::Replies { replies } => replies.iter(),
            _ => [].iter(),
        };
        let hidden = replies.find(|reply| !reply.next.is_short());
        hidden.map_or(Source::ForcedWin, |reply| reply.next.then.known_by())
    }
}

/// With gravity: a move after which answering above wins.
pub(super) fn zugzwang(field: &mut Field) -> Option<Attack> {
    zugzwang_by(field, None)
}

/// The same by one of these moves, if there are only some to choose from.
pub(super) fn zugzwang_by(field: &mut Field, moves: Option<&[Cell]>) -> Option<Attack> {
    let winner = field.to_move();
    if !field.rules().gravity() {
        return None;
    }
    let allowed = |field: &Field, id: Id| moves.is_none_or(|moves| moves.contains(&field.cell(id)));
    let tried: Vec<Id> = replies(field).into_iter().filter(|&id| allowed(field, id)).collect();
    tried.into_iter().find_map(|id| {
        field.play(id);
        let then = follow_up(field, winner);
        field.undo();
        let effects = effects(field, id, false);
        then.map(|then| Attack { cell: field.cell(id), effects, then })
    })
}

/// The winning move with the fewest plies, if there is one.
fn best(values: Vec<(Cell, ExactValue)>, side: Side) -> Option<(Cell, ExactValue)> {
    let winning = values.into_iter().filter(|(_, worth)| worth.winner == Some(side));
    winning.min_by_key(|(cell, worth)| (worth.plies.unwrap_or(u32::MAX), *cell))
}
