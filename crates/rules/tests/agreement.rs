//! Every storage agrees with a slow, obviously right twin on random games: moves, outcomes, winning cells, keys,
//! symmetries, undo.

use std::collections::BTreeSet;

use filetto_rules::{
    Board, Canonical, Cell, Direction, IllegalMove, Keyed, OnBoard, Outcome, Placement, Rng, Rules, Side, Storage,
    Symmetry, WinRule, Zobrist,
};

/// The twin: one entry a cell, and a win is found by walking along every line of the whole board.
struct Twin {
    rules: Rules,
    cells: Vec<Option<Side>>,
    history: Vec<Cell>,
}

impl Twin {
    fn new(rules: Rules) -> Twin {
        Twin { rules, cells: vec![None; rules.rows() * rules.cols()], history: Vec::new() }
    }

    fn at(&self, row: i32, col: i32) -> Option<Side> {
        let inside = (0..self.rules.rows() as i32).contains(&row) && (0..self.rules.cols() as i32).contains(&col);
        if inside { self.cells[(row * self.rules.cols() as i32 + col) as usize] } else { None }
    }

    fn set(&mut self, cell: Cell, stone: Option<Side>) {
        self.cells[cell.row() * self.rules.cols() + cell.col()] = stone;
    }

    fn to_move(&self) -> Side {
        if self.history.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// All cells of all complete rows, found by walking from every cell in every direction.
    fn winning_cells(&self) -> BTreeSet<Cell> {
        let mut found = BTreeSet::new();
        for row in 0..self.rules.rows() as i32 {
            for col in 0..self.rules.cols() as i32 {
                for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                    let Some(side) = self.at(row, col) else { continue };
                    let length = (0..).take_while(|n| self.at(row + n * up, col + n * right) == Some(side)).count();
                    let starts = self.at(row - up, col - right) != Some(side);
                    if length == self.rules.k() && starts
                        || length >= self.rules.k() && self.rules.win_rule() == WinRule::AtLeast
                    {
                        found.extend(
                            (0..length as i32).map(|n| Cell::new((row + n * up) as usize, (col + n * right) as usize)),
                        );
                    }
                }
            }
        }
        found
    }

    fn outcome(&self) -> Outcome {
        if let Some(cell) = self.winning_cells().first() {
            Outcome::Win(self.at(cell.row() as i32, cell.col() as i32).unwrap())
        } else if self.cells.iter().all(Option::is_some) {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        }
    }

    fn legal(&self) -> BTreeSet<Cell> {
        if self.outcome() != Outcome::Ongoing {
            return BTreeSet::new();
        }
        let empty = |row: i32, col: i32| self.at(row, col).is_none();
        let held = |row: i32, col: i32| !self.rules.gravity() || row == 0 || !empty(row - 1, col);
        (0..self.rules.rows() as i32)
            .flat_map(|row| (0..self.rules.cols() as i32).map(move |col| (row, col)))
            .filter(|&(row, col)| empty(row, col) && held(row, col))
            .map(|(row, col)| Cell::new(row as usize, col as usize))
            .collect()
    }
}

/// Plays one random game on a storage and on the twin, comparing everything at every ply, then takes it back.
struct PlayOneGame {
    seed: u64,
    plies: usize,
}

impl OnBoard for PlayOneGame {
    type Output = ();

