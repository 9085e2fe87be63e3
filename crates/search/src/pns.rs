//! Proof-number search: always look where the proof needs least.
//!
//! A tree in memory carries a proof and a disproof number at every node. The player who is asked about needs one good
//! move (the smallest proof number counts, disproof numbers add up), the other player must fail with all of them (the
//! other way round). From the root there is a path to a leaf that helps both the cheapest proof and the cheapest
//! disproof; that leaf is grown, and the numbers above it are made right again (Allis 1994). Narrow forced lines are
//! followed to any depth, which is what proofs in k-in-a-row games look like.
//!
//! Walking back up ends where the numbers no longer change, and the next leaf is looked for from there. The tree is
//! bounded; when it is full the search says so. Left out: the second-level search PN2 and deleting settled subtrees; the
//! depth-first form with a table, [`DfPn`](crate::DfPn), is the remedy for memory.

use std::ops::Range;

use crate::evaluator::Blind;
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::proof::{Even, Numbers, Proof, Prospect, Question, add};
use crate::walk::Walk;

/// Proof-number search with its tree in memory.
#[derive(Clone, Debug)]
pub struct Pns<P = Even> {
    /// The first guess at a leaf's numbers.
    pub prospect: P,
    /// The size of the tree in bytes.
    pub bytes: usize,
}

impl Default for Pns {
    fn default() -> Self {
        Pns { prospect: Even, bytes: 64 << 20 }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    mv: Option<M>,
    numbers: Numbers,
    parent: u32,
    first_child: u32,
    child_count: u32,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, numbers: Numbers, parent: usize) -> Self {
        Node { mv, numbers, parent: parent as u32, first_child: 0, child_count: 0 }
    }

    fn children(&self) -> Range<usize> {
        self.first_child as usize..(self.first_child + self.child_count) as usize
    }
}

impl<P> Pns<P> {
    /// Answers a question about the player to move, or as much of it as the limits and the memory allow.
    pub fn prove<G: Game>(&mut self, game: &mut G, question: Question, limits: &Limits) -> Proof<G::Move>
    where
        P: Prospect<G>,
    {
        let mut blind = Blind;
        let mut walk = Walk::new(game, &mut blind, limits);
        let capacity = (self.bytes / size_of::<Node<G::Move>>()).clamp(1, u32::MAX as usize / 2);
        let numbers = match walk.game().outcome() {
            Some(outcome) => Numbers::settled(question.answer(outcome, true)),
            None => self.prospect.numbers(walk.game(), true),
        };
        let mut tree = Tree { nodes: vec![Node::new(None, numbers, 0)], capacity };
        let stopped = self.grow(&mut walk, &mut tree, question).err();
        walk.ascend_to(0);
        let line = tree.line();
        let fallback = if numbers.answer().is_none() || line.is_empty() { first_move(&mut walk) } else { None };
        Proof::new(question, tree.nodes[0].numbers, line, fallback, stopped, walk.stats_now())
    }

    fn grow<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G, Blind>,
        tree: &mut Tree<G::Move>,
        question: Question,
    ) -> Result<(), Stopped>
    where
        P: Prospect<G>,
    {
        walk.meter().tick()?;
        let mut node = 0;
        while tree.nodes[0].numbers.answer().is_none() {
            while !tree.nodes[node].children().is_empty() {
                node = tree.most_proving(node, attacking(walk));
                if let Some(mv) = tree.nodes[node].mv {
                    walk.descend(mv)?;
                }
            }
            walk.stats.depth = walk.stats.depth.max(walk.ply());
            self.expand(walk, tree, node, question)?;
            loop {
                let numbers = tree.combined(node, attacking(walk));
                let unchanged = numbers == tree.nodes[node].numbers;
                tree.nodes[node].numbers = numbers;
                // A settled node is never the place to go on from.
                if node == 0 || (unchanged && numbers.answer().is_none()) {
                    break;
                }
                node = tree.nodes[node].parent as usize;
                walk.ascend();
            }
        }
        Ok(())
    }

    fn expand<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G, Blind>,
        tree: &mut Tree<G::Move>,
        node: usize,
        question: Question,
    ) -> Result<(), Stopped>
    where
        P: Prospect<G>,
    {
        let span = walk.moves();
        if tree.nodes.len() + span.len() > tree.capacity {
            return Err(Stopped::Memory);
        }
        let first = tree.nodes.len();
        for i in 0..span.len() {
            let mv = walk.listed(span, i);
            let numbers = walk.after(mv, |walk| {
                Ok(match walk.game().outcome() {
                    Some(outcome) => Numbers::settled(question.answer(outcome, attacking(walk))),
                    None => self.prospect.numbers(walk.game(), attacking(walk)),
                })
            });
            // Half a family would be a wrong proof: a stopped node stays a leaf.
            let numbers = numbers.inspect_err(|_| tree.nodes.truncate(first))?;
            tree.nodes.push(Node::new(Some(mv), numbers, node));
        }
        walk.release(span);
        tree.nodes[node].first_child = first as u32;
        tree.nodes[node].child_count = span.len() as u32;
        Ok(())
    }
}

/// Whether the player who is asked about is to move.
fn attacking<G: Game>(walk: &Walk<'_, G, Blind>) -> bool {
    walk.ply().is_multiple_of(2)
}

fn first_move<G: Game>(walk: &mut Walk<'_, G, Blind>) -> Option<G::Move> {
    walk.report(Err(Stopped::Flag), false).best
}

struct Tree<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    /// The numbers of a node from its children's: the attacker needs one of them, the defender all.
    fn combined(&self, node: usize, attacking: bool) -> Numbers {
        let children = &self.nodes[self.nodes[node].children()];
        let least = |of: fn(&Numbers) -> u32| children.iter().map(|c| of(&c.numbers)).min().unwrap_or(0);
        let total = |of: fn(&Numbers) -> u32| children.iter().map(|c| of(&c.numbers)).fold(0, add);
        if attacking {
            Numbers { proof: least(|n| n.proof), disproof: total(|n| n.disproof) }
        } else {
            Numbers { proof: total(|n| n.proof), disproof: least(|n| n.disproof) }
        }
    }

    fn most_proving(&self, node: usize, attacking: bool) -> usize {
        let need = |&child: &usize| {
            let numbers = self.nodes[child].numbers;
            if attacking { numbers.proof } else { numbers.disproof }
        };
        self.nodes[node].children().min_by_key(need).unwrap_or(node)
    }

    /// From a settled root the line that keeps the answer, otherwise the most promising one.
    fn line(&self) -> Vec<M> {
        let (mut line, mut node, mut attacking) = (Vec::new(), 0, true);
        while !self.nodes[node].children().is_empty() {
            node = self.most_proving(node, attacking);
            line.extend(self.nodes[node].mv);
            attacking = !attacking;
        }
        line
    }
}
