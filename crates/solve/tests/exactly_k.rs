//! Where exactly K win: both solvers against brute force on a board of its own, with a win test that walks.

use std::collections::HashMap;
use std::ops::ControlFlow;

use filetto_rules::{Cell, Game, Placement, Rng, Rules};
use filetto_solve::{Task, Value};

/// The slow twin: 0 for empty, 1 and 2 for the sides.
struct Twin {
    rules: Rules,
    cells: Vec<u8>,
    known: HashMap<Vec<u8>, i8>,
}

impl Twin {
    fn new(rules: Rules) -> Twin {
        Twin { rules, cells: vec![0; rules.cells()], known: HashMap::new() }
    }

    fn at(&self, row: i32, col: i32) -> u8 {
        let inside = (0..self.rules.rows() as i32).contains(&row) && (0..self.rules.cols() as i32).contains(&col);
        if inside { self.cells[row as usize * self.rules.cols() + col as usize] } else { 0 }
    }

    /// Whether the stone on this cell stands in a row of exactly K.
    fn wins(&self, cell: usize) -> bool {
        let (row, col) = ((cell / self.rules.cols()) as i32, (cell % self.rules.cols()) as i32);
        let side = self.at(row, col);
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(up, right)| {
            let reach =
                |sign: i32| (1..).take_while(|i| self.at(row + sign * i * up, col + sign * i * right) == side).count();
            1 + reach(1) + reach(-1) == self.rules.k()
        })
    }

    fn moves(&self) -> Vec<usize> {
        let cols = self.rules.cols();
        let supported = |cell: usize| cell < cols || self.cells[cell - cols] != 0;
        let playable =
            |cell: &usize| self.cells[*cell] == 0 && (self.rules.placement() == Placement::Free || supported(*cell));
        (0..self.cells.len()).filter(playable).collect()
    }

    fn stones(&self) -> usize {
        self.cells.iter().filter(|cell| **cell != 0).count()
    }

    /// The value for the side to move of a position that is not over.
    fn value(&mut self) -> i8 {
        if let Some(&known) = self.known.get(&self.cells) {
            return known;
        }
        let side = 1 + (self.stones() % 2) as u8;
        let mut best = None;
        for cell in self.moves() {
            self.cells[cell] = side;
            let value = if self.wins(cell) { 1 } else { -self.value() };
            self.cells[cell] = 0;
            best = best.max(Some(value));
            if value == 1 {
                break;
            }
        }
        let value = best.unwrap_or(0);
        self.known.insert(self.cells.clone(), value);
        value
    }

    /// The value after these moves, as the solvers tell it.
    fn after(&mut self, moves: &[Cell]) -> Value {
        self.cells.fill(0);
        for (number, cell) in moves.iter().enumerate() {
            self.cells[cell.row() * self.rules.cols() + cell.col()] = 1 + (number % 2) as u8;
        }
        match (self.value(), moves.len() % 2) {
            (0, _) => Value::Draw,
            (1, 0) | (-1, 1) => Value::First,
            _ => Value::Second,
        }
    }
}

fn solved(task: &mut Task, game: &Game) -> Option<Value> {
    task.ask(game, &mut |_| ControlFlow::Continue(())).unwrap().value
}

/// A random position that is not over, with at most so many empty cells.
fn position(rules: Rules, most: usize, rng: &mut Rng) -> Game {
    'again: loop {
        let mut game = Game::new(rules);
        let stones = rules.cells().saturating_sub(most) + rng.below(most.min(rules.cells()));
        while game.moves().len() < stones {
            let legal = filetto_rules::Board::legal_moves(game.board());
            if game.play(*rng.pick(&legal).unwrap()).unwrap().is_over() {
                continue 'again;
            }
        }
        return game;
    }
}

fn agree(text: &str, positions: usize, most: usize) -> [usize; 3] {
    let rules: Rules = text.parse().unwrap();
    let (mut rng, mut twin) = (Rng::new(16), Twin::new(rules));
    let mut task = Task::new(&Game::new(rules), 1 << 16, 1).unwrap();
    let mut seen = [0; 3];
    for _ in 0..positions {
        let game = position(rules, most, &mut rng);
        let moves: Vec<Cell> = game.cells().collect();
        let expected = twin.after(&moves);
        assert_eq!(solved(&mut task, &game), Some(expected), "{text} after {moves:?}");
        seen[expected as usize] += 1;
    }
    seen
}

#[test]
fn all_small_boards_have_the_value_of_brute_force() {
    let mut boards = 0;
    for placement in Placement::ALL {
        // Larger ones would take brute force minutes.
        let most = if placement == Placement::Free { 9 } else { 12 };
        for (rows, cols) in (1..=4).flat_map(|rows| (1..=most / rows).map(move |cols| (rows, cols))) {
            for k in 1..=rows.max(cols) {
                let rules = Rules::new(rows, cols, k, placement).unwrap();
                let game = Game::new(rules.exactly());
                let mut task = Task::new(&game, 1 << 20, 1).unwrap();
                let found = solved(&mut task, &game);
                assert_eq!(found, Some(Twin::new(rules.exactly()).after(&[])), "{}", game.rules());
                boards += 1;
            }
        }
    }
    assert!(boards > 100, "{boards}");
}

#[test]
fn random_positions_without_gravity_have_the_value_of_brute_force() {
    assert!(agree("2x6x3e", 3000, 9).iter().all(|&n| n > 100));
    for text in ["1x9x3e", "3x3x2e", "3x4x3e", "4x4x3e", "3x5x4e", "5x5x3e", "5x5x4e", "2x8x4e", "6x6x4e"] {
        agree(text, 80, 8);
    }
}

#[test]
fn random_positions_with_gravity_have_the_value_of_brute_force() {
    let mut seen = [0; 3];
    for text in ["2x6x3ge", "3x4x3ge", "4x4x3ge", "4x5x3ge", "5x4x4ge", "3x7x4ge", "4x6x4ge", "5x5x5ge"] {
        for (all, n) in seen.iter_mut().zip(agree(text, 150, 10)) {
            *all += n;
        }
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}

#[test]
fn a_proof_is_refused_with_a_sentence() {
    for text in ["2x6x3e", "3x4x3ge"] {
        let game = Game::new(text.parse().unwrap());
        let mut task = Task::new(&game, 1 << 20, 1).unwrap();
        let found = task.run(&mut |_| ControlFlow::Continue(())).unwrap();
        let error = task.certificates(&found, &mut |_| ControlFlow::Continue(())).unwrap_err().to_string();
        assert!(error.contains("the format of certificates cannot take") && error.contains("exactly K"), "{error}");
    }
}
