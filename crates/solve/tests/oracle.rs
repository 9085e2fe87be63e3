//! The oracle against exhaustive values, and what it may cost.
#![allow(clippy::disallowed_methods)] // fixtures are files

mod common;

use std::collections::HashMap;

use common::Twin;
use filetto_engine::champion::{Champion, Oracle, Verdict};
use filetto_engine::{Named, Player, Settings};
use filetto_rules::{Board, Cell, Game, Outcome, Rng, Rules, Side};
use filetto_search::{Budget, Limits, Meter, Score};
use filetto_solve::{Solvers, Task, Value};

fn meter(nodes: u64) -> Meter {
    Meter::new(&Limits::none().nodes(nodes))
}

/// A random unfinished position.
fn position(board: &str, plies: usize, rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(board.parse().unwrap());
        for _ in 0..plies {
            let legal = game.board().legal_moves();
            let _ = rng.pick(&legal).map(|&cell| game.play(cell));
        }
        if !game.outcome().is_over() {
            return game;
        }
    }
}

#[test]
fn with_gravity_the_score_is_minimax_and_every_move_keeps_it() {
    let mut rng = Rng::new(7);
    for board in ["4x4x4g", "3x5x3g", "4x4x3g", "2x6x3g", "5x3x3g"] {
        let mut oracle = Solvers::new(1 << 20);
        let mut memo = HashMap::new();
        for round in 0..40 {
            let game = position(board, 2 + round % 9, &mut rng);
            let rules = game.rules();
            let Verdict { moves, score, exact } =
                oracle.ask(&game, &[], &mut meter(1_000_000)).expect("small boards are known");
            assert!(exact && !moves.is_empty());
            let mut twin = Twin::new(rules.rows(), rules.cols(), rules.k());
            game.cells().for_each(|cell| assert!(twin.drop_in(cell.col()).is_some()));
            let expected = twin.score(&mut memo);
            let sign = |score: Score| i32::from(score.is_win()) - i32::from(score.is_loss());
            assert_eq!(sign(score), expected.signum(), "{board} after {:?}", game.cells().collect::<Vec<_>>());
            let stones = game.board().stones() as u32;
            if expected != 0 {
                let plies =
                    filetto_solve::gravity::Score::from(expected as i16).plies_to_end(rules.cells() as u32, stones);
                assert_eq!(score.plies(), Some(plies), "{board}: quickest win, longest loss");
            }
            for cell in moves {
                assert_eq!(twin.move_score(cell.col(), &mut memo), Some(expected), "{board}: {cell} keeps the value");
            }
        }
    }
}

#[test]
fn a_drawn_move_is_the_one_with_the_most_wrong_replies() {
    // After these moves some draw-keeping columns leave the opponent one right answer of several, others none wrong.
    let mut rng = Rng::new(3);
    let mut compared = 0;
    for _ in 0..60 {
        let game = position("4x5x4g", 8, &mut rng);
        let mut task = Task::new(&game, 1 << 20, 1).unwrap();
        let mut value = |game: &Game| task.ask(game, &mut |_| std::ops::ControlFlow::Continue(())).unwrap().value;
        if value(&game) != Some(Value::Draw) {
            continue;
        }
        let keeps: Vec<Cell> = game
            .board()
            .legal_moves()
            .into_iter()
            .filter(|&cell| {
                let mut next = game.clone();
                next.play(cell).is_ok() && value(&next) == Some(Value::Draw)
            })
            .collect();
        let verdict = Solvers::new(1 << 20).ask(&game, &[], &mut meter(1_000_000)).unwrap();
        assert!(verdict.moves.iter().all(|cell| keeps.contains(cell)));
        compared += usize::from(verdict.moves.len() < keeps.len());
    }
    assert!(compared > 0, "sometimes one is preferred");
}

