#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "the arena runs other people's programs and keeps a ledger")]

mod ask;
mod boards;
pub mod check;
mod clock_use;
mod control;
mod elsewhere;
mod error;
mod event;
pub mod exam;
mod fault;
mod game;
mod ledger;
mod openings;
mod pair;
mod report;
mod ruling;
mod schedule;
mod seat;
mod slot;
mod spec;
mod stall_detector;
mod standing;
pub mod stats;
mod summary;
mod tables;
pub mod text;

pub use ask::{Answer, Terms, ask};
pub use boards::{PRESETS, Preset, boards};
pub use clock_use::{ClockUse, clock_curves, clock_table};
pub use control::{Control, ControlError, GameTime, duration, game_time};
pub use elsewhere::{Back, Elsewhere};
pub use error::ArenaError;
pub use event::{End, Ended, Event, News};
pub use fault::{Fault, FaultKind};
pub use game::Played;
pub use ledger::Ledger;
pub use openings::{GOMOCUP15, GOMOCUP20, OpeningList, Openings};
pub use pair::Pair;
pub use report::Report;
pub use ruling::{DrawRule, is_dead};
pub use schedule::Format;
pub use seat::{Factory, Vitals};
pub use slot::Slot;
pub use spec::{Builtin, Kind, PlayerSpec, SpecError, bytes};
pub use standing::{Line, Meeting, Results, Scheme, Standing};
pub use summary::summary;
