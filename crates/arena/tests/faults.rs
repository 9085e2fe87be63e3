//! Whatever a player does in a game, it is a result and the event goes on; one that does not start has played none.

#![allow(clippy::disallowed_methods, reason = "tests look at files and processes")]

mod common;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{dummy, event, factory, run};
use filetto_arena::{ArenaError, End, Ended, Fault, FaultKind, Ledger, News};
use filetto_rules::Side;

/// The faults of a player in a pair against a random one, with the side it had.
fn faults(player: &str, on: &str) -> Vec<(Side, Fault)> {
    let mut ledger = Ledger::in_memory();
    let mut event = event(&[player.to_owned(), "random".to_owned()], on);
    let waits = ["slow", "silent", "forks", "leaves-its-group", "stops", "garbage", "floods", "long-line", "dreams"];
    if player.contains("silent-start") {
        event.start = Duration::from_millis(300);
    } else if waits.iter().any(|mode| player.ends_with(mode)) {
        event.margin = Duration::from_millis(100);
    }
    let standing = run(&event, &mut ledger);
    assert_eq!(standing.games(), 2);
    let games = ledger.pairs()[0].games.iter().enumerate();
    let ours = |(number, played): (usize, &filetto_arena::Played)| {
        let (side, fault) = played.fault.clone()?;
        assert_eq!(side.index(), number, "{fault:?}");
        assert_eq!(played.game.outcome().winner(), Some(side.other()));
        Some((side, fault))
    };
    games.filter_map(ours).collect()
}

/// A player that loses both games by the same fault.
fn always(player: &str, kind: FaultKind, saying: &str) -> Fault {
    let found = faults(player, "7x7x7");
    assert_eq!(found.len(), 2, "{player}: {found:?}");
    for (_, fault) in &found {
        assert_eq!(fault.kind, kind, "{player}: {fault:?}");
        assert!(fault.what.contains(saying), "{player}: {fault:?}");
        assert!(fault.output.len() <= 12);
    }
    found[0].1.clone()
}

#[test]
fn a_good_engine_has_no_fault_on_any_kind_of_board() {
    for on in ["3x3x3", "1x1x1", "15x15x5", "6x7x4g", "5x9x4", "9x5x4g"] {
        assert_eq!(faults(&dummy("good"), on), [], "{on}");
    }
    assert_eq!(faults(&dummy("talks"), "5x5x4"), [], "lines that answer nothing are passed over");
    assert_eq!(faults(&format!("{},restart=off", dummy("good")), "5x5x4"), [], "one process for both games");
}

#[test]
fn engines_that_do_not_answer_lose_on_time() {
    always(&dummy("slow"), FaultKind::Time, "no move within 300 ms");
    always(&dummy("silent"), FaultKind::Time, "no move within 300 ms");
    always(&dummy("forks"), FaultKind::Time, "no move within 300 ms");
    always(&dummy("stops"), FaultKind::Time, "no move within 300 ms");
}

#[test]
fn time_for_a_game_is_used_up_move_by_move() {
    let mut ledger = Ledger::in_memory();
    let mut event = event(&["dawdles,tc=1".to_owned(), "random,time=60s".to_owned()], "9x9x9");
    event.margin = Duration::from_millis(100);
    run(&event, &mut ledger);
    for (number, played) in ledger.pairs()[0].games.iter().enumerate() {
        let (side, fault) =
            played.fault.as_ref().expect("moves of 400 ms do not fit into the time for the game for ever");
        assert_eq!((*side, fault.kind), (Side::BOTH[number], FaultKind::Time), "{fault:?}");
        // What the referee counted: less than the clock on a machine that stands still now and then, so not a number of moves.
        let own = (0..played.game.moves().len()).filter(|ply| played.game.mover(*ply) == *side);
        let used: Duration = own.filter_map(|ply| played.game.moves()[ply].time).sum();
        assert!(used <= Duration::from_millis(1100), "{used:?} of a second with a margin of 100 ms");
    }
    assert_eq!(faults("dawdles,tc=2+2", "3x3x3"), [], "the increment keeps it alive");
}

#[test]
fn engines_that_crash_lose_with_their_last_words() {
    let fault = always(&dummy("crashes"), FaultKind::Crash, "exit status: 3");
    assert!(fault.output.iter().any(|line| line.contains("something terrible")), "{fault:?}");
}

#[test]
fn engines_that_play_where_they_may_not_lose_with_the_cell_named() {
    let fault = always(&dummy("illegal"), FaultKind::Illegal, "is taken");
    assert!(fault.output.last().is_some_and(|line| line.contains(',')), "{fault:?}");
    always(&dummy("off-board"), FaultKind::Illegal, "99,-1 is off the board");
}

#[test]
fn engines_that_talk_nonsense_lose_with_the_line_quoted() {
    let fault = always(&dummy("garbage"), FaultKind::Garbage, "a banana");
    assert!(!fault.what.contains('\u{1b}') && !fault.output.concat().contains('\u{1b}'), "{fault:?}");
    always(&dummy("refuses-to-move"), FaultKind::Garbage, "I do not feel like it");
}

