//! The solver that everybody else sees. Run-time rules meet compile-time shapes here and nowhere else.

use std::io;

use filetto_rules::{Limit, Placement, Rules, Unfit, Unsupported, Variants, WinRule};

use super::checkpoint;
use super::engine::{Engine, Solve};
use super::error::PositionError;
use super::request::{Goal, Request, Solution};
use super::score::Score;
use super::shape::{Dynamic, Exactly, Fixed, Shape};
#[cfg(feature = "internals")]
use super::tuning::Tuning;

/// Solves positions of one board with gravity, of any size up to `cols * (rows + 1) <= 128`.
///
/// Moves are columns, counted from 0. What a solve has learnt stays in the table and helps the next one.
///
/// ```
/// use filetto_rules::{Placement, Rules};
/// use filetto_solve::gravity::{GravitySolver, Score};
///
/// let solver = GravitySolver::new(Rules::new(5, 5, 4, Placement::Gravity)?, 1 << 20, 1)?;
/// assert_eq!(solver.solve(&[])?.score(), Some(Score::DRAW));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GravitySolver {
    engine: Box<dyn Solve>,
    rules: Rules,
}

const BITS: &str = "a board needs columns x (rows + 1) bits, and it has 128";

impl GravitySolver {
    /// What it solves.
    pub const VARIANTS: Variants = Variants {
        placements: &[Placement::Gravity],
        limit: Some(Limit { holds: |rules| rules.cols() * (rules.rows() + 1) <= 128, sentence: BITS }),
        ..Variants::all("the solver for boards with gravity")
    };

    /// A solver with a table of at most `memory_bytes` and so many threads.
    pub fn new(rules: Rules, memory_bytes: usize, threads: usize) -> Result<GravitySolver, Unsupported> {
        GravitySolver::VARIANTS.check(rules)?;
        let engine =
            engine(rules, memory_bytes, threads).ok_or(GravitySolver::VARIANTS.refusal(rules, Unfit::Limit(BITS)))?;
        Ok(GravitySolver { engine, rules })
    }

    /// The board.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many cells the board has: what [`Score`](super::Score)'s conversions ask for.
    pub fn cells(&self) -> u32 {
        self.rules.cells() as u32
    }

    /// The exact score of the position after `moves`.
    pub fn solve(&self, moves: &[usize]) -> Result<Solution, PositionError> {
        self.solve_with(moves, Request::default())
    }

    /// Win, draw or loss only: fewer windows, fewer nodes.
    pub fn solve_outcome(&self, moves: &[usize]) -> Result<Solution, PositionError> {
        self.solve_with(moves, Request { goal: Goal::Outcome, ..Request::default() })
    }

    /// As much of the truth as was asked for and the limits allow; what is proved by then is always sound.
    pub fn solve_with(&self, moves: &[usize], request: Request<'_>) -> Result<Solution, PositionError> {
        self.engine.solve(moves, request)
    }

