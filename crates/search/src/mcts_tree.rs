//! The tree of MCTS: one vector, the children of a node side by side.
//!
//! A player that thinks about many positions keeps one [`MctsTree`] and grows each new tree in the same memory: mapping
//! and returning many megabytes at every move costs milliseconds, and holds up the other threads of the process.

use std::ops::Range;

use crate::amaf::{Amaf, Trace};
use crate::playout::permille;
use crate::score::Score;

/// A position of the tree, its statistics seen by the player to move there. `X` is what one kind of search adds to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M, X = ()> {
    /// The move that leads here; the root has none.
    pub(crate) mv: Option<M>,
    /// The certain value, its distance counted from here.
    pub(crate) settled: Option<Score>,
    pub(crate) visits: u32,
    first_child: u32,
    child_count: u32,
    pub(crate) sum: f64,
    pub(crate) extra: X,
}

impl<M, X: Default> Node<M, X> {
    pub(crate) fn new(mv: Option<M>) -> Self {
        Node { mv, settled: None, visits: 0, first_child: 0, child_count: 0, sum: 0.0, extra: X::default() }
    }
}

impl<M, X> Node<M, X> {
    pub(crate) fn children(&self) -> Range<usize> {
        self.first_child as usize..(self.first_child + self.child_count) as usize
    }

    pub(crate) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.sum / f64::from(self.visits) }
    }
}

/// Room for a tree of bounded size; node 0 is the root.
#[derive(Clone, Debug)]
pub struct MctsTree<M, X = ()> {
    pub(crate) nodes: Vec<Node<M, X>>,
    capacity: usize,
    /// Beside the nodes when all moves count as first; empty otherwise.
    pub(crate) amaf: Vec<Amaf>,
    /// The moves of the present simulation.
    pub(crate) trace: Trace,
    /// Whether a leaf could not grow for want of room.
    pub(crate) full: bool,
}

impl<M: Copy, X: Copy + Default> MctsTree<M, X> {
    /// Room of so many bytes.
    pub fn new(bytes: usize) -> Self {
        let capacity = (bytes / size_of::<Node<M, X>>()).clamp(1, u32::MAX as usize / 2);
        // Reserved at once: growing by doubling would need half as much again while it copies.
        let mut nodes = Vec::with_capacity(capacity);
        nodes.push(Node::new(None));
        MctsTree { nodes, capacity, amaf: Vec::new(), trace: Trace::default(), full: false }
    }

    /// A bare root again, in the same memory.
    pub(crate) fn clear(&mut self, all_as_first: bool) {
        self.nodes.clear();
        self.nodes.push(Node::new(None));
        self.amaf.clear();
        self.amaf.resize(usize::from(all_as_first), Amaf::default());
        self.full = false;
    }

    /// Whether `children` more nodes fit. The root's always do: without them there is no move to choose.
    pub(crate) fn has_room(&mut self, children: usize) -> bool {
        let fits = self.nodes.len() == 1 || self.nodes.len() + children <= self.capacity;
        self.full |= !fits;
        fits
    }

    /// Makes the nodes from `first` on the children of `node`.
    pub(crate) fn adopt(&mut self, node: usize, first: usize) {
        self.nodes[node].first_child = first as u32;
        self.nodes[node].child_count = (self.nodes.len() - first) as u32;
    }

    /// Counts a visit that was worth `value`, and hands the value on.
    pub(crate) fn visited(&mut self, node: usize, value: f64) -> f64 {
        self.nodes[node].visits = self.nodes[node].visits.saturating_add(1);
        self.nodes[node].sum += value;
        value
    }

    /// Tells the children of `node` whose moves its player made later in the simulation what it was worth.
    pub(crate) fn learn(&mut self, node: usize, ply: u32, value: f64, index: impl Fn(M) -> usize) {
        for child in self.nodes[node].children() {
            if self.nodes[child].mv.is_some_and(|mv| self.trace.has(ply, index(mv))) {
                self.amaf[child].add(value);
            }
        }
    }

    /// Settles a node from its children: won if one of them is lost for the opponent, otherwise only when all of them
    /// are settled.
    pub(crate) fn settle(&mut self, node: usize) {
        let children = &self.nodes[self.nodes[node].children()];
        let values = children.iter().filter_map(|child| child.settled.map(|settled| (-settled).from_table(1)));
        let all = children.iter().all(|child| child.settled.is_some());
        let best = values.max();
        if let Some(best) = best.filter(|best| all || best.is_win()) {
            self.nodes[node].settled = Some(best);
        }
    }

    /// The child to play: a settled one that keeps the node's settled value, otherwise the most visited that is not
    /// known to lose.
    pub(crate) fn favourite(&self, node: usize) -> Option<usize> {
        let merit = |&child: &usize| {
            let child = &self.nodes[child];
            let certain = child.settled.map_or(0, |settled| if settled.is_decisive() { -settled.raw() } else { 0 });
            (certain, child.visits)
        };
        let tried = |&child: &usize| self.nodes[child].visits > 0 || self.nodes[child].settled.is_some();
        let by_mean = |&a: &usize, &b: &usize| {
            merit(&a).cmp(&merit(&b)).then(self.nodes[b].mean().total_cmp(&self.nodes[a].mean()))
        };
        match self.nodes[node].settled {
            // Settled as a draw, a much visited move that is not settled itself must not come before the drawing one.
            Some(settled) if !settled.is_decisive() => {
                self.nodes[node].children().find(|&child| self.nodes[child].settled == Some(Score::DRAW))
            }
            _ => self.nodes[node].children().rev().filter(tried).max_by(by_mean),
        }
    }

    /// The favourite line from the root.
    pub(crate) fn line(&self) -> Vec<M> {
        let nodes = std::iter::successors(self.favourite(0), |&node| self.favourite(node));
        nodes.filter_map(|node| self.nodes[node].mv).collect()
    }

    /// The root's settled value, or its favourite child's mean in thousandths of a win.
    pub(crate) fn root_score(&self) -> Score {
        let sampled = || self.favourite(0).map_or(Score::DRAW, |child| permille(-self.nodes[child].mean()));
        self.nodes[0].settled.unwrap_or_else(sampled)
    }
}
