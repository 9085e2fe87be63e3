//! One interface to everything that can choose a move.

use std::time::Duration;

use filetto_rules::{Board, Cell, Game};
use filetto_search::{Budget, Outlook, Score, Stats};

/// Chooses moves. Dynamic once a move, never once a node.
pub trait Player: Send {
    /// The move to play in a game that is not over, found within the budget; none in a finished game.
    ///
    /// `budget.time` is the time there is; what to spend of it the time manager decides ([`Budget::limits`]), and it keeps a margin.
    /// `info` hears how far it is, as often as it likes.
    fn choose(&mut self, game: &Game, budget: &Budget, info: &mut dyn FnMut(&Info)) -> Option<Choice>;

    /// Forgets what belongs to one game. Called before each game; what a player learnt for all games it may keep.
    fn new_game(&mut self) {}

    /// From now on tells so many best lines while it thinks, if it can tell more than one. The search is shared among them.
    fn set_lines(&mut self, _lines: usize) {}
}

/// A move and what the player thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Where to play.
    pub cell: Cell,
    /// What it is worth to the player who makes it, if the player has an opinion.
    pub score: Option<Score>,
    /// How the player expects the game to go on, the move first.
    pub line: Vec<Cell>,
    /// Whether the score is a fact, not an estimate.
    pub solved: bool,
    /// What it cost.
    pub stats: Stats,
}

impl Choice {
    /// A move without an opinion about it.
    pub fn of(cell: Cell) -> Choice {
        Choice { cell, score: None, line: vec![cell], solved: false, stats: Stats::default() }
    }
}

/// How far a player is while it thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The depth just completed.
    pub depth: u32,
    /// The worth of the position so far, for the player to move.
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Wall time so far.
    pub elapsed: Duration,
    /// The best line so far, or another of the best.
    pub line: Vec<Cell>,
    /// Which of the best lines this is: 0 for the best.
    pub rank: usize,
}

/// What the time manager has to know of a game: a player makes half of the moves that fill the board, but games on large boards
/// seldom take more than 25 more moves a side.
pub fn outlook(game: &Game) -> Outlook {
    let board = game.board();
    let empty = game.rules().cells() - board.stones();
    Outlook { moves: empty.div_ceil(2).clamp(6, 25) as u32, forced: board.legal_moves().len() == 1 }
}
