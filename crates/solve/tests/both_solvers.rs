//! The two solvers against each other, where gravity makes no difference: every column has one empty cell at most.

use std::ops::ControlFlow;

use filetto_rules::{Board, Cell, Game, Placement, Rng, Rules};
use filetto_solve::{Task, Value};

fn value(game: &Game) -> Option<Value> {
    let mut task = Task::new(&Game::new(game.rules()), 1 << 20, 1).unwrap();
    task.ask(game, &mut |_| ControlFlow::Continue(())).unwrap().value
}

/// The same moves on the board with gravity and on the one without.
fn both(rows: usize, cols: usize, k: usize, moves: &[Cell]) -> [Game; 2] {
    [true, false].map(|gravity| {
        let mut game = Game::new(Rules::new(rows, cols, k, Placement::with_gravity(gravity)).unwrap());
        moves.iter().for_each(|&cell| assert!(game.play(cell).is_ok(), "{cell}"));
        game
    })
}

/// Random moves that fill all rows but the top one without a row of k; some columns may be full.
fn nearly_full(rows: usize, cols: usize, k: usize, rng: &mut Rng) -> Vec<Cell> {
    'again: loop {
        let mut game = Game::new(Rules::new(rows, cols, k, Placement::Gravity).unwrap());
        let top = rows - 1;
        while (0..cols).any(|col| game.board().landing(col).is_some_and(|cell| cell.row() < top)) {
            let mut legal = game.board().legal_moves();
            // The top row is entered now and then.
            if rng.below(12) > 0 {
                legal.retain(|cell| cell.row() < top);
            }
            let Some(&cell) = rng.pick(&legal) else { continue };
            if game.play(cell).is_ok_and(|outcome| outcome.is_over()) {
                continue 'again;
            }
        }
        return game.cells().collect();
    }
}

#[test]
fn on_a_single_row_they_agree() {
    for cols in 2..=11 {
        for k in 2..=4.min(cols) {
            let [falling, free] = both(1, cols, k, &[]);
            assert_eq!(value(&falling), value(&free), "1x{cols}x{k}");
        }
    }
}

#[test]
fn where_only_the_top_row_is_left_they_agree() {
    let mut rng = Rng::new(8);
    let mut seen = [0; 3];
    for (rows, cols, k) in [(2, 9, 3), (3, 8, 3), (4, 7, 4), (4, 9, 4), (5, 8, 4), (6, 9, 5), (7, 8, 5)] {
        for _ in 0..20 {
            let moves = nearly_full(rows, cols, k, &mut rng);
            let [falling, free] = both(rows, cols, k, &moves);
            let known = value(&falling);
            assert_eq!(known, value(&free), "{rows}x{cols}x{k} after {moves:?}");
            seen[known.unwrap() as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "all kinds of values: {seen:?}");
}
