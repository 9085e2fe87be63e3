//! Counting the game tree: the classic check and speed test of rules.

use std::ops::ControlFlow;

use crate::{Board, Cell};

/// How many move sequences of exactly `depth` plies lead on from a position. Won games are not played on. The position is
/// as before when this returns. `keep_going` is asked now and then; once it says no, there is no count.
///
/// ```
/// use filetto_rules::{Board, Grid, Rules, perft};
///
/// let mut board = Grid::<u32>::fitting(Rules::CONNECT4).unwrap();
/// assert_eq!(perft(&mut board, 7, || true), Some(823_536));
/// ```
pub fn perft<B: Board>(board: &mut B, depth: usize, mut keep_going: impl FnMut() -> bool) -> Option<u64> {
    Counter { moves: Vec::new(), keep_going: &mut keep_going }.count(board, depth)
}

struct Counter<'a, F> {
    /// One stack of moves for the whole tree: a list for each node would cost more than the board.
    moves: Vec<Cell>,
    keep_going: &'a mut F,
}

/// Below this depth the caller is not asked: about a thousand nodes at least between two questions.
const ASK_FROM_DEPTH: usize = 4;

impl<F: FnMut() -> bool> Counter<'_, F> {
    fn count<B: Board>(&mut self, board: &mut B, depth: usize) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if depth == 1 {
            return Some(count_legal(board));
        }
        if depth >= ASK_FROM_DEPTH && !(self.keep_going)() {
            return None;
        }
        let base = self.moves.len();
        board.for_each_legal(|cell| self.moves.push(cell));
        let mut nodes: u64 = 0;
        for i in base..self.moves.len() {
            let cell = self.moves[i];
            board.play_fast(cell);
            let below = self.count(board, depth - 1);
            board.undo(cell);
            nodes = nodes.saturating_add(below?);
        }
        self.moves.truncate(base);
        Some(nodes)
    }
}

fn count_legal(board: &impl Board) -> u64 {
    let mut count = 0;
    let _ = board.try_legal(|_| {
        count += 1;
        ControlFlow::<()>::Continue(())
    });
    count
}
