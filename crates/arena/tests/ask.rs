//! A player asked about single positions.

mod common;

use std::time::Duration;

use common::{dummy, factory};
use filetto_arena::{Control, FaultKind, Terms, ask};
use filetto_rules::{Game, Rules, read_moves};

#[test]
fn every_position_gets_a_legal_move_or_a_fault() {
    let position = |rules: &str, moves: &str| {
        let mut game = Game::new(rules.parse::<Rules>().unwrap());
        for cell in read_moves(&game, moves, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        game
    };
    let games =
        [position("3x3x3", ""), position("3x3x3", "b2 a1"), position("6x7x4g", "4455"), position("15x15x5", "h8")];
    let terms = Terms {
        control: Control::per_move(Duration::from_secs(5)),
        margin: Duration::from_secs(5),
        start: Duration::from_secs(10),
        seed: 1,
    };
    for player in [dummy("good"), "random".to_owned()] {
        let answers = ask(&player.parse().unwrap(), &games, &terms, &factory).unwrap();
        for (game, answer) in games.iter().zip(&answers) {
            assert!(game.clone().play(answer.as_ref().unwrap().cell).is_ok(), "{player}: {answer:?}");
        }
    }
    // It dies with two stones on the board: a fault there, and the next position is asked all the same.
    let answers = ask(&dummy("crashes").parse().unwrap(), &games, &terms, &factory).unwrap();
    let kinds: Vec<_> = answers.iter().map(|answer| answer.as_ref().err().map(|fault| fault.kind)).collect();
    assert_eq!(kinds, [None, Some(FaultKind::Crash), Some(FaultKind::Crash), None]);
}
