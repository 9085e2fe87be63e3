//! Classes of the Bologna interfaces, good and bad, each in a Java machine of its own. Needs a JDK: `cargo xtask test` brings one.

#![allow(clippy::disallowed_methods, reason = "tests look at files and processes")]

mod common;

use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use common::{event, run};
use filetto_arena::{Event, FaultKind, Format, Ledger, Openings, Pair, Played};
use filetto_rules::Side;

/// What a player without gravity does when it is asked for a cell; `FC` are the free cells, `MC` the marked ones.
const FREE: [(&str, &str); 9] = [
    ("Good", "return FC[(7 * MC.length + rows) % FC.length];"),
    ("Slow", "try { Thread.sleep(600000); } catch (InterruptedException e) {} return FC[0];"),
    ("Endless", "while (true) {}"),
    ("Crashing", "throw new IllegalStateException(\"<b>no idea</b>\");"),
    ("Occupied", "return MC.length > 0 ? MC[0] : FC[0];"),
    ("Null", "return null;"),
    ("OffBoard", "return new MNKCell(-1, 99);"),
    ("Noisy", "for (int i = 0; i < 2000; i++) System.out.println(\"0,0\"); return FC[0];"),
    ("Quitting", "System.exit(5); return null;"),
];

/// What a player with gravity does; `B` is the board.
const FALLING: [(&str, &str); 3] = [
    (
        "Good",
        "if (B.M != rows || B.numOfMarkedCells() % 2 != (first ? 0 : 1)) throw new IllegalStateException(\"wrong board\");
         Integer[] free = B.getAvailableColumns(); return free[(5 * B.numOfMarkedCells() + 1) % free.length];",
    ),
    ("Absent", "return 99;"),
    ("Full", "for (int c = 0; c < B.N; c++) if (B.fullColumn(c)) return c; return 0;"),
];

/// The compiled players.
static CLASSES: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let stubs = concat!(env!("CARGO_MANIFEST_DIR"), "/java/stubs");
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(folder.path()).args(["-sourcepath", stubs]);
    let mut write = |package: &str, name: &str, head: &str, body: &str| {
        let text = format!(
            "package {package};\npublic class {name} implements {head} {{\n int rows; boolean first;\n public void initPlayer(int M, int N, \
             int K, boolean f, int t) {{ rows = M; first = f; }}\n public String playerName() {{ return \"{name}\"; }}\n {body}\n}}\n"
        );
        let file = folder.path().join(format!("{package}-{name}")).join(format!("{name}.java"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        javac.arg(file);
    };
    for (name, body) in FREE {
        let body = format!("public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {{ {body} }}");
        write("mnkgame", name, "MNKPlayer", &body);
    }
    for (name, body) in FALLING {
        write("connectx", name, "CXPlayer", &format!("public int selectColumn(CXBoard B) {{ {body} }}"));
    }
    let output = javac.output().expect("these tests need javac: cargo xtask test installs a JDK");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
});

/// The games of some classes against random moves, all in one event, each with the side that the class had.
fn games(classes: &[&str], on: &str, margin: Duration) -> Vec<(String, Side, Played)> {
    let java = |class: &&str| format!("java={}:{class}", CLASSES.path().display());
    let players: Vec<String> = ["random".to_owned()].into_iter().chain(classes.iter().map(java)).collect();
    let mut ledger = Ledger::in_memory();
    let event = Event {
        format: Format::Gauntlet,
        concurrency: 2,
        start: Duration::from_secs(30),
        margin,
        // An odd opening: the class is handed a position, and the second player is the one to move.
        openings: Openings::Random { plies: 3 },
        ..event(&players, on)
    };
    run(&event, &mut ledger);
    let class_first = |game: usize| Side::BOTH[1 - game];
    let of = |pair: &Pair, game: usize| (pair.players[1].clone(), class_first(game), pair.games[game].clone());
    ledger.pairs().iter().flat_map(|pair| [0, 1].map(|game| of(pair, game))).collect()
}

/// Enough for a busy machine to start a Java machine.
const PLENTY: Duration = Duration::from_secs(10);

/// Every game of these classes is lost by a fault of the kind, the reason saying so.
fn faults(on: &str, margin: Duration, expected: &[(&str, FaultKind, &str)]) {
    let classes: Vec<&str> = expected.iter().map(|(class, ..)| *class).collect();
    let played = games(&classes, on, margin);
    assert_eq!(played.len(), 2 * expected.len());
    for (name, side, played) in played {
        let (class, kind, saying) = expected.iter().find(|(class, ..)| class.ends_with(&format!(".{name}"))).unwrap();
        let (guilty, fault) = played.fault.unwrap_or_else(|| panic!("{class} has no fault"));
        assert_eq!((guilty, fault.kind), (side, *kind), "{class}: {fault:?}");
        assert!(fault.what.contains(saying), "{class}: {fault:?}");
    }
}

#[test]
fn good_classes_play_to_the_end_on_squares_and_rectangles() {
    let free = games(&["mnkgame.Good", "mnkgame.Noisy"], "4x3x3,7x7x5", PLENTY);
    let falling = games(&["connectx.Good"], "6x7x4g,5x4x4g", PLENTY);
    assert_eq!((free.len(), falling.len()), (8, 4));
    for (name, _, played) in free.into_iter().chain(falling) {
        // What a class prints, be it a move, does not spoil the game.
        assert_eq!(played.fault, None, "{name} on {}", played.game.rules());
        assert!(played.game.outcome().is_over());
    }
}

#[test]
fn classes_that_do_not_answer_lose_on_time() {
    let late = "no move within 300 ms";
    faults(
        "4x4x4",
        Duration::ZERO,
        &[("mnkgame.Slow", FaultKind::Time, late), ("mnkgame.Endless", FaultKind::Time, late)],
    );
}

#[test]
fn classes_that_cannot_play_are_an_error_before_the_first_game() {
    for (class, on, saying) in [
        ("mnkgame.Missing", "6x6x6", "ClassNotFoundException"),
        ("mnkgame.Good", "2x7x7g", "plays only without gravity"),
    ] {
        let player = format!("java={}:{class}", CLASSES.path().display());
        let event = Event { start: Duration::from_secs(30), ..event(&["random".to_owned(), player], on) };
        let stop = std::sync::atomic::AtomicBool::new(false);
        let error = event.run(&common::factory, &mut Ledger::in_memory(), &stop, &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains(saying), "{error}");
    }
}

#[test]
fn bad_classes_lose_with_a_reason() {
    faults(
        "6x6x6",
        PLENTY,
        &[
            ("mnkgame.Crashing", FaultKind::Garbage, "IllegalStateException: <b>no idea</b>"),
            ("mnkgame.Occupied", FaultKind::Illegal, "is taken"),
            ("mnkgame.Null", FaultKind::Garbage, "returned null"),
            ("mnkgame.OffBoard", FaultKind::Illegal, "99,-1 is off the board"),
            ("mnkgame.Quitting", FaultKind::Crash, "exit status: 5"),
        ],
    );
    faults(
        "2x7x7g",
        PLENTY,
        &[
            ("connectx.Absent", FaultKind::Illegal, "99,0 is off the board"),
            ("connectx.Full", FaultKind::Illegal, "is taken"),
        ],
    );
}
