//! Each device of the gravity search against the search without it; edges of the word; threads; limits.
#![allow(clippy::disallowed_methods)] // fixtures are files

mod common;

use std::sync::atomic::AtomicBool;

use common::{Dice, Twin, fixture, score, solver};
use filetto_solve::gravity::{Goal, PositionError, Request, Score, Tuning};

/// Boards of even and odd height, even and odd number of cells, on which both ways of every device occur.
const BOARDS: [(usize, usize, usize); 11] = [
    (4, 5, 3),
    (5, 4, 4),
    (4, 6, 4),
    (5, 5, 4),
    (6, 4, 4),
    (3, 7, 4),
    (7, 3, 3),
    (4, 7, 5),
    (5, 6, 5),
    (7, 7, 5),
    (5, 8, 6),
];

/// The plain search with one device agrees with the plain search on random positions.
fn agrees_with_plain(device: Tuning) {
    let mut dice = Dice::new(0x9E37_79B9_7F4A_7C15);
    for (rows, cols, k) in BOARDS {
        let mut plain = solver(rows, cols, k, 1, 1);
        plain.set_tuning(Tuning::PLAIN);
        let mut with = solver(rows, cols, k, 256, 1);
        with.set_tuning(device);
        let empty = Twin::new(rows, cols, k);
        for _ in 0..400 {
            let stones = rows * cols - 8 - dice.roll(7);
            let (_, line) = dice.game(&empty, stones);
            if line.len() + 14 < rows * cols {
                continue;
            }
            assert_eq!(score(&with, &line), score(&plain, &line), "{rows}x{cols}x{k} after {line:?}");
        }
    }
}

#[test]
fn the_claim_bound_changes_no_score() {
    agrees_with_plain(Tuning { claim: true, ..Tuning::PLAIN });
}

#[test]
fn the_claim_bound_that_leaves_lines_out_above_others_changes_no_score() {
    agrees_with_plain(Tuning { claim: true, below: true, ..Tuning::PLAIN });
}

#[test]
fn the_order_by_lines_changes_no_score() {
    agrees_with_plain(Tuning { lines_from: 0, ..Tuning::PLAIN });
}

#[test]
fn the_learnt_order_changes_no_score() {
    agrees_with_plain(Tuning { lines_from: 0, learnt_from: 0, ..Tuning::PLAIN });
}

#[test]
fn keys_of_what_matters_change_no_score() {
    agrees_with_plain(Tuning { table_from: 0, essence_from: 0, ..Tuning::PLAIN });
    agrees_with_plain(Tuning { table_from: 0, essence_from: 0, mirror_from: 0, ..Tuning::PLAIN });
}

#[test]
fn the_cut_bound_changes_no_score() {
    agrees_with_plain(Tuning { cut: true, ..Tuning::PLAIN });
}

#[test]
fn counting_for_the_last_lines_changes_no_score() {
    agrees_with_plain(Tuning { last_lines: true, ..Tuning::PLAIN });
}

#[test]
fn forced_chains_change_no_score() {
    agrees_with_plain(Tuning { chains: true, ..Tuning::PLAIN });
}

#[test]
fn the_short_way_through_the_final_plies_changes_no_score() {
    agrees_with_plain(Tuning { final_plies: true, ..Tuning::PLAIN });
}

#[test]
fn the_table_changes_no_score() {
    agrees_with_plain(Tuning { table_from: 0, ..Tuning::PLAIN });
}

#[test]
fn mirror_keys_change_no_score() {
    agrees_with_plain(Tuning { table_from: 0, mirror_from: 0, ..Tuning::PLAIN });
}

#[test]
fn painted_keys_change_no_score() {
    agrees_with_plain(Tuning { table_from: 0, paint_from: 0, ..Tuning::PLAIN });
}

#[test]
fn probing_children_changes_no_score() {
    agrees_with_plain(Tuning { table_from: 0, probe_children_from: 0, ..Tuning::PLAIN });
}

#[test]
fn mirrored_games_have_equal_scores_up_to_the_edge_of_the_word() {
    // 63 and 64 bits, the first beyond 64, and the widest.
    for (rows, cols) in [(6, 9), (7, 8), (8, 7), (6, 10), (15, 8), (7, 16), (3, 32)] {
        let solver = solver(rows, cols, 4, 1 << 10, 1);
        let empty = Twin::new(rows, cols, 4);
        let mut dice = Dice::new(88_172_645_463_325_252);
        let mut solved = 0;
        for _ in 0..40 {
            let stones = rows * cols - 2 - dice.roll(8);
            let (_, line) = dice.game(&empty, stones);
            let mirrored: Vec<usize> = line.iter().map(|col| cols - 1 - col).collect();
            let ask = |line: &[usize]| {
                let request = Request { max_nodes: Some(5_000), ..Request::default() };
                solver.solve_with(line, request).expect("a legal position").score()
            };
            if let (Some(one), Some(other)) = (ask(&line), ask(&mirrored)) {
                assert_eq!(one, other, "{rows}x{cols} after {line:?}");
                solved += 1;
            }
        }
        assert!(solved > 10, "{rows}x{cols}: too few positions solved to mean anything");
    }
}

#[test]
fn late_positions_at_the_edge_of_the_word_have_minimax_scores() {
    for (rows, cols) in [(6, 9), (7, 8), (8, 7), (6, 10), (15, 8), (7, 16)] {
        let solver = solver(rows, cols, 4, 1 << 10, 1);
        let mut dice = Dice::new(0x2545_F491_4F6C_DD1D);
        let mut memo = Default::default();
        for _ in 0..200 {
            let (twin, line) = dice.game(&Twin::new(rows, cols, 4), rows * cols);
            if line.len() + 8 >= rows * cols {
                assert_eq!(score(&solver, &line), twin.score(&mut memo), "{rows}x{cols} after {line:?}");
            }
        }
    }
}

