//! The truth about a small board, by looking at every game: nothing of the solver, nothing of the checker.

use std::collections::HashMap;

use filetto_rules::{Placement, Rules};

/// The most cells that are searched through.
pub(crate) const CELLS: usize = 12;

/// A claim about one board, in the words of docs/certificates.md.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) k: usize,
    pub(crate) gravity: bool,
    pub(crate) weak: bool,
    pub(crate) who: usize,
    pub(crate) wins: bool,
    pub(crate) after: Vec<usize>,
}

impl Question {
    /// Whether the side achieves what is claimed of it.
    pub(crate) fn is_true(&self) -> bool {
        let rules = Rules::new(self.rows, self.cols, self.k, Placement::with_gravity(self.gravity));
        let rules = rules.expect("a board that the checker has accepted");
        let bit = |cell: filetto_rules::Cell| 1 << (cell.row() * self.cols + cell.col());
        let lines = rules.windows().map(|line| line.cells().map(bit).fold(0, |mask, bit| mask | bit)).collect();
        let mut search = Search { question: self, lines, known: HashMap::new() };
        let mut stones = [0, 0];
        for (ply, cell) in self.after.iter().enumerate() {
            stones[ply % 2] |= 1 << cell;
        }
        search.achieves(stones, self.after.len() % 2)
    }

    /// In a weak game only the lines of the attacker count: of the side that wins, or that is held.
    fn counts(&self, side: usize) -> bool {
        !self.weak || (side == self.who) == self.wins
    }
}

struct Search<'a> {
    question: &'a Question,
    /// The cells of every K in a row.
    lines: Vec<u32>,
    /// By the stones of both; who is to move follows from them.
    known: HashMap<[u32; 2], bool>,
}

impl Search<'_> {
    fn achieves(&mut self, stones: [u32; 2], mover: usize) -> bool {
        if let Some(&known) = self.known.get(&stones) {
            return known;
        }
        let Question { rows, cols, gravity, who, wins, .. } = *self.question;
        let taken = stones[0] | stones[1];
        let free =
            |cell: &usize| taken >> cell & 1 == 0 && (!gravity || *cell < cols || taken >> (cell - cols) & 1 == 1);
        let mut moves = (0..rows * cols).filter(free).peekable();
        let achieved = if moves.peek().is_none() {
            !wins
        } else {
            let mut good = |cell: usize| {
                let mut next = stones;
                next[mover] |= 1 << cell;
                let complete = |line: &u32| line >> cell & 1 == 1 && next[mover] & line == *line;
                if self.question.counts(mover) && self.lines.iter().any(complete) {
                    return mover == who;
                }
                self.achieves(next, 1 - mover)
            };
            if mover == who { moves.any(&mut good) } else { moves.all(&mut good) }
        };
        self.known.insert(stones, achieved);
        achieved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_knows_of_small_boards() {
        let ask = |rules: &str, weak: bool, who: usize, wins: bool| {
            let rules: Rules = rules.parse().unwrap();
            let (rows, cols, k, gravity) = (rules.rows(), rules.cols(), rules.k(), rules.gravity());
            Question { rows, cols, k, gravity, weak, who, wins, after: Vec::new() }.is_true()
        };
        assert!(!ask("3x3x3", false, 0, true) && ask("3x3x3", false, 1, false), "noughts and crosses is a draw");
        assert!(ask("3x3x3", true, 0, true), "but X completes a row if O's rows do not count");
        assert!(ask("4x3x3", false, 0, true) && !ask("4x3x3", false, 1, false));
        assert!(ask("2x2x2", false, 0, true) && !ask("2x2x2", false, 1, true));
        assert!(!ask("3x4x4g", false, 0, true) && ask("3x4x4g", false, 0, false));
    }
}
