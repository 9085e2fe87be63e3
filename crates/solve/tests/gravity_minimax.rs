//! The gravity solver against plain minimax, on every board small enough for it.
#![allow(clippy::disallowed_methods)] // fixtures are files

mod common;

use std::collections::HashMap;

use common::{Dice, Twin, score, solver};
use filetto_solve::gravity::{GravitySolver, Tuning};

/// Every board of up to `cells` cells with a k that is legal on it.
fn boards(cells: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = (usize, usize, usize)> {
    (1..=16).flat_map(move |rows| {
        let cells = cells.clone();
        (1..=16)
            .filter(move |cols| cells.contains(&(rows * cols)))
            .flat_map(move |cols| (1..=rows.max(cols).min(5)).map(move |k| (rows, cols, k)))
    })
}

/// The solver as it is shipped, and with every device at every node.
fn both(rows: usize, cols: usize, k: usize) -> [GravitySolver; 2] {
    let shipped = solver(rows, cols, k, 64, 1);
    let mut full = solver(rows, cols, k, 64, 1);
    full.set_tuning(Tuning::FULL);
    [shipped, full]
}

#[test]
fn every_position_of_boards_up_to_ten_cells_has_minimax_score() {
    for (rows, cols, k) in boards(1..=10) {
        let solvers = both(rows, cols, k);
        let mut memo = HashMap::new();
        Twin::new(rows, cols, k).walk(&mut |twin, line| {
            let expected = twin.score(&mut memo);
            for solver in &solvers {
                assert_eq!(score(solver, line), expected, "{rows}x{cols}x{k} after {line:?}");
            }
        });
    }
}

#[test]
fn random_positions_of_boards_up_to_sixteen_cells_have_minimax_score_in_every_column() {
    let mut dice = Dice::new(0x2545_F491_4F6C_DD1D);
    for (rows, cols, k) in boards(11..=16) {
        let solvers = both(rows, cols, k);
        let mut memo = HashMap::new();
        let empty = Twin::new(rows, cols, k);
        for _ in 0..12 {
            // Late positions: minimax from the first stones of 16 cells is for the slow tests.
            let stones = rows * cols - 9 + dice.roll(9);
            let (twin, line) = dice.game(&empty, stones);
            if k > 2 && twin.stones() + 10 < rows * cols {
                continue;
            }
            for solver in &solvers {
                let moves = solver.all_moves(&line).expect("a legal position");
                for (col, solution) in moves.iter().enumerate() {
                    let found = solution.map(|s| s.score().expect("no limit").get());
                    assert_eq!(
                        found,
                        twin.move_score(col, &mut memo),
                        "{rows}x{cols}x{k} after {line:?}, column {col}"
                    );
                }
                assert_eq!(score(solver, &line), twin.score(&mut memo), "{rows}x{cols}x{k} after {line:?}");
            }
        }
    }
}

#[test]
fn slow_every_position_of_a_four_by_four_board_has_minimax_score() {
    for k in [3, 4] {
        let solvers = both(4, 4, k);
        let mut memo = HashMap::new();
        Twin::new(4, 4, k).walk(&mut |twin, line| {
            let expected = twin.score(&mut memo);
            for solver in &solvers {
                assert_eq!(score(solver, line), expected, "4x4x{k} after {line:?}");
            }
        });
    }
}

#[test]
fn slow_every_position_of_three_by_five_and_five_by_three_has_minimax_score() {
    for (rows, cols, k) in [(3, 5, 3), (5, 3, 3), (3, 5, 4), (5, 3, 4), (2, 7, 4), (2, 8, 3)] {
        let solvers = both(rows, cols, k);
        let mut memo = HashMap::new();
        Twin::new(rows, cols, k).walk(&mut |twin, line| {
            let expected = twin.score(&mut memo);
            for solver in &solvers {
                assert_eq!(score(solver, line), expected, "{rows}x{cols}x{k} after {line:?}");
            }
        });
    }
}
