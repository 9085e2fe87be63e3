//! Any bytes in, a value or an error out: no parser or reader panics, hangs or grows without bound.

use filetto_records::Format;
use filetto_rules::{Board, Game, Notation, Placement, Rules, draw, read_moves};
use proptest::prelude::*;

/// Text that looks enough like the real thing to get past the first character.
fn likely_text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "Piskvorky ",
        "15x15",
        ", 0:0, 0",
        "\n",
        "8,8,0",
        "(",
        ")",
        ";",
        "B[hh]",
        "W[",
        "]",
        "\\",
        "SZ[",
        "GM[4]",
        "KR[3]",
        "AB",
        "{\"format\":\"filetto-game\",\"version\":1,\"rules\":\"3x3x3\",\"moves\":[",
        "\"a1\"",
        ",",
        "],\"result\":\"ongoing\"}",
        "\"setup\":{\"first\":[\"b2\"],\"second\":[],\"to_move\":\"second\"}",
        "h8",
        "[7,7]",
        "4455",
        "10,11",
        "0",
        "-1",
        "é",
        " ",
        "99999999999999999999",
        "6x7x4g",
        "x",
        "g",
        "dx128",
        "\u{feff}",
        "null",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

fn some_rules() -> impl Strategy<Value = Rules> {
    (1usize..=128, 1usize..=128, 1usize..=8, any::<bool>()).prop_filter_map("k fits", |(rows, cols, k, gravity)| {
        Rules::new(rows, cols, k, Placement::with_gravity(gravity)).ok()
    })
}

/// Whatever a reader accepts is a game that can be drawn and written.
fn accepts_only_games(bytes: &[u8]) {
    for format in [Format::Json, Format::Psq, Format::Sgf] {
        match format.read(bytes) {
            Ok(game) => {
                assert!(!draw::text(&game, draw::Ink::Plain).is_empty());
                let line = Format::Json.write(&game).unwrap();
                assert_eq!(Format::Json.read(line.as_bytes()), Ok(game));
            }
            Err(error) => assert!(error.to_string().len() < 400, "{error}"),
        }
    }
    let _ = Format::detect(bytes);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn readers_take_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        accepts_only_games(&bytes);
    }

    #[test]
    fn readers_take_any_likely_text(text in likely_text()) {
        accepts_only_games(text.as_bytes());
    }

    #[test]
    fn the_rules_parser_takes_any_text(text in prop_oneof![any::<String>(), likely_text(), "[0-9x]{0,12}g?"]) {
        match text.parse::<Rules>() {
            Ok(rules) => prop_assert_eq!(rules.to_string().parse(), Ok(rules)),
            Err(error) => prop_assert!(error.to_string().len() < 400),
        }
    }

    #[test]
    fn the_move_parser_takes_any_text(rules in some_rules(), text in prop_oneof![any::<String>(), likely_text(), "[0-9, ]{0,20}"]) {
        let game = Game::new(rules);
        let named = Notation::NAMES.map(|(notation, _)| Some(notation));
        for notation in named.into_iter().chain([None]) {
            match read_moves(&game, &text, notation) {
                Ok(reading) => {
                    let mut replay = game.clone();
                    for cell in &reading.moves {
                        prop_assert!(replay.play(*cell).is_ok());
                    }
                }
                Err(error) => prop_assert!(error.to_string().len() < 400),
            }
        }
    }

    #[test]
    fn what_a_notation_writes_it_reads_back(rules in some_rules(), seed in any::<u64>(), plies in 0usize..30) {
        let mut rng = filetto_rules::Rng::new(seed);
        let mut game = Game::new(rules);
        for _ in 0..plies {
            let legal = game.board().legal_moves();
            let Some(&cell) = rng.pick(&legal) else { break };
            game.play(cell).unwrap();
        }
        let moves: Vec<_> = game.cells().collect();
        let start = Game::new(rules);
        for (notation, _) in Notation::NAMES {
            if rules.gravity() || !matches!(notation, Notation::Columns | Notation::ColumnsFromZero) {
                let text = notation.write(rules, moves.iter().copied());
                prop_assert_eq!(&read_moves(&start, &text, Some(notation)).unwrap().moves, &moves);
            }
        }
        let native = Notation::native(rules);
        let reading = read_moves(&start, &native.write(rules, moves.iter().copied()), None).unwrap();
        prop_assert_eq!((reading.notation, reading.moves), (native, moves));
    }
}
