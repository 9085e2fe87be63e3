//! What is this position? One service answers, and everybody prints what it says.
//!
//! An [`Analyst`] asks in this order: the rules (is the game over?), trees of forced wins, strategies that hold a draw, exact
//! knowledge behind the seam [`Exact`] (opening books, the atlas, repertoires, solvers), and only then the champion, whose word is an
//! estimate. The [`Answer`] has the value with how it is known, the best lines, the value of every move on request, the threats and
//! the explanation. They cannot disagree, because they are one result: the value is the explanation's verdict, the first
//! move of the best line is the explanation's move, and no move is valued above the position.
//!
//! Work is counted in nodes and every question starts afresh ([`Effort`]): the same position has the same answer, whoever asks and
//! whatever was asked before.
//!
//! ```
//! use filetto_engine::analysis::{Analyst, Effort, Value};
//! use filetto_rules::{Game, Rules, read_moves};
//!
//! let mut game = Game::new(Rules::TICTACTOE);
//! for cell in read_moves(&game, "a1 a2 b1 b2", None)?.moves {
//!     game.play(cell)?;
//! }
//! let answer = Analyst::new(Effort::default()).answer(&game);
//! assert_eq!(answer.value(), Value::Won { plies: Some(1) });
//! assert_eq!(answer.best().map(|cell| cell.to_string()).as_deref(), Some("c1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyst;
mod answer;
mod effort;
mod exact;
mod value;

pub use analyst::Analyst;
pub use answer::{Answer, Line, MoveValue, Searched};
pub use effort::Effort;
pub use exact::{Exact, ExactValue};
pub use value::{Source, Value};
