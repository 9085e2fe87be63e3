//! Smoke positions: every board of the course, as either side, at the first move and when hardly a cell is left.

use filetto_rules::{Board, Game, Rng, Rules};

pub(super) fn empty(rules: Rules) -> Game {
    Game::new(rules)
}

/// Larger boards are not filled: the moves would be told for minutes.
const FILLED: usize = 100;

/// Positions on one board in which nothing but a legal move is asked for.
pub(super) fn smoke_positions(rules: Rules, seed: u64) -> Vec<Game> {
    let mut rng = Rng::new(seed ^ rules.cells() as u64);
    let mut reply = empty(rules);
    let opened = rng
        .pick(&reply.board().legal_moves())
        .copied()
        .is_some_and(|cell| reply.play(cell) == Ok(filetto_rules::Outcome::Ongoing));
    let mut games = vec![empty(rules)];
    games.extend(opened.then_some(reply));
    if rules.cells() <= FILLED {
        games.extend((0..200).find_map(|_| nearly_full(rules, &mut rng)));
    }
    games
}

/// A position with one or two free cells in which nobody has won.
fn nearly_full(rules: Rules, rng: &mut Rng) -> Option<Game> {
    let mut game = Game::new(rules);
    let left = 1 + rng.below(2);
    while game.board().stones() + left < rules.cells() {
        let quiet: Vec<_> = game
            .board()
            .legal_moves()
            .into_iter()
            .filter(|cell| !game.board().completes(*cell, game.to_move()))
            .collect();
        game.play(*rng.pick(&quiet)?).ok()?;
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::boards;

    #[test]
    fn every_board_of_the_course_is_asked_as_either_side_and_the_small_ones_when_full() {
        for rules in boards("bologna-mnk,bologna-cx").unwrap() {
            let games = smoke_positions(rules, 1);
            assert_eq!(games.len(), if rules.cells() <= FILLED { 3 } else { 2 }, "{rules}");
            assert!(games.iter().all(|game| !game.outcome().is_over()));
            let stones: Vec<usize> = games.iter().map(|game| game.board().stones()).collect();
            assert_eq!(stones[..2], [0, 1]);
            assert!(stones.get(2).is_none_or(|n| (1..=2).contains(&(rules.cells() - n))), "{rules}: {stones:?}");
        }
    }
}
