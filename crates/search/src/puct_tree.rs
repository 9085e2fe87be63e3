//! The tree of PUCT: growing a leaf, waiting for its verdict, carrying it up, keeping a part of it for the next move.
//!
//! A leaf grows its children as soon as it is reached and looks one ply ahead for finished games: a move that wins at once
//! settles the leaf without asking anybody. A leaf that is not settled waits for the verdict of a [`PolicyValue`]; until then every position on
//! the way to it counts as visited and lost for whoever chose it (virtual loss: Chaslot, Winands and van den Herik, *Parallel
//! Monte-Carlo tree search*, 2008), so that the next leaf of the same batch is sought elsewhere.

use crate::game::{Game, Outcome};
use crate::mcts_tree::{MctsTree, Node};
use crate::movelist::MoveList;
use crate::playout::worth;
use crate::score::Score;

/// What PUCT adds to a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prior {
    /// How much the policy of the parent likes the move that leads here, between 0 and 1.
    pub(crate) prior: f32,
    /// The value that the judge gave, for the player to move here.
    pub(crate) value: f32,
    /// Walks through this node whose verdict is still awaited.
    pub(crate) pending: u32,
    /// The game's number of the move that leads here.
    pub(crate) index: u16,
    /// Whether the children have their priors.
    pub(crate) judged: bool,
}

/// The score of a finished game, counted from its end.
pub(crate) fn ended(outcome: Outcome) -> Score {
    match outcome {
        Outcome::Win => Score::win_in(0),
        Outcome::Draw => Score::DRAW,
        Outcome::Loss => Score::loss_in(0),
    }
}

/// A tree whose moves have priors.
pub type PuctTree<M> = MctsTree<M, Prior>;

/// The way to a position that awaits its verdict.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub(crate) path: Vec<u32>,
}

/// What a move of the root came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// How often it was looked at.
    pub visits: u32,
    /// What the policy thought of it, between 0 and 1.
    pub prior: f32,
    /// Its mean value for the player to move at the root; none if it was not looked at.
    pub value: Option<f32>,
    /// Its certain value for that player, if it is known, the distance counted from the root.
    pub settled: Option<Score>,
}

impl<M> Node<M, Prior> {
    /// Visits, the awaited ones included.
    pub(crate) fn tries(&self) -> u32 {
        self.visits + self.extra.pending
    }

    /// The value for the player who moves here, an awaited visit counting as lost for them.
    pub(crate) fn chosen_value(&self) -> Option<f64> {
        if let Some(settled) = self.settled {
            return Some(-worth(settled, 1.0));
        }
        let tries = self.tries();
        (tries > 0).then(|| -(self.sum + f64::from(self.extra.pending)) / f64::from(tries))
    }

    /// Whether moving here is known to lose.
    pub(crate) fn loses(&self) -> bool {
        self.settled.is_some_and(Score::is_win)
    }
}

impl<M: Copy + Eq> PuctTree<M> {
    /// A bare root, whatever was in the tree.
    pub fn reset(&mut self) {
        self.clear(false);
    }

    /// Visits of the root so far.
    pub fn visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// The certain value of the root, if it is known.
    pub fn settled(&self) -> Option<Score> {
        self.nodes[0].settled
    }

    /// The value of the root for the player to move there, between -1 and 1.
    pub fn value(&self) -> f32 {
        self.nodes[0].settled.map_or(self.nodes[0].mean(), |settled| worth(settled, 1.0)) as f32
    }

