//! Monte Carlo tree search: a tree that grows where the samples are good.
//!
//! Each simulation walks down the tree by the UCT rule (mean value plus a bonus for the rarely tried), adds the children
//! of the leaf it arrives at, samples one position and carries the result back up (Kocsis and Szepesvári, *Bandit based
//! Monte-Carlo planning*, 2006; Coulom 2006). Finished games are facts rather than samples: a move into a position lost
//! for the opponent wins, a position whose moves are all settled is settled (Winands, Björnsson and Saito, *Monte-Carlo
//! tree search solver*, 2008; draws are settled here as well). Settled positions are not walked into again, and a settled
//! root ends the search.
//!
//! The tree is one vector of fixed capacity; when it is full the search goes on sampling its leaves. Left out: sharing
//! nodes between transpositions, virtual loss for threads, and going on with the tree at the next move.

use crate::amaf::Amaf;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::mcts_tree::{MctsTree, Node};
use crate::order::{AsGiven, Order};
use crate::playout::{Playout, worth};
use crate::report::{Progress, Report};
use crate::rng::Rng;
use crate::score::Bound;
use crate::walk::Walk;

/// Monte Carlo tree search by UCT, with settled positions backed up.
#[derive(Clone, Debug)]
pub struct Mcts<O = AsGiven> {
    /// How positions are sampled.
    pub playout: Playout,
    /// The weight of the bonus for rarely tried moves; values lie between -1 and 1.
    pub exploration: f64,
    /// What an untried move is worth. `None`: more than any tried one, so all are tried once, the best of `order` first.
    pub first_play: Option<f64>,
    /// In which order a position's moves are tried.
    pub order: O,
    /// The size of the tree in bytes.
    pub bytes: usize,
    /// Where the random moves come from.
    pub rng: Rng,
    /// The most simulations of a search, if they are counted.
    pub simulations: Option<u32>,
    /// Learn from all moves of a simulation; `None` learns from the first alone.
    pub rave: Option<Rave>,
}

/// How much a move trusts what was seen of it deeper in the tree and in playouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rave {
    /// After so many visits of its own a move trusts them as much as the others.
    pub equivalence: f64,
    /// The rank of the [`Order`] is worth so many visits that were never made, 0 for none.
    pub prior: f32,
    /// The rank that counts as three wins in four.
    pub scale: f32,
}

impl Mcts {
    /// Random playouts, a tree of 64 MiB, the moves in the game's own order.
    pub fn new(seed: u64) -> Self {
        Mcts {
            playout: Playout::Random,
            exploration: std::f64::consts::SQRT_2,
            first_play: None,
            order: AsGiven,
            bytes: 64 << 20,
            rng: Rng::new(seed),
            simulations: None,
            rave: None,
        }
    }
}

impl<O> Mcts<O> {
    /// The same search with another kind of sample.
    #[must_use]
    pub fn playout(self, playout: Playout) -> Self {
        Mcts { playout, ..self }
    }

    /// The same search with a tree of another size.
    #[must_use]
    pub fn bytes(self, bytes: usize) -> Self {
        Mcts { bytes, ..self }
    }

    /// The same search trying moves in another order.
    #[must_use]
    pub fn order<P>(self, order: P) -> Mcts<P> {
        let Mcts { playout, exploration, first_play, bytes, rng, simulations, rave, .. } = self;
        Mcts { playout, exploration, first_play, order, bytes, rng, simulations, rave }
    }

