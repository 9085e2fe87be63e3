//! Python files as players: hosted like Java classes, in processes of their own, whatever they do.

#![allow(clippy::disallowed_methods, reason = "tests write files")]

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use filetto_arena::{Builtin, Control, End, Ended, Event, FaultKind, Ledger, Pair, PlayerSpec};
use filetto_engine::{Named, Player, Settings};
use filetto_rules::Rules;

fn make(builtin: &Builtin, _: Rules, seed: u64) -> Result<Box<dyn Player>, String> {
    let settings = Settings { seed, memory: 1 << 20, ..Settings::default() };
    Named::read(&builtin.name, settings)
        .map(|player| player.named.make(player.settings))
        .map_err(|error| error.to_string())
}

/// A file with this text; its folder goes away with the first of the two.
fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agent.py");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

/// One pair of games of the file against random moves, or why there was none.
fn tried(text: &str, board: &str, options: &str) -> Result<Pair, String> {
    let (_folder, path) = file(text);
    let spec: PlayerSpec = format!("py={}{options}", path.display()).parse().unwrap();
    let event = Event {
        players: vec![spec, "random".parse().unwrap()],
        boards: vec![board.parse().unwrap()],
        control: Control::per_move(Duration::from_secs(20)),
        start: Duration::from_secs(60),
        ..Event::default()
    };
    let mut ledger = Ledger::in_memory();
    let run = event.run(&make, &mut ledger, &AtomicBool::new(false), &mut |_| {});
    let Ended { end, .. } = run.map_err(|error| error.to_string())?;
    assert_eq!(end, End::Complete);
    Ok(ledger.pairs()[0].clone())
}

fn played(text: &str, board: &str, options: &str) -> Pair {
    tried(text, board, options).unwrap()
}

const FIRST_FREE: &str = "
def agent(observation, configuration):
    print('this is no answer')
    cells, columns = observation.board, configuration['columns']
    assert observation['mark'] in (1, 2) and configuration.inarow > 0
    if observation.board.count(0) % 2 != (configuration.rows * columns - observation.mark + 1) % 2:
        raise SystemExit('the mark does not fit the stones')
    return cells.index(0) % columns
";

#[test]
fn an_agent_of_kaggles_convention_plays() {
    let pair = played(FIRST_FREE, "6x7x4g", "");
    for game in &pair.games {
        assert_eq!(game.fault, None);
        assert!(game.game.outcome().is_over());
    }
}

#[test]
fn without_gravity_an_action_is_a_cell_from_the_top() {
    let pair = played("def play(observation):\n    return observation.board.index(0)\n", "3x3x3", "");
    assert!(pair.games.iter().all(|game| game.fault.is_none()));
    assert_eq!(pair.games[0].game.moves()[0].cell.to_string(), "a3");
}

#[test]
fn a_file_that_does_not_load_says_why() {
    let refused = |text: &str| tried(text, "3x3x3", "").unwrap_err();
    assert!(refused("x = 1\n").contains("agent.py: it has no function to play with"));
    assert!(refused("import nowhere\n").contains("No module named 'nowhere'"));
    assert!(refused("raise ValueError('not\\ntoday')\n").contains("agent.py: ValueError: not today"));
    assert!(refused("def agent(\n").contains("SyntaxError"));
}

#[test]
fn what_a_file_does_wrong_is_its_fault() {
    let kind = |text: &str, options: &str| {
        let pair = played(text, "6x7x4g", options);
        pair.games[0].fault.as_ref().map(|(_, fault)| fault.kind)
    };
    assert_eq!(kind("def agent(o, c):\n    raise ValueError('no')\n", ""), Some(FaultKind::Crash));
    assert_eq!(kind("def agent(o, c):\n    return 99\n", ""), Some(FaultKind::Illegal));
    assert_eq!(kind("import time\ndef agent(o, c):\n    time.sleep(30)\n", ",time=300ms"), Some(FaultKind::Time));
    #[cfg(target_os = "linux")]
    assert_eq!(kind("def agent(o, c):\n    return len('x' * (4 << 30)) * 0\n", ",memory=1G"), Some(FaultKind::Crash));
}
