//! What every board can do, whatever it is stored in.

use std::fmt;
use std::ops::ControlFlow;

use crate::{Cell, Direction, Line, Outcome, Rules, Side, cell::column_letters};

/// A position that moves are played on and taken back from.
///
/// Storage is chosen for speed ([`Well`](crate::Well), [`Grid`](crate::Grid)); everything above is generic over this
/// trait, and [`dispatch`](crate::dispatch) picks the storage once, at the top.
///
/// There are two ways to play: [`Board::play`] checks and returns an error, [`Board::play_fast`] trusts its caller. Neither
/// ever causes undefined behaviour; an illegal fast move leaves a position that makes no sense. Taking back needs the move
/// that was played, which a search has in its hand anyway: no board carries a history ([`Game`](crate::Game) does).
///
/// ```
/// use filetto_rules::{Board, Cell, Grid, Outcome, Rules, Side};
///
/// let mut board = Grid::<u32>::fitting(Rules::TICTACTOE).unwrap();
/// for (row, col) in [(0, 0), (1, 1), (0, 1), (2, 2), (0, 2)] {
///     board.play(Cell::new(row, col))?;
/// }
/// assert_eq!(board.outcome(), Outcome::Win(Side::First));
/// let line = board.winning_lines().next().unwrap();
/// assert_eq!(line.cells().map(|c| c.to_string()).collect::<Vec<_>>(), ["a1", "b1", "c1"]);
/// # Ok::<(), filetto_rules::IllegalMove>(())
/// ```
pub trait Board: Clone + fmt::Debug {
    /// The empty board of these rules, if this storage can hold it.
    fn fitting(rules: Rules) -> Option<Self>;

    /// The rules played by.
    fn rules(&self) -> Rules;

    /// How many stones are on the board.
    fn stones(&self) -> usize;

    /// Whose turn it is.
    fn to_move(&self) -> Side;

    /// The stone on a cell; none on an empty one and none off the board.
    fn get(&self, cell: Cell) -> Option<Side>;

    /// The move that completed a line, if the last one did.
    fn winning_move(&self) -> Option<Cell>;

    /// The lowest empty cell of a column: where a stone lands if there is gravity. None if the column is full or absent.
    fn landing(&self, col: usize) -> Option<Cell>;

    /// Calls back with every empty cell, row by row, until told to stop.
    fn try_empty<B>(&self, visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a move that the caller knows to be legal, and tests it for a win.
    fn play_fast(&mut self, cell: Cell);

    /// Takes back the last move, which was on this cell.
    fn undo(&mut self, cell: Cell);

    /// Hands the turn to the other side. No move of the game, but searches and set-up positions need it; its own inverse.
    fn pass(&mut self);

    /// Puts a stone on an empty cell without using up a turn and without a win test: for set-up positions.
    fn put(&mut self, cell: Cell, side: Side);

    /// How the position stands.
    #[inline]
    fn outcome(&self) -> Outcome {
        if self.winning_move().is_some() {
            Outcome::Win(self.to_move().other())
        } else if self.stones() == self.rules().cells() {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        }
    }

    /// Calls back with every legal move until told to stop: column by column with gravity, else row by row. Calls back with
    /// none once the game is over.
    #[inline]
    fn try_legal<B>(&self, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.winning_move().is_some() {
            return ControlFlow::Continue(());
        }
        if !self.rules().gravity() {
            return self.try_empty(visit);
        }
        for col in 0..self.rules().cols() {
            if let Some(cell) = self.landing(col) {
                visit(cell)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls back with every legal move.
    #[inline]
    fn for_each_legal(&self, mut visit: impl FnMut(Cell)) {
        let _ = self.try_legal(|cell| {
            visit(cell);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Every legal move in a vector of its own: for callers that are not in a hurry.
    fn legal_moves(&self) -> Vec<Cell> {
        let mut moves = Vec::new();
        self.for_each_legal(|cell| moves.push(cell));
        moves
    }

    /// Whether the move may be played, or why not.
    fn check(&self, cell: Cell) -> Result<(), IllegalMove> {
        let rules = self.rules();
        if !rules.contains(cell) {
            return Err(IllegalMove::OffBoard { cell, rules });
        }
        if self.outcome().is_over() {
            return Err(IllegalMove::GameOver { cell });
        }
        if self.get(cell).is_some() {
            return Err(IllegalMove::Occupied { cell });
        }
        match self.landing(cell.col()) {
            Some(lands) if rules.gravity() && lands != cell => Err(IllegalMove::Floating { cell, lands }),
            _ => Ok(()),
        }
    }

    /// Plays a move if it is legal.
    fn play(&mut self, cell: Cell) -> Result<Outcome, IllegalMove> {
        self.check(cell)?;
        self.play_fast(cell);
        Ok(self.outcome())
    }

    /// The completed lines, in full length: none in an unfinished game, up to four if one stone completed several.
    fn winning_lines(&self) -> impl Iterator<Item = Line> {
        let rules = self.rules();
        self.winning_move()
            .into_iter()
            .flat_map(move |cell| Direction::ALL.map(|direction| self.run(cell, direction)))
            .filter(move |line| rules.wins_with(line.len))
    }

    /// The unbroken row of one side's stones through an occupied cell; length zero on an empty one.
    fn run(&self, cell: Cell, direction: Direction) -> Line {
        let Some(side) = self.get(cell) else {
            return Line { start: cell, direction, len: 0 };
        };
        let reach = |sign: i32| {
            let own = |n: &i32| cell.step(direction, sign * n).is_some_and(|c| self.get(c) == Some(side));
            (1..).take_while(own).count()
        };
        let back = reach(-1);
        let start = cell.step(direction, -(back as i32)).unwrap_or(cell);
        Line { start, direction, len: back + 1 + reach(1) }
    }
}

/// Why a move may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is no such cell.
    OffBoard {
        /// The cell asked for.
        cell: Cell,
        /// The rules with the real size.
        rules: Rules,
    },
    /// A stone is there.
    Occupied {
        /// The cell asked for.
        cell: Cell,
    },
    /// With gravity, nothing holds a stone up there.
    Floating {
        /// The cell asked for.
        cell: Cell,
        /// Where a stone in that column lands.
        lands: Cell,
    },
    /// The game has ended.
    GameOver {
        /// The cell asked for.
        cell: Cell,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMove::OffBoard { cell, rules } => {
                let last = column_letters(rules.cols() - 1);
                write!(f, "{cell} is off the board: it has columns a to {last} and rows 1 to {}", rules.rows())
            }
            IllegalMove::Occupied { cell } => write!(f, "{cell} is taken: choose an empty cell"),
            IllegalMove::Floating { cell, lands } => {
                write!(f, "a stone cannot float on {cell}: in that column it falls to {lands}")
            }
            IllegalMove::GameOver { cell } => write!(f, "the game is over: {cell} cannot be played any more"),
        }
    }
}

impl std::error::Error for IllegalMove {}
