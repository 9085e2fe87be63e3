//! The root of the search: its moves, and one iteration over them.

use filetto_search::{Score, Stopped};

use super::evaluate::Evaluation;
use super::order::{Scored, every, list};
use super::search::{PLIES, Searcher};
use super::tactics::{Obligation, obligation};
use crate::knowledge::Id;

/// A move of the root with what the search thinks of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) id: Id,
    pub(super) score: Score,
    pub(super) line: Vec<Id>,
}

impl RootMove {
    pub(super) fn unsearched(id: Id) -> RootMove {
        RootMove { id, score: Score::LOWEST, line: vec![id] }
    }
}

impl<E: Evaluation> Searcher<'_, E> {
    /// The moves of the root that are worth looking at, best first.
    pub(super) fn root_moves(&mut self) -> Vec<RootMove> {
        let mut moves = Vec::new();
        let me = self.field.to_move();
        let score = |id| self.worth.of(&self.field, id, me);
        match obligation(&self.field) {
            Obligation::Wins(id, _) | Obligation::Lost(id) | Obligation::Forced(id) => {
                moves.push(Scored { id, score: 0 })
            }
            Obligation::Defend => list(&self.field, true, &mut self.marks, &mut moves, score),
            Obligation::Free => list(&self.field, false, &mut self.marks, &mut moves, score),
        }
        if moves.is_empty() {
            every(&self.field, &mut moves, score);
        }
        let off_centre = self.off_centre();
        moves.sort_by_cached_key(|m| (std::cmp::Reverse(m.score), off_centre(m.id), m.id));
        moves.into_iter().map(|m| RootMove::unsearched(m.id)).collect()
    }

    /// How far cells are from the centre of the stones, or of the board if there are none: of equal moves the central one has more room.
    fn off_centre(&self) -> impl Fn(Id) -> usize + '_ {
        let rules = self.field.rules();
        let stones = rules.all_cells().filter(|&cell| self.field.get(self.field.shape().id(cell)).is_some());
        let (count, rows, cols) =
            stones.fold((0, 0, 0), |(n, rows, cols), cell| (n + 1, rows + cell.row(), cols + cell.col()));
        // Doubled, so that the centre of an even board has a place between its cells.
        let off = move |at: usize, sum: usize, size: usize| match count {
            0 => (2 * at + 1).abs_diff(size),
            n => (2 * at * n).abs_diff(2 * sum) / n,
        };
        move |id| {
            let cell = self.field.cell(id);
            off(cell.row(), rows, rules.rows()).max(off(cell.col(), cols, rules.cols()))
        }
    }

    /// The moves near stones, as if nothing were forced.
    pub(super) fn quiet_moves(&mut self) -> Vec<RootMove> {
        let me = self.field.to_move();
        let mut moves = Vec::new();
        let worth = |id| self.worth.of(&self.field, id, me).min(40);
        list(&self.field, false, &mut self.marks, &mut moves, worth);
        moves.sort_by_key(|m| (std::cmp::Reverse(m.score), m.id));
        moves.into_iter().map(|m| RootMove::unsearched(m.id)).collect()
    }

    /// One iteration over the root within a window. Moves before `from` are left out (they belong to better lines of a multiple
    /// search). On return the best move is at `from`; if the search was stopped, what it had found by then counts.
    pub(super) fn root(
        &mut self,
        moves: &mut [RootMove],
        from: usize,
        depth: i32,
        window: (Score, Score),
    ) -> Result<Score, Stopped> {
        let (mut alpha, beta) = window;
        let mut best = Score::LOWEST;
        self.iteration = depth;
        self.meter.tick()?;
        for i in from..moves.len() {
            let id = moves[i].id;
            self.play(id);
            let searched = if i == from {
                self.search::<true>(depth - 1, -beta, -alpha, 1)
            } else {
                let reduce =
                    if i - from > 3 && depth > 2 { self.selectivity.reduction(depth, i - from, 0) / 2 } else { 0 };
                let mut searched = self.search::<false>(depth - 1 - reduce, -alpha.above(), -alpha, 1);
                if reduce > 0 && searched.as_ref().is_ok_and(|score| -*score > alpha) {
                    searched = self.search::<false>(depth - 1, -alpha.above(), -alpha, 1);
                }
                if searched.as_ref().is_ok_and(|score| -*score > alpha) && beta > alpha.above() {
                    searched = self.search::<true>(depth - 1, -beta, -alpha, 1);
                }
                searched
            };
            self.undo(id);
            let score = -searched?;
            if score > best {
                best = score;
                if score > alpha || i == from {
                    moves[i].score = score;
                    moves[i].line.clear();
                    moves[i].line.push(id);
                    let tail = &self.lines[PLIES + 2..][..self.lengths[1]];
                    moves[i].line.extend_from_slice(tail);
                    moves[from..=i].rotate_right(1);
                }
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
