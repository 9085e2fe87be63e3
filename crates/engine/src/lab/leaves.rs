//! A tree given by its leaves: the paper exercise of every course.
//!
//! `3 12 8 2 4 6 14 5 2` with three moves everywhere is the tree of two plies that most textbooks draw. Minimax, negamax and
//! alpha-beta go over it by the same code as over any game; the tree of alpha-beta is kept, with its windows and cuts.

use filetto_rules::{Cell, MAX_SIDE};
use filetto_search::{
    AlphaBeta, Estimate, FixedDepth, Game, Key, Limits, Minimax, MoveList, Negamax, Outcome, Report, Score,
};

use super::recorded::{MoveOrder, cut_tree, whole_tree};
use super::tree::TooLarge;
use super::{Tree, tree::Scribe};

/// What the three algorithms make of a tree.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// Moves in every position.
    pub branching: usize,
    /// Plies to the leaves.
    pub depth: u32,
    /// Each algorithm with its value and the positions it visits.
    pub rows: [(&'static str, Score, u64); 3],
    /// What alpha-beta saw and cut; moves are columns of one row, a1, b1, c1.
    pub tree: Tree,
}

/// Leaves that make no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLeaves {
    /// Fewer than two, or more than fit a drawing.
    #[error("{0} leaves: give 2 to {most} whole numbers, '3 12 8 2 4 6 14 5 2' say", most = MOST)]
    Count(usize),
    /// Not a power of the branching.
    #[error("{leaves} leaves are no full tree of {branching} moves a position: give another --branching")]
    Uneven {
        /// How many leaves there are.
        leaves: usize,
        /// The moves in every position.
        branching: usize,
    },
}

/// More leaves than this are no exercise.
const MOST: usize = 4096;

/// A walk down the tree.
#[derive(Clone)]
struct Leaves<'a> {
    values: &'a [i32],
    branching: usize,
    depth: usize,
    path: Vec<usize>,
}

impl Leaves<'_> {
    fn place(&self) -> usize {
        self.path.iter().fold(0, |place, step| place * self.branching + step)
    }

    /// The leaf's number, for the player to move there.
    fn leaf(&self) -> Score {
        let value = Score::new(self.values.get(self.place()).copied().unwrap_or(0));
        if self.depth.is_multiple_of(2) { value } else { -value }
    }
}

impl Game for Leaves<'_> {
    type Move = Cell;

    fn moves(&self, list: &mut MoveList<Cell>) {
        (0..self.branching).for_each(|i| list.push(Cell::new(0, i)));
    }

    fn play(&mut self, cell: Cell) {
        self.path.push(cell.col());
    }

    fn undo(&mut self, _: Cell) {
        self.path.pop();
    }

    /// A leaf is an estimate like any other: nobody wins here.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn key(&self) -> Key {
        Key((self.path.len() as u64) << 32 | self.place() as u64)
    }

    fn index(&self, cell: Cell) -> usize {
        cell.col()
    }

    fn indices(&self) -> usize {
        self.branching
    }
}

/// Runs the three algorithms on the tree with these leaves, left to right, worth what they say to the player at the root.
/// Without a branching the smallest that fits is taken.
pub fn exercise(values: &[i32], branching: Option<usize>) -> Result<Exercise, BadLeaves> {
    let (mut game, depth) = grown(values, branching)?;
    let branching = game.branching;
    let mut leaf = Estimate(|game: &Leaves<'_>| game.leaf());
    let limits = Limits::none().depth(depth);
    let row = |name, report: &Report<Cell>| (name, report.score, report.stats.nodes);
    let minimax = Minimax.run(&mut game, &mut leaf, &limits);
    let negamax = Negamax.run(&mut game, &mut leaf, &limits);
    let mut search = AlphaBeta::new().observe(Scribe::with_room(usize::MAX));
    let cut = search.run(&mut game, &mut leaf, &limits);
    let rows = [row("minimax", &minimax), row("negamax", &negamax), row("alpha-beta", &cut)];
    Ok(Exercise { branching, depth, rows, tree: Tree { nodes: search.into_observer().into_nodes(), depth } })
}

/// The tree with these leaves as minimax sees it, whole, or as alpha-beta does with its moves in an order.
pub fn leaves_tree(
    values: &[i32],
    branching: Option<usize>,
    order: Option<MoveOrder>,
    most: usize,
) -> Result<Result<Tree, TooLarge>, BadLeaves> {
    let (mut game, depth) = grown(values, branching)?;
    let mut leaf = Estimate(|game: &Leaves<'_>| game.leaf());
    Ok(match order {
        None => whole_tree(&mut game, &mut leaf, depth, most),
        Some(order) => cut_tree(&mut game, &mut leaf, depth, most, order),
    })
}

/// The tree with these leaves, and how deep it is.
fn grown(values: &[i32], branching: Option<usize>) -> Result<(Leaves<'_>, u32), BadLeaves> {
    let leaves = values.len();
    if !(2..=MOST).contains(&leaves) {
        return Err(BadLeaves::Count(leaves));
    }
    let depth_with = |branching: usize| (1..=12).find(|&depth| branching.checked_pow(depth) == Some(leaves));
    let branching = branching.unwrap_or_else(|| (2..=leaves).find(|&b| depth_with(b).is_some()).unwrap_or(leaves));
    // A board's columns name the moves.
    let depth = depth_with(branching).filter(|_| (2..=MAX_SIDE).contains(&branching));
    let depth = depth.ok_or(BadLeaves::Uneven { leaves, branching })?;
    Ok((Leaves { values, branching, depth: depth as usize, path: Vec::new() }, depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_textbook_s_tree_is_worth_three_and_two_leaves_are_cut() {
        let done = exercise(&[3, 12, 8, 2, 4, 6, 14, 5, 2], None).unwrap();
        assert_eq!((done.branching, done.depth), (3, 2));
        let three = Score::new(3);
        assert_eq!(done.rows, [("minimax", three, 13), ("negamax", three, 13), ("alpha-beta", three, 11)]);
        let cut: Vec<&str> = done.tree.nodes.iter().filter(|node| node.value.is_none()).map(|_| "cut").collect();
        assert_eq!(cut.len(), 2);
        let at: Vec<Option<i32>> = done.tree.children(0).map(|i| done.tree.nodes[i].value.map(Score::raw)).collect();
        assert_eq!(at, [Some(3), Some(2), Some(2)]);
    }

    #[test]
    fn the_three_algorithms_agree_on_random_leaves() {
        let mut rng = filetto_rules::Rng::new(6);
        for (branching, depth) in [(2usize, 1), (2, 5), (3, 3), (4, 2), (5, 3)] {
            for _ in 0..50 {
                let leaves: Vec<i32> = (0..branching.pow(depth)).map(|_| rng.below(20) as i32 - 10).collect();
                let done = exercise(&leaves, Some(branching)).unwrap();
                assert_eq!((done.rows[0].1, done.rows[0].1), (done.rows[1].1, done.rows[2].1));
                assert!(done.rows[2].2 <= done.rows[0].2);
            }
        }
    }

    #[test]
    fn leaves_that_make_no_tree_are_refused() {
        assert_eq!(exercise(&[1], None).unwrap_err(), BadLeaves::Count(1));
        assert_eq!(exercise(&[1, 2, 3], Some(2)).unwrap_err(), BadLeaves::Uneven { leaves: 3, branching: 2 });
        assert_eq!(exercise(&[1, 2, 3, 4, 5], None).unwrap().branching, 5, "five moves from the root");
    }
}