    fn run<B: Board + Send + Sync + 'static>(self, board: B) {
        let rules = board.rules();
        let empty = board.clone();
        let mut rng = Rng::new(self.seed);
        let mut board = Keyed::from(board);
        let mut twin = Twin::new(rules);
        let mut keys = vec![*board.keys()];
        for ply in 0..=self.plies {
            compare(&board, &twin);
            let legal: Vec<Cell> = twin.legal().into_iter().collect();
            refuses_illegal_moves(&board, &twin, &mut rng);
            if legal.is_empty() || ply == self.plies {
                break;
            }
            // Mostly near the last move: scattered stones on a large board would never make a row.
            let near = |cell: &&Cell| match twin.history.iter().nth_back(1) {
                Some(own) => cell.row().abs_diff(own.row()) <= 1 && cell.col().abs_diff(own.col()) <= 1,
                None => true,
            };
            let close: Vec<Cell> = legal.iter().filter(near).copied().collect();
            let pool = if close.is_empty() || rng.below(4) == 0 { &legal } else { &close };
            let cell = *rng.pick(pool).unwrap();
            let side = twin.to_move();
            twin.set(cell, Some(side));
            twin.history.push(cell);
            assert_eq!(board.play(cell), Ok(twin.outcome()), "{rules}: {:?}", twin.history);
            keys.push(*board.keys());
        }
        mirrored_game_has_the_image_s_key(&board, &empty, &twin.history);
        while let Some(cell) = twin.history.pop() {
            twin.set(cell, None);
            keys.pop();
            board.undo(cell);
            assert_eq!(board.keys(), keys.last().unwrap(), "{rules}: key after undo");
            assert_eq!(board.winning_move(), None);
            if twin.history.len().is_multiple_of(7) {
                compare(&board, &twin);
            }
        }
        assert_eq!(format!("{:?}", board.board()), format!("{empty:?}"), "everything is as it was");
    }
}

