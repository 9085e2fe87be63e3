//! The one place where players are made: the champion gets its solvers here, since the engine may not know them.

use filetto_engine::{Named, Player, Settings};
use filetto_solve::Solvers;

/// A player of this name, with all that this program can give it.
pub(crate) fn make(named: Named, settings: Settings) -> Box<dyn Player> {
    named.make(Settings { oracle: Some(Solvers::boxed), ..settings })
}
