//! How much of a whole game's time a move gets.
//!
//! With so much time left for all moves and an increment after each, a move gets the share that it would have if the game went
//! on for a usual number of moves, most of the increment, and up to three times that when the search is not sure. A tenth of what
//! is left stays in reserve.

use std::time::Duration;

use filetto_rules::{Board, Game};
use filetto_search::Score;

/// The time of one move: what it should take, and what it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    /// When the search stops between iterations if nothing is unclear.
    pub soft: Duration,
    /// When it stops in any case.
    pub hard: Duration,
}

impl TimeManager {
    /// The pace for a player who has so much time left for the rest of the game and gets so much more after each move.
    pub fn of(game: &Game, left: Duration, increment: Duration) -> TimeManager {
        let empty = game.rules().cells() - game.board().stones();
        // Games on large boards seldom take more than 60 moves a side.
        let moves = (empty.div_ceil(2)).clamp(6, 25) as u32;
        let most = left.mul_f64(0.9);
        let soft = (left / moves + increment.mul_f64(0.8)).min(most);
        TimeManager { soft, hard: (soft * 3).min(left / 4 + increment / 2).max(soft).min(most) }
    }

    /// Whether to stop after an iteration: sooner the longer the best move has stayed the same, later when its score falls.
    pub fn is_over(&self, elapsed: Duration, unchanged: u32, fell: bool) -> bool {
        let patience = match unchanged {
            0 => 1.6,
            1..=2 => 1.0,
            3..=5 => 0.7,
            _ => 0.5,
        };
        elapsed >= self.soft.mul_f64(if fell { patience * 1.5 } else { patience }).min(self.hard)
    }

    /// Whether a score has fallen enough to worry.
    pub fn fell(before: Score, now: Score) -> bool {
        now.raw().saturating_add(40) < before.raw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetto_rules::Rules;

    #[test]
    fn a_game_never_runs_out_of_time_at_this_pace() {
        for (left, increment) in [(60.0, 0.0), (10.0, 0.5), (0.5, 0.0), (600.0, 10.0)] {
            let mut game = Game::new(Rules::CONNECT4);
            let (mut left, increment) = (Duration::from_secs_f64(left), Duration::from_secs_f64(increment));
            while !game.outcome().is_over() {
                let pace = TimeManager::of(&game, left, increment);
                assert!(pace.soft <= pace.hard && pace.hard < left, "{pace:?} of {left:?}");
                left = left - pace.hard + increment;
                for _ in 0..2 {
                    if let Some(&cell) = game.board().legal_moves().first() {
                        let _ = game.play(cell);
                    }
                }
            }
        }
    }

    #[test]
    fn a_steady_search_stops_sooner_and_a_falling_one_later() {
        let pace = TimeManager { soft: Duration::from_secs(2), hard: Duration::from_secs(6) };
        let at = Duration::from_millis;
        assert!(pace.is_over(at(1100), 8, false) && !pace.is_over(at(1100), 1, false));
        assert!(!pace.is_over(at(2900), 0, true) && pace.is_over(at(6000), 0, true));
    }
}