    /// Grows a tree under `game` until a limit is reached or the root is settled; `progress` hears of it at every
    /// doubling of the simulations. The score is the mean in thousandths of a win, unless the root is settled.
    /// Without limits it ends when the tree is full.
    pub fn run<G, E>(
        &mut self,
        game: &mut G,
        evaluator: &mut E,
        limits: &Limits,
        progress: impl FnMut(&Progress<'_, G::Move>),
    ) -> Report<G::Move>
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
    {
        self.run_in(&mut MctsTree::new(self.bytes), game, evaluator, limits, progress)
    }

    /// The same in memory that the caller keeps from search to search; what was in the tree is forgotten.
    pub fn run_in<G, E>(
        &mut self,
        tree: &mut MctsTree<G::Move>,
        game: &mut G,
        evaluator: &mut E,
        limits: &Limits,
        mut progress: impl FnMut(&Progress<'_, G::Move>),
    ) -> Report<G::Move>
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
    {
        let endless =
            limits.time.is_none() && limits.nodes.is_none() && limits.stop.is_none() && self.simulations.is_none();
        let mut walk = Walk::new(game, evaluator, &limits.clone().one_pass());
        if let Some(score) = walk.ended() {
            return walk.report(Ok(score), true);
        }
        tree.clear(self.rave.is_some());
        let mut next_news = 1024;
        let stopped = loop {
            if tree.nodes[0].settled.is_some() {
                break None;
            }
            if self.simulations.is_some_and(|most| tree.nodes[0].visits >= most) {
                break Some(Stopped::Simulations);
            }
            if endless && tree.full {
                break Some(Stopped::Memory);
            }
            let visit = walk.meter().tick().and_then(|()| self.simulate(&mut walk, tree, 0));
            if let Err(stopped) = visit {
                break Some(stopped);
            }
            if tree.nodes[0].visits >= next_news {
                next_news = next_news.saturating_mul(2);
                let (stats, line) = (walk.stats_now(), tree.line());
                let (depth, score) = (stats.depth, tree.root_score());
                progress(&Progress { depth, score, nodes: stats.nodes, elapsed: stats.elapsed, line: &line });
            }
        };
        conclude(walk, tree, stopped)
    }

    /// One simulation from `node` down. The value is for the player to move there.
    fn simulate<G, E>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        tree: &mut MctsTree<G::Move>,
        node: usize,
    ) -> Result<f64, Stopped>
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
    {
        walk.stats.depth = walk.stats.depth.max(walk.ply());
        if tree.nodes[node].visits == 0 && node != 0 {
            // The score of an ended game counts from the root, a settled node's from itself.
            tree.nodes[node].settled = walk.ended().map(|score| score.to_table(walk.ply()));
        }
        if let Some(settled) = tree.nodes[node].settled {
            if self.rave.is_some() {
                tree.trace.set(walk.game().indices(), walk.path().iter().map(|&mv| walk.game().index(mv)));
            }
            return Ok(tree.visited(node, worth(settled, 1.0)));
        }
        let grown = !tree.nodes[node].children().is_empty()
            || ((tree.nodes[node].visits > 0 || node == 0) && self.expand(walk, tree, node));
        if !grown {
            let trace = self.rave.is_some().then_some(&mut tree.trace);
            let value = self.playout.sample(walk, &mut self.rng, |walk| {
                if let Some(trace) = trace {
                    trace.set(walk.game().indices(), walk.path().iter().map(|&mv| walk.game().index(mv)));
                }
            })?;
            return Ok(tree.visited(node, value));
        }
        let child = self.select(tree, node);
        let mv = tree.nodes[child].mv;
        let mut value = -match mv {
            Some(mv) => walk.after(mv, |walk| self.simulate(walk, tree, child))?,
            None => 0.0,
        };
        if tree.nodes[child].settled.is_some() {
            tree.settle(node);
            value = tree.nodes[node].settled.map_or(value, |settled| worth(settled, 1.0));
        }
        if self.rave.is_some() {
            tree.learn(node, walk.ply(), value, |mv| walk.game().index(mv));
        }
        Ok(tree.visited(node, value))
    }

    /// Gives a leaf its children; `false` when the tree has no room for them.
    fn expand<G, E>(&mut self, walk: &mut Walk<'_, G, E>, tree: &mut MctsTree<G::Move>, node: usize) -> bool
    where
        G: Game,
        E: Evaluator<G>,
        O: Order<G>,
    {
        let span = walk.moves();
        let place = walk.place(1);
        let fixed = walk.arrange(span, &mut self.order, place, &Default::default());
        let grown = tree.has_room(span.len());
        if grown {
            let first = tree.nodes.len();
            for i in 0..span.len() {
                let mv = walk.pick::<O>(span, i, fixed);
                tree.nodes.push(Node::new(Some(mv)));
                if let Some(rave) = self.rave {
                    let rank = if rave.prior > 0.0 { self.order.rank(walk.game(), mv, place) } else { 0 };
                    tree.amaf.push(Amaf::prior(rave.prior, (rank as f32 / rave.scale * 0.549).tanh()));
                }
            }
            tree.adopt(node, first);
        }
        walk.release(span);
        grown
    }

    /// The child to look at by UCT. Children that are known to lose are passed over while there is another.
    fn select<M: Copy>(&self, tree: &MctsTree<M>, node: usize) -> usize {
        let log = f64::from(tree.nodes[node].visits.max(1)).ln();
        let children = tree.nodes[node].children();
        let mut best = (f64::NEG_INFINITY, children.start);
        for child in children {
            let Node { visits, settled, .. } = tree.nodes[child];
            let bonus = self.exploration * (log / f64::from(visits.max(1))).sqrt();
            let urgency = match (settled, self.first_play) {
                (Some(settled), _) if settled.is_win() => f64::MIN,
                (_, None) if visits == 0 && self.rave.is_none() => f64::INFINITY,
                (_, Some(first_play)) if visits == 0 && self.rave.is_none() => first_play + bonus,
                (_, _) => match self.rave {
                    Some(rave) => tree.amaf[child].mixed(visits, -tree.nodes[child].mean(), rave.equivalence) + bonus,
                    None => -tree.nodes[child].mean() + bonus,
                },
            };
            if urgency > best.0 {
                best = (urgency, child);
            }
        }
        best.1
    }
}

fn conclude<G: Game, E: Evaluator<G>>(
    mut walk: Walk<'_, G, E>,
    tree: &MctsTree<G::Move>,
    stopped: Option<Stopped>,
) -> Report<G::Move> {
    let line = tree.line();
    let score = tree.root_score();
    walk.set_line(&line, score);
    let settled = tree.nodes[0].settled;
    let mut report = walk.report(Ok(score), settled.is_some());
    report.stopped = stopped;
    // That a settled position is won is certain, that it takes so long is not: a shorter win may be unexplored.
    report.bound = match settled {
        Some(settled) if settled.is_win() => Bound::Lower,
        Some(settled) if settled.is_loss() => Bound::Upper,
        _ => Bound::Exact,
    };
    report
}
