//! What is written is read back; what others wrote is understood; what is broken is refused with a reason.

use std::time::Duration;

use filetto_records::{Format, RecordError, json};
use filetto_rules::{Board, Cell, Game, Outcome, Placement, Reason, Rng, Rules, Setup, Side};

/// A random game, finished or not, with whatever the format can hold.
fn random_game(rng: &mut Rng, format: Format) -> Game {
    let most = if format == Format::Sgf { 52 } else { 128 };
    let (rows, cols) = (1 + rng.below(most), 1 + rng.below(most));
    let gravity = format == Format::Json && rng.below(2) == 0;
    let rules = match format {
        Format::Psq => Rules::new(rows.max(5), cols, 5, Placement::Free),
        _ => Rules::new(rows, cols, 1 + rng.below(rows.max(cols).min(6)), Placement::with_gravity(gravity)),
    };
    let rules = rules.unwrap();
    let rules = if format != Format::Psq && rng.below(4) == 0 { rules.exactly() } else { rules };
    let mut game = Game::new(rules);
    if format != Format::Psq && !gravity && rules.k() > 1 && rng.below(3) == 0 {
        let stones = vec![(Cell::new(rng.below(rows), rng.below(cols)), Side::Second)];
        game = Game::from_setup(rules, Setup { stones, to_move: Side::Second }).unwrap();
    }
    for _ in 0..rng.below(60) {
        let legal = game.board().legal_moves();
        let Some(&cell) = rng.pick(&legal) else { break };
        let time =
            (format != Format::Sgf && rng.below(2) == 0).then(|| Duration::from_millis(1 + rng.next_u64() % 99_999));
        game.play_timed(cell, time).unwrap();
    }
    if rng.below(2) == 0 {
        game.set_name(Side::First, "a \\ \"strange\" ] [name; (é)");
        game.set_name(Side::Second, "pbrain-x.exe");
    }
    if format != Format::Psq && rng.below(3) == 0 {
        game.end(Outcome::Win(Side::Second), Reason::Time);
    }
    game
}

#[test]
fn every_format_gives_back_what_it_can_hold() {
    for format in [Format::Json, Format::Psq, Format::Sgf] {
        let mut rng = Rng::new(11);
        for _ in 0..300 {
            let game = random_game(&mut rng, format);
            let text = format.write(&game).unwrap();
            assert_eq!(Format::detect(text.as_bytes()), Some(format));
            assert_eq!(format.read(text.as_bytes()).as_ref(), Ok(&game), "{text}");
        }
    }
}

#[test]
fn json_reads_many_games_and_goes_on_after_a_broken_line() {
    let mut rng = Rng::new(12);
    let games: Vec<Game> = (0..5).map(|_| random_game(&mut rng, Format::Json)).collect();
    let mut text: String = games.iter().map(json::write_line).collect();
    text.insert_str(0, "{\"torn\":\n\n");
    let read: Vec<_> = json::read_lines(&text).collect();
    assert!(matches!(read[0], Err(RecordError::Syntax { line: 1, .. })));
    assert!(read[1..].iter().map(|game| game.as_ref().unwrap()).eq(&games));
    assert!(Format::Json.read(text.as_bytes()).is_err());
}

#[test]
fn a_newer_version_is_refused_by_its_number_and_unknown_fields_are_ignored() {
    let line = json::write_line(&Game::new(Rules::TICTACTOE));
    let newer = line.replace("\"version\":1", "\"version\":2").replace("\"moves\":[]", "\"steps\":7");
    assert_eq!(Format::Json.read(newer.as_bytes()), Err(RecordError::Version(2)));
    let extended = line.replace("\"moves\"", "\"comment\":\"hello\",\"moves\"");
    assert!(Format::Json.read(extended.as_bytes()).is_ok());
}