    /// The moves of the root, in the game's order.
    pub fn root_moves(&self) -> impl Iterator<Item = RootMove<M>> + '_ {
        self.nodes[0].children().filter_map(|child| {
            let node = &self.nodes[child];
            Some(RootMove {
                mv: node.mv?,
                visits: node.visits,
                prior: node.extra.prior,
                value: (node.visits > 0).then(|| -node.mean() as f32),
                settled: node.settled.map(|settled| (-settled).from_table(1)),
            })
        })
    }

    /// The settled or most visited line.
    pub fn best_line(&self) -> Vec<M> {
        self.line()
    }

    /// Gives the node at the end of `path` its children and settles what one ply shows. `false` if there is no room.
    pub(crate) fn grow<G: Game<Move = M>>(&mut self, node: usize, game: &mut G, list: &mut MoveList<M>) -> bool {
        let start = list.len();
        game.moves(list);
        let span = list.since(start);
        let fits = self.has_room(span.len());
        if fits {
            let first = self.nodes.len();
            for i in 0..span.len() {
                let mv = list.get(span, i);
                let mut child = Node::<M, Prior>::new(Some(mv));
                child.extra.index = game.index(mv) as u16;
                game.play(mv);
                child.settled = game.outcome().map(ended);
                game.undo(mv);
                self.nodes.push(child);
            }
            self.adopt(node, first);
            self.settle(node);
        }
        list.release(span);
        fits
    }

    /// Marks a walk whose verdict is awaited.
    pub(crate) fn wait(&mut self, path: &[u32]) {
        path.iter().for_each(|&node| self.nodes[node as usize].extra.pending += 1);
    }

    /// The verdict on a leaf: its value for the player to move there, and the logits of the moves by their numbers.
    pub fn answer(&mut self, leaf: &Leaf, value: f32, logits: &[f32]) {
        leaf.path.iter().for_each(|&node| self.nodes[node as usize].extra.pending -= 1);
        let Some(&last) = leaf.path.last() else { return };
        let last = last as usize;
        self.nodes[last].extra.judged = true;
        self.nodes[last].extra.value = value;
        let children = self.nodes[last].children();
        let logit = |node: &Node<M, Prior>| logits.get(usize::from(node.extra.index)).copied().unwrap_or(f32::MIN);
        let alive = |node: &&Node<M, Prior>| !node.loses();
        let highest = self.nodes[children.clone()].iter().filter(alive).map(logit).fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for child in &mut self.nodes[children.clone()] {
            child.extra.prior = if child.loses() { 0.0 } else { (logit(child) - highest).exp() };
            total += child.extra.prior;
        }
        for child in &mut self.nodes[children] {
            child.extra.prior /= total.max(f32::MIN_POSITIVE);
        }
        self.carry(&leaf.path, f64::from(value));
    }

    /// Counts a visit of every node of the path, the value being that of its last node, and settles what can be settled.
    pub(crate) fn carry(&mut self, path: &[u32], mut value: f64) {
        let mut settled_below = false;
        for &node in path.iter().rev() {
            let node = node as usize;
            if settled_below && self.nodes[node].settled.is_none() {
                self.settle(node);
            }
            settled_below = self.nodes[node].settled.is_some();
            if let Some(settled) = self.nodes[node].settled {
                value = worth(settled, 1.0);
            }
            self.visited(node, value);
            value = -value;
        }
    }

    /// Makes the position after `mv` the root and drops all that is not below it. A move that is not in the tree leaves a
    /// bare root. No verdict may be awaited.
    pub fn advance(&mut self, mv: M) {
        let Some(new_root) = self.nodes[0].children().find(|&child| self.nodes[child].mv == Some(mv)) else {
            return self.clear(false);
        };
        let old = self.nodes.clone();
        self.clear(false);
        self.nodes[0] = old[new_root];
        self.nodes[0].mv = None;
        // Breadth first: the copy's place in the vector and the node it was copied from advance together.
        let mut origins = vec![new_root];
        let mut at = 0;
        while at < origins.len() {
            let children = old[origins[at]].children();
            if !children.is_empty() {
                let first = self.nodes.len();
                self.nodes.extend_from_slice(&old[children.clone()]);
                origins.extend(children);
                self.adopt(at, first);
            }
            at += 1;
        }
    }
}
