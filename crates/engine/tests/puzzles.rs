//! The puzzles of `fixtures/puzzles`: proved wins are found, only moves are played. `examples/puzzles.rs` made them.

use filetto_engine::champion::Champion;
use filetto_engine::{Player, Settings};
use filetto_rules::{Cell, Game};
use filetto_search::{Budget, Score};

const PUZZLES: [&str; 4] = [
    include_str!("../../../fixtures/puzzles/k4.txt"),
    include_str!("../../../fixtures/puzzles/k5.txt"),
    include_str!("../../../fixtures/puzzles/k6.txt"),
    include_str!("../../../fixtures/puzzles/gravity.txt"),
];

#[test]
fn every_puzzle_is_solved() {
    let mut count = 0;
    for line in PUZZLES.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [board, kind, plies, answer, moves @ ..] = &words[..] else { panic!("'{line}' is not a puzzle") };
        let mut game = Game::new(board.parse().unwrap());
        for cell in moves.iter() {
            game.play(read(cell)).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        let mut champion = Champion::new(Settings { memory: 1 << 23, ..Settings::default() });
        let nodes = if *kind == "win" { 300_000 } else { 40_000 };
        let choice = champion.choose(&game, &Budget::none().nodes(nodes), &mut |_| {}).unwrap();
        match *kind {
            "win" => {
                assert!(choice.score.is_some_and(Score::is_win), "{line}: {:?}", choice.score);
                assert!(plies.parse::<u32>().is_ok_and(|plies| plies >= 5), "{line}: worth searching");
            }
            "hold" => assert_eq!(choice.cell, read(answer), "{line}"),
            other => panic!("no kind of puzzle: {other}"),
        }
        count += 1;
    }
    assert!(count >= 100, "{count} puzzles");
}

fn read(text: &str) -> Cell {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let col = filetto_rules::column_from_letters(letters).expect("a column");
    Cell::new(text[letters.len()..].parse::<usize>().expect("a row") - 1, col)
}
