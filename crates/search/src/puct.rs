//! Tree search led by a policy: PUCT, as AlphaZero has it.
//!
//! A walk goes down by mean value plus a bonus that is large for moves the policy likes and few walks have tried (Rosin,
//! *Multi-armed bandits with episode context*, 2011; Silver et al., *A general reinforcement learning algorithm*, Science
//! 2018). The leaf is judged by a [`PolicyValue`] instead of a playout. Finished games are facts and are backed up as in
//! [`Mcts`](crate::Mcts). Leaves are judged in batches. A root with a fixed number of simulations is better searched by
//! [`Gumbel`]; one with a clock goes by PUCT as every other node.
//!
//! Left out: noise at the root (Gumbel's is better founded), transpositions.

use crate::game::Game;
use crate::gumbel::{Gumbel, GumbelRoot};
use crate::limits::{Limits, Stopped};
use crate::meter::Meter;
use crate::movelist::MoveList;
use crate::playout::{permille, worth};
use crate::policy::{PolicyValue, Verdicts};
use crate::puct_tree::{Leaf, PuctTree, ended};
use crate::report::{Progress, Report, Stats};
use crate::score::Bound;

/// The settings of a search by PUCT.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct {
    /// The weight of the policy's bonus; values lie between -1 and 1.
    pub exploration: f64,
    /// By how much an untried move is thought worse than its position, once all likely ones were tried.
    pub first_play: f64,
    /// How many leaves are judged together.
    pub batch: usize,
    /// Shares a fixed number of simulations; without it the root goes by PUCT until a limit ends the search.
    pub root: Option<Gumbel>,
    /// Where the root's noise comes from.
    pub seed: u64,
}

impl Default for Puct {
    fn default() -> Puct {
        Puct { exploration: 1.5, first_play: 0.2, batch: 1, root: None, seed: 1 }
    }
}

/// Where a walk down the tree ended.
#[derive(Debug)]
pub enum Descent<I> {
    /// On a position that has to be judged: give its verdict to [`PuctTree::answer`].
    Leaf(Leaf, I),
    /// On a settled position, which is counted already.
    Settled,
    /// On a position whose verdict is awaited: have those judged first.
    Waiting,
    /// There is no room for another position.
    Full,
}

impl Puct {
    /// Walks from the root to a leaf and takes it down with `input`. The game is given back as it was; `nodes` counts the
    /// moves played.
    pub fn descend<G: Game, I>(
        &self,
        tree: &mut PuctTree<G::Move>,
        root: Option<&mut GumbelRoot>,
        game: &mut G,
        list: &mut MoveList<G::Move>,
        nodes: &mut u64,
        input: impl FnOnce(&G) -> I,
    ) -> Descent<I> {
        let mut path = vec![0];
        let mut moves: Vec<G::Move> = Vec::new();
        let mut forced = root.and_then(|root| root.next_child(tree));
        let end = loop {
            let node = path[path.len() - 1] as usize;
            if let Some(settled) = tree.nodes[node].settled {
                tree.carry(&path, worth(settled, 1.0));
                break Descent::Settled;
            }
            if tree.nodes[node].children().is_empty() {
                if !tree.grow(node, game, list) {
                    break Descent::Full;
                }
                *nodes += tree.nodes[node].children().len() as u64;
                if tree.nodes[node].settled.is_some() {
                    continue;
                }
                tree.wait(&path);
                break Descent::Leaf(Leaf { path }, input(game));
            }
            if !tree.nodes[node].extra.judged {
                break Descent::Waiting;
            }
            let child = forced.take().unwrap_or_else(|| self.select(tree, node));
            let Some(mv) = tree.nodes[child].mv else { break Descent::Waiting };
            game.play(mv);
            moves.push(mv);
            path.push(child as u32);
        };
        *nodes += 1 + moves.len() as u64;
        moves.iter().rev().for_each(|&mv| game.undo(mv));
        end
    }

    /// The child with the best value and bonus. Children that are known to lose are passed over while there is another.
    fn select<M: Copy + Eq>(&self, tree: &PuctTree<M>, node: usize) -> usize {
        let parent = &tree.nodes[node];
        let children = parent.children();
        let bonus = self.exploration * f64::from(parent.tries().max(1)).sqrt();
        let tried = tree.nodes[children.clone()].iter().filter(|child| child.tries() > 0);
        let tried: f64 = tried.map(|child| f64::from(child.extra.prior)).sum();
        let first = parent.mean() - self.first_play * tried.sqrt();
        let mut best = (f64::NEG_INFINITY, children.start);
        for child in children {
            let node = &tree.nodes[child];
            let urgency = if node.loses() {
                f64::MIN
            } else {
                let value = node.chosen_value().unwrap_or(first);
                value + bonus * f64::from(node.extra.prior) / f64::from(1 + node.tries())
            };
            if urgency > best.0 {
                best = (urgency, child);
            }
        }
        best.1
    }

