//! A solve that is stopped again and again, each time thrown away and taken up from its checkpoint, ends with the same answer.

use std::ops::ControlFlow;

use filetto_rules::Game;
use filetto_solve::{Found, News, Task};

fn task(board: &str, moves: &[usize], memory: usize, threads: usize) -> Task {
    let mut game = Game::new(board.parse().unwrap());
    for &index in moves {
        let cell = game.rules().all_cells().nth(index).unwrap();
        if game.rules().gravity() {
            game.drop(index).map(|_| ()).unwrap()
        } else {
            game.play(cell).map(|_| ()).unwrap()
        }
    }
    Task::new(&game, memory, threads).unwrap().score(true)
}

/// Runs until the watcher has been asked so often: about every thousand nodes with gravity, every eight without.
fn run(task: &mut Task, times: u32) -> Found {
    let mut asked = 0;
    let mut watch = |_: &News| {
        asked += 1;
        if asked >= times { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    task.run(&mut watch).unwrap()
}

#[test]
fn many_lives_of_one_solve_end_with_its_answer() {
    for (board, moves, memory, times) in [
        ("5x6x4g", &[][..], 1 << 20, 250),
        // So small a table keeps whole keys, as it does for boards beyond 64 bits.
        ("4x7x4g", &[3, 3], 1 << 17, 40),
        ("7x4x4", &[], 1 << 22, 640),
        ("4x7x4", &[9, 1], 1 << 22, 60),
    ] {
        let whole = run(&mut task(board, moves, memory, 1), u32::MAX);
        assert!(whole.value.is_some());
        let (mut file, mut lives) = (Vec::new(), 0);
        let found = loop {
            let mut task = task(board, moves, memory, 1);
            if lives > 0 {
                task.load(&mut &file[..]).unwrap();
            }
            let found = run(&mut task, times);
            lives += 1;
            if found.value.is_some() {
                break found;
            }
            file.clear();
            task.save(&mut file).unwrap();
            assert!(lives < 200, "{board} makes no progress: {found:?}");
        };
        assert!(lives > 1, "{board}: {lives} lives, {} nodes", whole.nodes);
        assert_eq!((found.value, found.score), (whole.value, whole.score), "{board}");
        assert!(found.nodes < 3 * whole.nodes, "{board}: {} nodes instead of {}", found.nodes, whole.nodes);
    }
}

#[test]
fn a_draw_taken_up_late_is_still_proved() {
    let mut file = Vec::new();
    let mut first = task("4x4x4", &[5], 1 << 22, 1);
    assert!(run(&mut first, u32::MAX).value.is_some());
    first.save(&mut file).unwrap();
    let mut second = task("4x4x4", &[5], 1 << 22, 1);
    second.load(&mut &file[..]).unwrap();
    let found = run(&mut second, u32::MAX);
    let certificates = second.certificates(&found, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(certificates.len(), 2, "neither side wins");
    for bytes in certificates {
        filetto_verify::check(&bytes, filetto_verify::Limits::default()).unwrap();
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused_and_leave_no_trace() {
    for (board, other) in [("5x6x4g", "6x5x4g"), ("7x4x4", "4x7x4")] {
        let mut file = Vec::new();
        let mut first = task(board, &[], 1 << 20, 1);
        run(&mut first, 3);
        first.save(&mut file).unwrap();
        assert!(task(other, &[], 1 << 20, 1).load(&mut &file[..]).is_err());
        assert!(task(board, &[0], 1 << 20, 1).load(&mut &file[..]).is_err());
        let mut task = task(board, &[], 1 << 20, 1);
        for cut in [0, 20, 60, file.len() / 2, file.len() - 1] {
            assert!(task.load(&mut &file[..cut]).is_err(), "{board} cut at {cut}");
        }
        for at in (0..file.len()).step_by(file.len() / 40 + 1) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x10;
            // A number in the first line may change without harm; what was learnt may not.
            let header = file.iter().position(|&byte| byte == b'\n').unwrap();
            assert!(at < header || task.load(&mut &damaged[..]).is_err(), "{board} damaged at {at} of {}", file.len());
        }
        file.push(0);
        assert!(task.load(&mut &file[..]).is_err());
        let fresh = run(&mut task, u32::MAX);
        assert!(fresh.value.is_some());
    }
    let mut file = Vec::new();
    task("5x6x4g", &[], 4 << 20, 1).save(&mut file).unwrap();
    let error = task("5x6x4g", &[], 1 << 20, 1).load(&mut &file[..]).unwrap_err();
    assert!(error.to_string().contains("a table of 4 MB"), "{error}");
}

#[test]
fn what_a_watcher_hears_never_runs_backwards() {
    // Verdict, every move and the certificates, stopped and gone on with in between; four questions without gravity.
    for (board, moves) in [("4x5x4g", &[2, 1][..]), ("4x4x4", &[5]), ("3x4x3", &[]), ("5x4x4", &[9, 1])] {
        let mut task = task(board, moves, 1 << 20, 1);
        let (mut last, mut heard) = (0, 0);
        let mut hear = |news: &News, most: u32| {
            assert!(news.nodes >= last, "{board}: {} nodes after {last}", news.nodes);
            (last, heard) = (news.nodes, heard + 1);
            if heard % most == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = loop {
            let found = task.run(&mut |news| hear(news, 7)).unwrap();
            if found.value.is_some() {
                break found;
            }
        };
        assert!(task.moves(&mut |news| hear(news, u32::MAX)).unwrap().iter().all(|after| after.found.value.is_some()));
        let again = task.run(&mut |news| hear(news, u32::MAX)).unwrap();
        assert_eq!(again.value, found.value, "{board}");
        assert!(again.nodes >= found.nodes, "{board}: the moves count too");
        assert!(!task.certificates(&found, &mut |news| hear(news, u32::MAX)).unwrap().is_empty());
        assert!(heard > 3, "{board}: {heard}");
    }
}

/// The certificates of a solved task, unless the watcher stops after it has been asked so often; and how often it was asked.
fn certificates(task: &mut Task, times: u32) -> (Option<Vec<Vec<u8>>>, u32) {
    let found = run(task, u32::MAX);
    let mut asked = 0;
    let mut watch = |_: &News| {
        asked += 1;
        if asked >= times { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let written = task.certificates(&found, &mut watch);
    (written.ok(), asked)
}

#[test]
fn a_certificate_that_is_stopped_goes_on_with_the_plans_found_before() {
    let board = "4x5x4g";
    let (whole, asked) = certificates(&mut task(board, &[], 1 << 20, 1), u32::MAX);
    assert_eq!(whole.map(|whole| whole.len()), Some(2));
    // Less than it takes: whoever begins anew each time never ends.
    let (mut file, mut lives) = (Vec::new(), 0);
    let written = loop {
        let mut task = task(board, &[], 1 << 20, 1);
        if lives > 0 {
            task.load(&mut &file[..]).unwrap();
        }
        let (written, _) = certificates(&mut task, asked * 2 / 3);
        lives += 1;
        if let Some(written) = written {
            break written;
        }
        file.clear();
        task.save(&mut file).unwrap();
        assert_eq!(Task::saved_memory(&mut &file[..]), Some(1 << 20));
        assert!(lives < 50, "{board} makes no progress");
    };
    assert!(lives > 1);
    for certificate in written {
        filetto_verify::check(&certificate, filetto_verify::Limits::default()).unwrap();
    }
}
