//! Searches keep to their limits and have a move to show for whatever time they had.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::Opinion;
use common::rows::Rows;
use filetto_search::*;

/// A board that no search here can exhaust.
fn large() -> Rows {
    Rows::new(6, 6, 5, KeyScheme::Bch)
}

#[test]
fn a_deadline_stops_every_search_with_a_legal_move() {
    let time = Duration::from_millis(60);
    let limits = || Limits::none().time(time).since(Clock::start());
    let table = Table::new(1 << 20, Replacement::TwoTier);
    let (mut game, mut opinion) = (large(), Opinion::default());
    let clock = Clock::start();
    let reports = [
        Minimax.run(&mut game, &mut opinion, &limits()),
        AlphaBeta::new().run(&mut game, &mut opinion, &limits()),
        Deepening::new(Pvs::new().memory(Memory::of(&table))).run(&mut game, &mut opinion, &limits(), |_| {}),
        Deepening::new(Mtdf(AlphaBeta::new().memory(Memory::of(&table)))).run(
            &mut game,
            &mut opinion,
            &limits(),
            |_| {},
        ),
        Mcts::new(1).run(&mut game, &mut opinion, &limits(), |_| {}),
        FlatMonteCarlo { rounds: None, ..FlatMonteCarlo::new(1, 1) }.run(&mut game, &mut opinion, &limits()),
        Pns::default().prove(&mut game, Question::Wins, &limits()).report,
        DfPn::new(1 << 20).prove(&mut game, Question::Wins, &limits()).report,
    ];
    // Generous: the machine may be busy, but a search that misses its deadline runs for minutes.
    assert!(clock.elapsed() < Duration::from_secs(8), "{:?}", clock.elapsed());
    for (i, report) in reports.iter().enumerate() {
        assert_eq!(report.stopped, Some(Stopped::Time), "search {i}");
        assert!(report.best.is_some_and(|mv| mv < 36), "search {i}");
        assert!(report.stats.elapsed >= time, "search {i} uses its time");
    }
    assert_eq!(game.key(), large().key());
}

#[test]
fn a_slow_evaluator_does_not_make_the_search_overrun() {
    let mut slow = Estimate(|_: &Rows| {
        let clock = Clock::start();
        while clock.elapsed() < Duration::from_millis(5) {
            std::hint::spin_loop();
        }
        Score::DRAW
    });
    let limits = Limits::none().time(Duration::from_millis(50));
    let report = AlphaBeta::new().run(&mut large(), &mut slow, &limits.clone().depth(2));
    assert_eq!(report.stopped, Some(Stopped::Time));
    assert!(report.stats.evaluations <= 11, "the clock is read at every slow node: {}", report.stats.evaluations);
}

#[test]
fn a_search_without_time_still_has_a_legal_move() {
    let limits = Limits::none().time(Duration::ZERO);
    let (mut game, mut opinion) = (large(), Opinion::default());
    let reports = [
        Deepening::new(AlphaBeta::new()).run(&mut game, &mut opinion, &limits, |_| {}),
        Mcts::new(1).run(&mut game, &mut opinion, &limits, |_| {}),
        FlatMonteCarlo::new(5, 1).run(&mut game, &mut opinion, &limits),
    ];
    for report in reports {
        assert_eq!((report.stopped, report.best), (Some(Stopped::Time), Some(0)));
        assert_eq!((report.stats.nodes, report.solved), (0, false));
    }
}

#[test]
fn a_set_flag_stops_the_search() {
    let limits = Limits::none().stop(Arc::new(AtomicBool::new(true)));
    let report = Deepening::new(Pvs::new()).run(&mut large(), &mut Opinion::default(), &limits, |_| {});
    assert_eq!(report.stopped, Some(Stopped::Flag));
}

#[test]
fn an_unfinished_iteration_is_used_only_from_its_first_root_move_on() {
    // With every node limit the answer is either the last finished iteration's or better at the greater depth: its first
    // move was the old best, so its score is at least that move's score at the new depth.
    let mut game = Rows::tictactoe().play_all(&[0, 4]);
    let mut finished: Vec<(u64, u16)> = Vec::new();
    let full = Deepening::new(AlphaBeta::new()).run(&mut game, &mut Opinion::default(), &Limits::none(), |news| {
        finished.push((news.nodes, news.line[0]));
    });
    assert!(full.solved && finished.len() > 3);
    let mut changed = 0;
    for nodes in 1..full.stats.nodes {
        let limits = Limits::none().nodes(nodes);
        let report = Deepening::new(AlphaBeta::new()).run(&mut game, &mut Opinion::default(), &limits, |_| {});
        assert_eq!(report.stopped, Some(Stopped::Nodes));
        let before = finished.iter().rfind(|(cost, _)| *cost <= nodes);
        let depth = finished.iter().filter(|(cost, _)| *cost <= nodes).count() as u32;
        assert_eq!(report.stats.depth, depth, "{nodes} nodes");
        if let Some(&(_, best)) = before
            && report.best != Some(best)
        {
            assert_eq!(report.bound, Bound::Lower, "another move comes from an unfinished iteration");
            assert!(report.score > score_of(&game, best, depth + 1), "and beats the old best at the new depth");
            changed += 1;
        }
    }
    assert!(changed > 0, "some unfinished iteration changed the move");
}

fn score_of(game: &Rows, mv: u16, depth: u32) -> Score {
    let mut child = game.clone();
    child.play(mv);
    let reply = Minimax.run(&mut child, &mut Opinion::default(), &Limits::none().depth(depth - 1));
    (-reply.score).from_table(1)
}

/// Thinks well of every position until `depth` plies below the root, badly from there on; each estimate takes a while.
struct Disappointed {
    ply: u32,
    depth: u32,
}

impl Evaluator<Rows> for Disappointed {
    fn evaluate(&mut self, _: &Rows, _: Option<u16>) -> Score {
        let clock = Clock::start();
        while clock.elapsed() < Duration::from_micros(20) {
            std::hint::spin_loop();
        }
        let for_root = if self.ply < self.depth { 100 } else { -100 };
        Score::new(if self.ply.is_multiple_of(2) { for_root } else { -for_root })
    }
    fn played(&mut self, _: &Rows, _: u16) {
        self.ply += 1;
    }
    fn undone(&mut self, _: &Rows, _: u16) {
        self.ply -= 1;
    }
}

#[test]
fn a_sharp_drop_of_the_score_releases_the_reserve() {
    let time = Duration::from_millis(600);
    let limits = Limits::none().time(time);
    let run = |depth| {
        let mut evaluator = Disappointed { ply: 0, depth };
        let mut search = Deepening::new(AlphaBeta::new()).reserve(0.5, 50);
        search.run(&mut large(), &mut evaluator, &limits, |_| {}).stats.elapsed
    };
    // The score falls at depth 2, which takes a few milliseconds; or never.
    assert!(run(2) >= time, "the whole time is used after a drop");
    assert!(run(u32::MAX) < time, "without a drop the reserve is kept");
}
