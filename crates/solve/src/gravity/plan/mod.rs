//! Plans: small proofs with gravity, whose leaves say in an order of cells how a side plays to the end.
//!
//! The format and what a plan is: `docs/certificates.md`. Here they are found. [`Finder`](finder::Finder) looks for one plan: it plays every reply of the
//! opponent, and wherever the claimant has a choice it asks the solver which moves keep what is claimed, and notes that the one chosen comes before the
//! other cells that could be played. What is noted is a partial order; a choice that contradicts it is taken back. [`Graph`] looks for the
//! whole proof: positions in which the claimant is to move, each with its plan or with its moves and all replies, the cheapest graph first (AO*).
//! A plan that has held somewhere is tried everywhere else before a new one is looked for.
//!
//! *Measured*: sizes of certificates, and what each part is worth, are in `docs/proofs.md`.

mod finder;
mod graph;
mod order;
mod strategy;

pub(crate) use graph::{Graph, Memory};
