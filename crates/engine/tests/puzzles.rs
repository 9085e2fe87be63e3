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
    let (mut count, mut missed) = (0, Vec::new());
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
        let solved = match *kind {
            "win" => {
                assert!(plies.parse::<u32>().is_ok_and(|plies| plies >= 5), "{line}: worth searching");
                choice.score.is_some_and(Score::is_win)
            }
            "hold" => choice.cell == read(answer),
            other => panic!("no kind of puzzle: {other}"),
        };
        if !solved {
            missed.push(format!("{line}: {} {:?}", choice.cell, choice.score));
        }
        count += 1;
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(count >= 100, "{count} puzzles");
}

fn read(text: &str) -> Cell {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let col = filetto_rules::column_from_letters(letters).expect("a column");
    Cell::new(text[letters.len()..].parse::<usize>().expect("a row") - 1, col)
}
