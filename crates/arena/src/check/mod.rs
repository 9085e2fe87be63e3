//! Whether a program keeps to Gomocup's protocol: one question after the other, each failure with the line that it is about.

mod probe;
mod questions;

use std::path::PathBuf;

pub use questions::check;

/// A program to be checked.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
}

/// What one question found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was asked for, as a rule.
    pub rule: &'static str,
    /// Whether it holds.
    pub verdict: Compliance,
    /// What was sent and what came back, if something is wrong.
    pub evidence: Option<Evidence>,
}

/// How a rule was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compliance {
    /// As it should be.
    Kept,
    /// Something that a program need not do, and this one does not.
    Optional,
    /// Broken: some manager will stumble over it.
    Broken,
}

/// Why a rule counts as broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The line it was sent.
    pub sent: String,
    /// What the protocol asks for.
    pub expected: String,
    /// The offending line, or what happened instead of one.
    pub heard: String,
}
