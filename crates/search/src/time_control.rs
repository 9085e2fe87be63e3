//! What time there is: for this move, for the game, or both.

use std::time::Duration;

/// The time that a player has. Nothing at all means that time does not matter.
///
/// It says what there is, not what to spend: that is for [`TimeManager`](crate::TimeManager) to decide.
///
/// ```
/// use std::time::Duration;
/// use filetto_search::TimeControl;
/// let blitz = TimeControl::game(Duration::from_secs(60), Duration::from_millis(500));
/// let gomocup = TimeControl { per_move: Some(Duration::from_secs(5)), ..blitz };
/// assert_eq!(gomocup.limit(), Some(Duration::from_secs(5)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The most that this move may take.
    pub per_move: Option<Duration>,
    /// The time for the game.
    pub clock: Option<GameClock>,
    /// What passes between the player and whoever keeps the time beyond the usual: a virtual machine, a network.
    pub overhead: Duration,
}

/// A player's clock in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameClock {
    /// What is left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// How many moves, this one included, before more time is added; none if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl TimeControl {
    /// No limit.
    pub const NONE: TimeControl = TimeControl { per_move: None, clock: None, overhead: Duration::ZERO };

    /// So much for this move.
    pub fn per_move(time: Duration) -> TimeControl {
        TimeControl { per_move: Some(time), ..TimeControl::NONE }
    }

    /// So much for the rest of the game, and so much more after each move.
    pub fn game(left: Duration, increment: Duration) -> TimeControl {
        TimeControl { clock: Some(GameClock { left, increment, moves_to_go: None }), ..TimeControl::NONE }
    }

    /// When the answer would be worthless.
    pub fn limit(&self) -> Option<Duration> {
        let left = self.clock.map(|clock| clock.left);
        self.per_move.map_or(left, |time| Some(left.map_or(time, |left| left.min(time))))
    }
}
