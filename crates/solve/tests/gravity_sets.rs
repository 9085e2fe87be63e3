//! The gravity solver against published scores: Pons's test sets and the values of whole boards.
#![allow(clippy::disallowed_methods)] // fixtures are files

mod common;

use common::{fixture, score, solver};
use filetto_solve::gravity::{Score, Tuning};

fn check_set(name: &str, every: usize, tuning: Tuning) {
    let mut solver = solver(6, 7, 4, 16 << 10, 1);
    solver.set_tuning(tuning);
    for line in fixture(&format!("connect4/{name}")).lines().step_by(every) {
        let (digits, expected) = line.split_once(' ').expect("moves, then a score");
        let moves: Vec<usize> = digits.bytes().map(|digit| usize::from(digit - b'1')).collect();
        assert_eq!(score(&solver, &moves), expected.parse::<i32>().expect("a number"), "{name}: {line}");
    }
}

#[test]
fn end_games_have_the_published_scores() {
    check_set("Test_L3_R1", 1, Tuning::default());
}

#[test]
fn a_part_of_the_middle_games_and_openings_has_the_published_scores() {
    check_set("Test_L2_R1", 5, Tuning::default());
    check_set("Test_L1_R1", 10, Tuning::default());
}

#[test]
fn slow_all_middle_games_and_openings_have_the_published_scores() {
    check_set("Test_L2_R1", 1, Tuning::default());
    check_set("Test_L1_R1", 1, Tuning::default());
}

/// Painting dead stones carelessly gives right scores on small boards and wrong ones here.
#[test]
fn slow_every_device_at_every_node_gives_the_published_scores() {
    check_set("Test_L2_R1", 1, Tuning::FULL);
    check_set("Test_L1_R1", 4, Tuning::FULL);
}

/// Value and last stone of whole boards, as other solvers have published or found them.
fn check_values(cells: std::ops::RangeInclusive<usize>) {
    for line in fixture("gravity_values.csv").lines().skip(1) {
        let numbers: Vec<i32> = line.split(',').map(|field| field.parse().expect("a number")).collect();
        let &[rows, cols, k, value, last_stone] = numbers.as_slice() else { panic!("five numbers: {line}") };
        let (rows, cols) = (rows as usize, cols as usize);
        if !cells.contains(&(rows * cols)) {
            continue;
        }
        let solver = solver(rows, cols, k as usize, 4 << 10, 1);
        let found = score(&solver, &[]);
        assert_eq!(found.signum(), value, "{line}");
        let stone = Score::from(found as i16).last_stone((rows * cols) as u32, 0);
        assert_eq!(stone, last_stone as u32, "{line}");
    }
}

#[test]
fn small_boards_have_the_known_values() {
    check_values(1..=25);
}

#[test]
fn slow_boards_up_to_30_cells_have_the_known_values() {
    check_values(26..=30);
}
