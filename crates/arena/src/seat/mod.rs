//! A player at the table: whatever it is, the referee asks it for a move and gets a cell or a fault.

mod gomocup;
mod inside;
pub(crate) mod java;
pub(crate) mod process;
mod python;
mod vitals;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use filetto_engine::Player;
use filetto_rules::{Cell, Game, Rules, Side};

use crate::control::Control;
use crate::fault::{Fault, FaultKind};
use crate::spec::{Builtin, Kind, PlayerSpec};
use crate::stall_detector::Stopwatch;
pub use vitals::Vitals;
pub(crate) use words::{Word, read_move};

/// Makes the players that come with the program: from a name with options, the board they are for, and a seed for whatever
/// they leave to chance. The error is a sentence for the user.
pub type Factory<'a> = dyn Fn(&Builtin, Rules, u64) -> Result<Box<dyn Player>, String> + Sync + 'a;

/// What a player is asked under.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// What it is told that it may use.
    pub(crate) limit: Duration,
    /// How long the referee waits: the limit and a margin for the way there and back.
    pub(crate) patience: Duration,
    /// What is left of its time for the game.
    pub(crate) left: Option<Duration>,
    /// Runs since the player was asked.
    pub(crate) watch: Stopwatch,
}

/// Why no move came.
#[derive(Debug)]
pub(crate) enum NoMove {
    /// The player is to blame.
    Fault(Fault),
    /// The event was called off while the player was thinking.
    CalledOff,
}

impl NoMove {
    /// The same before the first move: whatever a player does then, it has not started.
    pub(crate) fn at_start(self) -> NoMove {
        match self {
            NoMove::Fault(fault) => NoMove::Fault(Fault { kind: FaultKind::Start, ..fault }),
            NoMove::CalledOff => NoMove::CalledOff,
        }
    }
}

impl From<Fault> for NoMove {
    fn from(fault: Fault) -> NoMove {
        NoMove::Fault(fault)
    }
}

/// One player for one or two games.
pub(crate) trait Seat {
    /// Gets ready for a game from this position, as this side.
    fn begin(&mut self, game: &Game, side: Side) -> Result<(), NoMove>;

    /// The player's move.
    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Cell, NoMove>;

    /// The last lines it printed, if it prints.
    fn output(&self) -> Vec<String> {
        Vec::new()
    }

    /// What its host told of it, if it was asked to.
    fn vitals(&self) -> Option<Vitals> {
        None
    }

    /// Positions a second that it has searched in this game, if it counts them.
    fn rate(&self) -> Option<u64> {
        None
    }

    /// The game is over, for whatever reason.
    fn leave(&mut self, after_fault: bool);
}

/// Where players come from.
#[derive(Clone, Copy)]
pub(crate) struct SeatFactory<'a> {
    pub(crate) factory: &'a Factory<'a>,
    /// The compiled Java host, if some player needs it.
    pub(crate) java: Option<&'a java::Host>,
    /// Whether it is an exam: Java hosts are asked how their class is doing, and not to start is to lose.
    pub(crate) exam: bool,
}

/// What a seat needs to know of the event.
#[derive(Clone, Copy)]
pub(crate) struct SeatContext<'a> {
    pub(crate) factory: SeatFactory<'a>,
    /// How long a player may take to get ready.
    pub(crate) start: Duration,
    /// Set when the event is called off.
    pub(crate) stop: &'a AtomicBool,
    /// The core that the players of this table have to themselves.
    pub(crate) core: Option<usize>,
}

impl<'a> SeatContext<'a> {
    /// A seat for this player.
    pub(crate) fn seat(&self, spec: &'a PlayerSpec, control: &'a Control, seed: u64) -> Box<dyn Seat + 'a> {
        match &spec.kind {
            Kind::Builtin(builtin) => Box::new(inside::Inside::new(*self, builtin, control, seed)),
            Kind::Gomocup { .. } | Kind::Java { .. } | Kind::Python { .. } => {
                Box::new(gomocup::Gomocup::new(*self, spec, control))
            }
        }
    }

    /// Whether the event was called off.
    pub(crate) fn called_off(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How often somebody who waits for a player looks whether the event was called off.
pub(crate) const GLANCE: Duration = Duration::from_millis(50);