#[test]
fn without_gravity_no_move_that_is_named_loses() {
    let mut rng = Rng::new(11);
    for (board, plies) in [("3x3x3", 1), ("4x4x3", 3), ("4x4x4", 4), ("5x4x4", 5), ("5x5x4", 8)] {
        for round in 0..6 {
            let game = position(board, plies + round % 3, &mut rng);
            let mut task = Task::new(&game, 1 << 20, 1).unwrap();
            let go_on = &mut |_: &filetto_solve::News| std::ops::ControlFlow::Continue(());
            let lost = Some(Value::of(Some(game.to_move().other())));
            let value = task.ask(&game, go_on).unwrap().value;
            let candidates = game.board().legal_moves();
            let Some(verdict) = Solvers::new(1 << 20).ask(&game, &candidates, &mut meter(2_000_000)) else {
                assert_eq!(value, lost, "{board} after {:?}", game.cells().collect::<Vec<_>>());
                continue;
            };
            assert!(!verdict.moves.is_empty() && value != lost);
            let won = Some(Value::of(Some(game.to_move())));
            let told = if verdict.score.is_win() { won } else { Some(Value::Draw) };
            assert!(!verdict.exact || value == told, "{board}");
            for &cell in &verdict.moves {
                let mut next = game.clone();
                next.play(cell).unwrap();
                let after = task.ask(&next, go_on).unwrap().value;
                assert_ne!(after, lost, "{board}: {cell}");
                assert!(!verdict.exact || after == told, "{board}: {cell} keeps the value");
            }
        }
    }
}

#[test]
fn without_gravity_a_move_that_invites_errors_is_preferred() {
    // Every held move is compared with the ones that are not named: none of those leaves a larger share of losing replies.
    let mut rng = Rng::new(4);
    let mut narrowed = 0;
    for round in 0..30 {
        let game = position("5x5x4", 6 + round % 5, &mut rng);
        let mut task = Task::new(&game, 1 << 20, 1).unwrap();
        let mut value = |game: &Game| {
            let found = task.ask(game, &mut |_| std::ops::ControlFlow::Continue(()));
            found.unwrap().value
        };
        let [me, other] = [game.to_move(), game.to_move().other()].map(|side| Some(Value::of(Some(side))));
        let candidates = game.board().legal_moves();
        let verdict = Solvers::new(1 << 22).ask(&game, &candidates, &mut meter(20_000_000));
        let Some(verdict) = verdict.filter(|verdict| verdict.score == Score::DRAW) else { continue };
        let mut wrong = |cell: Cell| {
            let mut next = game.clone();
            next.play(cell).unwrap();
            if value(&next) == other {
                return None;
            }
            let replies = next.board().legal_moves();
            let mut lost = |reply: &Cell| {
                let mut after = next.clone();
                after.play(*reply).unwrap();
                value(&after) == me
            };
            Some(replies.iter().filter(|reply| lost(reply)).count())
        };
        let all: Vec<(Cell, usize)> = candidates.iter().filter_map(|&cell| Some((cell, wrong(cell)?))).collect();
        let named = |cell: &Cell| verdict.moves.contains(cell);
        if all.iter().any(|(cell, _)| !named(cell)) {
            narrowed += 1;
            assert!(
                all.iter().any(|(cell, wrong)| named(cell) && *wrong > 0),
                "{:?}",
                game.cells().collect::<Vec<_>>()
            );
        }
    }
    assert!(narrowed > 0, "sometimes one is preferred");
}

#[test]
fn it_keeps_to_its_nodes_and_is_deterministic() {
    for board in ["6x7x4g", "7x7x5g", "5x5x4g", "7x7x5", "6x6x5", "5x5x4"] {
        let game = position(board, 8, &mut Rng::new(2));
        let candidates = game.board().legal_moves();
        for nodes in [1, 100, 10_000, 100_000] {
            let ask = || {
                let mut meter = meter(nodes);
                let verdict = Solvers::new(1 << 20).ask(&game, &candidates, &mut meter);
                (verdict, meter.nodes())
            };
            let (verdict, used) = ask();
            // The solvers look at their limit every thousand small nodes or every eight large ones.
            assert!(used <= nodes + 1300, "{board}: {used} of {nodes}");
            assert_eq!(ask(), (verdict, used), "{board}");
        }
    }
}

#[test]
fn boards_that_it_cannot_know_cost_nothing() {
    for board in ["15x15x5", "20x20x10g", "50x50x10", "100x100x30g"] {
        let game = Game::new(board.parse().unwrap());
        let mut meter = meter(1_000_000);
        assert_eq!(Solvers::new(1 << 20).ask(&game, &game.board().legal_moves(), &mut meter), None);
        assert_eq!(meter.nodes(), 0, "{board}");
    }
}

