//! The winning tree as data: from "it is a win" to "because".
//!
//! After each move of the winner the replies are grouped by the answer. The answer that would win if the loser did nothing is
//! tried against every reply first; replies that it beats are told once, and only the others get an answer of their own. A group is
//! formed only if the whole answer, with everything that is said about it, holds on the board after each of its replies
//! ([`holds`]); so the tree is true as it stands, and tests try every reply.

use filetto_rules::{Game, Side};

use super::data::{Attack, MoveEffect, Reply, Then};
use super::move_effects::effects;
use super::prover::{Prover, replies};
use super::rows::{completed, mates, wins};
use crate::analysis::{Exact, Source};
use crate::champion::{defences, hindering, wins_now};
use crate::knowledge::{Field, Grade, Id};

/// Makes the tree of a win that is known.
pub(super) struct Builder<'a, 'b> {
    pub(super) prover: Prover<'a>,
    pub(super) exact: Option<&'a mut (dyn Exact + 'b)>,
    /// The position at the root.
    pub(super) game: &'a Game,
    /// Moves since.
    pub(super) path: Vec<Id>,
    /// How many moves of the winner may still be shown.
    left: usize,
}

impl<'a, 'b> Builder<'a, 'b> {
    pub(super) fn new(
        prover: Prover<'a>,
        exact: Option<&'a mut (dyn Exact + 'b)>,
        game: &'a Game,
        most: usize,
    ) -> Builder<'a, 'b> {
        Builder { prover, exact, game, path: Vec::new(), left: most }
    }

    pub(super) fn play(&mut self, field: &mut Field, id: Id) {
        field.play(id);
        self.path.push(id);
    }

    pub(super) fn undo(&mut self, field: &mut Field) {
        field.undo();
        self.path.pop();
    }

    /// The winner is to move and wins within so many plies.
    pub(super) fn attack(&mut self, field: &mut Field, most: u32) -> Option<Attack> {
        let (id, plies) = self.prover.wins(field, most)?;
        Some(self.advance(field, id, plies))
    }

    pub(super) fn advance(&mut self, field: &mut Field, id: Id, plies: u32) -> Attack {
        let (cell, made) = (field.cell(id), effects(field, id, false));
        if plies == 1 {
            return Attack { cell, effects: made, then: Then::Row { row: completed(field, id, field.to_move()) } };
        }
        self.left = self.left.saturating_sub(1);
        self.play(field, id);
        let then =
            self.replies(field, plies - 1).unwrap_or(Then::Proved { plies: Some(plies - 1), by: Source::ForcedWin });
        self.undo(field);
        Attack { cell, effects: made, then }
    }

    /// The loser is to move and loses within so many plies. None if there is no room to show it.
    pub(super) fn replies(&mut self, field: &mut Field, plies: u32) -> Option<Then> {
        let winner = field.to_move().other();
        let threats = wins(field, winner);
        match threats[..] {
            [] => {}
            [id] => return self.forced(field, id, plies),
            _ => return Some(Then::Either { cells: threats.iter().map(|&id| field.cell(id)).collect() }),
        }
        if self.left == 0 {
            return None;
        }
        // What wins if the loser does nothing.
        field.pass();
        let idle = self.prover.wins(field, plies - 1).map(|(id, plies)| self.advance(field, id, plies));
        field.pass();
        let mate = idle.as_ref().map(|attack| field.shape().id(attack.cell));
        let mate = mate.filter(|mate| mates(field, winner).contains(mate));
        let answers = mate.map_or_else(|| replies(field), |mate| against(field, mate));
        let mut groups: Vec<(Vec<Id>, Attack)> = idle.into_iter().map(|attack| (Vec::new(), attack)).collect();
        for id in answers.iter().copied() {
            self.play(field, id);
            let found = groups.iter().position(|(_, attack)| holds(field, attack));
            let next = if found.is_none() { self.attack(field, plies - 1) } else { None };
            self.undo(field);
            match found {
                Some(group) => groups[group].0.push(id),
                None => groups.push((vec![id], next?)),
            }
        }
        Some(Then::Replies { replies: tell(field, groups, mate.is_some()) })
    }

    /// One cell completes a row: the loser must take it.
    fn forced(&mut self, field: &mut Field, id: Id, plies: u32) -> Option<Then> {
        let winner = field.to_move().other();
        let row = completed(field, id, winner);
        let made = effects(field, id, false);
        let others = replies(field).len() > 1;
        self.play(field, id);
        let next = self.attack(field, plies - 1);
        self.undo(field);
        let mut list = vec![Reply { cells: vec![field.cell(id)], effects: made, next: next? }];
        if others {
            let cell = field.cell(id);
            let next =
                Attack { cell, effects: vec![MoveEffect::Completes { row: row.clone() }], then: Then::Row { row } };
            list.push(Reply { cells: Vec::new(), effects: Vec::new(), next });
        }
        Some(Then::Replies { replies: list })
    }
}

