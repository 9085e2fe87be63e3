//! The one move parser: what it takes, as what, and what it refuses.

use filetto_rules::{Board, Cell, Game, Notation, NotationError, Rng, Rules, read_lines, read_moves};

fn read(rules: &str, text: &str) -> Result<(Notation, String), String> {
    let rules: Rules = rules.parse().unwrap();
    let reading = read_moves(&Game::new(rules), text, None).map_err(|error| error.to_string())?;
    Ok((reading.notation, Notation::Cells.write(rules, reading.moves)))
}

fn taken(notation: Notation, cells: &str) -> Result<(Notation, String), String> {
    Ok((notation, cells.to_owned()))
}

#[test]
fn cells_are_read_however_they_are_separated() {
    for text in ["h8 i9 j10", "h8i9j10", "H8, I9; J10", " h8\n\ti9,,j10 "] {
        assert_eq!(read("15x15x5", text), taken(Notation::Cells, "h8 i9 j10"), "{text}");
    }
    assert_eq!(read("70x70x10", "aa1bb70"), taken(Notation::Cells, "aa1 bb70"));
    assert_eq!(read("6x7x4g", "d1 d2"), taken(Notation::Cells, "d1 d2"));
}

#[test]
fn numbers_are_gomocup_s_without_gravity_and_brackets_are_bologna_s() {
    assert_eq!(read("15x15x5", "7,7 8,6"), taken(Notation::Gomocup, "h8 i9"));
    assert_eq!(read("10x20x5", "0,0 19,9"), taken(Notation::Gomocup, "a10 t1"));
    assert_eq!(read("15x15x5", "[7,7][6, 8]"), taken(Notation::Bologna, "h8 i9"));
    assert_eq!(read("6x7x4g", "[5,3],[4,3]"), taken(Notation::Bologna, "d1 d2"));
}

#[test]
fn columns_are_read_with_gravity() {
    assert_eq!(read("6x7x4g", "4455"), taken(Notation::Columns, "d1 d2 e1 e2"));
    assert_eq!(read("6x7x4g", "44 5 5"), taken(Notation::Columns, "d1 d2 e1 e2"));
    assert_eq!(read("20x20x10g", "10,11,10"), taken(Notation::Columns, "j1 k1 j2"));
    assert_eq!(read("20x20x10g", "10 11"), taken(Notation::Columns, "j1 k1"));
    assert_eq!(
        read("12x12x5g", "10,11"),
        taken(Notation::Columns, "j1 k1"),
        "written so by ourselves, though x,y fits too"
    );
}

#[test]
fn a_zero_shows_that_columns_count_from_zero() {
    assert_eq!(read("6x7x4g", "3340"), taken(Notation::ColumnsFromZero, "d1 d2 e1 a1"));
}

#[test]
fn numbers_that_fit_two_notations_are_refused_until_one_is_named() {
    // Columns 4 and 6, or x 4 and y 5 from the top: both legal.
    let error = read_moves(&Game::new(Rules::CONNECT4), "4,5", None).unwrap_err();
    assert!(matches!(error, NotationError::Ambiguous { .. }));
    assert_eq!(error.to_string(), "these moves can be read as columns (d1 e1) and as gomocup (e1): say which");
    let named = read_moves(&Game::new(Rules::CONNECT4), "4,5", Some(Notation::Gomocup)).unwrap();
    assert_eq!(named.moves, [Cell::new(0, 4)]);
    // Only one of them is legal: y 3 would float.
    assert_eq!(read("6x7x4g", "4,3"), taken(Notation::Columns, "d1 c1"));
}

