//! What both sides threaten in a position.

use filetto_rules::{Cell, Game, Side};

use super::data::{MoveEffect, Threat, ThreatKind};
use super::move_effects::effects;
use super::rows::{completing, mates, stones, supporters, wins};
use crate::knowledge::{Field, Grade, Id, class};

/// The threats of both sides, the side to move first, the sharpest first.
pub fn threats(game: &Game) -> Vec<Threat> {
    if game.outcome().is_over() {
        return Vec::new();
    }
    let sides = [game.to_move(), game.to_move().other()];
    let mut field = Field::of(game);
    let mut found = Vec::new();
    for side in sides {
        let kinds = if game.rules().gravity() { falling(&mut field, side) } else { free(&field, side) };
        found.extend(kinds.into_iter().map(|kind| Threat { side, kind }));
    }
    found
}

/// Cells that complete a row now; two of one line are told together.
fn rows(field: &Field, side: Side) -> Vec<ThreatKind> {
    let mut found = Vec::new();
    let mut told: Vec<Id> = Vec::new();
    let winning = wins(field, side);
    for &id in &winning {
        if told.contains(&id) {
            continue;
        }
        let row = stones(field, id, side);
        let same = |other: &Id| *other != id && stones(field, *other, side).iter().any(|stone| row.contains(stone));
        let partner = winning.iter().copied().find(|other| same(other) && collinear(field, [id, *other], &row));
        match partner {
            Some(partner) => {
                told.push(partner);
                found.push(ThreatKind::OpenOne { cells: vec![field.cell(id), field.cell(partner)] });
            }
            None => found.push(ThreatKind::Win { cell: field.cell(id), stones: row }),
        }
    }
    found
}

/// Whether two cells lie on the line of some stones.
fn collinear(field: &Field, cells: [Id; 2], row: &[Cell]) -> bool {
    let Some(stone) = row.first() else { return false };
    let [a, b] = cells.map(|id| field.cell(id));
    let step = |from: &Cell, to: &Cell| (to.row() as i32 - from.row() as i32, to.col() as i32 - from.col() as i32);
    let ((r1, c1), (r2, c2)) = (step(stone, &a), step(stone, &b));
    r1 * c2 == r2 * c1
}

fn free(field: &Field, side: Side) -> Vec<ThreatKind> {
    let mut found = rows(field, side);
    let mut lines: Vec<(usize, Vec<Cell>, Vec<Cell>)> = Vec::new();
    for id in mates(field, side) {
        let open = (0..4).find(|&d| field.class(id, side, d) == class::OPEN_1);
        let several = completing(field, id, side).len() > 1;
        if let Some(d) = open.filter(|_| !several) {
            let stones = supporters(field, id, side, d, 1);
            let shares = |line: &&mut (usize, Vec<Cell>, Vec<Cell>)| {
                line.0 == d && line.2.iter().any(|stone| stones.contains(stone))
            };
            match lines.iter_mut().find(shares) {
                Some(line) => {
                    line.1.push(field.cell(id));
                    line.2.extend(stones);
                    line.2.sort();
                    line.2.dedup();
                }
                None => lines.push((d, vec![field.cell(id)], stones)),
            }
        } else {
            let mut wins: Vec<Id> = completing(field, id, side).into_iter().flat_map(|(_, cells)| cells).collect();
            wins.sort_unstable();
            wins.dedup();
            let wins = wins.into_iter().map(|id| field.cell(id)).collect();
            found.push(ThreatKind::Fork { cell: field.cell(id), wins });
        }
    }
    found.extend(lines.into_iter().map(|(_, cells, stones)| ThreatKind::OpenTwo { cells, stones }));
    let fours = field.fours(side).iter().map(|place| field.id(place));
    let cells: Vec<Cell> = fours.filter(|&id| field.grade(id, side) < Grade::Mate).map(|id| field.cell(id)).collect();
    if !cells.is_empty() {
        found.push(ThreatKind::One { cells });
    }
    found
}

fn falling(field: &mut Field, side: Side) -> Vec<ThreatKind> {
    let mut found = rows(field, side);
    let turned = field.to_move() != side;
    if turned {
        field.pass();
    }
    let mut fours: Vec<Id> = field.fours(side).iter().map(|place| field.id(place)).collect();
    fours.retain(|&id| field.is_playable(id) && field.grade(id, side) < Grade::Win);
    let mut ones = Vec::new();
    for id in fours {
        for effect in effects(field, id, false) {
            match effect {
                MoveEffect::Fork { cells } | MoveEffect::OpenOne { cells } => {
                    found.push(ThreatKind::Fork { cell: field.cell(id), wins: cells });
                }
                MoveEffect::One { .. } => ones.push(field.cell(id)),
                _ => {}
            }
        }
    }
    if turned {
        field.pass();
    }
    if !ones.is_empty() {
        found.push(ThreatKind::One { cells: ones });
    }
    let waiting = field.wins(side).iter().filter(|&(row, col)| row > field.height(col));
    for (row, col) in waiting {
        let id = field.id((row, col));
        let stones = stones(field, id, side);
        let poisoned = row == field.height(col) + 1;
        found.push(ThreatKind::Waiting { cell: field.cell(id), stones, odd: row % 2 == 0, poisoned });
    }
    found
}