#[test]
fn json_that_contradicts_itself_is_refused_with_a_reason() {
    let with = |moves: &str, rest: &str| {
        let line =
            format!("{{\"format\":\"filetto-game\",\"version\":1,\"rules\":\"3x3x3\",\"moves\":[{moves}],{rest}}}");
        Format::Json.read(line.as_bytes()).map(|_| ()).map_err(|error| error.to_string())
    };
    let won = r#""a1","a2","b1","b2","c1""#;
    assert_eq!(with(won, r#""result":"first""#), Ok(()));
    assert!(with(won, r#""result":"draw""#).unwrap_err().contains("otherwise than the result says"));
    assert!(with("", r#""result":"ongoing","reason":"time""#).unwrap_err().contains("no reason"));
    assert!(with("", r#""result":"first","reason":"luck""#).unwrap_err().contains("resigned, time"));
    assert!(with(r#""a1","a1""#, r#""result":"ongoing""#).unwrap_err().starts_with("move 2: a1 is taken"));
    assert!(with(r#""4""#, r#""result":"ongoing""#).unwrap_err().contains("no cell"));
    assert!(with("", r#""result":"lost""#).unwrap_err().contains("line 1"));
}

#[test]
fn a_psq_file_of_the_manager_is_understood() {
    // Player 1 begins, names in player order, an end code, CR LF.
    let text =
        "Piskvorky 20x20, 11:11, 1\r\n11,11,0\r\n12,10,2048\r\n10,12\r\nAlpha.exe\r\nBeta.exe\r\n-1\r\n1,Freestyle\r\n";
    let game = Format::Psq.read(text.as_bytes()).unwrap();
    assert_eq!(game.rules(), Rules::GOMOKU20);
    assert_eq!(game.cells().map(|c| c.to_string()).collect::<Vec<_>>(), ["k10", "l11", "j9"]);
    assert_eq!(game.moves()[1].time, Some(Duration::from_millis(2048)));
    assert_eq!((game.name(Side::First), game.name(Side::Second)), (Some("Beta.exe"), Some("Alpha.exe")));
}

#[test]
fn an_sgf_file_with_variations_and_comments_is_read_along_its_main_line() {
    let text = "(;GM[4]FF[4]SZ[15]\nPB[Ada \\] L]PW[Bob]C[a (comment); with [brackets\\] ]RE[W+Resign]\n;B[hh](;W[ig];B[aa])(;W[gg]))";
    let game = Format::Sgf.read(text.as_bytes()).unwrap();
    assert_eq!(game.cells().map(|c| c.to_string()).collect::<Vec<_>>(), ["h8", "i9", "a15"]);
    assert_eq!(game.name(Side::First), Some("Ada ] L"));
    assert_eq!((game.outcome(), game.reason()), (Outcome::Win(Side::Second), Some(Reason::Resigned)));
}

#[test]
fn a_format_refuses_what_it_cannot_hold_and_says_what_would() {
    let says = |format: Format, rules: &str| format.write(&Game::new(rules.parse().unwrap())).unwrap_err().to_string();
    assert!(says(Format::Psq, "15x15x6").contains("JSON lines"));
    assert!(says(Format::Psq, "15x15x5g").contains("JSON lines"));
    assert!(says(Format::Psq, "15x15x5e").contains("five or more"));
    assert!(says(Format::Sgf, "6x7x4g").contains("without gravity"));
    assert!(says(Format::Sgf, "53x10x5").contains("52x52"));
}

#[test]
fn broken_files_say_what_is_wrong_and_where() {
    let says = |format: Format, text: &str| format.read(text.as_bytes()).unwrap_err().to_string();
    assert!(says(Format::Psq, "hello").contains("must begin like"));
    assert!(says(Format::Psq, "Piskvorky 500x15, 0:0, 0\n").contains("1 to 128"));
    assert!(says(Format::Psq, "Piskvorky 15x15, 0:0, 0\n0,3,0\n").contains("line 2"));
    assert!(says(Format::Psq, "Piskvorky 15x15, 0:0, 0\n3,3,0\n3,3,0\n").starts_with("move 2: c13 is taken"));
    assert!(says(Format::Sgf, "(;GM[1]SZ[19])").contains("GM[4]"));
    assert!(says(Format::Sgf, "(;GM[4];B[hh]").contains("closed"));
    assert!(says(Format::Sgf, "(;GM[4];B[hh").contains("never closed"));
    assert!(says(Format::Sgf, "(;GM[4]\n;W[hh])").contains("line 2: it is not White's turn"));
    assert!(says(Format::Sgf, "(;GM[4];B[h])").contains("no point"));
    assert_eq!(Format::Sgf.read(&[0xff, 0xfe]), Err(RecordError::NotText));
}