#[test]
fn engines_that_print_without_end_lose() {
    // Which it is depends on how fast the machine is: the lines are counted, and the clock goes on.
    for mode in ["floods", "long-line"] {
        let found = faults(&dummy(mode), "7x7x7");
        let kinds = [FaultKind::Flood, FaultKind::Time, FaultKind::Garbage];
        assert!(found.len() == 2 && found.iter().all(|(_, fault)| kinds.contains(&fault.kind)), "{found:?}");
    }
}

#[test]
fn engines_that_do_not_start_are_an_error_before_the_first_game() {
    for (player, saying) in [
        ("cmd=./no-such-program,name=ghost".to_owned(), "ghost does not start on 7x7x7"),
        (dummy("dies"), "exit status: 7"),
        (dummy("refuses"), "too large for me"),
        (dummy("floods-at-once"), "floods-at-once does not start"),
        (dummy("silent-start"), "not ready within"),
    ] {
        let mut event = event(&["random".to_owned(), player], "7x7x7");
        event.start = Duration::from_millis(if saying.contains("within") { 300 } else { 10_000 });
        let mut games = 0;
        let mut hear = |news: News| games += usize::from(matches!(news, News::Started(..)));
        let error = event.run(&factory, &mut Ledger::in_memory(), &AtomicBool::new(false), &mut hear).unwrap_err();
        assert!(matches!(&error, ArenaError::Start { .. }) && error.to_string().contains(saying), "{error}");
        assert_eq!(games, 0);
    }
}

#[test]
fn a_start_that_fails_later_stops_the_pairings_of_that_player_and_is_no_result() {
    let mut ledger = Ledger::in_memory();
    // It starts once, which is when it is tried, and never again.
    let folder = tempfile::tempdir().unwrap();
    let once = format!(
        "cmd={},args=once {},name=once",
        env!("CARGO_BIN_EXE_pbrain-dummy"),
        folder.path().join("mark").display()
    );
    let other = "random,name=other".to_owned();
    let mut event = event(&["random".to_owned(), once, other], "3x3x3");
    event.pairs = 3;
    let mut failed = Vec::new();
    let mut hear = |news: News| {
        if let News::Failed(player, rules, fault) = news {
            failed.push(format!("{player} {rules} {}", fault.what));
        }
    };
    let Ended { standing, end } = event.run(&factory, &mut ledger, &AtomicBool::new(false), &mut hear).unwrap();
    assert_eq!((end, standing.games()), (End::Failed, 6), "only the other two have played");
    assert!(failed.len() == 1 && failed[0].starts_with("once 3x3x3"), "{failed:?}");
    assert!(ledger.pairs().iter().all(|pair| !pair.players.contains(&"once".to_owned())));
    // What earlier versions kept as losses is played again.
    let lost = ledger.pairs()[0].write_line().replacen(
        "\"record\":",
        "\"fault\":{\"by\":\"first\",\"kind\":\"start\",\"what\":\"x\"},\"record\":",
        1,
    );
    assert_eq!(Ledger::read(lost.as_bytes()).unwrap().pairs().len(), 0);
}

#[test]
fn players_of_ours_that_panic_or_dream_lose_and_the_event_goes_on() {
    always("panics", FaultKind::Crash, "a bug that the test made");
    always("dreams", FaultKind::Time, "no move within 300 ms");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_that_eat_too_much_memory_lose() {
    assert_eq!(faults(&format!("{},memory=2G,time=20s", dummy("hungry")), "3x3x3"), []);
    let found = faults(&format!("{},memory=128M,time=20s", dummy("hungry")), "3x3x3");
    assert!(found.len() == 2 && found.iter().all(|(_, fault)| fault.kind == FaultKind::Crash), "{found:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_ended_engine_leaves_no_process_behind() {
    no_process_is_left("forks");
}

#[cfg(target_os = "linux")]
#[test]
fn nor_one_that_has_left_its_process_group() {
    no_process_is_left("leaves-its-group");
}

#[cfg(target_os = "linux")]
fn no_process_is_left(mode: &str) {
    let token = format!("child-of-test-{mode}-{}", std::process::id());
    let player = dummy(mode).replace(&format!("args={mode}"), &format!("args={mode} {token}"));
    let found = faults(&player, "7x7x7");
    assert_eq!(found.len(), 2);
    // The signal has been sent; the kernel may still be about to deliver it.
    let left = || processes().into_iter().filter(|text| text.contains(&token)).collect::<Vec<_>>();
    for _ in 0..100 {
        if left().is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{:?}", left());
}

/// The command lines of all processes.
#[cfg(target_os = "linux")]
fn processes() -> Vec<String> {
    let folders = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    folders
        .filter_map(|folder| std::fs::read(folder.path().join("cmdline")).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "))
        .collect()
}
