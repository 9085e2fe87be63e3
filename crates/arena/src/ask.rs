//! A player asked about positions, outside any event: for exams and puzzles.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use filetto_rules::{Cell, Game};
use filetto_search::Clock;

use crate::control::Control;
use crate::error::ArenaError;
use crate::fault::{Fault, FaultKind};
use crate::game::Purse;
use crate::seat::{Factory, NoMove, Seat, SeatContext, SeatFactory, Vitals, java};
use crate::spec::{Kind, PlayerSpec};

/// What a player played in a position, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A legal move.
    pub cell: Cell,
    /// How long it took to get ready: start of a process, `initPlayer`.
    pub ready: Duration,
    /// How long it thought.
    pub used: Duration,
    /// What the host of a Java class told of it, where it was asked to.
    pub vitals: Option<Vitals>,
}

/// Under what conditions a player is asked.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How long it may think.
    pub control: Control,
    /// What an answer may be late.
    pub margin: Duration,
    /// How long it may take to get ready.
    pub start: Duration,
    /// For what it leaves to chance.
    pub seed: u64,
}

/// Asks a player for one move in each of some unfinished games; each game is a new one for it. An answer is a legal move or a
/// fault, whatever the player does.
pub fn ask(
    spec: &PlayerSpec,
    games: &[Game],
    terms: &Terms,
    factory: &Factory,
) -> Result<Vec<Result<Answer, Fault>>, ArenaError> {
    let java = matches!(spec.kind, Kind::Java { .. }).then(java::Host::compile).transpose()?;
    let factory = SeatFactory { factory, java: java.as_ref(), exam: false };
    let mut answers = Vec::new();
    ask_in(factory, spec, games, terms, &AtomicBool::new(false), &mut |answer| {
        answers.push(answer);
        ControlFlow::Continue(())
    });
    Ok(answers)
}

/// The same in a factory that is ready; each answer is told as soon as it is there. Ends early when `stop` is set or the listener has
/// heard enough.
pub(crate) fn ask_in(
    factory: SeatFactory,
    spec: &PlayerSpec,
    games: &[Game],
    terms: &Terms,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(Result<Answer, Fault>) -> ControlFlow<()>,
) {
    let context = SeatContext { factory, start: terms.start, stop, core: None };
    let mut seat = context.seat(spec, &terms.control, terms.seed);
    for game in games {
        let answer = one(seat.as_mut(), game, terms);
        if stop.load(Ordering::Relaxed) || hear(answer).is_break() {
            break;
        }
    }
}

fn one(seat: &mut dyn Seat, game: &Game, terms: &Terms) -> Result<Answer, Fault> {
    let answered = try_one(seat, game, terms);
    let last_words = seat.output();
    seat.leave(answered.is_err());
    answered.map_err(|error| match error {
        NoMove::Fault(fault) => fault.after(last_words),
        // Nobody can call it off.
        NoMove::CalledOff => Fault::new(FaultKind::Time, "called off"),
    })
}

fn try_one(seat: &mut dyn Seat, game: &Game, terms: &Terms) -> Result<Answer, NoMove> {
    let clock = Clock::start();
    seat.begin(game, game.to_move())?;
    let ready = clock.elapsed();
    let turn = Purse::new(&terms.control, terms.margin).turn(None);
    let cell = seat.choose(game, &turn)?;
    let used = turn.watch.elapsed();
    game.clone().play(cell).map_err(|error| Fault::new(FaultKind::Illegal, error.to_string()))?;
    Ok(Answer { cell, ready, used, vitals: seat.vitals() })
}
