//! Rows and windows around a cell, read from a field: slow and plain, for telling about a position, not for searching it.

use filetto_rules::{Cell, Direction, Line, Side};

use crate::knowledge::{Field, Grade, Id, class};

/// The stones of a side that are in a row with a cell in one direction, the cell included whether it is taken or not.
fn run(field: &Field, cell: Cell, side: Side, direction: Direction) -> Vec<Cell> {
    let rules = field.rules();
    let own = |cell: &Cell| rules.contains(*cell) && field.get(field.shape().id(*cell)) == Some(side);
    let reach = |sign: i32| (1..).map_while(move |n| cell.step(direction, sign * n)).take_while(own);
    let mut row: Vec<Cell> = reach(-1).collect();
    row.reverse();
    row.push(cell);
    row.extend(reach(1));
    row
}

/// The row that a stone of a side on this empty cell completes, if it completes one.
pub(super) fn completed(field: &Field, id: Id, side: Side) -> Vec<Cell> {
    let d = (0..4).find(|&d| field.class(id, side, d) == class::WIN);
    d.map_or(Vec::new(), |d| run(field, field.cell(id), side, Direction::ALL[d]))
}

/// The stones that a cell would complete a row with.
pub(super) fn stones(field: &Field, id: Id, side: Side) -> Vec<Cell> {
    let mut row = completed(field, id, side);
    row.retain(|&cell| cell != field.cell(id));
    row
}

/// The cells where a side completes a row now.
pub(super) fn wins(field: &Field, side: Side) -> Vec<Id> {
    field.wins(side).iter().map(|place| field.id(place)).filter(|&id| field.is_playable(id)).collect()
}

/// The cells where a side mates: an open K-1, or two K-1 at once. Without gravity only.
pub(super) fn mates(field: &Field, side: Side) -> Vec<Id> {
    if field.rules().gravity() || field.forcing(side, Grade::Mate) == 0 {
        return Vec::new();
    }
    let fours = field.fours(side).iter().map(|place| field.id(place));
    fours.filter(|&id| field.grade(id, side) == Grade::Mate).collect()
}

/// The cells that complete a row once a side has a stone here, by direction: for directions with a K-1 only.
pub(super) fn completing(field: &Field, id: Id, side: Side) -> Vec<(usize, Vec<Id>)> {
    let forcing = |d: &usize| matches!(field.class(id, side, *d), class::ONE | class::OPEN_1);
    let cells = |d: usize| {
        let mut cells = Vec::new();
        field.windows_lacking(id, side, d, 1, |cell| cells.push(cell));
        (d, cells)
    };
    (0..4).filter(forcing).map(cells).collect()
}

/// The own stones on the windows of one direction through a cell that lack at most so many stones besides the cell.
pub(super) fn supporters(field: &Field, id: Id, side: Side, d: usize, lack: usize) -> Vec<Cell> {
    let (rules, cell) = (field.rules(), field.cell(id));
    let of = |cell: Cell| field.get(field.shape().id(cell));
    let mut found = Vec::new();
    for back in 0..rules.k() as i32 {
        let Some(start) = cell.step(Direction::ALL[d], -back) else { continue };
        let line = Line { start, direction: Direction::ALL[d], len: rules.k() };
        if !rules.contains(start) || !rules.contains(line.last()) || !rules.is_open(line, side, of) {
            continue;
        }
        let own: Vec<Cell> = line.cells().filter(|&cell| of(cell) == Some(side)).collect();
        if own.len() + 1 + lack >= rules.k() {
            found.extend(own);
        }
    }
    found.sort();
    found.dedup();
    found
}
