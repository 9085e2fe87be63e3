//! What a move does: the vocabulary of every explanation.

use filetto_rules::{Board, Cell, Game};

use super::data::{MoveEffect, Step};
use super::rows::{completed, completing, mates, stones};
use crate::knowledge::{Field, Grade, Id, class};

/// What the side to move does by playing here, the most important first. `all` is for lines of play; without it only what
/// forces is told: rows, threats and blocks.
pub(super) fn effects(field: &mut Field, id: Id, all: bool) -> Vec<MoveEffect> {
    let (me, other) = (field.to_move(), field.to_move().other());
    let gravity = field.rules().gravity();
    if field.grade(id, me) == Grade::Win {
        return vec![MoveEffect::Completes { row: completed(field, id, me) }];
    }
    let mut found = Vec::new();
    if field.grade(id, other) == Grade::Win {
        found.push(MoveEffect::Blocks { stones: stones(field, id, other) });
    }
    let lines = completing(field, id, me);
    let open: Vec<usize> = (0..4).filter(|&d| !gravity && field.class(id, me, d) == class::OPEN_2).collect();
    let best = (0..4).map(|d| field.class(id, me, d)).max().unwrap_or(0);
    let threatened = if all { mates(field, other) } else { Vec::new() };
    field.play(id);
    found.extend(threats(field, &lines));
    let decided = found.iter().any(|effect| matches!(effect, MoveEffect::OpenOne { .. } | MoveEffect::Fork { .. }));
    for d in open {
        let cells = opening(field, id, d);
        if !cells.is_empty() && !decided {
            found.push(MoveEffect::OpenTwo { cells });
        }
    }
    let hindered: Vec<Cell> = threatened
        .into_iter()
        .filter(|&mate| field.grade(mate, other) < Grade::Mate)
        .map(|mate| field.cell(mate))
        .collect();
    let above = field.cell(id).step(filetto_rules::Direction::North, 1).filter(|&c| field.rules().contains(c));
    let given = above.filter(|&c| gravity && field.grade(field.shape().id(c), other) == Grade::Win);
    field.undo();
    if all {
        if !hindered.is_empty() {
            found.push(MoveEffect::Hinders { cells: hindered });
        }
        found.extend(given.map(|cell| MoveEffect::Gives { cell }));
        let lacking = usize::from((class::WIN - best).div_ceil(2));
        let built = field.rules().k().saturating_sub(lacking);
        if found.is_empty() && best > class::DEAD && built > 2 && lacking <= 2 {
            found.push(MoveEffect::Builds { stones: built });
        }
    }
    found
}

/// The K-1 that the last move made, from the lines it made them on.
fn threats(field: &Field, lines: &[(usize, Vec<Id>)]) -> Vec<MoveEffect> {
    let mut now: Vec<Id> = lines.iter().flat_map(|(_, cells)| cells).copied().collect();
    now.sort_unstable();
    now.dedup();
    let (now, later): (Vec<Id>, Vec<Id>) = now.into_iter().partition(|&id| field.is_playable(id));
    let on_one_line = lines.iter().any(|(_, cells)| now.iter().all(|id| cells.contains(id)));
    let cells = |ids: &[Id]| ids.iter().map(|&id| field.cell(id)).collect::<Vec<Cell>>();
    let mut found = Vec::new();
    match now[..] {
        [] => {}
        [one] => found.push(MoveEffect::One { cell: field.cell(one) }),
        _ if on_one_line => found.push(MoveEffect::OpenOne { cells: cells(&now) }),
        _ => found.push(MoveEffect::Fork { cells: cells(&now) }),
    }
    found.extend(later.into_iter().map(|id| MoveEffect::Waits { cell: field.cell(id) }));
    found
}

/// Where the line through the last move becomes an open K-1.
fn opening(field: &Field, id: Id, d: usize) -> Vec<Cell> {
    let (rules, side) = (field.rules(), field.to_move().other());
    let k = rules.k() as i32;
    let cells = (1 - k..k).filter_map(|n| field.cell(id).step(filetto_rules::Direction::ALL[d], n));
    let opens = |cell: &Cell| {
        let id = field.shape().id(*cell);
        rules.contains(*cell) && field.class(id, side, d) == class::OPEN_1 && field.grade(id, side) < Grade::Win
    };
    cells.filter(opens).collect()
}

/// A line of play with what each move does. Stops at the first move that cannot be played.
pub(super) fn steps(game: &Game, line: &[Cell]) -> Vec<Step> {
    let mut game = game.clone();
    let mut field = Field::of(&game);
    let mut steps = Vec::new();
    for &cell in line {
        let side = game.to_move();
        if game.board().check(cell).is_err() {
            break;
        }
        let id = field.shape().id(cell);
        let effects = effects(&mut field, id, true);
        if game.play(cell).is_err() {
            break;
        }
        field.play(id);
        steps.push(Step { side, cell, effects });
    }
    steps
}
