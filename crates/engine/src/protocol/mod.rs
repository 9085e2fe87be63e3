//! The Gomocup protocol without a single read or write: a line in, actions out.
//!
//! The host (standard input and output, a socket, a test) feeds lines to [`Session::input`] and does what comes back. Thinking is
//! an action too: the host runs a player on the [`Task`], passes what the player tells to [`Session::told`] and its choice to
//! [`Session::done`]. YXNBEST asks what the position is: the host puts that to an [`Analyst`](crate::analysis::Analyst), as every
//! other surface does, and passes its answers to [`Session::answered`]. So the session can be read to while it thinks, and tested without
//! threads.
//!
//! Supported are all commands of Gomocup (START, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO, ABOUT, PLAY, SWAP2BOARD,
//! END), those that Yixin-Board needs for analysis (YXSHOWINFO, YXBOARD, YXSTOP, YXNBEST, YXHASHCLEAR), and our own `INFO k` and
//! `INFO gravity`. What is known and cannot be done is answered with ERROR, what is not known with UNKNOWN.

mod options;
mod session;
mod stones;
mod swap2;
mod told;

pub use session::{Action, Session, Task};
