//! Pairs of cells that break every row of a list: the proof of a draw that can be shown on the board.
//!
//! Rows that overlap on one line share a pair as long as they have two empty cells in common; each such group then needs two cells of
//! its own, which is a bipartite matching by augmenting paths. Where that fails, a stored pairing of the board may still serve.
//!
//! The solver without gravity (`filetto-solve`, `free/pairing.rs`) matches in the same way, but at every node of its search, on bit sets of
//! at most 256 cells, and wants the best partial matching too. Here boards have up to 16,384 cells and one matching is made for one
//! text: a common form would be generic over the sets to save the 18 lines of `augment`.

use std::collections::HashMap;

use filetto_rules::{Cell, Line, Rules, Step};

use crate::champion::Pairing;

/// Disjoint pairs such that each of these sets of empty cells contains one; the sets belong to windows of the board, in order.
pub(super) fn pairs(rules: Rules, rows: &[(Line, Vec<Cell>)]) -> Option<Vec<[Cell; 2]>> {
    matched(rows).or_else(|| stored(rules, rows))
}

fn matched(rows: &[(Line, Vec<Cell>)]) -> Option<Vec<[Cell; 2]>> {
    let mut sorted: Vec<&(Line, Vec<Cell>)> = rows.iter().collect();
    let place = |line: &Line| {
        let Step { up, right } = line.direction.step();
        let (row, col) = (line.start.row() as i32, line.start.col() as i32);
        // The same for all windows of one line of the board, then the place along it.
        ((up, right), row * right - col * up, row * up + col * right)
    };
    sorted.sort_by_key(|(line, _)| place(line));
    let mut groups: Vec<((i32, i32), i32, Vec<Cell>)> = Vec::new();
    for (line, empty) in sorted {
        let (direction, number, _) = place(line);
        if let Some((d, n, common)) = groups.last_mut()
            && (*d, *n) == (direction, number)
        {
            let shared: Vec<Cell> = common.iter().copied().filter(|cell| empty.contains(cell)).collect();
            if shared.len() > 1 {
                *common = shared;
                continue;
            }
        }
        groups.push((direction, number, empty.clone()));
    }
    let wanted: Vec<Vec<Cell>> = groups.into_iter().map(|(_, _, common)| common).collect();
    let mut owner: HashMap<Cell, usize> = HashMap::new();
    for group in 0..wanted.len() {
        for _ in 0..2 {
            augment(&wanted, group, &mut owner, &mut Vec::new()).then_some(())?;
        }
    }
    let mut of: Vec<Vec<Cell>> = vec![Vec::new(); wanted.len()];
    owner.into_iter().for_each(|(cell, group)| of[group].push(cell));
    let mut found: Vec<[Cell; 2]> = of.into_iter().filter_map(|pair| pair.try_into().ok()).collect();
    found.iter_mut().for_each(|pair| pair.sort());
    found.sort();
    Some(found)
}

fn augment(wanted: &[Vec<Cell>], group: usize, owner: &mut HashMap<Cell, usize>, visited: &mut Vec<Cell>) -> bool {
    if let Some(&free) = wanted[group].iter().find(|cell| !owner.contains_key(cell)) {
        owner.insert(free, group);
        return true;
    }
    for &cell in &wanted[group] {
        if visited.contains(&cell) || owner.get(&cell) == Some(&group) {
            continue;
        }
        visited.push(cell);
        let other = owner[&cell];
        if augment(wanted, other, owner, visited) {
            owner.insert(cell, group);
            return true;
        }
    }
    false
}

/// The pairs of a stored pairing that are still whole, if they break every row.
fn stored(rules: Rules, rows: &[(Line, Vec<Cell>)]) -> Option<Vec<[Cell; 2]>> {
    let pairing = Pairing::of(rules)?;
    let partner = |cell: &Cell| {
        let id = cell.row() * rules.cols() + cell.col();
        pairing.partner(id as u16).map(|id| Cell::new(usize::from(id) / rules.cols(), usize::from(id) % rules.cols()))
    };
    let mut found = Vec::new();
    for (_, empty) in rows {
        let pair = empty.iter().find_map(|&cell| partner(&cell).filter(|p| empty.contains(p)).map(|p| [cell, p]))?;
        let pair = if pair[0] < pair[1] { pair } else { [pair[1], pair[0]] };
        found.push(pair);
    }
    found.sort();
    found.dedup();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_disjoint_and_in_every_row() {
        for (board, has) in [("5x5x5", true), ("3x3x3", false), ("2x6x3", true), ("20x20x9", true), ("6x6x6", true)] {
            let rules: Rules = board.parse().unwrap();
            let rows: Vec<(Line, Vec<Cell>)> = rules.windows().map(|line| (line, line.cells().collect())).collect();
            let found = pairs(rules, &rows);
            assert_eq!(found.is_some(), has, "{board}");
            let Some(found) = found else { continue };
            let mut cells: Vec<Cell> = found.concat();
            let all = cells.len();
            cells.sort();
            cells.dedup();
            assert_eq!(cells.len(), all, "{board}: no cell is in two pairs");
            for (_, row) in &rows {
                assert!(found.iter().any(|pair| pair.iter().all(|cell| row.contains(cell))), "{board}: {row:?}");
            }
        }
    }
}
