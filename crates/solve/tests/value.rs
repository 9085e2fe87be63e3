//! One front door for both solvers: its values are plain minimax's.

use std::ops::ControlFlow;

use filetto_rules::{Board, Cell, Game, Outcome, Rng, Rules, Side};
use filetto_solve::{FoundMove, News, Task, Value};

/// The slow twin: every continuation to its end.
fn minimax(game: &mut Game) -> Value {
    match game.outcome() {
        Outcome::Win(side) => return Value::of(Some(side)),
        Outcome::Draw => return Value::Draw,
        Outcome::Ongoing => {}
    }
    let goal = Value::of(Some(game.to_move()));
    let mut best = Value::of(Some(game.to_move().other()));
    for cell in game.board().legal_moves() {
        game.play(cell).unwrap();
        let value = minimax(game);
        game.undo();
        if value == goal {
            return goal;
        }
        if value == Value::Draw {
            best = Value::Draw;
        }
    }
    best
}

fn value(task: &mut Task, game: &Game) -> Value {
    task.ask(game, &mut |_| ControlFlow::Continue(())).unwrap().value.unwrap()
}

#[test]
fn positions_with_and_without_gravity_have_minimax_s_value() {
    let mut seen = [0; 3];
    for (seed, text) in (0..).zip(["3x3x3", "3x4x3", "4x3x3g", "4x4x4g", "4x4x3g", "4x4x4", "2x6x3", "3x5x4g", "5x3x3"])
    {
        let rules: Rules = text.parse().unwrap();
        let mut task = Task::new(&Game::new(rules), 1 << 20, 1).unwrap().score(true);
        for round in 0..12 {
            let mut rng = Rng::new(100 * seed + round);
            let mut game = Game::new(rules);
            let plies = rules.cells().saturating_sub(9 - rng.below(4).min(rules.cells()));
            while game.moves().len() < plies && !game.outcome().is_over() {
                let legal = game.board().legal_moves();
                game.play(*rng.pick(&legal).unwrap()).unwrap();
            }
            let expected = minimax(&mut game.clone());
            seen[expected as usize] += 1;
            assert_eq!(value(&mut task, &game), expected, "{text} after {:?}", game.cells().collect::<Vec<_>>());
            if !game.outcome().is_over() {
                for FoundMove { cell, found } in task.moves(&mut |_| ControlFlow::Continue(())).unwrap() {
                    let mut next = game.clone();
                    next.play(cell).unwrap();
                    assert_eq!(found.value, Some(minimax(&mut next)), "{text} {cell}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "all three values were met: {seen:?}");
}

#[test]
fn a_proof_convinces_the_checker_and_a_stopped_search_claims_nothing() {
    let mut game = Game::new("5x5x4".parse().unwrap());
    game.play(Cell::new(2, 2)).unwrap();
    let mut task = Task::new(&game, 1 << 22, 1).unwrap();
    let go_on = &mut |_: &News| ControlFlow::Continue(());
    let found = task.run(go_on).unwrap();
    let certificates = task.certificates(&found, go_on).unwrap();
    assert_eq!(found.value, Some(Value::Draw));
    let claims: Vec<String> = certificates
        .iter()
        .map(|bytes| filetto_verify::check(bytes, filetto_verify::Limits::default()).unwrap().claim.to_string())
        .collect();
    assert_eq!(claims.len(), 2, "after a move either side might win: {claims:?}");
    assert!(claims.iter().all(|claim| claim.contains("5x5x4") && claim.contains("not win")), "{claims:?}");
    let stopped = task.ask(&game, &mut |_| ControlFlow::Break(())).unwrap();
    assert!(stopped.value.is_none() || stopped.nodes < 2000, "{stopped:?}");
}

#[test]
fn values_with_gravity_are_proved_from_the_side_that_has_them() {
    let boards =
        [("4x4x3g", " wins"), ("4x4x4g", "not win"), ("4x5x4g", "not win"), ("5x4x4g", "not win"), ("4x6x4g", " wins")];
    for (text, verb) in boards {
        let game = Game::new(text.parse().unwrap());
        let mut task = Task::new(&game, 1 << 24, 1).unwrap();
        let go_on = &mut |_: &News| ControlFlow::Continue(());
        let found = task.run(go_on).unwrap();
        let certificates = task.certificates(&found, go_on).unwrap();
        assert_eq!(certificates.len(), if found.value == Some(Value::Draw) { 2 } else { 1 }, "{text}: {found:?}");
        for bytes in &certificates {
            let proved = filetto_verify::check(bytes, filetto_verify::Limits::default()).unwrap();
            assert!(proved.claim.to_string().contains(verb), "{}", proved.claim);
        }
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    let says =
        |text: &str| Task::new(&Game::new(text.parse().unwrap()), 1 << 20, 1).err().map(|error| error.to_string());
    assert!(says("50x50x10g").unwrap().contains("128"));
    let setup = filetto_rules::Setup { stones: vec![(Cell::new(1, 1), Side::Second)], to_move: Side::First };
    let game = Game::from_setup(Rules::TICTACTOE, setup).unwrap();
    let error = Task::new(&game, 1 << 20, 1).err().unwrap();
    assert!(error.to_string().contains("set-up"), "{error}");
}
