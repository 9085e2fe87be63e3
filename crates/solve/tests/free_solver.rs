//! The solver without gravity from outside: known values with checked certificates, limits, small tables, stopping.

use std::ops::ControlFlow;

use filetto_rules::{Cell, Rules, Side};
use filetto_solve::certificate::Game;
use filetto_solve::free::{Limits, Progress, Question, Solver, Unsolvable, two_passes};

fn question(board: &str, game: Game) -> Question {
    Question { rules: board.parse().unwrap(), game, attacker: Side::First, moves: Vec::new() }
}

fn go_on(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn boards_have_their_known_values_and_the_checker_agrees() {
    let small = Limits { table: 16 << 20, ..Limits::default() };
    for (board, game, wins) in [
        ("3x3x3", Game::Strong, false),
        ("3x3x3", Game::Weak, true),
        ("4x3x3", Game::Strong, true),
        ("4x4x4", Game::Weak, false),
        ("5x4x4", Game::Weak, false),
        ("5x5x4", Game::Strong, false),
        ("5x5x4", Game::Weak, true),
        ("5x5x5", Game::Weak, false),
        ("6x4x4", Game::Weak, false),
        ("6x5x4", Game::Strong, true),
        ("7x5x5", Game::Weak, false),
        ("6x6x5", Game::Weak, false),
        ("7x7x6", Game::Weak, false),
        ("7x7x7", Game::Weak, false),
        ("8x8x6", Game::Weak, false),
        ("6x10x6", Game::Weak, false),
        ("10x11x7", Game::Weak, false),
        ("12x12x8", Game::Weak, false),
        ("50x50x10", Game::Weak, false),
        ("70x70x10", Game::Strong, false),
    ] {
        let mut solver = Solver::new(question(board, game), small).unwrap();
        assert_eq!(solver.solve(&mut go_on).wins, Some(wins), "{board} {game:?}");
        let certificate = solver.certificate(&mut go_on).unwrap();
        let proved = filetto_verify::check(&certificate, filetto_verify::Limits::default()).unwrap();
        assert_eq!((proved.claim.wins, proved.claim.weak), (wins, game == Game::Weak), "{board}");
    }
}

#[test]
fn deciding_asks_the_weak_question_first() {
    for (board, game, wins) in
        [("4x4x4", Game::Weak, false), ("3x3x3", Game::Strong, false), ("3x4x3", Game::Strong, true)]
    {
        let mut asked = Vec::new();
        let answer = two_passes(|game| {
            asked.push(game);
            Solver::new(question(board, game), Limits::default()).unwrap().solve(&mut go_on).wins
        });
        assert_eq!((asked[0], asked.last(), answer), (Game::Weak, Some(&game), Some(wins)), "{board}");
    }
}

#[test]
fn a_table_far_too_small_changes_nothing_but_the_nodes() {
    let mut large =
        Solver::new(question("6x4x4", Game::Weak), Limits { table: 16 << 20, ..Limits::default() }).unwrap();
    let mut tiny = Solver::new(question("6x4x4", Game::Weak), Limits { table: 1, ..Limits::default() }).unwrap();
    let (large, answer) = (large.solve(&mut go_on), tiny.solve(&mut go_on));
    assert_eq!((large.wins, answer.wins), (Some(false), Some(false)));
    assert!(answer.progress.nodes > large.progress.nodes, "{answer:?} {large:?}");
    assert!(answer.progress.table > 500, "the table was full: {answer:?}");
    let certificate = tiny.certificate(&mut go_on).unwrap();
    assert!(filetto_verify::check(&certificate, filetto_verify::Limits::default()).is_ok());
}

#[test]
fn threads_that_help_find_the_same_and_leave_a_proof() {
    let boards = [("6x4x4", Game::Weak, false), ("5x5x4", Game::Weak, true), ("6x5x4", Game::Strong, true)];
    for (board, game, wins) in boards {
        for threads in [2, 4] {
            let limits = Limits { threads, table: 16 << 20, ..Limits::default() };
            let mut solver = Solver::new(question(board, game), limits).unwrap();
            let answer = solver.solve(&mut go_on);
            assert_eq!(answer.wins, Some(wins), "{board} on {threads} threads: {answer:?}");
            let certificate = solver.certificate(&mut go_on).unwrap();
            assert!(filetto_verify::check(&certificate, filetto_verify::Limits::default()).is_ok(), "{board}");
        }
    }
    // Whoever is called off comes back, all threads of it.
    let limits = Limits { threads: 3, ..Limits::default() };
    let mut stopped = Solver::new(question("8x8x5", Game::Strong), limits).unwrap();
    assert_eq!(stopped.solve(&mut |_| ControlFlow::Break(())).wins, None);
}

#[test]
fn annealed_pairs_hold_long_lines_after_a_move_or_two() {
    let mut solver = Solver::new(question("11x11x7", Game::Weak), Limits::default()).unwrap();
    let answer = solver.solve(&mut go_on);
    assert_eq!(answer.wins, Some(false));
    assert!(answer.progress.nodes < 300, "{answer:?}");
    let certificate = solver.certificate(&mut go_on).unwrap();
    assert!(filetto_verify::check(&certificate, filetto_verify::Limits::default()).is_ok());
}

#[test]
fn a_stopped_search_says_so_and_goes_on_when_asked_again() {
    let mut solver = Solver::new(question("7x4x4", Game::Strong), Limits::default()).unwrap();
    let mut reports = 0;
    let stopped = solver.solve(&mut |progress| {
        reports += 1;
        assert!(progress.proof > 0 && progress.disproof > 0);
        if progress.nodes > 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(stopped.wins.is_none() && reports > 1 && stopped.progress.nodes < 6000, "{stopped:?} {reports}");
    assert!(solver.certificate(&mut go_on).is_err());
    let limit = Limits { nodes: 2000, ..Limits::default() };
    let limited = Solver::new(question("7x4x4", Game::Strong), limit).unwrap().solve(&mut go_on);
    assert!(limited.wins.is_none() && limited.progress.nodes < 4000, "{limited:?}");
}

#[test]
fn a_saved_search_goes_on_where_it_stopped() {
    let question = question("7x4x4", Game::Strong);
    let fresh = Solver::new(question.clone(), Limits::default()).unwrap().solve(&mut go_on);
    let half = Limits { nodes: fresh.progress.nodes / 2, ..Limits::default() };
    let mut first = Solver::new(question.clone(), half).unwrap();
    let before = first.solve(&mut go_on);
    assert_eq!(before.wins, None, "stopped half way");
    let mut file = Vec::new();
    first.save(&mut file).unwrap();
    let mut second = Solver::new(question.clone(), Limits { table: 8 << 20, ..Limits::default() }).unwrap();
    second.load(&mut &file[..]).unwrap();
    let after = second.solve(&mut go_on);
    assert_eq!(after.wins, fresh.wins);
    let spent = after.progress.nodes - before.progress.nodes;
    assert!(spent < fresh.progress.nodes * 3 / 4, "{spent} more nodes, {} from the start", fresh.progress.nodes);
    let mut other = Solver::new(Question { game: Game::Weak, ..question.clone() }, Limits::default()).unwrap();
    assert!(other.load(&mut &file[..]).unwrap_err().to_string().contains("another question"));
    let mut third = Solver::new(question, Limits::default()).unwrap();
    for cut in [0, 10, 60, file.len() / 2] {
        assert!(third.load(&mut &file[..cut]).is_err(), "cut at {cut}");
    }
}

#[test]
fn questions_that_cannot_be_put_are_refused() {
    let refused = |question| Solver::new(question, Limits::default()).err();
    let gravity = refused(question("6x7x4g", Game::Strong));
    assert!(matches!(gravity, Some(Unsolvable::Rules(ref why)) if why.to_string().contains("without gravity")));
    let large: Rules = "30x30x5".parse().unwrap();
    assert_eq!(refused(question("30x30x5", Game::Strong)), Some(Unsolvable::Large(large)));
    let mut twice = question("3x3x3", Game::Strong);
    twice.moves = vec![Cell::new(0, 0); 2];
    assert!(matches!(refused(twice), Some(Unsolvable::Moves(_))));
    let mut over = question("1x3x1", Game::Strong);
    over.moves = vec![Cell::new(0, 0)];
    assert_eq!(refused(over).unwrap().to_string(), "the moves are no unfinished game: it is over");
}
