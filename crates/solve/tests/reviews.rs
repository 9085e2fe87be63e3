//! Reviews against exact values: on solved boards every class that stands on facts is right, and nothing is missed.

use std::ops::ControlFlow;

use filetto_engine::analysis::{Analyst, Effort, Value};
use filetto_engine::explain::{Class, Review, review};
use filetto_rules::{Board, Cell, Game, Outcome, Rng, Rules, Side};
use filetto_solve::{Answers, Task};

const EFFORT: Effort = Effort { proof: 500, search: 300, plies: 15, shown: 12 };

fn judged(game: &Game, nodes: u64) -> Review {
    let mut answers = Answers::new(game.rules(), nodes);
    review(game, &mut Analyst::new(EFFORT).exact(&mut answers), &mut |_, _| ControlFlow::Continue(()))
}

/// A random game from some moves on, to its end.
fn game(rules: Rules, opening: &[Cell], rng: &mut Rng) -> Game {
    let mut game = Game::new(rules);
    for &cell in opening {
        game.play(cell).unwrap();
    }
    while let Some(&cell) = rng.pick(&game.board().legal_moves()) {
        game.play(cell).unwrap();
    }
    game
}

/// Who wins the position, asked of the solver directly.
fn winner(task: &mut Task, game: &Game) -> Option<Side> {
    if game.outcome() != Outcome::Ongoing {
        return game.outcome().winner();
    }
    let found = task.ask(game, &mut |_| ControlFlow::Continue(())).unwrap();
    match found.value.unwrap() {
        filetto_solve::Value::First => Some(Side::First),
        filetto_solve::Value::Draw => None,
        filetto_solve::Value::Second => Some(Side::Second),
    }
}

/// Compares what a review says of the moves from `from` on with the values of the positions.
fn compare(game: &Game, from: usize, nodes: u64, counts: &mut [usize; 3]) {
    let mut task = Task::new(&Game::new(game.rules()), 4 << 20, 1).unwrap();
    let told = judged(game, nodes);
    assert_eq!(told.moves.len(), game.moves().len());
    assert_eq!(told.chart.len(), told.moves.len() + 1);
    let mut now = Game::new(game.rules());
    for (i, judged) in told.moves.iter().enumerate() {
        let side = now.to_move();
        let mut points = |game: &Game| match winner(&mut task, game) {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        };
        let before = if i >= from { points(&now) } else { 0.0 };
        let single = now.board().legal_moves().len() == 1;
        now.play(judged.cell).unwrap();
        if i < from {
            continue;
        }
        let after = points(&now);
        let known = |value: Value, points: f64| matches!(value, Value::Chance { .. }) || value.points() == points;
        assert!(known(judged.before, before) && known(judged.after, after), "{} {judged:?}", game.rules());
        assert!(!matches!(judged.before, Value::Chance { .. }), "everything is known here: {judged:?}");
        let expected = match (before, after) {
            _ if single => None,
            (1.0, 0.5 | 0.0) => Some(Class::WinThrownAway),
            (0.5, 0.0) => Some(Class::DrawThrownAway),
            _ => None,
        };
        counts[match expected {
            Some(Class::WinThrownAway) => 0,
            Some(_) => 1,
            None => 2,
        }] += 1;
        match expected {
            Some(class) => {
                assert_eq!(judged.class, class);
                let mut better = now.clone();
                better.undo();
                better.play(judged.best.unwrap()).unwrap();
                assert_eq!(points(&better), before, "the better move keeps the value");
            }
            None => assert!(!judged.class.is_fault(), "{judged:?}"),
        }
    }
    for puzzle in &told.puzzles {
        for &solution in &puzzle.solutions {
            let mut game = Game::new(game.rules());
            puzzle.moves.iter().for_each(|&cell| assert!(game.play(cell).is_ok()));
            assert_eq!(game.to_move(), puzzle.side);
            game.play(solution).unwrap();
            assert_eq!(winner(&mut task, &game), puzzle.win.then_some(puzzle.side), "{puzzle:?}");
        }
    }
}

#[test]
fn every_fault_of_a_game_on_a_solved_board_is_found_and_no_other() {
    let mut counts = [0; 3];
    for (board, games) in [("3x3x3", 30), ("4x4x3", 8), ("4x5x4g", 6)] {
        let mut rng = Rng::new(41);
        for _ in 0..games {
            compare(&game(board.parse().unwrap(), &[], &mut rng), 0, 1_000_000, &mut counts);
        }
    }
    assert!(counts.iter().all(|&n| n > 15), "{counts:?}");
}

#[test]
fn larger_boards_are_judged_exactly_near_the_end() {
    let mut counts = [0; 3];
    for (board, free, games) in [("5x5x4", 11, 4), ("6x7x4g", 18, 6)] {
        let rules: Rules = board.parse().unwrap();
        let mut rng = Rng::new(43);
        let mut done = 0;
        while done < games {
            let game = game(rules, &[], &mut rng);
            let from = rules.cells() - free;
            if game.moves().len() > from + 3 {
                compare(&game, from, 20_000, &mut counts);
                done += 1;
            }
        }
    }
    assert!(counts.iter().sum::<usize>() > 30, "{counts:?}");
}

#[test]
fn a_review_is_the_same_twice() {
    for board in ["6x7x4g", "5x5x4", "9x9x5"] {
        let game = game(board.parse().unwrap(), &[], &mut Rng::new(47));
        assert_eq!(judged(&game, 1000), judged(&game, 1000), "{board}");
    }
}
