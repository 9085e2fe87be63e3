//! Whoever follows a repertoire keeps the value of the board against every play.
#![allow(clippy::disallowed_methods)] // shipped files are files

use std::ops::ControlFlow;

use filetto_rules::{Game, Outcome, Rules, Side};
use filetto_solve::atlas::Atlas;
use filetto_solve::book::{LastPosition, Repertoire};
use filetto_solve::gravity::GravitySolver;
use filetto_solve::{Task, Value};

fn built(board: &str, plies: usize) -> Repertoire {
    let rules: Rules = board.parse().unwrap();
    let solver = GravitySolver::new(rules, 1 << 20, 1).unwrap();
    let value = match solver.solve_outcome(&[]).unwrap().outcome() {
        Some(0) => Value::Draw,
        Some(1) => Value::First,
        _ => Value::Second,
    };
    let mut repertoire = Repertoire::new(rules, value, plies).unwrap();
    assert!(repertoire.build(&solver, &mut |_, _| ControlFlow::Continue(())));
    repertoire
}

/// Plays every game in which `side` follows the repertoire to its end and returns how many there are.
fn play_all(repertoire: &Repertoire, side: Side, game: &Game) -> usize {
    if game.outcome().is_over() {
        let lost = Outcome::Win(side.other());
        let won = Outcome::Win(side);
        let fair = repertoire.value() != Value::of(Some(side)) || game.outcome() == won;
        assert!(game.outcome() != lost && fair, "{:?}", game.cells().collect::<Vec<_>>());
        return 1;
    }
    let own = game.to_move() == side;
    let columns = match own {
        true => vec![repertoire.column(game).expect("a move")],
        false => (0..game.rules().cols()).collect(),
    };
    let mut games = 0;
    for column in columns {
        let mut next = game.clone();
        if next.drop(column).is_ok() {
            games += play_all(repertoire, side, &next);
        } else {
            assert!(!own, "its moves are legal");
        }
    }
    games
}

#[test]
fn to_the_end_nobody_who_follows_it_does_worse_than_the_value() {
    for (board, sides) in [("3x4x3g", 1), ("3x5x4g", 2), ("4x3x3g", 2), ("2x6x3g", 2), ("4x4x3g", 1), ("4x4x4g", 2)] {
        let rules: Rules = board.parse().unwrap();
        let repertoire = built(board, rules.cells());
        assert!(repertoire.check().is_ok_and(|last| last.is_empty()), "{board}");
        let lost = |side: Side| repertoire.value() == Value::of(Some(side.other()));
        let mut seen = 0;
        for side in Side::BOTH.into_iter().filter(|side| !lost(*side)) {
            assert!(play_all(&repertoire, side, &Game::new(rules)) > 1);
            seen += 1;
        }
        assert_eq!(seen, sides, "{board} {}", repertoire.value());
    }
}

#[test]
fn it_can_be_for_one_side_only() {
    let whole = built("4x4x4g", 8);
    let solver = GravitySolver::new(whole.rules(), 1 << 20, 1).unwrap();
    for side in Side::BOTH {
        let mut one = Repertoire::new(whole.rules(), Value::Draw, 8).unwrap().only(side);
        assert!(one.build(&solver, &mut |_, _| ControlFlow::Continue(())));
        assert!(one.sides().eq([side]) && one.check().is_ok_and(|last| last.iter().all(|last| last.side == side)));
        assert_eq!(one.column(&Game::new(whole.rules())).is_some(), side == Side::First);
        assert_eq!(Repertoire::from_bytes(&one.to_bytes()).as_ref(), Ok(&one));
        assert!(one.len() < whole.len());
    }
}

#[test]
fn stopped_and_gone_on_with_it_becomes_complete() {
    let rules: Rules = "4x5x4g".parse().unwrap();
    let solver = GravitySolver::new(rules, 1 << 20, 1).unwrap();
    let mut repertoire = Repertoire::new(rules, Value::Draw, 8).unwrap();
    let mut pieces = 0;
    loop {
        let before = repertoire.len();
        let mut stop = |done: usize, _: usize| match done >= before + 25 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        if repertoire.build(&solver, &mut stop) {
            break;
        }
        assert!(!repertoire.is_complete() && repertoire.check().is_err());
        repertoire = Repertoire::from_bytes(&repertoire.to_bytes()).unwrap();
        pieces += 1;
        assert!(pieces < 200);
    }
    assert!(pieces > 2 && repertoire.check().is_ok());
}

#[test]
fn damaged_files_are_refused() {
    let whole = built("4x4x4g", 5);
    let bytes = whole.to_bytes();
    assert!(Repertoire::from_bytes(&bytes).is_ok_and(|read| read == whole));
    for cut in 0..bytes.len() {
        assert!(Repertoire::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(Repertoire::from_bytes(&damaged).map_or(true, |read| read == whole), "byte {at}");
    }
    assert!(Repertoire::from_bytes(b"filetto-lines 1 6x7x4g draw 9 complete 60000000\n").is_err());
}

#[test]
fn those_that_are_shipped_are_whole_and_keep_the_value_as_far_as_a_solver_soon_tells() {
    let boards: Vec<Rules> = Atlas::get().facts().iter().filter_map(|fact| fact.ground.board()).collect();
    let mut seen = Vec::new();
    for rules in boards.into_iter().filter(|rules| rules.gravity()) {
        let Some(repertoire) = Repertoire::shipped(rules).filter(|_| !seen.contains(&rules)) else { continue };
        seen.push(rules);
        assert_eq!(Atlas::get().lookup(rules).map(|row| row.value), Some(repertoire.value()), "{rules}");
        let last = repertoire.check().unwrap_or_else(|error| panic!("{rules}: {error}"));
        // A few of the positions at which it ends; those that take long are left to `filetto book check`.
        let mut task = Task::new(&Game::new(rules), 8 << 20, 1).unwrap();
        for LastPosition { side, moves } in last.iter().step_by(last.len() / 5 + 1) {
            let mut game = Game::new(rules);
            moves.iter().for_each(|&column| assert!(game.drop(column).is_ok()));
            let mut asked = 0;
            let mut briefly = |_: &filetto_solve::News| {
                asked += 1;
                if asked > 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let value = task.ask(&game, &mut briefly).ok().and_then(|found| found.value);
            let kept = [repertoire.value(), Value::of(Some(*side))];
            assert!(value.is_none_or(|value| kept.contains(&value)), "{rules} after {moves:?}: {value:?}");
        }
    }
    assert!(!seen.is_empty());
}
