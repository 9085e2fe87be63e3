//! Opening books: the exact scores of all first positions of a board with gravity, which are the costly ones.

mod build;
mod file;
mod position;
mod repertoire;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use filetto_rules::{Game, Placement, Rules, Variants, WinRule};

pub use build::{Builder, Watch};
pub use file::BookError;
pub use repertoire::{LastPosition, Repertoire};

use crate::gravity::{GravitySolver, Score};

/// The score of every position of one board up to some ply, mirror images counted once.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use filetto_rules::{Game, Rules};
/// use filetto_solve::book::{Book, Builder};
/// use filetto_solve::gravity::{GravitySolver, Score};
///
/// let rules: Rules = "4x5x4g".parse()?;
/// let mut builder = Builder::new(rules, 3)?;
/// let solver = GravitySolver::new(rules, 1 << 20, 1)?;
/// assert!(builder.run(&solver, 1, &mut |_, _| ControlFlow::Continue(())));
/// let book = Book::from_bytes(&builder.finish().unwrap().to_bytes())?;
/// assert_eq!(book.score(&Game::new(rules)), Some(Score::DRAW));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    rules: Rules,
    plies: usize,
    complete: bool,
    scores: BTreeMap<u128, i8>,
}

/// How the positions of one ply end, mirror images counted as positions of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Won by the first player.
    pub first: usize,
    /// Drawn.
    pub draw: usize,
    /// Won by the second player.
    pub second: usize,
}

impl Book {
    /// The book of a board that comes with the program, if there is one.
    pub fn shipped(rules: Rules) -> Option<&'static Book> {
        static CONNECT4: OnceLock<Option<Book>> = OnceLock::new();
        let read = || Book::from_bytes(include_bytes!("../../books/6x7x4g.book")).ok();
        if rules == Rules::CONNECT4 { CONNECT4.get_or_init(read).as_ref() } else { None }
    }

    /// The board.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many plies it covers.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The exact score of the position that a game has reached, for the side to move.
    pub fn score(&self, game: &Game) -> Option<Score> {
        let open = game.rules() == self.rules && game.setup().is_default() && !game.outcome().is_over();
        if !open || game.moves().len() > self.plies {
            return None;
        }
        let columns: Vec<usize> = game.cells().map(|cell| cell.col()).collect();
        self.scores.get(&position::key(self.rules, &columns)).map(|score| Score::from(i16::from(*score)))
    }

    /// Checks that every position is there, and that every score before the last ply follows from those after it. Gives the
    /// moves of the positions of the last ply, which only a solver can check.
    pub fn check(&self) -> Result<Vec<Vec<usize>>, BookError> {
        let mut levels = build::check(self)?;
        Ok(levels.pop().map(|level| level.into_values().collect()).unwrap_or_default())
    }

    /// How the positions end, ply by ply.
    pub fn counts(&self) -> Result<Vec<Count>, BookError> {
        let count = |(ply, level): (usize, position::Level)| {
            let mut count = Count::default();
            for (key, moves) in level {
                let score = self.scores.get(&key).copied().unwrap_or_default();
                let of_first = if ply % 2 == 0 { score } else { -score };
                let place = match of_first {
                    1.. => &mut count.first,
                    0 => &mut count.draw,
                    _ => &mut count.second,
                };
                *place += if position::is_symmetric(self.rules, &moves) { 1 } else { 2 };
            }
            count
        };
        Ok(build::check(self)?.into_iter().enumerate().map(count).collect())
    }

    /// The boards that have books.
    pub const VARIANTS: Variants = Variants {
        placements: &[Placement::Gravity],
        win_rules: &[WinRule::AtLeast],
        limit: GravitySolver::VARIANTS.limit,
        who: "an opening book",
    };

    fn check_board(rules: Rules) -> Result<(), BookError> {
        Book::VARIANTS.check(rules).map_err(|error| BookError::Board(error.to_string()))
    }
}
