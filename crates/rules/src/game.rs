//! The record of one game.

use std::time::Duration;

use crate::{Board, Cell, Grid, IllegalMove, Outcome, Rules, Setup, SetupError, Side};

/// A game as it is played and kept: rules, starting position, moves with their times, names, and how it ended.
///
/// Every move in it is legal and every ending possible: nothing else can be put in.
///
/// ```
/// use filetto_rules::{Game, Outcome, Reason, Rules, Side};
///
/// let mut game = Game::new(Rules::CONNECT4);
/// for col in [3, 3, 4, 4, 5, 5] {
///     game.drop(col)?;
/// }
/// assert_eq!(game.drop(6)?, Outcome::Win(Side::First));
/// game.undo();
/// game.end(Outcome::Win(Side::Second), Reason::Resigned);
/// assert_eq!(game.outcome(), Outcome::Win(Side::Second));
/// # Ok::<(), filetto_rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    board: Grid<u128>,
    moves: Vec<Move>,
    names: [Option<String>; 2],
    ending: Option<(Outcome, Reason)>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where.
    pub cell: Cell,
    /// How long the player took, if anybody measured it.
    pub time: Option<Duration>,
}

/// Why a game ended otherwise than on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The loser gave up.
    Resigned,
    /// The loser's time was up.
    Time,
    /// The loser played where it may not.
    Illegal,
    /// The loser's program died or talked nonsense.
    Crash,
    /// Agreed by the players or ruled by a referee.
    Agreed,
}

impl Reason {
    /// All reasons with the word that files use for each.
    pub const WORDS: [(Reason, &str); 5] = [
        (Reason::Resigned, "resigned"),
        (Reason::Time, "time"),
        (Reason::Illegal, "illegal"),
        (Reason::Crash, "crash"),
        (Reason::Agreed, "agreed"),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Reason::WORDS.iter().find(|(reason, _)| *reason == self).map_or("", |(_, word)| word)
    }

    /// The reason that a word stands for.
    pub fn from_word(word: &str) -> Option<Reason> {
        Reason::WORDS.iter().find(|(_, known)| *known == word).map(|(reason, _)| *reason)
    }
}

impl Game {
    /// A game about to begin on the empty board.
    pub fn new(rules: Rules) -> Game {
        Game::from_setup(rules, Setup::default()).expect("the empty board is a position")
    }

    /// A game about to begin from some position.
    pub fn from_setup(rules: Rules, setup: Setup) -> Result<Game, SetupError> {
        Ok(Game { board: setup.board(rules)?, setup, moves: Vec::new(), names: [None, None], ending: None })
    }

    /// The rules played by.
    pub fn rules(&self) -> Rules {
        self.board.rules()
    }

    /// The position it started from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position now.
    pub fn board(&self) -> &Grid<u128> {
        &self.board
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The cells of the moves so far.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        self.moves.iter().map(|m| m.cell)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.board.to_move()
    }

    /// Who made the move with this number, counted from zero.
    pub fn mover(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { self.setup.to_move } else { self.setup.to_move.other() }
    }

    /// How it stands: as ended by [`Game::end`], else by the board.
    pub fn outcome(&self) -> Outcome {
        self.ending.map_or(self.board.outcome(), |(outcome, _)| outcome)
    }

    /// Why it ended, if not by play.
    pub fn reason(&self) -> Option<Reason> {
        self.ending.map(|(_, reason)| reason)
    }

    /// A player's name.
    pub fn name(&self, side: Side) -> Option<&str> {
        self.names[side.index()].as_deref()
    }

    /// Names a player; control characters are left out, an empty name is none.
    pub fn set_name(&mut self, side: Side, name: &str) {
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        let name = name.trim();
        self.names[side.index()] = (!name.is_empty()).then(|| name.to_owned());
    }

    /// Plays a move.
    pub fn play(&mut self, cell: Cell) -> Result<Outcome, IllegalMove> {
        self.play_timed(cell, None)
    }

    /// Plays a move that took so long.
    pub fn play_timed(&mut self, cell: Cell, time: Option<Duration>) -> Result<Outcome, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::GameOver { cell });
        }
        let outcome = self.board.play(cell)?;
        self.moves.push(Move { cell, time });
        Ok(outcome)
    }

    /// Drops a stone into a column, counted from zero: where it lands is the move.
    pub fn drop(&mut self, col: usize) -> Result<Outcome, IllegalMove> {
        // A full column is refused as its top cell, an absent one as a cell off the board.
        let top = Cell::new(self.rules().rows() - 1, col);
        self.play(self.board.landing(col).unwrap_or(top))
    }

    /// Takes back the last move, or only an ending that was not by play.
    pub fn undo(&mut self) -> Option<Cell> {
        if self.ending.take().is_some() {
            return None;
        }
        let Move { cell, .. } = self.moves.pop()?;
        self.board.undo(cell);
        Some(cell)
    }

    /// Ends an unfinished game otherwise than by play. A game that is over stays as it ended.
    pub fn end(&mut self, outcome: Outcome, reason: Reason) {
        if !self.outcome().is_over() && outcome.is_over() {
            self.ending = Some((outcome, reason));
        }
    }
}

/// Equal if rules, start, moves with times, names and ending are.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        (self.rules(), &self.setup, &self.moves, &self.names, self.ending)
            == (other.rules(), &other.setup, &other.moves, &other.names, other.ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_and_absent_columns_are_refused() {
        let mut game = Game::new("2x2x2g".parse().unwrap());
        assert_eq!(game.drop(0), Ok(Outcome::Ongoing));
        assert_eq!(game.drop(0), Ok(Outcome::Ongoing));
        assert_eq!(game.drop(0), Err(IllegalMove::Occupied { cell: Cell::new(1, 0) }));
        assert!(matches!(game.drop(2), Err(IllegalMove::OffBoard { .. })));
        assert!(matches!(game.drop(usize::MAX), Err(IllegalMove::OffBoard { .. })));
    }

    #[test]
    fn an_ended_game_takes_no_move_until_the_ending_is_taken_back() {
        let mut game = Game::new(Rules::TICTACTOE);
        game.end(Outcome::Draw, Reason::Agreed);
        game.end(Outcome::Win(Side::First), Reason::Time);
        assert_eq!((game.outcome(), game.reason()), (Outcome::Draw, Some(Reason::Agreed)));
        assert!(game.play(Cell::new(0, 0)).is_err());
        assert_eq!(game.undo(), None);
        assert!(game.play(Cell::new(0, 0)).is_ok());
        assert_eq!(game.undo(), Some(Cell::new(0, 0)));
        assert_eq!(game, Game::new(Rules::TICTACTOE));
    }

    #[test]
    fn the_mover_follows_the_setup() {
        let setup = Setup { stones: vec![(Cell::new(1, 1), Side::First)], to_move: Side::Second };
        let game = Game::from_setup(Rules::TICTACTOE, setup).unwrap();
        assert_eq!([game.mover(0), game.mover(1)], [Side::Second, Side::First]);
    }

    #[test]
    fn names_are_one_clean_line() {
        let mut game = Game::new(Rules::TICTACTOE);
        game.set_name(Side::First, " Ada\nLovelace\u{1b} ");
        assert_eq!(game.name(Side::First), Some("AdaLovelace"));
        game.set_name(Side::First, "\t");
        assert_eq!(game.name(Side::First), None);
    }
}
