//! Why a move wins, what a position threatens, where a game was lost.
//!
//! In k-in-a-row a win is a finite tree of threats, a draw a pairing or a count: things that can be told and checked. [`explain`]
//! tells about one position, [`review`] about a whole game; both give plain data ([`Explanation`], [`Review`]) that
//! [`words`] turns into four languages and [`page`] into pictures and pages. The rule of the house: nothing is claimed that is
//! not proved. A win is stated with its tree, and the tree covers every reply; what is not proved is called an estimate. Work is
//! limited by nodes, so the same question has the same answer.
//!
//! ```
//! use filetto_engine::analysis::Effort;
//! use filetto_engine::explain::{Language, explain, words};
//! use filetto_rules::{Game, Rules, read_moves};
//!
//! let mut game = Game::new(Rules::TICTACTOE);
//! for cell in read_moves(&game, "a1 a2 c3 b2", None)?.moves {
//!     game.play(cell)?;
//! }
//! let told = explain(&game, &Effort::default(), None);
//! assert!(words::explanation(&told, Language::English).contains("c2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data;
mod follow;
mod hold;
mod move_effects;
pub mod page;
mod pairs;
pub(crate) mod position;
mod prover;
mod review;
mod rows;
pub(crate) mod serial;
mod solved;
mod threats;
mod tree;
pub mod words;

pub use data::{Attack, Explanation, Held, Hold, MoveEffect, Reply, Step, Then, Threat, ThreatKind, Verdict, Why};
pub use position::explain;
pub use review::{Class, Judged, Puzzle, Review, review, review_aloud};
pub use threats::threats;
pub use words::Language;