/// Groups as replies: the one that covers most is "everything else" if it covers many, and told last.
fn tell(field: &mut Field, groups: Vec<(Vec<Id>, Attack)>, mating: bool) -> Vec<Reply> {
    let most = groups.iter().map(|(ids, _)| ids.len()).max().unwrap_or(0);
    let rest =
        if mating { 0 } else { groups.iter().position(|(ids, _)| ids.len() == most && most > 3).unwrap_or(usize::MAX) };
    let mut list = Vec::new();
    let mut last = None;
    for (i, (ids, next)) in groups.into_iter().enumerate() {
        let made = match ids[..] {
            [id] if i != rest => effects(field, id, false),
            _ => Vec::new(),
        };
        let cells = ids.iter().map(|&id| field.cell(id)).collect();
        if i == rest {
            last = Some(Reply { cells: Vec::new(), effects: made, next });
        } else if !ids.is_empty() {
            list.push(Reply { cells, effects: made, next });
        }
    }
    list.extend(last);
    list
}

/// The replies that a mate on this cell does not beat: those that answer every mate, and those that hinder this one.
fn against(field: &Field, mate: Id) -> Vec<Id> {
    let mut found = Vec::new();
    defences(field, &mut vec![0; field.rules().cells()], |id| found.push(id));
    hindering(field, mate, field.to_move().other(), |id| found.push(id));
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether everything that an attack says is true on this board, the winner being to move.
pub(super) fn holds(field: &mut Field, attack: &Attack) -> bool {
    let winner = field.to_move();
    let id = field.shape().id(attack.cell);
    if field.get(id).is_some() || !field.is_playable(id) || effects(field, id, false) != attack.effects {
        return false;
    }
    if let Then::Row { .. } = attack.then {
        return field.grade(id, winner) == Grade::Win;
    }
    if field.grade(id, winner) == Grade::Win {
        return false;
    }
    field.play(id);
    let true_so = wins_now(field, winner.other()).is_none() && answered(field, winner, &attack.then);
    field.undo();
    true_so
}

/// Whether every reply has the answer that is claimed; the loser is to move and cannot complete a row.
fn answered(field: &mut Field, winner: Side, then: &Then) -> bool {
    let threats = wins(field, winner);
    let Then::Replies { replies: list } = then else {
        return match then {
            Then::Either { cells } => {
                threats.len() > 1 && threats.iter().map(|&id| field.cell(id)).eq(cells.iter().copied())
            }
            _ => false,
        };
    };
    let after = |field: &mut Field, id: Id, next: &Attack| {
        let legal = field.get(id).is_none() && field.is_playable(id);
        legal && {
            field.play(id);
            let good = holds(field, next);
            field.undo();
            good
        }
    };
    let mut named = Vec::new();
    for reply in list {
        for cell in &reply.cells {
            let id = field.shape().id(*cell);
            named.push(id);
            let said = reply.cells.len() > 1 || field.is_playable(id) && effects(field, id, false) == reply.effects;
            if !said || !after(field, id, &reply.next) {
                return false;
            }
        }
    }
    let Some(rest) = list.iter().find(|reply| reply.is_rest()) else {
        return replies(field).iter().all(|id| named.contains(id));
    };
    match threats[..] {
        [id] => {
            named.contains(&id)
                && field.cell(id) == rest.next.cell
                && matches!(&rest.next.then, Then::Row { row } if *row == completed(field, id, winner))
        }
        [] if mates(field, winner).contains(&field.shape().id(rest.next.cell)) => {
            let needed = against(field, field.shape().id(rest.next.cell));
            field.pass();
            let good = holds(field, &rest.next);
            field.pass();
            good && needed.into_iter().all(|id| named.contains(&id) || after(field, id, &rest.next))
        }
        [] => replies(field).into_iter().filter(|id| !named.contains(id)).all(|id| after(field, id, &rest.next)),
        _ => false,
    }
}