    /// Searches under `game` until the simulations are spent, a limit is reached or the root is settled; `progress` hears of it
    /// at every doubling. What `tree` knows of this position is kept: after a move, [`PuctTree::advance`] it; for
    /// another game, [`PuctTree::reset`] it. Without limits it ends when the tree is full.
    pub fn run<G: Game, P: PolicyValue<G>>(
        &self,
        tree: &mut PuctTree<G::Move>,
        game: &mut G,
        judge: &mut P,
        limits: &Limits,
        mut progress: impl FnMut(&Progress<'_, G::Move>),
    ) -> Report<G::Move> {
        let mut search =
            Batch { meter: Meter::new(limits), stats: Stats::default(), leaves: Vec::new(), inputs: Vec::new() };
        let mut root = self.root.map(|settings| GumbelRoot::new(settings, self.seed));
        let mut list = MoveList::new();
        if let Some(outcome) = game.outcome() {
            let score = ended(outcome);
            return Report {
                score,
                bound: Bound::Exact,
                best: None,
                line: Vec::new(),
                solved: true,
                stopped: None,
                stats: search.stats,
            };
        }
        let mut next_news = 64;
        let mut stopped = search.meter.charge(0).err();
        while stopped.is_none() && tree.settled().is_none() {
            let spent = root.as_ref().is_some_and(|root| root.is_done(tree));
            let mut nodes = 0;
            let descent = if spent {
                Descent::Waiting
            } else {
                self.descend(tree, root.as_mut(), game, &mut list, &mut nodes, |game| judge.input(game))
            };
            let ready = match descent {
                Descent::Leaf(leaf, input) => {
                    search.stats.depth = search.stats.depth.max(leaf.path.len() as u32 - 1);
                    search.leaves.push(leaf);
                    search.inputs.push(input);
                    // The root's own verdict is needed before anything else.
                    search.leaves.len() >= self.batch || tree.visits() == 0
                }
                Descent::Settled => false,
                Descent::Waiting => true,
                Descent::Full => {
                    stopped = Some(Stopped::Memory);
                    true
                }
            };
            stopped = search.meter.charge(nodes).err().or(stopped);
            if ready || stopped.is_some() {
                if spent && search.leaves.is_empty() {
                    break;
                }
                search.judge(tree, judge);
            }
            if tree.visits() >= next_news {
                next_news = tree.visits().saturating_mul(2);
                let (line, score) = (tree.line(), tree.root_score());
                let (depth, nodes, elapsed) = (search.stats.depth, search.meter.nodes(), search.meter.elapsed());
                progress(&Progress { depth, score, nodes, elapsed, line: &line });
            }
        }
        search.judge(tree, judge);
        let chosen = root.as_ref().and_then(|root| root.choice(tree));
        search.conclude(tree, game, chosen, stopped)
    }
}

/// The leaves that wait for their verdicts, and what the search has cost.
struct Batch<I> {
    meter: Meter,
    stats: Stats,
    leaves: Vec<Leaf>,
    inputs: Vec<I>,
}

impl<I> Batch<I> {
    fn judge<G: Game, P: PolicyValue<G, Input = I>>(&mut self, tree: &mut PuctTree<G::Move>, judge: &mut P) {
        if self.leaves.is_empty() {
            return;
        }
        let mut verdicts = Verdicts::default();
        judge.evaluate(&self.inputs, &mut verdicts);
        self.stats.evaluations += self.inputs.len() as u64;
        for (i, leaf) in self.leaves.drain(..).enumerate() {
            tree.answer(&leaf, verdicts.value(i), verdicts.logits(i));
        }
        self.inputs.clear();
    }

    fn conclude<G: Game>(
        self,
        tree: &PuctTree<G::Move>,
        game: &G,
        chosen: Option<G::Move>,
        stopped: Option<Stopped>,
    ) -> Report<G::Move> {
        let mut line = tree.line();
        let mut score = tree.root_score();
        if let Some(chosen) = chosen.filter(|chosen| line.first() != Some(chosen)) {
            let of = tree.root_moves().find(|root_move| root_move.mv == chosen);
            score = of.and_then(|of| of.settled.or(of.value.map(|value| permille(f64::from(value))))).unwrap_or(score);
            line = vec![chosen];
        }
        let first = || {
            let mut list = MoveList::new();
            game.moves(&mut list);
            let span = list.since(0);
            list.iter(span).next()
        };
        let settled = tree.settled();
        let bound = match settled {
            Some(settled) if settled.is_win() => Bound::Lower,
            Some(settled) if settled.is_loss() => Bound::Upper,
            _ => Bound::Exact,
        };
        let stats = Stats { nodes: self.meter.nodes(), elapsed: self.meter.elapsed(), ..self.stats };
        let best = line.first().copied().or_else(first);
        Report { score, bound, best, line, solved: settled.is_some(), stopped, stats }
    }
}
