//! Players and events for the tests.
#![allow(dead_code, reason = "each test uses some of it")]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use filetto_arena::{Builtin, Control, End, Ended, Event, Ledger, PlayerSpec, Standing, boards};
use filetto_engine::{Choice, Info, Player};
use filetto_rules::{Board, Game, Rng, Rules};
use filetto_search::Budget;

/// Any legal move.
pub(crate) struct Random(Rng);

impl Player for Random {
    fn choose(&mut self, game: &Game, _: &Budget, _: &mut dyn FnMut(&Info)) -> Option<Choice> {
        self.0.pick(&game.board().legal_moves()).map(|cell| Choice::of(*cell))
    }
}

/// Panics at its second move.
struct Panics;

impl Player for Panics {
    fn choose(&mut self, game: &Game, _: &Budget, _: &mut dyn FnMut(&Info)) -> Option<Choice> {
        assert!(game.moves().len() < 2, "a bug that the test made");
        Some(Choice::of(game.board().legal_moves()[0]))
    }
}

/// Thinks until it is told to stop, and some more.
struct Dreams;

impl Player for Dreams {
    fn choose(&mut self, _: &Game, budget: &Budget, _: &mut dyn FnMut(&Info)) -> Option<Choice> {
        let stop = budget.stop.as_ref().unwrap();
        while !stop.load(std::sync::atomic::Ordering::Relaxed) {
            std::thread::yield_now();
        }
        None
    }
}

/// Takes its time for every move, whatever it has.
struct Dawdles;

impl Player for Dawdles {
    #[allow(clippy::disallowed_methods, reason = "that is what it does")]
    fn choose(&mut self, game: &Game, _: &Budget, _: &mut dyn FnMut(&Info)) -> Option<Choice> {
        std::thread::sleep(Duration::from_millis(400));
        Some(Choice::of(game.board().legal_moves()[0]))
    }
}

pub(crate) fn factory(builtin: &Builtin, _: Rules, seed: u64) -> Result<Box<dyn Player>, String> {
    match builtin.name.as_str() {
        "random" => Ok(Box::new(Random(Rng::new(seed)))),
        "panics" => Ok(Box::new(Panics)),
        "dawdles" => Ok(Box::new(Dawdles)),
        "dreams" => Ok(Box::new(Dreams)),
        other => Err(format!("there is no player '{other}'")),
    }
}

/// An engine of `dummy/main.rs` in one of its modes.
pub(crate) fn dummy(mode: &str) -> String {
    format!("cmd={},args={mode},name={mode}", env!("CARGO_BIN_EXE_pbrain-dummy"))
}

/// An event with short limits.
pub(crate) fn event(players: &[String], on: &str) -> Event {
    Event {
        players: players.iter().map(|text| text.parse::<PlayerSpec>().unwrap()).collect(),
        boards: boards(on).unwrap(),
        control: Control::per_move(Duration::from_millis(300)),
        // The machine that runs the tests may be busy with other tests.
        margin: Duration::from_secs(2),
        ..Event::default()
    }
}

/// Plays an event to its end.
pub(crate) fn run(event: &Event, ledger: &mut Ledger) -> Standing {
    let Ended { standing, end } = event.run(&factory, ledger, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(end, End::Complete);
    standing
}
