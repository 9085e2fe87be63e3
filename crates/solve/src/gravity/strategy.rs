//! The solver as a strategy with gravity: how the winning or holding side plays, for the writer of certificates.
//!
//! The tree of a proof is small if its branches are short. A winner therefore takes the quickest win; a holder takes a move
//! after which following up holds, then one that threatens (it leaves one answer to look at), then any that holds, and
//! stops as soon as the opponent has no open line or can be followed up.

use filetto_rules::{Cell, Line, Rules, Side};

use super::request::{Goal, Request};
use super::score::Score;
use super::solver::GravitySolver;
use crate::certificate::{Leaf, Reply, Strategy};

/// A solved board, asked move by move.
pub(crate) struct Perfect<'a> {
    solver: &'a GravitySolver,
    claimant: Side,
    wins: bool,
    stop: &'a mut dyn FnMut() -> bool,
    stones: Vec<Option<Side>>,
    columns: Vec<usize>,
    windows: Vec<Line>,
}

impl<'a> Perfect<'a> {
    /// How `claimant` wins, or else holds, from the empty board of this solver on.
    pub(crate) fn new(
        solver: &'a GravitySolver,
        claimant: Side,
        wins: bool,
        stop: &'a mut dyn FnMut() -> bool,
    ) -> Perfect<'a> {
        let rules = solver.rules();
        let windows = rules.windows().collect();
        Perfect { solver, claimant, wins, stop, stones: vec![None; rules.cells()], columns: Vec::new(), windows }
    }

    fn rules(&self) -> Rules {
        self.solver.rules()
    }

    fn at(&self, cell: Cell) -> Option<Side> {
        self.stones[cell.row() * self.rules().cols() + cell.col()]
    }

    fn set(&mut self, cell: Cell, stone: Option<Side>) {
        let cols = self.rules().cols();
        self.stones[cell.row() * cols + cell.col()] = stone;
    }

    fn height(&self, col: usize) -> usize {
        (0..self.rules().rows()).take_while(|&row| self.at(Cell::new(row, col)).is_some()).count()
    }

    /// Whether each open line of the opponent has a cell for which `stops` holds.
    fn all_stopped(&self, stops: impl Fn(Cell) -> bool) -> bool {
        let closed = |line: &Line| line.cells().any(|cell| self.at(cell) == Some(self.claimant) || stops(cell));
        self.windows.iter().all(closed)
    }

    /// The opponent is to move: a reason to stop that the format knows.
    fn held(&self) -> Option<Leaf> {
        let rules = self.rules();
        if self.all_stopped(|_| false) {
            return Some(Leaf::Pairs(Vec::new()));
        }
        let even = (0..rules.cols()).all(|col| (rules.rows() - self.height(col)).is_multiple_of(2));
        // With an even number of empty cells in each column, the follower gets the top cell and every second one below it.
        let followed = |cell: Cell| self.at(cell).is_none() && (rules.rows() - cell.row()) % 2 == 1;
        (even && self.all_stopped(followed)).then_some(Leaf::FollowUp)
    }

    /// Whether the claimant threatens to complete a line with its next stone.
    fn threatens(&self) -> bool {
        let playable = |cell: Cell| self.height(cell.col()) == cell.row();
        self.windows.iter().any(|line| {
            let mut open = line.cells().filter(|&cell| self.at(cell) != Some(self.claimant));
            matches!((open.next(), open.next()), (Some(cell), None) if self.at(cell).is_none() && playable(cell))
        })
    }

    /// The quickest win.
    fn winning_move(&mut self) -> Option<usize> {
        let request = Request { until: Some(self.stop), ..Request::default() };
        let scores = self.solver.all_moves_with(&self.columns, request).ok()?;
        let score = |col: usize| scores[col].and_then(|solution| solution.score()).filter(|score| score.sign() > 0);
        (0..scores.len())
            .filter_map(|col| Some((score(col)?, col)))
            .max_by_key(|(score, _)| score.get())
            .map(|best| best.1)
    }

    /// A move that does not lose, the one first that ends the tree, then one that threatens.
    fn holding_move(&mut self) -> Option<usize> {
        let rules = self.rules();
        let mut columns: Vec<(u8, usize)> = Vec::new();
        for col in 0..rules.cols() {
            let row = self.height(col);
            if row == rules.rows() {
                continue;
            }
            let cell = Cell::new(row, col);
            self.set(cell, Some(self.claimant));
            let rank = if self.held().is_some() {
                0
            } else if self.threatens() {
                1
            } else {
                2
            };
            self.set(cell, None);
            columns.push((rank, col));
        }
        columns.sort_by_key(|&(rank, col)| (rank, (2 * col + 1).abs_diff(rules.cols())));
        for (_, col) in columns {
            self.columns.push(col);
            // For the opponent, who is to move there: is it above a draw?
            let request = Request { goal: Goal::Above(Score::DRAW), until: Some(self.stop), ..Request::default() };
            let solution = self.solver.solve_with(&self.columns, request);
            self.columns.pop();
            if solution.is_ok_and(|solution| solution.hi <= Score::DRAW) {
                return Some(col);
            }
        }
        None
    }
}

impl Strategy for Perfect<'_> {
    fn play(&mut self, cell: Cell, side: Side) {
        self.set(cell, Some(side));
        self.columns.push(cell.col());
    }

    fn undo(&mut self, cell: Cell) {
        self.set(cell, None);
        self.columns.pop();
    }

    fn reply(&mut self) -> Option<Reply> {
        let col = if self.wins { self.winning_move() } else { self.holding_move() }?;
        Some(Reply::Move(Cell::new(self.height(col), col)))
    }

    fn leaf(&mut self) -> Option<Leaf> {
        self.held()
    }
}
