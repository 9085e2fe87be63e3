//! How much of the time there is a move gets: the only place that decides it.
//!
//! Of a limit for one move everything is used but a margin. Of a game's clock a move gets the share that it would have if the
//! game went on for as many moves as are to be expected, and most of the increment: that is the soft limit, kept between iterations and
//! bent by how sure the search is. The hard limit, kept everywhere, is three times as much, at most a fifth of what is left.
//! The way to the referee and back costs time at every move to come; it is set aside first, as Stockfish does with its Move Overhead.
//! Without that, a 25th of 5 s at each of the 112 moves that fill a 15x15 board would leave 52 ms, where one stall of a busy machine loses.
//!
//! The plan is a pure function of the time control and an [`Outlook`] on the game.

use std::time::Duration;

use crate::score::Score;
use crate::time_control::TimeControl;

/// When a search for one move stops; no limit where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeManager {
    /// Between iterations, if nothing is unclear. Only a game's clock gives one: of a move's own limit nothing is saved.
    pub soft: Option<Duration>,
    /// In any case.
    pub hard: Option<Duration>,
}

/// What the time manager has to know of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// How many more moves the player will have to make, this one included, as far as can be told.
    pub moves: u32,
    /// Whether there is only one move to choose from.
    pub forced: bool,
}

/// The way to whoever keeps the time and back.
const WAY: Duration = Duration::from_millis(30);
/// The least time a search gets: enough to look at every move once on a usual board.
const LEAST: Duration = Duration::from_millis(1);
/// What a move may take when there is nothing to choose: enough to say what it is worth.
const FORCED: Duration = Duration::from_millis(20);
/// The part of what is left that one move may use up at most, while many are to come.
const LARGEST_PART: u32 = 5;
/// How often the soft limit fits into the hard one.
const PATIENCE: u32 = 3;
/// A fall of the score by this much is worth more time.
const FALL: i32 = 40;

impl TimeManager {
    /// The plan for a move. The hard limit is never more than what is left, never more than a fifth of a game's clock while five moves
    /// or more are to come, and never zero (a player without time gets a millisecond).
    pub fn plan(time: &TimeControl, outlook: Outlook) -> TimeManager {
        let per_move = time.per_move.map(|limit| thinking(limit, time.overhead));
        let Some(clock) = time.clock else {
            let plan = TimeManager { soft: None, hard: per_move };
            return if outlook.forced { plan.forced() } else { plan };
        };
        let moves = clock.moves_to_go.map_or(outlook.moves, |to_go| to_go.min(outlook.moves)).max(1);
        let delay = WAY.saturating_add(time.overhead);
        let reserve = delay.saturating_mul(moves.saturating_add(2)).min(clock.left / 2);
        let increment = clock.increment / 5 * 4;
        let share = ((clock.left - reserve) / moves).saturating_add(increment).max(LEAST);
        let most = thinking(clock.left / moves.min(LARGEST_PART), time.overhead);
        let hard = share.saturating_mul(PATIENCE).min(most).min(per_move.unwrap_or(most));
        // A share of more than a move may take has not to be saved for later moves: they have theirs.
        let soft = (share < hard || per_move.is_none_or(|limit| hard < limit)).then(|| share.min(hard));
        let plan = TimeManager { soft, hard: Some(hard) };
        if outlook.forced { plan.forced() } else { plan }
    }

    /// The same for a move without a choice: at once.
    #[must_use]
    pub fn forced(self) -> TimeManager {
        TimeManager { soft: self.soft.map(|soft| soft.min(LEAST)), hard: self.hard.map(|hard| hard.min(FORCED)) }
    }

    /// Whether to stop after an iteration: sooner the longer the best move has stayed the same, later when its score falls.
    pub fn is_over(&self, elapsed: Duration, unchanged: u32, fell: bool) -> bool {
        let patience = match unchanged {
            0 => 1.6,
            1..=2 => 1.0,
            3..=5 => 0.7,
            _ => 0.5,
        };
        let patience = if fell { patience * 1.5 } else { patience };
        self.soft.is_some_and(|soft| elapsed >= soft.mul_f64(patience))
    }

    /// Whether a score has fallen enough to worry.
    pub fn fell(before: Score, now: Score) -> bool {
        now.raw().saturating_add(FALL) < before.raw()
    }
}

/// The part of a limit that a search may use. The answer is due 2 % and 30 ms before the limit, on a machine that is busy
/// with something else too: there a thread is kept waiting for tens of milliseconds, so an eighth more, between 12 and 25 ms,
/// is left for that. (Measured with twice as many busy threads as cores: without it a limit of 200 ms was answered
/// after 187; with 9 ms three of 200 answers to a limit of 50 ms took 20 to 22.) Of very short limits an eighth is used in any case.
fn thinking(limit: Duration, overhead: Duration) -> Duration {
    let waiting = (limit / 8).clamp(Duration::from_millis(12), Duration::from_millis(25));
    let margin = (limit / 50 + WAY + waiting).saturating_add(overhead);
    limit.saturating_sub(margin).max(limit / 8).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_control::GameClock;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn outlook(moves: u32) -> Outlook {
        Outlook { moves, forced: false }
    }

    #[test]
    fn a_limit_for_one_move_keeps_two_percent_and_thirty_milliseconds_and_something_for_a_busy_machine() {
        let hard = |limit| TimeManager::plan(&TimeControl::per_move(limit), outlook(20)).hard.unwrap();
        assert_eq!(hard(ms(10_000)), ms(9745));
        assert_eq!(hard(ms(200)), ms(141));
        assert_eq!(hard(ms(50)), ms(7));
        assert_eq!(hard(ms(10)), Duration::from_micros(1250));
        let far = TimeControl { overhead: ms(100), ..TimeControl::per_move(ms(10_000)) };
        assert_eq!(TimeManager::plan(&far, outlook(20)).hard, Some(ms(9645)));
        assert_eq!(TimeManager::plan(&TimeControl::NONE, outlook(20)), TimeManager::default());
    }

    #[test]
    fn time_that_is_plenty_for_every_move_is_used_to_the_move_limit() {
        let plenty = TimeControl { per_move: Some(ms(1000)), ..TimeControl::game(ms(600_000), ms(0)) };
        let alone = TimeManager::plan(&TimeControl::per_move(ms(1000)), outlook(20));
        assert_eq!(TimeManager::plan(&plenty, outlook(20)), alone);
    }

    #[test]
    fn the_last_move_before_more_time_comes_may_use_what_there_is() {
        let clock = GameClock { left: ms(10_000), increment: ms(0), moves_to_go: Some(1) };
        let plan = TimeManager::plan(&TimeControl { clock: Some(clock), ..TimeControl::NONE }, outlook(20));
        assert!(plan.hard.unwrap() > ms(9000) && plan.hard.unwrap() < ms(10_000), "{plan:?}");
    }

    #[test]
    fn a_steady_search_stops_sooner_and_a_falling_one_later() {
        let plan = TimeManager { soft: Some(ms(2000)), hard: Some(ms(6000)) };
        assert!(plan.is_over(ms(1100), 8, false) && !plan.is_over(ms(1100), 1, false));
        assert!(!plan.is_over(ms(2900), 0, true) && plan.is_over(ms(6000), 0, true));
        assert!(!TimeManager { soft: None, hard: Some(ms(6000)) }.is_over(ms(5999), 9, false));
    }
}
