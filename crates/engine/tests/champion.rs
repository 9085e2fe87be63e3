//! The champion as its users see it: what it finds, what it never loses, and that its answers can be repeated.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use filetto_engine::champion::parts::Pairing;
use filetto_engine::champion::{Analysis, Champion, Oracle, Verdict, signature};
use filetto_engine::knowledge::Field;
use filetto_engine::{Named, Player, Settings};
use filetto_rules::{Board, Cell, Game, Outcome, Rng, Rules, Side, read_moves};
use filetto_search::{Budget, Clock, Limits, Meter, Score, TimeControl};

fn small() -> Settings {
    Settings { memory: 1 << 22, ..Settings::default() }
}

fn game(board: &str, moves: &str) -> Game {
    let mut game = Game::new(board.parse().unwrap());
    for cell in read_moves(&game, moves, None).unwrap().moves {
        game.play(cell).unwrap();
    }
    game
}

fn nodes(nodes: u64) -> Budget {
    Budget::none().nodes(nodes)
}

#[test]
fn first_player_wins_of_the_tournament_are_found_from_the_empty_board() {
    for board in ["4x3x3", "4x4x3", "6x5x4", "6x6x4", "7x5x4", "7x6x4", "7x7x4", "8x8x4"] {
        let choice = Champion::new(small()).choose(&game(board, ""), &nodes(200_000), &mut |_| {}).unwrap();
        assert!(choice.score.is_some_and(Score::is_win), "{board}: {:?}", choice.score);
    }
}

#[test]
fn drawn_boards_are_not_lost_by_either_side() {
    for board in ["3x3x3", "4x4x4", "5x4x4", "5x5x4", "6x4x4", "5x5x5", "6x6x5", "6x6x6", "7x7x7", "4x4x4g", "5x4x4g"] {
        for (round, opponent) in ["negascout", "mcts"].into_iter().enumerate() {
            for side in Side::BOTH {
                let mut players = [Champion::new(small()), Champion::new(small())];
                let mut other = Named::find(opponent).unwrap().make(Settings { seed: round as u64, ..small() });
                let mut game = Game::new(board.parse().unwrap());
                while !game.outcome().is_over() {
                    let player: &mut dyn Player = if game.to_move() == side { &mut players[0] } else { other.as_mut() };
                    let cell = player.choose(&game, &nodes(4000), &mut |_| {}).unwrap().cell;
                    game.play(cell).unwrap();
                }
                assert_ne!(game.outcome(), Outcome::Win(side.other()), "{board} as {side:?} against {opponent}");
            }
        }
    }
}

#[test]
fn with_a_strict_pairing_even_one_node_a_move_does_not_lose() {
    for board in ["7x7x7", "5x5x5", "10x10x7", "3x8x4"] {
        let rules: Rules = board.parse().unwrap();
        assert!(Pairing::of(rules).is_some());
        for seed in 0..6 {
            let mut rng = Rng::new(seed);
            let mut champion = Champion::new(small());
            let mut attacker = Named::find("negascout").unwrap().make(small());
            let mut game = Game::new(rules);
            while !game.outcome().is_over() {
                let cell = if game.to_move() == Side::Second {
                    champion.choose(&game, &nodes(1), &mut |_| {}).unwrap().cell
                } else if rng.below(3) == 0 {
                    *rng.pick(&game.board().legal_moves()).unwrap()
                } else {
                    attacker.choose(&game, &nodes(600), &mut |_| {}).unwrap().cell
                };
                game.play(cell).unwrap();
            }
            assert_ne!(game.outcome(), Outcome::Win(Side::First), "{board}");
        }
    }
}

#[test]
fn with_nine_and_more_either_side_can_always_go_back_to_its_pairing() {
    for (board, seed, side) in
        [("12x12x9", 1, 1), ("20x20x9", 2, 1), ("16x11x10", 3, 0), ("40x40x12", 4, 1), ("20x20x9", 5, 0)]
    {
        let rules: Rules = board.parse().unwrap();
        let (pairing, side) = (Pairing::of(rules).unwrap(), Side::BOTH[side]);
        let mut rng = Rng::new(seed);
        let mut champion = Champion::new(small());
        let mut attacker = Named::find("negascout").unwrap().make(small());
        let mut game = Game::new(rules);
        while !game.outcome().is_over() && game.moves().len() < 130 {
            let cell = if game.to_move() == side {
                let choice = champion.choose(&game, &nodes(40), &mut |_| {}).unwrap();
                let mut after = game.clone();
                after.play(choice.cell).unwrap();
                let proved = choice.solved && choice.score.is_some_and(Score::is_win);
                assert!(proved || pairing.is_in_reach(&Field::of(&after), side), "{board}: {}", choice.cell);
                choice.cell
            } else if rng.below(4) == 0 {
                *rng.pick(&game.board().legal_moves()).unwrap()
            } else {
                attacker.choose(&game, &nodes(200), &mut |_| {}).unwrap().cell
            };
            game.play(cell).unwrap();
        }
        assert_ne!(game.outcome(), Outcome::Win(side.other()), "{board}");
    }
}

