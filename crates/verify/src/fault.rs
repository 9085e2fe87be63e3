//! Why a certificate is refused.

use std::fmt;

/// The first fault of a certificate. Nothing that it claims may be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The first line is none of a certificate.
    Header(String),
    /// The payload cannot be read to its end, or goes on after it.
    Payload(String),
    /// A step of the proof is wrong.
    Step {
        /// What is wrong.
        what: String,
        /// The moves that lead from the start to the position where it is.
        moves: String,
    },
    /// The certificate asks for more than the limits allow.
    TooLarge(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Header(what) => write!(f, "header: {what}"),
            Fault::Payload(what) => write!(f, "payload: {what}"),
            Fault::Step { what, moves } if moves.is_empty() => write!(f, "at the start: {what}"),
            Fault::Step { what, moves } => write!(f, "after {moves}: {what}"),
            Fault::TooLarge(what) => write!(f, "too large: {what}"),
        }
    }
}

impl std::error::Error for Fault {}
