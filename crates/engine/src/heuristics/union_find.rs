//! Whole-board threats kept with a union-find that can undo: Cirone and Rigosi's wish (section 4 of their report).
//!
//! The contiguous stones of one side along a direction form a group. A move joins its neighbours' groups, and closes an end of the
//! enemy groups it touches; a sum of the groups' worths is kept. Their worry was that union-find has no efficient deletion: but a
//! search deletes in the reverse order of joining, and that is easy without path compression. Union by size keeps every find
//! logarithmic; a journal of the roots that lost their independence is unwound on undo.
//!
//! A group is worth 4^stones for each free end, K-1 and open K-2 more, because they win in one or two moves.

use filetto_rules::{Cell, Direction, Rules, Side, Word};
use filetto_search::{Evaluator, Score};

use crate::Position;

/// See the module's text.
#[derive(Clone, Debug, Default)]
pub struct UnionFind {
    /// By direction and cell.
    nodes: Vec<Node>,
    /// The roots that were hung under another one, latest last, and where the other one's group started before.
    journal: Vec<(usize, Cell)>,
    /// For each move: the length of the journal and the sum before it.
    moves: Vec<(usize, i32)>,
    /// First player's groups minus the second's.
    sum: i32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: usize,
    /// Stones of the group, if this is its root.
    size: usize,
    /// The group's first cell along its direction, if this is its root.
    start: Cell,
}

fn number(rules: Rules, cell: Cell, direction: Direction) -> usize {
    direction as usize * rules.cells() + cell.row() * rules.cols() + cell.col()
}

impl UnionFind {
    fn find(&self, mut node: usize) -> usize {
        while self.nodes[node].parent != node {
            node = self.nodes[node].parent;
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        let (large, small) = if self.nodes[a].size >= self.nodes[b].size { (a, b) } else { (b, a) };
        // Along a direction, of two groups the one that starts further left starts the whole; upwards, the lower one.
        let first = |node: Node| (node.start.col(), node.start.row());
        let start = self.nodes[large].start;
        let other = self.nodes[small].start;
        self.nodes[large].start = if first(self.nodes[small]) < first(self.nodes[large]) { other } else { start };
        self.nodes[large].size += self.nodes[small].size;
        self.nodes[small].parent = large;
        self.journal.push((small, start));
    }

    /// Separates the group that was joined last.
    fn separate(&mut self, small: usize, start: Cell) {
        let large = self.nodes[small].parent;
        self.nodes[large].start = start;
        self.nodes[large].size -= self.nodes[small].size;
        self.nodes[small].parent = small;
    }

    /// What the group around an occupied cell is worth to the first player.
    fn worth<W: Word>(&self, position: &Position<W>, cell: Cell, direction: Direction) -> i32 {
        let rules = position.rules();
        let group = self.nodes[self.find(number(rules, cell, direction))];
        let free = |cell: Option<Cell>| cell.is_some_and(|cell| rules.contains(cell) && position.get(cell).is_none());
        let ends = [group.start.step(direction, -1), group.start.step(direction, group.size as i32)];
        let open = ends.into_iter().filter(|&end| free(end)).count() as i32;
        let near = match rules.k().saturating_sub(group.size) {
            0 | 1 => 16,
            2 if open == 2 => 4,
            _ => 1,
        };
        let worth = (1 << (2 * group.size.min(8))) * open * near;
        if position.get(cell) == Some(Side::First) { worth } else { -worth }
    }

    /// The worths of the groups next to a cell.
    fn around<W: Word>(&self, position: &Position<W>, cell: Cell, whose: Option<Side>) -> i32 {
        let rules = position.rules();
        let neighbour = |direction: Direction, way: i32| {
            let next = cell.step(direction, way).filter(|&next| rules.contains(next))?;
            let stone = position.get(next)?;
            (whose.is_none() || whose == Some(stone)).then(|| self.worth(position, next, direction))
        };
        Direction::ALL.into_iter().flat_map(|direction| [-1, 1].map(|way| neighbour(direction, way).unwrap_or(0))).sum()
    }

    /// Joins the stone on a cell with its neighbours and brings the sum up to date.
    fn settle<W: Word>(&mut self, position: &Position<W>, cell: Cell, side: Side) {
        let rules = position.rules();
        for direction in Direction::ALL {
            let own = number(rules, cell, direction);
            for way in [-1, 1] {
                let next = cell.step(direction, way).filter(|&next| rules.contains(next));
                if let Some(next) = next.filter(|&next| position.get(next) == Some(side)) {
                    self.join(own, number(rules, next, direction));
                }
            }
            self.sum += self.worth(position, cell, direction);
        }
        self.sum += self.around(position, cell, Some(side.other()));
    }
}

impl<W: Word> Evaluator<Position<W>> for UnionFind {
    fn start(&mut self, position: &Position<W>) {
        let rules = position.rules();
        let node = |(i, cell)| Node { parent: i, size: 1, start: cell };
        let cells = Direction::ALL.into_iter().flat_map(|_| rules.all_cells());
        self.nodes = cells.enumerate().map(node).collect();
        self.journal.clear();
        self.moves.clear();
        self.sum = 0;
        for direction in Direction::ALL {
            for cell in rules.all_cells() {
                let next = cell.step(direction, 1).filter(|&next| rules.contains(next));
                if let Some(next) =
                    next.filter(|&next| position.get(cell).is_some() && position.get(next) == position.get(cell))
                {
                    self.join(number(rules, cell, direction), number(rules, next, direction));
                }
            }
            let occupied = rules.all_cells().filter(|&cell| position.get(cell).is_some());
            let first = |&cell: &Cell| self.nodes[self.find(number(rules, cell, direction))].start == cell;
            let sum: i32 = occupied.filter(first).map(|cell| self.worth(position, cell, direction)).sum();
            self.sum += sum;
        }
    }