#[test]
fn the_second_player_of_long_rows_beats_one_that_only_blocks() {
    let mut champion = Champion::new(small());
    let mut other = Named::find("quasi-random").unwrap().make(small());
    let mut game = Game::new("20x20x9".parse().unwrap());
    while !game.outcome().is_over() {
        let first = game.to_move() == Side::First;
        let player: &mut dyn Player = if first { other.as_mut() } else { &mut champion };
        let cell = player.choose(&game, &nodes(1000), &mut |_| {}).unwrap().cell;
        game.play(cell).unwrap();
    }
    assert_eq!(game.outcome(), Outcome::Win(Side::Second));
}

#[test]
fn the_first_stone_of_an_empty_board_goes_to_the_centre() {
    for (board, cell) in [("15x15x5", "h8"), ("20x20x5", "j10"), ("70x70x10", "ai35"), ("9x9x5", "e5"), ("7x7x4", "d4")]
    {
        for limit in [1, 2000] {
            let choice = Champion::new(small()).choose(&game(board, ""), &nodes(limit), &mut |_| {}).unwrap();
            assert_eq!(choice.cell.to_string(), cell, "{board} with {limit} nodes");
        }
    }
}

#[test]
fn ten_in_a_row_on_a_large_board_is_not_lost_as_second_player() {
    let mut champion = Champion::new(small());
    let mut attacker = Named::find("negascout").unwrap().make(small());
    let mut game = Game::new("50x50x10".parse().unwrap());
    while !game.outcome().is_over() && game.moves().len() < 160 {
        let first = game.to_move() == Side::First;
        let player: &mut dyn Player = if first { attacker.as_mut() } else { &mut champion };
        let cell = player.choose(&game, &nodes(if first { 300 } else { 100 }), &mut |_| {}).unwrap().cell;
        game.play(cell).unwrap();
    }
    assert_ne!(game.outcome(), Outcome::Win(Side::First));
}

#[test]
fn what_was_learnt_on_another_board_is_not_believed() {
    // As wide, so that cells have the same numbers.
    let (other, here) = (game("10x9x6", "e5 d6 d4 f6"), game("9x9x5", "e5 d6 d4 f6"));
    let limits = Limits::none().depth(5);
    let told = |champion: &mut Champion| {
        let Analysis { lines, stats, .. } = champion.analyse(&here, &limits, 1, &mut |_| {});
        (lines, stats.nodes)
    };
    let mut champion = Champion::new(small());
    champion.analyse(&other, &limits, 1, &mut |_| {});
    assert_eq!(told(&mut champion), told(&mut Champion::new(small())));
}

#[test]
fn several_lines_come_best_first_and_begin_differently() {
    let game = game("15x15x5", "h8 i9 i7 g9");
    let Analysis { lines, .. } = Champion::new(small()).analyse(&game, &Limits::none().nodes(20_000), 4, &mut |_| {});
    assert_eq!(lines.len(), 4);
    assert!(lines.windows(2).all(|pair| pair[0].line[0] != pair[1].line[0]));
    let single = Champion::new(small()).analyse(&game, &Limits::none().nodes(5_000), 1, &mut |_| {});
    assert_eq!(single.lines.len(), 1);
}

#[test]
fn a_win_by_threats_leads_the_lines() {
    let game = game("10x10x5", "f5 f6 e6 g4 e4 g5 g6 h7 d3 c2 d5 e7 h4 f7 g7 f8 f3 f9 f10 c6 e3 g3");
    let Analysis { lines, solved, .. } =
        Champion::new(small()).analyse(&game, &Limits::none().nodes(50_000), 3, &mut |_| {});
    assert!(solved && lines.len() == 3 && lines[0].score.is_win(), "{lines:?}");
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].line[0] != pair[1].line[0]));
}

#[test]
fn lines_are_playable() {
    for (board, moves) in [("15x15x5", "h8 i9 i7"), ("6x7x4g", "4455"), ("7x7x4", ""), ("20x20x10g", "1 5")] {
        let mut game = game(board, moves);
        let choice = Champion::new(small()).choose(&game, &nodes(10_000), &mut |_| {}).unwrap();
        assert_eq!(choice.line.first(), Some(&choice.cell));
        for &cell in &choice.line {
            game.play(cell).unwrap_or_else(|e| panic!("{board}: {e}"));
        }
    }
}

#[test]
fn every_level_takes_a_win_and_from_the_fourth_on_none_overlooks_a_threat() {
    for level in 1..=10 {
        let settings = Settings { level: Some(level), ..small() };
        let mut player = Champion::new(settings);
        let win = game("15x15x5", "h8 h9 i8 i9 j8 j9 k8 a1");
        assert_eq!(player.choose(&win, &nodes(2000), &mut |_| {}).unwrap().score, Some(Score::win_in(1)));
        let threat = game("6x7x4g", "14141");
        let cell = player.choose(&threat, &nodes(2000), &mut |_| {}).unwrap().cell;
        assert!(level < 4 || cell == Cell::new(3, 0), "level {level} answers the threat");
    }
}

