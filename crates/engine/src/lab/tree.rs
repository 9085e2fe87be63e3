//! The game tree of a small position as alpha-beta sees it: what it visits, what each position is worth, what it cuts.

use filetto_rules::{Cell, Game as Record, Word};
use filetto_search::{AlphaBeta, FixedDepth, Limits, Observer, Score};

use crate::heuristics::Heuristic;
use crate::{OnPosition, Position, on_position};

/// A game tree, its nodes in the order they were entered.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The nodes; the root first, every node after its parent.
    pub nodes: Vec<Node>,
    /// How deep.
    pub depth: u32,
}

/// A position of the tree, or a move that was cut and never looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The move that leads here; none at the root.
    pub cell: Option<Cell>,
    /// The number of the parent.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: u32,
    /// The window it was entered with, for its player to move.
    pub window: (Score, Score),
    /// Its worth to the player to move at the *root*; none if it was cut.
    pub value: Option<Score>,
}

/// The tree has more nodes than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree has more than {most} nodes: give a smaller --depth, or more --moves")]
pub struct TooLarge {
    /// The most that was allowed.
    pub most: usize,
}

/// Writes down what alpha-beta does.
#[derive(Default)]
pub(super) struct Scribe {
    nodes: Vec<Node>,
    /// The nodes that are entered and not yet left.
    open: Vec<usize>,
    /// The moves of the innermost open node that were cut, which is told before it is left.
    most: usize,
}

impl Scribe {
    /// A scribe with room for so many nodes.
    pub(super) fn with_room(most: usize) -> Scribe {
        Scribe { most, ..Scribe::default() }
    }

    /// What it wrote down.
    pub(super) fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    fn add(&mut self, cell: Option<Cell>, window: (Score, Score), value: Option<Score>) -> usize {
        let parent = self.open.last().copied();
        let ply = self.open.len() as u32;
        // Beyond the limit only the count matters.
        if self.nodes.len() <= self.most {
            self.nodes.push(Node { cell, parent, ply, window, value });
        }
        self.nodes.len() - 1
    }
}

impl Observer<Cell> for Scribe {
    fn enter(&mut self, cell: Option<Cell>, alpha: Score, beta: Score, _: u32) {
        let node = self.add(cell, (alpha, beta), None);
        self.open.push(node);
    }

    fn cut(&mut self, cell: Cell) {
        self.add(Some(cell), (Score::LOWEST, Score::HIGHEST), None);
    }

    fn leave(&mut self, score: Score) {
        if let Some(node) = self.open.pop() {
            let at_root = if self.open.len().is_multiple_of(2) { score } else { -score };
            self.nodes[node].value = Some(at_root);
        }
    }
}

impl Tree {
    /// The tree under the position that a game has reached, so many plies deep, if it has at most so many nodes.
    pub fn of(game: &Record, depth: u32, heuristic: &Heuristic, most: usize) -> Result<Tree, TooLarge> {
        struct Grow<'a> {
            depth: u32,
            heuristic: &'a Heuristic,
            most: usize,
        }
        impl OnPosition for Grow<'_> {
            type Output = Result<Tree, TooLarge>;
            fn run<W: Word>(self, mut position: Position<W>) -> Result<Tree, TooLarge> {
                let mut search = AlphaBeta::new().observe(Scribe::with_room(self.most));
                // The search is given up as soon as it has visited too much; cut moves are counted by the scribe.
                let limits = Limits::none().depth(self.depth).nodes(self.most as u64 + 1);
                let report = search.run(&mut position, &mut self.heuristic.clone(), &limits);
                let nodes = search.into_observer().nodes;
                let fits = report.stopped.is_none() && nodes.len() <= self.most;
                if fits { Ok(Tree { nodes, depth: self.depth }) } else { Err(TooLarge { most: self.most }) }
            }
        }
        on_position(game, Grow { depth, heuristic, most })
    }

    /// The children of a node, in the order they were looked at.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        (node + 1..self.nodes.len()).filter(move |&child| self.nodes[child].parent == Some(node))
    }
}

#[cfg(test)]
mod tests {
    use filetto_rules::{Rules, read_moves};

    use super::*;

    fn tree(rules: &str, moves: &str, depth: u32) -> Result<Tree, TooLarge> {
        let mut game = Record::new(rules.parse().unwrap());
        for cell in read_moves(&game, moves, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        Tree::of(&game, depth, &Heuristic::named("chua").unwrap(), 500)
    }

    #[test]
    fn every_move_is_visited_or_marked_as_cut() {
        let tree = tree("3x3x3", "a1 b2 c3 b1 b3", 4).unwrap();
        let empty = 4;
        for (i, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.value.is_some()) {
            let children = tree.children(i).count();
            let ended = node.value.is_some_and(|value| value.is_decisive() && children == 0);
            assert!(
                ended || children == empty - node.ply as usize,
                "node {i}: {children} children at ply {}",
                node.ply
            );
        }
        assert!(tree.nodes.iter().any(|node| node.value.is_none()), "something is cut");
        // O threatens b1 b2 and X a-column and the third row: with b3 X threatens a3; O's only hope fails.
        let best = tree.children(0).filter_map(|child| tree.nodes[child].value).max();
        assert_eq!(tree.nodes[0].value, best, "the root is worth its best child");
    }

    #[test]
    fn values_alternate_between_the_greatest_and_the_least_child() {
        let tree = tree("3x3x3", "a1 b2 c3 a3 c1", 3).unwrap();
        for (i, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.value.is_some()) {
            let values: Vec<Score> = tree.children(i).filter_map(|child| tree.nodes[child].value).collect();
            // A cut node's value is a bound; without a cut it is exact.
            if !values.is_empty() && tree.children(i).all(|child| tree.nodes[child].value.is_some()) {
                let expected = if node.ply.is_multiple_of(2) { values.iter().max() } else { values.iter().min() };
                assert_eq!(node.value.as_ref(), expected);
            }
        }
    }

    #[test]
    fn a_tree_that_is_too_large_is_refused() {
        let game = Record::new(Rules::GOMOKU);
        let refused = Tree::of(&game, 3, &Heuristic::named("chua").unwrap(), 500).unwrap_err();
        assert_eq!(refused, TooLarge { most: 500 });
        assert!(tree("3x3x3", "", 2).is_ok());
    }
}
