//! One interface to everything that can choose a move.

use std::time::Duration;

use filetto_rules::{Cell, Game};
use filetto_search::{Clock, Limits, Score, Stats};

/// Chooses moves. Dynamic once a move, never once a node.
pub trait Player: Send {
    /// The move to play in a game that is not over, found within the limits; none in a finished game.
    ///
    /// `limits.time` is the time after which the answer is worthless: the player keeps a margin of its own (see
    /// [`budget`]). `info` hears how far it is, as often as it likes.
    fn choose(&mut self, game: &Game, limits: &Limits, info: &mut dyn FnMut(&Info)) -> Option<Choice>;

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

/// The part of a time limit that a player may think. The answer is due 2 % and 30 ms before the limit, on a machine that is busy
/// with something else too: there a thread is kept waiting for tens of milliseconds, so an eighth more, between 12 and 25 ms,
/// is left for that. (Measured with twice as many busy threads as cores: without it a limit of 200 ms was answered
/// after 187; with 9 ms three of 200 answers to a limit of 50 ms took 20 to 22.) Of very short limits an eighth is used in any case.
pub fn budget(limit: Duration) -> Duration {
    let waiting = (limit / 8).clamp(Duration::from_millis(12), Duration::from_millis(25));
    limit.saturating_sub(limit / 50 + Duration::from_millis(30) + waiting).max(limit / 8)
}

/// The limits as a search should keep them: the time cut down to its [`budget`], counted from now.
pub fn within(limits: &Limits) -> Limits {
    let since = limits.since.unwrap_or_else(Clock::start);
    Limits { time: limits.time.map(budget), since: Some(since), ..limits.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_leaves_two_percent_and_thirty_milliseconds_and_something_for_a_busy_machine() {
        assert_eq!(budget(Duration::from_secs(10)), Duration::from_millis(9745));
        assert_eq!(budget(Duration::from_millis(200)), Duration::from_millis(141));
        assert_eq!(budget(Duration::from_millis(50)), Duration::from_millis(7));
        assert_eq!(budget(Duration::from_millis(10)), Duration::from_micros(1250));
    }
}