#[test]
fn every_level_opens_five_in_a_row_in_the_centre() {
    for (level, seed) in (1..=9).flat_map(|level| [(level, 1), (level, 2)]) {
        let mut player = Champion::new(Settings { level: Some(level), seed, ..small() });
        let choice = player.choose(&Game::new(Rules::GOMOKU), &Budget::none().nodes(2_000), &mut |_| {}).unwrap();
        assert_eq!(choice.cell, Cell::new(7, 7), "level {level}");
    }
}

#[test]
fn the_lowest_level_answers_most_threats() {
    let threat = game("15x15x5", "h8 a1 i8 a3 j8 c1 k8");
    let answers = |seed: u64| {
        let mut player = Champion::new(Settings { level: Some(1), seed, ..small() });
        let cell = player.choose(&threat, &nodes(2000), &mut |_| {}).unwrap().cell;
        cell == Cell::new(7, 6) || cell == Cell::new(7, 11)
    };
    let answered = (0..60).filter(|&seed| answers(seed)).count();
    assert!((35..60).contains(&answered), "{answered} of 60");
}

#[test]
fn a_higher_level_beats_a_much_lower_one() {
    let mut won = 0;
    for round in 0..10 {
        let mut players = [2, 6].map(|level| Champion::new(Settings { level: Some(level), seed: round, ..small() }));
        let mut game = Game::new("10x10x5".parse().unwrap());
        while !game.outcome().is_over() {
            let player = &mut players[(game.moves().len() + round as usize) % 2];
            let cell = player.choose(&game, &nodes(5000), &mut |_| {}).unwrap().cell;
            game.play(cell).unwrap();
        }
        // The stronger one moves first in odd rounds.
        let strong = if round % 2 == 1 { Side::First } else { Side::Second };
        won += usize::from(game.outcome() == Outcome::Win(strong));
    }
    assert!(won >= 8, "{won} of 10");
}

#[test]
fn an_oracle_is_believed_unless_its_move_is_illegal() {
    struct Knows(Cell);
    impl Oracle for Knows {
        fn ask(&mut self, _: &Game, _: &[Cell], meter: &mut Meter) -> Option<Verdict> {
            let _ = meter.charge(7);
            Some(Verdict { moves: vec![self.0], score: Score::DRAW, exact: true })
        }
    }
    let game = game("5x5x4", "c3");
    for (cell, believed) in [(Cell::new(4, 4), true), (Cell::new(2, 2), false)] {
        let mut player = Champion::new(small()).oracle(Box::new(Knows(cell)));
        let choice = player.choose(&game, &nodes(500), &mut |_| {}).unwrap();
        assert_eq!((choice.cell == cell, choice.solved), (believed, believed));
    }
}

/// Time that passes with every look at it, and the same on every machine.
fn ticking() -> Duration {
    static TICKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_micros(TICKS.fetch_add(500, Ordering::Relaxed))
}

#[test]
fn a_whole_game_keeps_to_its_clock_and_no_move_takes_a_fifth_of_it() {
    for (board, left, increment) in [("4x5x4g", 400, 1), ("6x7x4g", 5000, 0), ("9x9x5", 2000, 10)] {
        let mut players = [Champion::new(small()), Champion::new(small())];
        let mut game = game(board, "");
        let (mut left, increment) = ([Duration::from_millis(left); 2], Duration::from_millis(increment));
        while !game.outcome().is_over() {
            let side = game.to_move().index();
            let clock = Clock::start_on(ticking);
            let budget = Budget::none().control(TimeControl::game(left[side], increment)).since(clock);
            let choice = players[side].choose(&game, &budget, &mut |_| {}).unwrap();
            let used = clock.elapsed();
            assert!(used < left[side] / 5, "{board}: {used:?} of {:?} at move {}", left[side], game.moves().len());
            left[side] = left[side] - used + increment;
            game.play(choice.cell).unwrap();
        }
    }
}

#[test]
fn a_game_can_be_played_on_threads() {
    let mut player = Champion::new(Settings { threads: 2, ..small() });
    let mut game = game("4x5x4g", "");
    while !game.outcome().is_over() {
        let cell = player.choose(&game, &nodes(2000), &mut |_| {}).unwrap().cell;
        game.play(cell).unwrap();
    }
}

#[test]
fn the_signature_is_the_expected_one() {
    let expected = include_str!("../../../fixtures/bench.txt");
    let number: u64 = expected.lines().find(|line| !line.starts_with('#')).unwrap().trim().parse().unwrap();
    assert_eq!(signature(), number, "if the search was meant to change, write the new number to fixtures/bench.txt");
}