fn compare<B: Board>(board: &Keyed<B>, twin: &Twin) {
    let rules = twin.rules;
    for cell in rules.all_cells() {
        assert_eq!(board.get(cell), twin.at(cell.row() as i32, cell.col() as i32), "{rules} {cell}");
    }
    assert_eq!(board.to_move(), twin.to_move());
    assert_eq!(board.stones(), twin.history.len());
    assert_eq!(board.outcome(), twin.outcome(), "{rules}: {:?}", twin.history);
    assert_eq!(board.winning_lines().flat_map(|line| line.cells()).collect::<BTreeSet<_>>(), twin.winning_cells());
    let legal = board.legal_moves();
    assert_eq!(legal.iter().copied().collect::<BTreeSet<_>>(), twin.legal(), "{rules}: {:?}", twin.history);
    assert_eq!(legal.len(), twin.legal().len(), "no move is generated twice");
    let mut seen = 0;
    let stopped = board.try_legal(|cell| {
        seen += 1;
        if seen == 3 { std::ops::ControlFlow::Break(cell) } else { std::ops::ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.break_value(), legal.get(2).copied(), "early exit");
    assert_eq!(Zobrist::new(rules).keys_of(board), *board.keys(), "incremental keys equal fresh ones");
}

fn refuses_illegal_moves<B: Board>(board: &Keyed<B>, twin: &Twin, rng: &mut Rng) {
    let rules = twin.rules;
    let cell = Cell::new(rng.below(rules.rows() + 2), rng.below(rules.cols() + 2));
    let verdict = board.check(cell);
    assert_eq!(verdict.is_ok(), twin.legal().contains(&cell), "{rules} {cell}");
    match verdict {
        Err(IllegalMove::OffBoard { .. }) => assert!(!rules.contains(cell)),
        Err(IllegalMove::Occupied { .. }) => assert!(board.get(cell).is_some()),
        Err(IllegalMove::Floating { lands, .. }) => assert!(rules.gravity() && twin.legal().contains(&lands)),
        Err(IllegalMove::GameOver { .. }) => assert!(twin.outcome().is_over()),
        Ok(()) | Err(_) => {}
    }
}

fn mirrored_game_has_the_image_s_key<B: Board>(board: &Keyed<B>, empty: &B, moves: &[Cell]) {
    let rules = board.rules();
    let Canonical { key: canonical, symmetry: to_canonical } = board.canonical();
    assert_eq!(board.keys().image(to_canonical), canonical);
    for symmetry in Symmetry::of(rules) {
        let mut image = Keyed::from(empty.clone());
        // With gravity a mirrored game is legal as it stands; without, any order is.
        for &cell in moves {
            image.play(symmetry.map(rules, cell)).unwrap();
        }
        assert_eq!(image.key(), board.keys().image(symmetry), "{rules} {symmetry:?}");
        assert_eq!(image.canonical().key, canonical);
        assert_eq!(image.outcome(), board.outcome());
    }
}

fn play_random_games(games: u64, salt: u64, random_rules: impl Fn(&mut Rng) -> Rules, plies: usize) {
    let mut played = [0; Storage::ALL.len()];
    for seed in 0..games {
        let mut rng = Rng::new(salt.wrapping_mul(1_000_003).wrapping_add(seed));
        let rules = random_rules(&mut rng);
        for (count, storage) in played.iter_mut().zip(Storage::ALL) {
            let game = PlayOneGame { seed: rng.next_u64(), plies };
            *count += u32::from(storage.dispatch(rules, game).is_some());
        }
    }
    assert!(played.iter().all(|&count| count > 0), "every storage was played: {played:?}");
}

fn rules_up_to(rng: &mut Rng, side: usize) -> Rules {
    let (rows, cols) = (1 + rng.below(side), 1 + rng.below(side));
    let k = 1 + rng.below(rows.max(cols).min(7));
    let rules = Rules::new(rows, cols, k, Placement::with_gravity(rng.below(2) == 0)).unwrap();
    if rng.below(4) == 0 { rules.exactly() } else { rules }
}

#[test]
fn all_storages_agree_with_the_twin_on_small_boards() {
    play_random_games(
        1000,
        1,
        |rng| match rng.below(12) {
            0 => Rules::TICTACTOE,
            1 => Rules::CONNECT4,
            _ => rules_up_to(rng, 9),
        },
        usize::MAX,
    );
}

#[test]
fn all_storages_agree_with_the_twin_on_boards_of_every_size() {
    play_random_games(
        60,
        2,
        |rng| match rng.below(8) {
            0 => Rules::CONNECT4,
            1 => Rules::new(128, 128, 2 + rng.below(6), Placement::with_gravity(rng.below(2) == 0)).unwrap(),
            _ => rules_up_to(rng, 128),
        },
        40,
    );
}

#[test]
fn words_filled_to_the_last_bit_do_not_run_over() {
    // cols * (rows + 1) is exactly 64 or 128, or a side is exactly 32, 64 or 128.
    let edges = [
        "7x8x4g", "7x8x8", "15x4x4", "3x16x5", "15x8x5g", "7x16x6", "31x4x5", "32x32x6", "64x64x7", "1x64x9", "63x2x9",
    ];
    for (seed, text) in (0..).zip(edges) {
        let rules: Rules = text.parse().unwrap();
        for storage in Storage::ALL {
            storage.dispatch(rules, PlayOneGame { seed, plies: 60 });
        }
    }
}

/// Fills a board so that exactly one K-window belongs to one side and checks that it, and only it, is seen as a win.
struct EveryWindow;

impl OnBoard for EveryWindow {
    type Output = ();

    fn run<B: Board + Send + Sync + 'static>(self, empty: B) {
        let rules = empty.rules();
        for window in rules.windows() {
            for last in window.cells() {
                let mut board = empty.clone();
                window.cells().filter(|&c| c != last).for_each(|c| board.put(c, Side::First));
                board.play_fast(last);
                assert_eq!(board.outcome(), Outcome::Win(Side::First), "{rules} {window:?} {last}");
                assert!(board.winning_lines().eq([window]), "{rules} {window:?}");
                board.undo(last);
                board.pass();
                board.play_fast(last);
                assert!(!board.outcome().is_over() || rules.k() == 1 || board.stones() == rules.cells());
            }
        }
    }
}

#[test]
fn every_window_of_a_board_wins_and_is_reported_exactly() {
    for text in ["3x3x3", "6x7x4g", "5x4x4", "2x9x3", "9x6x5", "7x8x4", "15x15x5", "12x40x6", "70x70x10"] {
        for storage in Storage::ALL {
            storage.dispatch(text.parse().unwrap(), EveryWindow);
        }
    }
}

#[test]
fn a_pass_changes_the_turn_and_the_key_and_undoes_itself() {
    let mut board = Keyed::<filetto_rules::Grid<u32>>::fitting(Rules::GOMOKU).unwrap();
    board.play(Cell::new(7, 7)).unwrap();
    let before = (*board.keys(), board.to_move());
    board.pass();
    assert_ne!((*board.keys(), board.to_move()), before);
    board.play(Cell::new(7, 8)).unwrap();
    assert_eq!(board.run(Cell::new(7, 7), Direction::East).len, 2, "one side moved twice");
    assert_eq!(Zobrist::new(Rules::GOMOKU).keys_of(&board), *board.keys());
    board.undo(Cell::new(7, 8));
    board.pass();
    assert_eq!((*board.keys(), board.to_move()), before);
}
