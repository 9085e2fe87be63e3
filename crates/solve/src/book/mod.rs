//! Opening books: the exact scores of all first positions of a board with gravity, which are the costly ones.

mod build;
mod file;
mod positions;
mod repertoire;
mod shipped;

use filetto_rules::{Game, Placement, Rules, Variants, WinRule};

pub use build::{Builder, Watch};
pub use file::BookError;
pub use repertoire::{LastPosition, Repertoire};
pub use shipped::{missing, provide};

use crate::gravity::{GravitySolver, Score};
use positions::Keys;

/// A score or a column that is not known yet.
const UNKNOWN: i8 = i8::MIN;
/// The most positions that a book has.
const MOST: usize = 1 << 24;

/// The score of every position of one board up to some ply, mirror images counted once, and for those of the last ply a move that keeps it.
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
    complete: bool,
    /// The keys of the positions after each number of plies, in order.
    levels: Vec<Vec<u128>>,
    /// Their scores.
    scores: Vec<Vec<i8>>,
    /// A column that keeps the score of each position of the last ply.
    replies: Vec<i8>,
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
    /// The book of a board that comes with the program, if there is one and it is here.
    pub fn shipped(rules: Rules) -> Option<&'static Book> {
        shipped::book(rules)
    }

    fn unsolved(rules: Rules, levels: Vec<Vec<u128>>) -> Book {
        let scores = levels.iter().map(|level| vec![UNKNOWN; level.len()]).collect();
        let last = levels.last().map_or(0, Vec::len);
        Book { rules, complete: false, levels, scores, replies: vec![UNKNOWN; last] }
    }

    /// The board.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many plies it covers.
    pub fn plies(&self) -> usize {
        self.levels.len() - 1
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.scores.iter().flatten().filter(|score| **score != UNKNOWN).count()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The exact score of the position that a game has reached, for the side to move.
    pub fn score(&self, game: &Game) -> Option<Score> {
        let key = self.key(game)?;
        self.at(game.moves().len(), key).map(|score| Score::from(i16::from(score)))
    }

    /// A column that keeps the score, from 0, for a position of the last ply: the moves of all others lead to positions that are in the
    /// book themselves.
    pub fn reply(&self, game: &Game) -> Option<usize> {
        let (key, turned) = Keys::of(self.rules).canonical(self.key(game)?);
        let last = self.levels.last().filter(|_| game.moves().len() == self.plies())?;
        let column = usize::try_from(self.replies[last.binary_search(&key).ok()?]).ok()?;
        Some(if turned { self.rules.cols() - 1 - column } else { column })
    }

    /// The same with the first player's stones and all stones as [`gravity`](crate::gravity) has them, a column every so many bits.
    pub(crate) fn score_of(&self, first: u64, mask: u64, stride: u32) -> Option<Score> {
        let (ply, column) = (mask.count_ones() as usize, (1 << self.rules.rows()) - 1);
        let run = |col: u32| {
            let (first, mask) = (first >> (col * stride) & column, mask >> (col * stride) & column);
            u128::from(first | (mask + 1))
        };
        let runs = (0..self.rules.cols() as u32).map(run);
        let key = runs.fold(0, |key, run| key << (self.rules.rows() + 1) | run);
        self.at(ply, key).map(|score| Score::from(i16::from(score)))
    }

    fn key(&self, game: &Game) -> Option<u128> {
        let open = game.rules() == self.rules && game.setup().is_default() && !game.outcome().is_over();
        let known = open && game.moves().len() <= self.plies();
        known.then(|| Keys::of(self.rules).played(game.cells().map(|cell| cell.col())))
    }

    /// The score of a position after so many plies.
    fn at(&self, ply: usize, key: u128) -> Option<i8> {
        let (key, _) = Keys::of(self.rules).canonical(key);
        let at = self.levels.get(ply)?.binary_search(&key).ok()?;
        Some(self.scores[ply][at]).filter(|score| *score != UNKNOWN)
    }

    /// Checks that every score before the last ply follows from those after it. Gives the
    /// moves of the positions of the last ply, which only a solver can check.
    pub fn check(&self) -> Result<Vec<Vec<usize>>, BookError> {
        let (keys, last) = (Keys::of(self.rules), self.plies());
        if !self.complete {
            return Err(BookError::File("it is not complete: go on with filetto book build".to_owned()));
        }
        let wrong = |ply: usize, key: u128, what: String| {
            let moves = keys.moves(&self.levels[..=ply], key);
            let moves: Vec<String> = moves.iter().map(|column| (column + 1).to_string()).collect();
            BookError::Entry { moves: moves.join(" "), what }
        };
        for (ply, (level, scores)) in self.levels.iter().zip(&self.scores).enumerate() {
            for (at, (&key, &score)) in level.iter().zip(scores).enumerate() {
                if ply == last {
                    let reply = usize::try_from(self.replies[at]).ok();
                    if score == UNKNOWN || !keys.after(key, ply).any(|(column, _)| Some(column) == reply) {
                        return Err(wrong(ply, key, "the score or the move is missing".to_owned()));
                    }
                } else if build::best(self, ply, key) != Some(score) {
                    let what = format!("the score is {score}, its moves say {:?}", build::best(self, ply, key));
                    return Err(wrong(ply, key, what));
                }
            }
        }
        Ok(self.levels[last].iter().map(|&key| keys.moves(&self.levels, key)).collect())
    }

    /// How the positions end, ply by ply.
    pub fn counts(&self) -> Result<Vec<Count>, BookError> {
        self.check()?;
        let keys = Keys::of(self.rules);
        let count = |(ply, (level, scores)): (usize, (&Vec<u128>, &Vec<i8>))| {
            let mut count = Count::default();
            for (&key, &score) in level.iter().zip(scores) {
                let of_first = if ply % 2 == 0 { score } else { -score };
                let place = match of_first {
                    1.. => &mut count.first,
                    0 => &mut count.draw,
                    _ => &mut count.second,
                };
                *place += if keys.mirror(key) == key { 1 } else { 2 };
            }
            count
        };
        Ok(self.levels.iter().zip(&self.scores).enumerate().map(count).collect())
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

/// Columns from the centre outwards.
fn from_centre(cols: usize) -> impl Iterator<Item = usize> {
    let mut columns: Vec<usize> = (0..cols).collect();
    columns.sort_by_key(|column| (2 * column + 1).abs_diff(cols));
    columns.into_iter()
}
