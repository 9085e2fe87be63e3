//! What results are worth, by player, colour, board and scheme.

use filetto_arena::{Fault, FaultKind, Pair, Played, Scheme, Standing, text};
use filetto_rules::{Game, Outcome, Rules, Side, read_moves};

/// A game of these moves, or one that a side forfeits.
fn game(rules: &str, moves: &str, forfeit: Option<Side>) -> Played {
    let mut game = Game::new(rules.parse().unwrap());
    for cell in read_moves(&game, moves, None).unwrap().moves {
        game.play(cell).unwrap();
    }
    let fault = forfeit.map(|side| {
        game.end(Outcome::Win(side.other()), FaultKind::Time.reason());
        (side, Fault::new(FaultKind::Time, "too late"))
    });
    assert!(game.outcome().is_over());
    Played { game, fault, vitals: [None, None], rates: [None, None] }
}

fn pair(rules: &str, games: [Played; 2]) -> Pair {
    Pair {
        id: String::new(),
        players: ["A".to_owned(), "B".to_owned()],
        kinds: Default::default(),
        controls: Default::default(),
        limits_ms: [1, 1],
        rules: rules.parse().unwrap(),
        round: 0,
        opening: 0,
        games,
    }
}

/// A wins as first and as second; then a draw and a forfeit by B as first.
fn standing() -> Standing {
    let boards: Vec<Rules> = vec!["3x3x3".parse().unwrap(), "2x2x2".parse().unwrap()];
    let mut standing = Standing::new(vec!["A".to_owned(), "B".to_owned()], boards);
    let first_wins = game("3x3x3", "a1 b1 a2 b2 a3", None);
    let second_wins = game("3x3x3", "a1 b1 a2 b2 c1 b3", None);
    standing.add(&pair("3x3x3", [first_wins, second_wins]));
    let draw = game("3x3x3", "a1 b1 c1 b2 a2 c2 b3 a3 c3", None);
    let forfeit = game("3x3x3", "a1", Some(Side::First));
    standing.add(&pair("3x3x3", [draw, forfeit]));
    standing
}

#[test]
fn results_are_counted_by_colour_board_and_pair() {
    let standing = standing();
    let a = standing.line(0);
    assert_eq!((a.all.wins, a.all.draws, a.all.losses), (3, 1, 0));
    assert_eq!((a.by_side[0].wins, a.by_side[1].wins), (1, 2));
    assert_eq!((a.by_board[0].games(), a.by_board[1].games()), (4, 0));
    assert_eq!(standing.meeting(0, 1).pairs.0, [0, 0, 0, 1, 1]);
    assert_eq!(standing.meeting(1, 0).pairs.0, [1, 1, 0, 0, 0]);
    assert_eq!(standing.line(1).faults[&FaultKind::Time], 1);
    assert_eq!(standing.ranking(Scheme::Elo), [0, 1]);
}

#[test]
fn the_schemes_are_those_of_the_courses() {
    let standing = standing();
    let points = |player| Scheme::NAMES.map(|(scheme, _)| standing.points(player, scheme));
    // Bologna: 2 as first, 3 as second, 1 for the draw, 2 for the forfeit; with gravity 3 + 3 + 1 + 3.
    assert_eq!(points(0), [3.5, 8.0, 10.0]);
    assert_eq!(points(1), [0.5, 1.0, 1.0]);
}

#[test]
fn an_event_without_games_and_one_without_variance_have_tables_without_nan() {
    let empty = Standing::new(vec!["A".to_owned(), "B".to_owned()], Vec::new());
    let event = filetto_arena::Event {
        players: vec!["A".parse().unwrap(), "B".parse().unwrap()],
        sprt: Some(filetto_arena::stats::Sprt::new(0.0, 5.0)),
        ..Default::default()
    };
    let mut same = empty.clone();
    same.add(&pair("2x2x1", [game("2x2x1", "a1", None), game("2x2x1", "a1", None)]));
    for standing in [empty, same] {
        let all = [
            text::table(&standing, Scheme::Elo),
            text::fastchess(&event, &standing, 0, 1),
            text::cutechess(&event, &standing, 0, 1),
        ];
        let all = all.concat();
        assert!(all.contains("n/a") && !all.to_lowercase().contains("nan"), "{all}");
        assert!(!all.contains("inf"), "{all}");
    }
}

#[test]
fn a_pair_comes_back_from_its_line_as_it_was() {
    let forfeit = game("3x3x3", "a1", Some(Side::First));
    let pair = pair("3x3x3", [game("3x3x3", "a1 b1 a2 b2 a3", None), forfeit]);
    assert_eq!(Pair::read_line(&pair.write_line()).unwrap(), pair);
}
