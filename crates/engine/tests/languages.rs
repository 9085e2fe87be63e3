//! Explanations and reviews in every language: each says the same of the same cells, in words of its own.

use std::ops::ControlFlow;

use filetto_engine::analysis::{Analyst, Effort};
use filetto_engine::explain::{Explanation, Language, explain, review, words};
use filetto_rules::{Board, Game, Rng, read_moves};

fn after(board: &str, moves: &str) -> Game {
    let mut game = Game::new(board.parse().unwrap());
    for cell in read_moves(&game, moves, None).unwrap().moves {
        game.play(cell).unwrap();
    }
    game
}

/// Positions that are won, lost, drawn by pairs, by weights, by following up, and open ones.
fn positions() -> Vec<Game> {
    let mut games: Vec<Game> = [
        ("3x3x3", "a1 b1 b2"),
        ("3x3x3", "a1 b2"),
        ("5x5x5", "c3"),
        ("15x15x5", "h8 a1 i8 a15 j8 o15"),
        ("15x15x5", "h8 i9 h9 h10"),
        ("6x7x4g", "d1 d2 c1"),
        ("6x6x4g", "e1 c1 d1 e2 d2 a1 f1 f2 e3 b1 e4 a2 b2 b3 a3 d3 c2 a4 a5 d4 d5 a6 d6 b4"),
    ]
    .map(|(board, moves)| after(board, moves))
    .into();
    let mut rng = Rng::new(5);
    for board in ["4x4x4", "5x6x4g", "7x7x5", "9x9x5"] {
        for _ in 0..6 {
            let mut game = Game::new(board.parse().unwrap());
            for _ in 0..4 + rng.below(10) {
                if let Some(&cell) = rng.pick(&game.board().legal_moves()).filter(|_| !game.outcome().is_over()) {
                    game.play(cell).unwrap();
                }
            }
            games.push(game);
        }
    }
    games
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(str::to_lowercase).filter(|word| !word.is_empty())
}

/// The names of cells in a text, sorted.
fn cells(text: &str) -> Vec<String> {
    let is_cell = |word: &String| {
        let letters = word.chars().take_while(char::is_ascii_lowercase).count();
        letters > 0 && letters < word.len() && word[letters..].chars().all(|c| c.is_ascii_digit())
    };
    let mut found: Vec<String> = words_of(text).filter(is_cell).collect();
    found.sort();
    found
}

/// Words that only one of the languages has.
const OWN: [(Language, &[&str]); 4] = [
    (Language::English, &["the", "wins", "row", "and", "with", "at", "move", "threat", "makes", "cannot"]),
    (Language::Italian, &["vince", "mossa", "mosse", "minaccia", "casella", "può", "tocca"]),
    (Language::Spanish, &["raya", "gana", "jugada", "jugadas", "amenaza", "casilla", "puede", "toca", "hace"]),
    (Language::Romanian, &["rând", "rândul", "câștigă", "mutare", "mutări", "amenință", "celulă", "poate", "face"]),
];

fn in_own_words(text: &str, language: Language) {
    let said: Vec<String> = words_of(text).collect();
    for (other, own) in OWN.iter().filter(|(other, _)| *other != language) {
        let foreign = own.iter().find(|word| said.iter().any(|said| said == *word));
        assert!(foreign.is_none(), "{foreign:?} is {other:?}, not {language:?}:\n{text}");
    }
    assert!(!text.contains(['{', '}']), "{text}");
}

#[test]
fn every_language_names_the_same_cells_in_its_own_words() {
    let effort = Effort { proof: 3000, search: 300, plies: 15, shown: 40 };
    let told: Vec<Explanation> = positions().iter().map(|game| explain(game, &effort, None)).collect();
    for told in &told {
        let english = words::explanation(told, Language::English);
        for (language, _) in Language::CODES {
            let text = words::explanation(told, language);
            in_own_words(&text, language);
            assert_eq!(cells(&text), cells(&english), "{language:?}:\n{text}\n{english}");
            assert_eq!(text.lines().count(), english.lines().count(), "{text}\n{english}");
        }
    }
}

#[test]
fn a_review_is_told_in_every_language() {
    let game = after("3x3x3", "a1 b1 a2 a3 b2 c3 c2");
    let judged = review(&game, &mut Analyst::new(Effort::default()), &mut |_, _| ControlFlow::Continue(()));
    let told = |language: Language| words::review(&judged, language);
    let english = told(Language::English);
    for (language, _) in Language::CODES {
        let text = told(language);
        in_own_words(&text, language);
        assert_eq!(cells(&text), cells(&english), "{language:?}:\n{text}\n{english}");
    }
    assert!(told(Language::Spanish).contains("Precisión"), "{}", told(Language::Spanish));
    assert!(told(Language::Romanian).contains("Precizie"), "{}", told(Language::Romanian));
}
