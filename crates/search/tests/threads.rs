//! Threads that share a table find what one thread finds.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::Opinion;
use common::rows::Rows;
use filetto_search::*;

#[test]
fn threads_agree_with_minimax_to_the_end_of_the_game() {
    let mut rng = Rng::new(71);
    for i in 0..150 {
        let mut board = Rows::random(&mut rng, 7);
        let truth = Minimax.run(&mut board.clone(), &mut Blind, &Limits::none());
        // Small enough for the threads to overwrite each other's entries all the time.
        let table = Table::new([800, 1 << 16][i % 2], Replacement::TwoTier);
        let search = |_| Deepening::new(Pvs::new().memory(Memory::of(&table)).order(History::new()));
        let report = lazy_smp(3, &mut board, &mut Blind, &Limits::none(), search, |_| {});
        assert!(report.solved && report.stopped.is_none());
        assert_eq!(report.score.cmp(&Score::DRAW), truth.score.cmp(&Score::DRAW));
        let mut child = board.clone();
        child.play(report.best.expect("the game is not over"));
        let reply = Minimax.run(&mut child, &mut Blind, &Limits::none());
        assert_eq!((-reply.score).cmp(&Score::DRAW), truth.score.cmp(&Score::DRAW));
    }
}

#[test]
fn the_end_of_the_first_thread_ends_the_helpers() {
    let table = Table::new(1 << 20, Replacement::TwoTier);
    let search = |_| Deepening::new(AlphaBeta::new().memory(Memory::of(&table)));
    let mut board = Rows::new(6, 6, 5, KeyScheme::Bch);
    let clock = Clock::start();
    let limits = Limits::none().depth(2);
    let report = lazy_smp(3, &mut board, &mut Opinion::default(), &limits, search, |_| {});
    assert_eq!((report.stopped, report.stats.depth), (None, 2));
    let flag = Limits::none().stop(Arc::new(AtomicBool::new(true)));
    let report = lazy_smp(2, &mut board, &mut Opinion::default(), &flag, search, |_| {});
    assert_eq!(report.stopped, Some(Stopped::Flag));
    // A helper that went on would search for hours.
    assert!(clock.elapsed() < Duration::from_secs(20));
}
