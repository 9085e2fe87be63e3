//! Who wins after a move, as far as the solver finds it out in its time.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use filetto_rules::{Cell, Game, Side};
use filetto_solve::atlas::Atlas;
use filetto_solve::{News, Value, Valuer};

use super::limits::{EXACT_CELLS, SEARCH_MEMORY};
use super::messages::{Evaluation, Sign};

/// What the atlas says of a first move.
pub(super) fn charted(game: &Game, cell: Cell) -> Option<Evaluation> {
    if !game.moves().is_empty() || !game.setup().is_default() {
        return None;
    }
    let first_moves = Atlas::get().first_moves(game.rules())?;
    let (_, value) = first_moves.into_iter().find(|(known, _)| *known == cell)?;
    Some(Evaluation::Certain(match value {
        Value::First => Sign::Win,
        Value::Draw => Sign::Draw,
        Value::Second => Sign::Loss,
    }))
}

/// Shares a time among the moves of one position.
pub(super) struct Exact {
    valuer: Valuer,
    /// Who is to move before the moves asked about.
    side: Side,
    until: Instant,
    left: usize,
    stop: Arc<AtomicBool>,
}

impl Exact {
    /// A solver for the moves of a position; none where it would only waste the time.
    pub(super) fn new(game: &Game, time: Duration, moves: usize, stop: &Arc<AtomicBool>) -> Option<Exact> {
        if game.rules().cells() > EXACT_CELLS || !game.setup().is_default() {
            return None;
        }
        let valuer = Valuer::new(game.rules(), SEARCH_MEMORY, 1).ok()?;
        Some(Exact { valuer, side: game.to_move(), until: Instant::now() + time, left: moves, stop: Arc::clone(stop) })
    }

    /// What the move to this position is worth to the one who made it.
    pub(super) fn worth(&mut self, after: &Game) -> Option<Evaluation> {
        // Twice a fair share: most moves need less than theirs.
        let rest = self.until.saturating_duration_since(Instant::now());
        let share = rest.min(rest * 2 / self.left.max(1) as u32);
        self.left = self.left.saturating_sub(1);
        let start = Instant::now();
        let mut watch = |_: &News| {
            let over = start.elapsed() >= share || self.stop.load(Ordering::Relaxed);
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if share.is_zero() {
            return None;
        }
        let found = self.valuer.value(after, after.rules().gravity(), &mut watch).ok()?;
        let plies = found.plies.map(|plies| plies + 1);
        Some(match (found.value?, self.side) {
            (Value::Draw, _) => Evaluation::Certain(Sign::Draw),
            (Value::First, Side::First) | (Value::Second, Side::Second) => {
                plies.map_or(Evaluation::Certain(Sign::Win), Evaluation::WinIn)
            }
            _ => plies.map_or(Evaluation::Certain(Sign::Loss), Evaluation::LossIn),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_atlas_knows_first_moves_and_nothing_of_later_ones() {
        let mut game = Game::new("6x6x5".parse().unwrap());
        let cell = Cell::new(2, 2);
        assert_eq!(charted(&game, cell), Some(Evaluation::Certain(Sign::Draw)));
        game.play(cell).unwrap();
        assert_eq!(charted(&game, Cell::new(3, 3)), None);
    }

    #[test]
    fn what_is_too_large_is_not_tried() {
        let stop = Arc::default();
        let try_board = |text: &str| {
            let game = Game::new(text.parse().unwrap());
            Exact::new(&game, Duration::from_secs(1), 10, &stop).is_some()
        };
        assert_eq!([try_board("7x7x5"), try_board("15x15x5"), try_board("15x15x5e")], [true, false, false]);
    }
}
