//! The slow twin: its own board, a win test that walks, minimax without any pruning.
#![allow(dead_code)] // every test file uses its own part

use std::collections::HashMap;

use filetto_rules::{Placement, Rng, Rules};
use filetto_solve::gravity::GravitySolver;

/// A board as a grid of 0 (empty), 1, 2; row 0 is the bottom.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Twin {
    rows: usize,
    cols: usize,
    k: usize,
    cells: Vec<u8>,
    stones: usize,
}

impl Twin {
    pub(crate) fn new(rows: usize, cols: usize, k: usize) -> Twin {
        Twin { rows, cols, k, cells: vec![0; rows * cols], stones: 0 }
    }

    pub(crate) fn stones(&self) -> usize {
        self.stones
    }

    /// Drops a stone; says whether it wins. `None` if the column is full.
    pub(crate) fn drop_in(&mut self, col: usize) -> Option<bool> {
        let row = (0..self.rows).find(|row| self.cells[row * self.cols + col] == 0)?;
        self.cells[row * self.cols + col] = 1 + (self.stones % 2) as u8;
        self.stones += 1;
        Some(self.wins(row as i32, col as i32))
    }

    fn at(&self, row: i32, col: i32) -> u8 {
        let inside = (0..self.rows as i32).contains(&row) && (0..self.cols as i32).contains(&col);
        if inside { self.cells[row as usize * self.cols + col as usize] } else { 0 }
    }

    fn wins(&self, row: i32, col: i32) -> bool {
        let side = self.at(row, col);
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(up, right)| {
            let reach =
                |sign: i32| (1..).take_while(|i| self.at(row + sign * i * up, col + sign * i * right) == side).count();
            1 + reach(1) + reach(-1) >= self.k
        })
    }

    /// The score of dropping into `col`, for the side that drops.
    pub(crate) fn move_score(&self, col: usize, memo: &mut HashMap<Twin, i32>) -> Option<i32> {
        let mut next = self.clone();
        let wins = next.drop_in(col)?;
        Some(if wins { (self.cells.len() as i32 + 2 - next.stones as i32) / 2 } else { -next.score(memo) })
    }

    /// Pons's score of a position that is not over, by the definition.
    pub(crate) fn score(&self, memo: &mut HashMap<Twin, i32>) -> i32 {
        if self.stones == self.cells.len() {
            return 0;
        }
        if let Some(score) = memo.get(self) {
            return *score;
        }
        let score = (0..self.cols).filter_map(|col| self.move_score(col, memo)).max().unwrap_or(0);
        memo.insert(self.clone(), score);
        score
    }

    /// Calls `visit` with every reachable position that is not over, once, and the moves that lead to it.
    pub(crate) fn walk(&self, visit: &mut dyn FnMut(&Twin, &[usize])) {
        self.walk_from(&mut Vec::new(), &mut HashMap::new(), visit);
    }

    fn walk_from(&self, line: &mut Vec<usize>, seen: &mut HashMap<Twin, ()>, visit: &mut dyn FnMut(&Twin, &[usize])) {
        if seen.insert(self.clone(), ()).is_some() {
            return;
        }
        visit(self, line);
        for col in 0..self.cols {
            let mut next = self.clone();
            if next.drop_in(col) == Some(false) {
                line.push(col);
                next.walk_from(line, seen, visit);
                line.pop();
            }
        }
    }
}

/// Random games that are the same every time.
pub(crate) struct Dice(Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Rng::new(seed))
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0.below(sides)
    }

    /// A random game of at most `stones` stones, broken off before somebody wins, and its board.
    pub(crate) fn game(&mut self, empty: &Twin, stones: usize) -> (Twin, Vec<usize>) {
        let (mut twin, mut line) = (empty.clone(), Vec::new());
        for _ in 0..10 * stones {
            let col = self.roll(twin.cols);
            let mut next = twin.clone();
            if line.len() < stones && next.drop_in(col) == Some(false) {
                line.push(col);
                twin = next;
            }
        }
        (twin, line)
    }
}

pub(crate) fn solver(rows: usize, cols: usize, k: usize, kilobytes: usize, threads: usize) -> GravitySolver {
    let rules = Rules::new(rows, cols, k, Placement::Gravity).expect("the board is legal");
    GravitySolver::new(rules, kilobytes << 10, threads).expect("the board fits")
}

pub(crate) fn score(solver: &GravitySolver, moves: &[usize]) -> i32 {
    let solution = solver.solve(moves).expect("the position is legal");
    solution.score().expect("nothing stops the search").get()
}

/// A text file under `fixtures/`.
pub(crate) fn fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