#[test]
fn a_wrong_move_is_named_with_its_number_and_what_would_be_right() {
    let says = |rules: &str, text: &str| read(rules, text).unwrap_err();
    assert_eq!(says("15x15x5", "h8 i9 h8"), "move 3: h8 is taken: choose an empty cell");
    assert_eq!(says("15x15x5", "p1"), "move 1: p1 is off the board: it has columns a to o and rows 1 to 15");
    assert_eq!(says("6x7x4g", "d2"), "move 1: a stone cannot float on d2: in that column it falls to d1");
    assert_eq!(says("6x7x4g", "4444444"), "move 7: column 4 is full: choose another one");
    assert_eq!(says("6x7x4g", "48"), "move 2: there is no such column: they go from 1 to 7");
    assert_eq!(says("6x7x4g", "12121211"), "move 8: the game is over: a5 cannot be played any more");
    assert_eq!(
        says("15x15x5", "4455"),
        "'4455' is no move: write cells such as h8, x,y such as 7,7 or [i,j] such as [7,7]"
    );
    assert_eq!(says("15x15x5", "h"), "'h' is no move: write cells such as h8");
    assert_eq!(says("15x15x5", "h0"), "'h0' is no move: write cells such as h8");
    // The example is a move on this very board, and columns with a slip in them are still columns.
    assert_eq!(says("3x3x3", "centre"), "'centre' is no move: write cells such as b2");
    assert_eq!(says("6x7x4g", "44x"), "'x' is no move: write columns such as 44, or cells such as d1");
    assert_eq!(says("6x7x4g", "d1 4"), "'4' is no move: write cells such as d1");
    assert_eq!(says("5x12x4g", "7,8 up"), "'up' is no move: write columns such as 7,7, or cells such as g1");
    assert!(says("15x15x5", "99999999999999999999999,3").contains("off the board"));
    assert!(says("15x15x5", &"?".repeat(10_000)).len() < 200);
}

#[test]
fn moves_go_on_from_the_position_they_are_read_in() {
    let mut game = Game::new(Rules::CONNECT4);
    game.drop(3).unwrap();
    assert_eq!(read_moves(&game, "4", None).unwrap().moves, [Cell::new(1, 3)]);
    assert_eq!(read_moves(&game, " ", None).unwrap().moves, []);
}

#[test]
fn a_file_is_read_in_one_notation_whatever_its_lines_look_like_alone() {
    let rules: Rules = "5x9x4g".parse().unwrap();
    let start = Game::new(rules);
    let mut rng = Rng::new(9);
    let mut games = Vec::new();
    while games.len() < 1000 {
        let mut game = Game::new(rules);
        for _ in 0..2 + rng.below(9) {
            let legal = game.board().legal_moves();
            game.play(*rng.pick(&legal).unwrap()).unwrap();
            if game.outcome().is_over() {
                break;
            }
        }
        if !game.outcome().is_over() {
            games.push(game.cells().collect::<Vec<Cell>>());
        }
    }
    for notation in [Notation::Columns, Notation::ColumnsFromZero, Notation::Cells, Notation::Bologna] {
        let texts: Vec<String> = games.iter().map(|game| notation.write(rules, game.iter().copied())).collect();
        let alone = |text: &String| read_moves(&start, text, None).is_ok_and(|reading| reading.notation == notation);
        if notation == Notation::ColumnsFromZero {
            assert!(!texts.iter().all(alone), "some lines alone would be read as columns from 1");
        }
        let lines: Vec<(&Game, &str)> = texts.iter().map(|text| (&start, text.as_str())).collect();
        let read = read_lines(&lines, None).unwrap();
        assert!(read.iter().zip(&games).all(|(reading, game)| reading.notation == notation && reading.moves == *game));
    }
}

#[test]
fn a_line_that_does_not_fit_the_file_is_named() {
    let start = Game::new(Rules::CONNECT4);
    let refused = |lines: &[&str]| {
        let lines: Vec<(&Game, &str)> = lines.iter().map(|text| (&start, *text)).collect();
        read_lines(&lines, None).map_err(|wrong| (wrong.line, wrong.error.to_string())).unwrap_err()
    };
    let (at, both) = refused(&["", "4,5", "5,5"]);
    assert!(at == 1 && both.contains("columns (d1 e1) and as gomocup (e1)"), "{both}");
    assert_eq!(refused(&["06", "60", "77"]), (2, "move 1: there is no such column: they go from 0 to 6".to_owned()));
    assert_eq!(refused(&["h1", "44"]).0, 0);
    let columns = [Cell::new(0, 3), Cell::new(0, 4)];
    let named = read_lines(&[(&start, "4,5")], Some(Notation::Columns)).unwrap();
    assert_eq!(named[0].moves, columns, "a name decides");
    let shown = read_lines(&[(&start, "44"), (&start, "4,5")], None).unwrap();
    assert_eq!(shown[1].moves, columns, "and so does another line")
}

#[test]
fn a_cell_is_letters_and_a_number_as_it_is_printed() {
    for cell in Rules::GOMOKU.all_cells() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    for wrong in ["h", "8", "8h", "h0", "h08", "h+8", "h 8", "h8 ", "h129", "dy1", ""] {
        assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
    }
    let off = Game::new(Rules::CONNECT4).play(Cell::new(6, 0)).unwrap_err();
    assert_eq!(off.to_string(), "a7 is off the board: it has columns a to g and rows 1 to 6");
}