    fn playing(&mut self, position: &Position<W>, cell: Cell) {
        self.moves.push((self.journal.len(), self.sum));
        self.sum -= self.around(position, cell, None);
    }

    fn played(&mut self, position: &Position<W>, cell: Cell) {
        self.settle(position, cell, position.to_move().other());
    }

    fn undone(&mut self, position: &Position<W>, _: Cell) {
        let _ = position;
        let Some((length, sum)) = self.moves.pop() else { return };
        while self.journal.len() > length {
            if let Some((small, start)) = self.journal.pop() {
                self.separate(small, start);
            }
        }
        self.sum = sum;
    }

    fn evaluate(&mut self, position: &Position<W>, _: Option<Cell>) -> Score {
        Score::new(if position.to_move() == Side::First { self.sum } else { -self.sum })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drawn, estimate, keeps_up};
    use super::*;

    #[test]
    fn a_group_is_worth_its_stones_and_its_free_ends() {
        let position = drawn(
            "5x7x5",
            Side::First,
            &[". . . . . . .", ". . . . . . .", ". . X X . . .", ". . . . . . .", ". . . . . . ."],
        );
        // The row: 16 for each of two ends. Each stone alone in three directions: 4 for each of two ends.
        assert_eq!(estimate(UnionFind::default(), &position, (0, 0)), 32 + 6 * 8);
        let blocked = drawn(
            "5x7x5",
            Side::First,
            &[". . . . . . .", ". . . . . . .", ". O X X . . .", ". . . . . . .", ". . . . . . ."],
        );
        // X's row loses an end; O has one end in the row and two in three directions.
        assert_eq!(estimate(UnionFind::default(), &blocked, (0, 0)), 16 + 6 * 8 - (4 + 3 * 8));
    }

    #[test]
    fn groups_are_kept_through_play_and_undo() {
        keeps_up(UnionFind::default, &["3x3x3", "6x7x4g", "7x5x4", "9x9x5", "3x8x6", "12x12x5"]);
    }
}
