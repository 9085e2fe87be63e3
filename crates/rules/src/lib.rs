#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod cell;
pub mod draw;
mod game;
mod grid;
mod notation;
mod perft;
mod reading;
mod rng;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod shape;
mod side;
mod storage;
mod symmetry;
mod variants;
mod well;
mod word;
mod zobrist;

pub use board::{Board, IllegalMove};
pub use cell::{Cell, CellError, Direction, Line, Step, column_from_letters, column_letters};
pub use game::{Game, Move, Reason};
pub use grid::{Grid, GridLine};
pub use notation::Notation;
pub use perft::perft;
pub use reading::{LineError, NotationError, Reading, read_lines, read_moves};
pub use rng::Rng;
pub use rules::{MAX_SIDE, NAMED, Placement, Rules, RulesError, WinRule, excerpt};
pub use setup::{Setup, SetupError};
pub use shape::{Dynamic, Fixed, Shape};
pub use side::{Outcome, Side};
pub use storage::{OnBoard, Storage, dispatch};
pub use symmetry::Symmetry;
pub use variants::{Limit, Unfit, Unsupported, Variants};
pub use well::Well;
pub use word::{Ones, Word};
pub use zobrist::{Canonical, Images, Key, Keyed, Keys, Zobrist};