#[test]
fn what_the_book_and_the_atlas_know_costs_nothing() {
    let ask = |board: &str, moves: &str| {
        let mut game = Game::new(board.parse().unwrap());
        for cell in filetto_rules::read_moves(&game, moves, None).map(|read| read.moves).unwrap_or_default() {
            game.play(cell).unwrap();
        }
        let mut meter = meter(1);
        let verdict = Solvers::new(1 << 20).ask(&game, &game.board().legal_moves(), &mut meter);
        assert_eq!(meter.nodes(), 0, "{board} {moves}");
        verdict.map(|Verdict { moves, score, exact }| {
            let names: Vec<String> = moves.iter().map(Cell::to_string).collect();
            (names.join(" "), score, exact)
        })
    };
    // The centre wins with the 41st stone; what answers it longest does so in the centre; an edge first loses.
    assert_eq!(ask("6x7x4g", ""), Some(("d1".into(), Score::win_in(41), true)));
    assert_eq!(ask("6x7x4g", "4"), Some(("d2".into(), Score::loss_in(40), true)));
    assert!(ask("6x7x4g", "1").is_some_and(|(_, score, exact)| exact && score.is_win()));
    // The repertoire reaches further than the book, for the side that wins.
    assert!(ask("6x7x4g", "44").is_some_and(|(moves, score, exact)| moves.len() == 2 && exact && score.is_win()));
    // After eight plies the book has a move and no more: the solver takes over.
    assert!(ask("6x7x4g", "44444411").is_some_and(|(moves, _, exact)| moves.len() == 2 && exact));
    assert_eq!(ask("6x7x4g", "444444111"), None, "beyond the book");
    assert!(
        ask("7x7x4g", "44444").is_some_and(|(moves, score, exact)| moves.len() == 2 && !exact && score == Score::DRAW)
    );
    assert_eq!(ask("5x8x4g", "").map(|(_, score, _)| score.is_win()), Some(true));
    assert_eq!(ask("4x7x4g", ""), Some(("d1".into(), Score::DRAW, true)), "the only first move that draws");
    assert_eq!(ask("6x6x4g", ""), None, "all moves lose");
}

#[test]
fn a_move_that_holds_is_named_where_the_value_takes_longer() {
    // Only b3 and f2 hold. The central moves are harder to refute than those are to prove.
    let mut game = Game::new(Rules::CONNECT4);
    for column in [1, 3, 0, 0, 3, 3, 3, 1, 5] {
        game.drop(column).unwrap();
    }
    for nodes in [210_000, 300_000] {
        let verdict = Solvers::new(16 << 20).ask(&game, &game.board().legal_moves(), &mut meter(nodes)).unwrap();
        let columns: Vec<usize> = verdict.moves.iter().map(|cell| cell.col()).collect();
        assert!(columns.iter().all(|column| [1, 5].contains(column)), "{nodes}: {columns:?}");
    }
}

#[test]
fn a_stop_flag_ends_it_at_once() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    for board in ["7x7x5g", "7x7x5"] {
        let game = position(board, 20, &mut Rng::new(2));
        let mut meter = Meter::new(&Limits::none().stop(stop.clone()));
        assert_eq!(Solvers::new(1 << 20).ask(&game, &game.board().legal_moves(), &mut meter), None, "{board}");
    }
}

#[test]
fn the_champion_with_an_oracle_loses_no_drawn_board_and_wins_won_positions() {
    let settings = Settings { memory: 1 << 22, oracle: Some(Solvers::boxed), ..Settings::default() };
    for (board, opening, never) in [
        ("5x5x4g", "", None),
        ("4x5x4g", "", None),
        ("5x5x4", "", None),
        ("6x4x4", "", None),
        ("6x6x5", "", None),
        // Won for the first player: only its win will do.
        ("6x7x4g", "4443322255", Some(Side::First)),
    ] {
        for side in Side::BOTH.into_iter().filter(|side| never.is_none_or(|winner| winner == *side)) {
            let mut champion = Champion::new(settings);
            let mut other = Named::find("negascout").unwrap().make(Settings { oracle: None, ..settings });
            let mut game = Game::new(board.parse().unwrap());
            for cell in filetto_rules::read_moves(&game, opening, None).map(|read| read.moves).unwrap_or_default() {
                game.play(cell).unwrap();
            }
            while !game.outcome().is_over() {
                let player: &mut dyn Player = if game.to_move() == side { &mut champion } else { other.as_mut() };
                let nodes = if game.rules().gravity() { 100_000 } else { 20_000 };
                let cell = player.choose(&game, &Budget::none().nodes(nodes), &mut |_| {}).unwrap().cell;
                game.play(cell).unwrap();
            }
            match never {
                None => assert_ne!(game.outcome(), Outcome::Win(side.other()), "{board} as {side:?}"),
                Some(winner) => assert_eq!(game.outcome(), Outcome::Win(winner), "{board}"),
            }
        }
    }
}
