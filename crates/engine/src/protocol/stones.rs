//! The stones that the manager has told of, and the game they make.

use filetto_rules::{Cell, Game, Rules, Setup, Side};

/// Whose a stone is, from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Mine,
    Theirs,
}

/// The stones in the order they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Stones(pub(super) Vec<(Cell, Owner)>);

impl Stones {
    /// The game in which it is `mover`'s turn. Stones that alternate become its moves; any others, since BOARD may list them in any
    /// order and number, a set-up position.
    pub(super) fn game(&self, rules: Rules, mover: Owner) -> Result<Game, String> {
        let alternate = self.0.iter().rev().zip([mover.other(), mover].into_iter().cycle()).all(|((_, a), b)| *a == b);
        if alternate {
            let mut game = Game::new(rules);
            let played = self.0.iter().try_for_each(|&(cell, _)| game.play(cell).map(|_| ()));
            if played.is_ok() {
                return Ok(game);
            }
        }
        let count = |owner| self.0.iter().filter(|(_, o)| *o == owner).count();
        let mover_side = if count(mover) < count(mover.other()) { Side::Second } else { Side::First };
        let side = |owner| if owner == mover { mover_side } else { mover_side.other() };
        let stones = self.0.iter().map(|&(cell, owner)| (cell, side(owner))).collect();
        Game::from_setup(rules, Setup { stones, to_move: mover_side }).map_err(|error| error.to_string())
    }

    /// Takes a stone off the board; whether it was there.
    pub(super) fn remove(&mut self, cell: Cell) -> bool {
        let found = self.0.iter().rposition(|(c, _)| *c == cell);
        found.map(|i| self.0.remove(i)).is_some()
    }
}

impl Owner {
    pub(super) fn other(self) -> Owner {
        match self {
            Owner::Mine => Owner::Theirs,
            Owner::Theirs => Owner::Mine,
        }
    }
}

#[cfg(test)]
mod tests {
    use filetto_rules::Board;

    use super::*;

    #[test]
    fn alternating_stones_are_moves_and_others_a_set_up() {
        let at = Cell::new;
        let stones = Stones(vec![(at(7, 7), Owner::Mine), (at(7, 8), Owner::Theirs)]);
        let game = stones.game(Rules::GOMOKU, Owner::Mine).unwrap();
        assert_eq!((game.moves().len(), game.to_move()), (2, Side::First));
        // The same stones told in another order: my turn still, and my stone is still the first player's.
        let shuffled = Stones(vec![(at(7, 8), Owner::Theirs), (at(7, 7), Owner::Mine)]);
        let game = shuffled.game(Rules::GOMOKU, Owner::Mine).unwrap();
        assert_eq!((game.moves().len(), game.to_move()), (0, Side::First));
        assert_eq!(game.board().get(at(7, 7)), Some(Side::First));
        let behind = Stones(vec![(at(0, 0), Owner::Theirs)]).game(Rules::GOMOKU, Owner::Mine).unwrap();
        assert_eq!(behind.to_move(), Side::Second);
        assert!(Stones(vec![(at(0, 0), Owner::Theirs); 2]).game(Rules::GOMOKU, Owner::Mine).is_err());
    }
}
