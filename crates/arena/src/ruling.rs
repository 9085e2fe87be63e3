//! When a referee calls a game drawn before the board is full.
//!
//! Nobody can lose any more once every K cells in a row hold stones of both sides: that is exact, on every board. A limit on the
//! number of moves is a ruling, as tournaments have it; an event of large boards needs one to end in a night.

use std::fmt;

use filetto_rules::{Board, Cell, Direction, Game, Grid, Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

/// When a game is called drawn. By default never: as the course's referee, which plays until the board is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// As soon as neither side can complete a row.
    pub dead: bool,
    /// After so many moves, the opening's included.
    pub after: Option<usize>,
}

/// How many stones are set between two looks at a large board.
const EVERY: usize = 8;
/// A board of no more cells is looked at after every move.
const SMALL: usize = 400;

impl DrawRule {
    /// Ends the game if the rule says so.
    pub(crate) fn apply(&self, game: &mut Game) {
        let stones = game.board().stones();
        let look = self.dead && (game.rules().cells() <= SMALL || stones.is_multiple_of(EVERY));
        if self.after.is_some_and(|most| game.moves().len() >= most) || (look && is_dead(game.board())) {
            game.end(Outcome::Draw, Reason::Agreed);
        }
    }

    /// The part of a unit's identity that the rule is: nothing where there is none.
    pub(crate) fn key(&self) -> String {
        let dead = if self.dead { "drawn when dead\n" } else { "" };
        self.after.map_or(dead.to_owned(), |most| format!("{dead}drawn after {most}\n"))
    }
}

impl fmt::Display for DrawRule {
    /// `drawn when nobody can complete a row, or after 300 moves`; nothing without a rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.dead, self.after) {
            (false, None) => Ok(()),
            (true, None) => write!(f, "drawn when nobody can complete a row"),
            (false, Some(most)) => write!(f, "drawn after {most} moves"),
            (true, Some(most)) => write!(f, "drawn when nobody can complete a row, or after {most} moves"),
        }
    }
}

/// Whether neither side can complete a row any more, whatever is played.
pub fn is_dead(board: &Grid<u128>) -> bool {
    !Side::BOTH.into_iter().any(|side| is_open(board, side))
}

/// Whether some K cells in a row hold no stone of the other side.
fn is_open(board: &Grid<u128>, side: Side) -> bool {
    let rules = board.rules();
    Direction::ALL.into_iter().any(|direction| {
        // Every line begins on a cell whose predecessor is off the board.
        let begins = |cell: &Cell| cell.step(direction, -1).is_none_or(|before| !rules.contains(before));
        rules.all_cells().filter(begins).any(|start| {
            let mut run = 0;
            (0..).map_while(|n| start.step(direction, n).filter(|cell| rules.contains(*cell))).any(|cell| {
                run = if board.get(cell) == Some(side.other()) { 0 } else { run + 1 };
                run >= rules.k()
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetto_rules::{Rng, Rules};

    /// The slow twin: every window of K cells, one after the other.
    fn is_dead_by_windows(board: &Grid<u128>) -> bool {
        let blocked = |line: filetto_rules::Line| {
            Side::BOTH.into_iter().all(|side| line.cells().any(|cell| board.get(cell) == Some(side)))
        };
        board.rules().windows().all(blocked)
    }

    #[test]
    fn a_board_is_dead_exactly_when_every_window_holds_both_sides() {
        let mut rng = Rng::new(1);
        let mut dead = 0;
        for board in ["3x3x3", "4x6x4", "6x7x4g", "5x5x5", "2x5x5", "7x4x5g"] {
            let rules: Rules = board.parse().unwrap();
            for _ in 0..200 {
                let mut game = Game::new(rules);
                while let Some(cell) = rng.pick(&game.board().legal_moves()).copied() {
                    game.play(cell).unwrap();
                    assert_eq!(is_dead(game.board()), is_dead_by_windows(game.board()), "{game:?}");
                    if is_dead(game.board()) {
                        dead += 1;
                        assert_eq!(game.board().winning_move(), None);
                    }
                }
            }
        }
        assert!(dead > 100, "{dead}");
    }

    #[test]
    fn a_game_ends_by_the_rule_and_not_without_it() {
        let draw = |rule: DrawRule, moves: usize| {
            let mut game = Game::new("2x4x3".parse().unwrap());
            for cell in [(0, 1), (0, 2), (1, 2), (1, 1)].into_iter().take(moves) {
                game.play(Cell::new(cell.0, cell.1)).unwrap();
            }
            rule.apply(&mut game);
            game.outcome()
        };
        let dead = DrawRule { dead: true, after: None };
        assert_eq!([draw(dead, 2), draw(dead, 4)], [Outcome::Ongoing, Outcome::Draw]);
        assert_eq!(draw(DrawRule::default(), 4), Outcome::Ongoing);
        assert_eq!(draw(DrawRule { dead: false, after: Some(2) }, 2), Outcome::Draw);
    }
}