#[test]
fn two_threads_give_the_same_scores() {
    let (one, two) = (solver(6, 7, 4, 4 << 10, 1), solver(6, 7, 4, 4 << 10, 2));
    for line in fixture("connect4/Test_L1_R1").lines().step_by(40) {
        let digits = line.split(' ').next().unwrap_or_default();
        let moves: Vec<usize> = digits.bytes().map(|digit| usize::from(digit - b'1')).collect();
        assert_eq!(score(&two, &moves), score(&one, &moves), "{line}");
    }
    // Long enough for the second thread to wake up.
    assert_eq!(score(&solver(5, 6, 4, 1 << 10, 2), &[]), 0);
    assert_eq!(score(&solver(4, 6, 4, 1 << 10, 3), &[]), -1);
}

#[test]
fn a_stopped_search_returns_sound_bounds() {
    let exact = 0; // 5 rows x 6 columns is a draw
    for most in [1, 2_000, 20_000, 60_000] {
        for threads in [1, 2] {
            let solver = solver(5, 6, 4, 1 << 10, threads);
            let request = Request { max_nodes: Some(most), ..Request::default() };
            let solution = solver.solve_with(&[], request).expect("a legal position");
            assert!(solution.lo.get() <= exact && exact <= solution.hi.get(), "{solution:?}");
            // Limits hold before a second thread has started, too. (Two threads may go far while one of them waits for the processor.)
            assert!(solution.nodes < most + 2_048 || threads > 1 && most > 30_000, "{threads} threads: {solution:?}");
        }
    }
    let stop = AtomicBool::new(true);
    let solver = solver(6, 7, 4, 1 << 10, 2);
    let solution = solver.solve_with(&[], Request { stop: Some(&stop), ..Request::default() }).expect("legal");
    assert!(solution.lo < solution.hi && solution.score().is_none());
    assert!(solution.lo <= Score::from(1) && Score::from(1) <= solution.hi);
}

#[test]
fn goals_ask_for_less() {
    let solver = solver(4, 6, 4, 1 << 10, 1);
    let ask = |goal| solver.solve_with(&[], Request { goal, ..Request::default() }).expect("legal");
    assert_eq!(ask(Goal::Outcome).outcome(), Some(-1));
    assert_eq!(ask(Goal::Above(Score::from(-1))).hi, Score::from(-1));
    assert!(ask(Goal::Above(Score::from(-2))).lo > Score::from(-2));
}

#[test]
fn the_outcome_is_no_dearer_than_the_score_where_a_short_win_decides() {
    let mut solver = solver(6, 7, 4, 1 << 16, 1);
    let mut nodes = |moves: &str, goal| {
        let columns: Vec<usize> = moves.bytes().map(|digit| usize::from(digit - b'1')).collect();
        solver.clear();
        solver.solve_with(&columns, Request { goal, ..Request::default() }).expect("legal").nodes
    };
    let (outcome, score) = (nodes("274552224131661", Goal::Outcome), nodes("274552224131661", Goal::Score));
    assert!(outcome < score, "{outcome} {score}");
    let all: Vec<String> = fixture("connect4/Test_L1_R1")
        .lines()
        .take(100)
        .filter_map(|line| Some(line.split_once(' ')?.0.to_owned()))
        .collect();
    let total =
        |nodes: &mut dyn FnMut(&str, Goal) -> u64, goal| all.iter().map(|moves| nodes(moves, goal)).sum::<u64>();
    let (outcome, score) = (total(&mut nodes, Goal::Outcome), total(&mut nodes, Goal::Score));
    assert!(outcome < score, "{outcome} {score}");
}

#[test]
fn progress_reports_bounds_that_hold() {
    let mut reports = 0;
    let mut progress = |p: &filetto_solve::gravity::Progress| {
        reports += 1;
        assert!(p.lo <= Score::DRAW && Score::DRAW <= p.hi && p.lo <= p.window && p.window < p.hi);
    };
    let mut solver = solver(5, 6, 4, 1 << 10, 1);
    solver.set_tuning(Tuning { claim: false, cut: false, ..Tuning::default() });
    let request = Request { progress: Some(&mut progress), ..Request::default() };
    assert_eq!(solver.solve_with(&[], request).expect("legal").score(), Some(Score::DRAW));
    assert!(reports > 0);
}

#[test]
fn wrong_positions_are_refused_with_a_reason() {
    let solver = solver(6, 7, 4, 1, 1);
    assert_eq!(solver.solve(&[7]), Err(PositionError::NoSuchColumn { ply: 0, column: 7, cols: 7 }));
    assert_eq!(solver.solve(&[0; 7]), Err(PositionError::FullColumn { ply: 6, column: 0 }));
    assert_eq!(solver.solve(&[0, 1, 0, 1, 0, 1, 0]), Err(PositionError::Over { ply: 7 }));
    assert_eq!(solver.solve(&[0, 1, 0, 1, 0, 1, 0, 2]), Err(PositionError::Over { ply: 7 }));
}

#[test]
fn clearing_forgets_and_repeats_the_same_search() {
    let mut solver = solver(5, 5, 4, 1 << 10, 1);
    let first = solver.solve(&[]).expect("legal");
    assert!(solver.solve(&[]).expect("legal").nodes < first.nodes);
    for _ in 0..20 {
        solver.clear();
        assert_eq!(solver.solve(&[]), Ok(first));
    }
}
