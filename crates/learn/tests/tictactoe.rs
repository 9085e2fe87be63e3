//! The shipped network of 3x3x3 never loses: every game that can be played against it is played.

use filetto_engine::Player as _;
use filetto_learn::Zero;
use filetto_rules::{Board as _, Game, Rules, Side};
use filetto_search::Budget;

/// Plays every reply of the other side; counts the games.
fn never_loses(game: &Game, zero: &mut Zero, side: Side) -> usize {
    if game.outcome().is_over() {
        assert_ne!(game.outcome().winner(), Some(side.other()), "{game:?}");
        return 1;
    }
    let after = |cell| {
        let mut next = game.clone();
        next.play(cell).expect("a legal move");
        next
    };
    if game.to_move() == side {
        let choice = zero.choose(game, &Budget::none(), &mut |_| ()).expect("a move");
        return never_loses(&after(choice.cell), zero, side);
    }
    game.board().legal_moves().into_iter().map(|cell| never_loses(&after(cell), zero, side)).sum()
}

#[test]
fn with_sixteen_simulations_it_loses_no_game_of_noughts_and_crosses() {
    for side in [Side::First, Side::Second] {
        let games = never_loses(&Game::new(Rules::TICTACTOE), &mut Zero::new(None, Some(16), 1 << 20), side);
        assert!(games > 50, "{games}");
    }
}
