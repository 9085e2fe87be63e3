//! One file a command.

pub(crate) mod convert;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
