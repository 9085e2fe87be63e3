//! The ledger survives everything, and an event goes on where it was.

#![allow(clippy::disallowed_methods, reason = "tests look at files and processes")]

mod common;

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{event, factory, run};
use filetto_arena::{End, Ended, Format, Ledger, News, Openings, Pair, PlayerSpec, Slot};

fn players(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("random,name={name}")).collect()
}

#[test]
fn an_event_called_off_goes_on_where_it_was_and_plays_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.jsonl");
    let mut event = event(&players(&["A", "B", "C"]), "3x3x3,4x4x3,6x7x4g");
    event.pairs = 4;
    event.openings = Openings::Random { plies: 2 };
    let mut calls = 0;
    loop {
        let mut ledger = Ledger::open(&path).unwrap();
        let before = ledger.pairs().len();
        let stop = AtomicBool::new(false);
        let mut news = |news: News| {
            if matches!(news, News::Pair(_)) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let Ended { standing, end } = event.run(&factory, &mut ledger, &stop, &mut news).unwrap();
        assert!(ledger.pairs().len() > before || end == End::Complete);
        calls += 1;
        if end == End::Complete && calls > 1 {
            assert_eq!(standing.games(), event.games());
            break;
        }
    }
    let ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.pairs().len(), 3 * 3 * 4);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 36, "each unit has one line");
}

#[test]
fn the_same_seed_gives_the_same_games_and_another_one_others() {
    let played = |seed| {
        let mut event = event(&players(&["A", "B"]), "5x5x4");
        (event.seed, event.pairs) = (seed, 3);
        let mut ledger = Ledger::in_memory();
        run(&event, &mut ledger);
        let cells =
            |pair: &filetto_arena::Pair| pair.games.each_ref().map(|played| played.game.cells().collect::<Vec<_>>());
        ledger.pairs().iter().map(cells).collect::<Vec<_>>()
    };
    assert_eq!(played(1), played(1));
    assert_ne!(played(1), played(2));
}

#[test]
fn a_torn_last_line_is_passed_over_wherever_it_is_torn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.jsonl");
    let mut event = event(&players(&["A", "B"]), "3x3x3");
    event.pairs = 2;
    run(&event, &mut Ledger::open(&path).unwrap());
    let whole = std::fs::read(&path).unwrap();
    let second = whole.iter().position(|b| *b == b'\n').unwrap() + 1;
    for cut in second + 1..whole.len() - 1 {
        let ledger = Ledger::read(&whole[..cut]).unwrap();
        assert_eq!(ledger.pairs().len() + ledger.torn(), 2, "cut at {cut}");
    }
    for cut in [second + 1, second + 30, whole.len() - 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let standing = run(&event, &mut Ledger::open(&path).unwrap());
        assert_eq!(standing.games(), 4, "cut at {cut}");
        assert_eq!(Ledger::open(&path).unwrap().pairs().len(), 2, "cut at {cut}");
    }
}

#[test]
fn what_is_no_ledger_is_refused_and_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear Ada,\nthank you").unwrap();
    let error = Ledger::open(&path).unwrap_err().to_string();
    assert!(error.contains("letter.txt: line 1 is no unit"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "Dear Ada,\nthank you");
}

#[test]
fn two_arenas_do_not_write_to_one_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.jsonl");
    let _open = Ledger::open(&path).unwrap();
    assert!(Ledger::open(&path).unwrap_err().to_string().contains("another arena"));
}

#[test]
fn an_event_can_grow_and_keeps_what_it_has() {
    let mut ledger = Ledger::in_memory();
    let mut event = event(&players(&["A", "B"]), "3x3x3");
    run(&event, &mut ledger);
    event.players.push("random,name=C".parse::<PlayerSpec>().unwrap());
    assert_eq!(event.standing(&ledger).games(), 2);
    assert_eq!(run(&event, &mut ledger).games(), 6);
    assert_eq!(ledger.pairs().len(), 3);
    event.format = Format::Gauntlet;
    assert_eq!(event.standing(&ledger).games(), 4, "C never meets B in a gauntlet of A");
    event.control = filetto_arena::Control::per_move(std::time::Duration::from_secs(2));
    assert_eq!(event.standing(&ledger).games(), 0, "games with other limits are other games");
}

#[test]
fn a_ledger_that_cannot_be_written_ends_the_event_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let error = Ledger::open(&folder.path().join("no/such/folder.jsonl")).unwrap_err().to_string();
    assert!(error.contains("folder.jsonl"), "{error}");
    // A torn line of something else at the end of a ledger is no torn unit.
    let path = folder.path().join("mixed.jsonl");
    run(&event(&players(&["A", "B"]), "3x3x3"), &mut Ledger::open(&path).unwrap());
    writeln!(OpenOptions::new().append(true).open(&path).unwrap(), "{{\"format\":\"other\"}}").unwrap();
    assert!(Ledger::open(&path).unwrap_err().to_string().contains("line 2"));
}

#[test]
fn slots_played_elsewhere_are_the_event() {
    let mut event = event(&players(&["A", "B", "C"]), "3x3x3,6x7x4g");
    (event.pairs, event.openings) = (2, Openings::Random { plies: 2 });
    let mut here = Ledger::in_memory();
    run(&event, &mut here);
    let mut there = Ledger::in_memory();
    let lines: Vec<String> = event.slots(&there, &factory).map(|slot| slot.write_line().unwrap()).collect();
    for line in &lines {
        let slot = Slot::read_line(line).unwrap();
        let pair = slot.play(&factory, &AtomicBool::new(false)).unwrap().expect("nobody stops it");
        // The ledger's line is the way back.
        there.append(Pair::read_line(&pair.write_line()).unwrap()).unwrap();
    }
    let games = |ledger: &Ledger| {
        let cells = |pair: &Pair| {
            (pair.id.clone(), pair.games.each_ref().map(|played| played.game.cells().collect::<Vec<_>>()))
        };
        ledger.pairs().iter().map(cells).collect::<std::collections::BTreeMap<_, _>>()
    };
    assert_eq!(games(&here), games(&there));
    assert_eq!(event.slots(&there, &factory).count(), 0, "nothing is left to play");
    assert_eq!(event.standing(&there).games(), event.games());
}

#[test]
fn a_slot_that_makes_no_sense_is_refused() {
    let event = event(&["random,name=A".to_owned(), "cmd=./x,time=1s,memory=350M,restart=off".to_owned()], "3x3x3");
    let line = event.slots(&Ledger::in_memory(), &factory).next().unwrap().write_line().unwrap();
    assert_eq!(Slot::read_line(&line).unwrap().write_line().unwrap(), line);
    let refused = |from: &str, to: &str| Slot::read_line(&line.replacen(from, to, 1)).unwrap_err();
    assert!(refused("filetto-slot", "filetto-arena").contains("the format must be"));
    assert!(refused("\"version\":1", "\"version\":9").contains("newer"));
    assert!(refused("\"opening\":\"\"", "\"opening\":\"a1 a1\"").contains("the opening cannot be played"));
    assert!(refused("\"board\":\"3x3x3\"", "\"board\":\"3x3x9\"").contains("K"), "{}", refused("3x3x3", "3x3x9"));
    assert!(Slot::read_line("").is_err() && Slot::read_line("[]").is_err());
}
