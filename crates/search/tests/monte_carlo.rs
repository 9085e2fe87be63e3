//! Monte Carlo searches converge to minimax's value.

mod common;

use common::rows::Rows;
use common::tree::Tree;
use common::{Opinion, opinion};
use filetto_search::*;

/// The value of a position to its end: -1, 0 or 1.
fn sign(score: Score) -> i32 {
    score.cmp(&Score::DRAW) as i32
}

fn truth<G: Game + Clone>(game: &G) -> Score {
    Minimax.run(&mut game.clone(), &mut Blind, &Limits::none()).score
}

/// MCTS without limits on a small game settles it.
fn mcts_settles<G: Game + Clone>(game: &G, mcts: &mut Mcts<impl Order<G>>) {
    let value = truth(game);
    let mut walked = game.clone();
    let report = mcts.run(&mut walked, &mut Opinion::default(), &Limits::none(), |_| {});
    assert_eq!(walked.key(), game.key());
    assert_eq!((sign(report.score), report.solved), (sign(value), true), "{report:?}");
    // A found win may be longer than the shortest, never shorter.
    assert!(if value.is_win() { report.score <= value } else { report.score >= value });
    if let Some(best) = report.best {
        let mut child = game.clone();
        child.play(best);
        assert_eq!(-sign(truth(&child)), sign(value), "the best move keeps the value");
    }
}

#[test]
fn mcts_settles_random_trees_and_boards_at_minimax_value() {
    let mut rng = Rng::new(41);
    for i in 0..600 {
        mcts_settles(&Tree::random(&mut rng), &mut Mcts::new(i));
        let mut judged = Mcts::new(i).playout(Playout::Evaluate { scale: 10.0 }).order(History::new());
        mcts_settles(&Tree::random(&mut rng), &mut judged);
        let rave = Some(Rave { equivalence: 50.0, prior: 3.0, scale: 10.0 });
        let mut all_as_first = Mcts { rave, ..Mcts::new(i).order(RankBy(|_: &Tree, mv| i32::from(mv))) };
        mcts_settles(&Tree::random(&mut rng), &mut all_as_first);
    }
    for i in 0..60 {
        mcts_settles(&Rows::random(&mut rng, 6), &mut Mcts::new(i));
        let mut short = Mcts { first_play: Some(0.3), ..Mcts::new(i).playout(Playout::Short { plies: 2, scale: 9.0 }) };
        mcts_settles(&Rows::random(&mut rng, 6), &mut short);
    }
}

#[test]
fn a_limit_of_simulations_is_met_exactly() {
    for rave in [None, Some(Rave { equivalence: 100.0, prior: 0.0, scale: 1.0 })] {
        let mut game = Rows::new(4, 4, 4, KeyScheme::Zobrist { seed: 1 });
        let mut mcts = Mcts { rave, simulations: Some(40), ..Mcts::new(5) };
        let report = mcts.run(&mut game, &mut Blind, &Limits::none(), |_| {});
        assert_eq!((report.stopped, report.stats.playouts), (Some(Stopped::Simulations), 40));
    }
}

#[test]
fn a_seed_fixes_the_whole_search() {
    let run = |seed| {
        let report = Mcts::new(seed).run(&mut Rows::tictactoe(), &mut Blind, &Limits::none().nodes(5_000), |_| {});
        (report.score, report.best, report.line, report.stats.playouts)
    };
    assert_eq!(run(6), run(6));
    assert_ne!(run(6), run(7));
}

#[test]
fn sampling_a_drawn_game_tends_to_a_draw() {
    let limits = Limits::none().nodes(400_000);
    let report = Mcts::new(3).run(&mut Rows::tictactoe(), &mut Blind, &limits, |_| {});
    assert!(report.score.raw().abs() < 150, "{}", report.score);
}

#[test]
fn a_tree_of_little_memory_still_finds_the_only_defence() {
    // X has two in the bottom row; O must block at cell 2.
    let mut game = Rows::tictactoe().play_all(&[0, 4, 1]);
    let limits = Limits::none().nodes(60_000);
    let report = Mcts::new(1).bytes(1_500).run(&mut game, &mut Blind, &limits, |_| {});
    assert_eq!(report.best, Some(2));
    assert_eq!(report.stopped, Some(Stopped::Nodes));
    let unlimited = Mcts::new(1).bytes(1_500).run(&mut game, &mut Blind, &Limits::none(), |_| {});
    assert_eq!(unlimited.stopped, Some(Stopped::Memory), "without limits a full tree ends the search");
}

#[test]
fn progress_is_told_at_every_doubling() {
    let mut visits = 0;
    let mut count = |news: &Progress<'_, u16>| {
        assert!(!news.line.is_empty() && news.nodes > 1000);
        visits += 1;
    };
    let board = Rows::new(4, 4, 4, KeyScheme::Bch);
    Mcts::new(1).run(&mut board.clone(), &mut Blind, &Limits::none().nodes(100_000), &mut count);
    assert!((2..10).contains(&visits), "{visits}");
}

#[test]
fn flat_monte_carlo_takes_a_win_and_blocks_a_loss() {
    let win = Rows::tictactoe().play_all(&[0, 3, 1, 4]);
    let report = FlatMonteCarlo::new(200, 9).run(&mut win.clone(), &mut Blind, &Limits::none());
    assert_eq!((report.best, report.score), (Some(2), Score::new(1000)));
    assert_eq!(report.stats.playouts, 5 * 200);
    let block = Rows::tictactoe().play_all(&[0, 4, 1]);
    let report = FlatMonteCarlo::new(500, 9).run(&mut block.clone(), &mut Blind, &Limits::none());
    assert_eq!(report.best, Some(2));
}

#[test]
fn flat_monte_carlo_prefers_what_the_evaluator_prefers_when_it_only_asks() {
    let mut rng = Rng::new(51);
    for _ in 0..200 {
        let board = Rows::random(&mut rng, 7);
        let playout = Playout::Evaluate { scale: 10.0 };
        let mut flat = FlatMonteCarlo { playout, rounds: Some(1), rng: Rng::new(0) };
        let report = flat.run(&mut board.clone(), &mut Opinion::default(), &Limits::none());
        let one_ply = Minimax.run(&mut board.clone(), &mut Estimate(opinion::<Rows>), &Limits::none().depth(1));
        assert_eq!(report.best, one_ply.best);
    }
}

#[test]
fn a_tree_that_is_used_again_grows_as_a_new_one() {
    let limits = Limits::none().nodes(3_000);
    let mut tree = MctsTree::new(1 << 16);
    for seed in 0..20 {
        let mut game = Rows::random(&mut Rng::new(seed), 6);
        let anew = Mcts::new(seed).bytes(1 << 16).run(&mut game, &mut Blind, &limits, |_| {});
        let again = Mcts::new(seed).run_in(&mut tree, &mut game, &mut Blind, &limits, |_| {});
        assert_eq!((again.line, again.score, again.stats.nodes), (anew.line, anew.score, anew.stats.nodes));
    }
}