    /// The exact score of every legal move, for the side that makes it: one entry a column, `None` where it is full.
    ///
    /// ```
    /// use filetto_rules::{Placement, Rules};
    /// use filetto_solve::gravity::GravitySolver;
    ///
    /// // Two rows, three in a row; the third column is full.
    /// let solver = GravitySolver::new(Rules::new(2, 4, 3, Placement::Gravity)?, 1 << 20, 1)?;
    /// let scores: Vec<Option<i32>> =
    ///     solver.all_moves(&[1, 2, 2])?.iter().map(|m| m.and_then(|m| m.score()).map(|s| s.get())).collect();
    /// assert_eq!(scores, [Some(0), Some(0), None, Some(0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_moves(&self, moves: &[usize]) -> Result<Vec<Option<Solution>>, PositionError> {
        self.all_moves_with(moves, Request::default())
    }

    /// The same within limits; `max_nodes` holds for each move, and [`Goal::Above`] is taken for the side that moves.
    pub fn all_moves_with(
        &self,
        moves: &[usize],
        mut request: Request<'_>,
    ) -> Result<Vec<Option<Solution>>, PositionError> {
        let cols = self.rules.cols();
        let mut solutions = vec![None; cols];
        let mut line = moves.to_vec();
        let mut columns: Vec<usize> = (0..cols).collect();
        // Centre first: its results help the others most.
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(cols));
        for column in columns {
            line.push(column);
            solutions[column] = match self.engine.solve(&line, request.for_child()) {
                Ok(Solution { lo, hi, nodes }) => Some(Solution { lo: -hi, hi: -lo, nodes }),
                Err(PositionError::FullColumn { ply, .. }) if ply == moves.len() => None,
                Err(PositionError::Over { ply }) if ply == line.len() => {
                    let score = Score::win_with_stone(ply as u32, self.cells());
                    Some(Solution { lo: score, hi: score, nodes: 1 })
                }
                Err(error) => return Err(error),
            };
            line.pop();
        }
        Ok(solutions)
    }

    /// Whether the side to move, whose stones are `me`, scores above this in a position that is not over; nothing if it was stopped.
    pub(crate) fn is_above(&self, me: u128, mask: u128, score: i32, stop: &mut dyn FnMut() -> bool) -> Option<bool> {
        self.engine.is_above(me, mask, score, stop)
    }

    /// What the learnt order of moves sees in the last of `moves`, made by the side that attacks or by the other: how often each
    /// weight counts. `examples/fit_order.rs` fits the weights to it.
    #[cfg(feature = "internals")]
    pub fn order_counts(&self, moves: &[usize], mover_attacks: bool) -> Result<Vec<f32>, PositionError> {
        self.engine.order_counts(moves, mover_attacks)
    }

    /// Forgets what earlier solves have learnt.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Switches devices of the search on or off.
    #[cfg(feature = "internals")]
    pub fn set_tuning(&mut self, tuning: Tuning) {
        self.engine.set_tuning(tuning);
    }

    /// Writes all that was learnt so far, for a later [`GravitySolver::load`].
    pub fn save(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        checkpoint::save(self.rules, self.engine.table(), out)
    }

    /// Takes over what another solver of the same board with a table of the same size has saved. After an error nothing is known.
    pub fn load(&mut self, input: &mut dyn io::Read) -> io::Result<()> {
        checkpoint::load(self.rules, self.engine.table(), input)
    }

    /// The size of the table.
    pub fn table_bytes(&self) -> usize {
        self.engine.table_bytes()
    }
}

/// From rules to a shape: boards that are solved at scale have one of their own.
fn engine(rules: Rules, bytes: usize, threads: usize) -> Option<Box<dyn Solve>> {
    fn make<S: Shape>(shape: S, bytes: usize, threads: usize) -> Option<Box<dyn Solve>> {
        Some(Box::new(Engine::new(shape, bytes, threads)))
    }
    let (rows, cols, k) = (rules.rows() as u32, rules.cols() as u32, rules.k() as u32);
    if rules.win_rule() == WinRule::Exactly {
        return match Dynamic::<u64>::new(rows, cols, k) {
            Some(shape) => make(Exactly(shape), bytes, threads),
            None => make(Exactly(Dynamic::<u128>::new(rows, cols, k)?), bytes, threads),
        };
    }
    macro_rules! fixed {
        ($($word:ty: $rows:literal x $cols:literal x $k:literal),* $(,)?) => {
            match (rows, cols, k) {
                $(($rows, $cols, $k) => return make(Fixed::<$word, $rows, $cols, $k>::new(), bytes, threads),)*
                _ => {}
            }
        };
    }
    fixed! {
        u64: 6 x 7 x 4,
        u64: 5 x 7 x 4,
        u64: 5 x 8 x 4,
        u64: 6 x 6 x 4,
        u64: 7 x 6 x 4,
        u64: 6 x 8 x 4,
        u64: 7 x 7 x 4,
        u64: 6 x 7 x 5,
        u64: 7 x 7 x 5,
    }
    match Dynamic::<u64>::new(rows, cols, k) {
        Some(shape) => make(shape, bytes, threads),
        None => make(Dynamic::<u128>::new(rows, cols, k)?, bytes, threads),
    }
}
