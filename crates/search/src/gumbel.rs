//! The root by Gumbel's trick: few simulations, each where it decides most.
//!
//! Adding Gumbel noise to the logits and taking the largest is the same as drawing from the policy; the largest few are a
//! sample without repetition. Sequential halving shares the simulations among these: all get equally many, the worse half is
//! dropped, and so on. What is played and learnt is `logit + noise + scale * value`, which is provably no worse than
//! the policy if the values are right (Danihelka, Guez, Schrittwieser and Silver, *Policy improvement by planning with
//! Gumbel*, ICLR 2022). Without noise it is a deterministic choice, as a match wants it.

use crate::mcts_tree::Node;
use crate::puct_tree::{Prior, PuctTree};
use crate::rng::Rng;

/// How the simulations of a root are shared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gumbel {
    /// Simulations for one move.
    pub simulations: u32,
    /// At most so many moves of the root are looked at.
    pub considered: usize,
    /// How much a value weighs against the policy: `(visit_offset + most visits) * value_scale` logits for a whole win.
    pub value_scale: f32,
    /// See `value_scale`.
    pub visit_offset: f32,
    /// Whether the candidates are drawn rather than the likeliest.
    pub noise: bool,
}

impl Gumbel {
    /// A root of so many simulations without noise.
    pub fn new(simulations: u32) -> Gumbel {
        Gumbel { simulations, considered: 16, value_scale: 0.3, visit_offset: 50.0, noise: false }
    }

    /// The same with noise, for games that one learns from.
    #[must_use]
    pub fn with_noise(self) -> Gumbel {
        Gumbel { noise: true, ..self }
    }
}

/// The search of one root: which move is looked at next, which is played, what is learnt.
#[derive(Clone, Debug)]
pub struct GumbelRoot {
    settings: Gumbel,
    /// For every simulation, how often its move was looked at before in this search.
    schedule: Vec<u32>,
    done: usize,
    /// For every child of the root, its logit with noise, and its tries when this search began.
    children: Vec<(f32, u32)>,
    rng: Rng,
}

impl GumbelRoot {
    /// A search that has yet to look at its root.
    pub fn new(settings: Gumbel, seed: u64) -> GumbelRoot {
        GumbelRoot { settings, schedule: Vec::new(), done: 0, children: Vec::new(), rng: Rng::new(seed) }
    }

    /// Whether all simulations are spent or the root is settled. A root that the judge has not seen yet costs one verdict more.
    pub fn is_done<M: Copy + Eq>(&self, tree: &PuctTree<M>) -> bool {
        tree.settled().is_some() || self.done >= self.settings.simulations as usize
    }

    /// The child of the root to look at next; none if the root has to be judged first.
    pub(crate) fn next_child<M: Copy + Eq>(&mut self, tree: &PuctTree<M>) -> Option<usize> {
        let root = &tree.nodes[0];
        if !root.extra.judged {
            return None;
        }
        let children = root.children();
        if self.children.len() != children.len() {
            self.begin(tree);
        }
        let base = &self.children;
        let tries = |&i: &usize| tree.nodes[children.start + i].tries() - base[i].1;
        let alive = |&i: &usize| !tree.nodes[children.start + i].loses();
        let wanted = self.schedule.get(self.done).copied().unwrap_or(0);
        self.done += 1;
        let best = |candidates: &mut dyn Iterator<Item = usize>| {
            candidates.max_by(|&a, &b| self.merit(tree, a).total_cmp(&self.merit(tree, b)).then(b.cmp(&a)))
        };
        // Losing moves fall out of the schedule; their simulations go to the rest, the rarest tried first.
        let chosen = best(&mut (0..children.len()).filter(alive).filter(|i| tries(i) == wanted)).or_else(|| {
            let fewest =
                (0..children.len()).filter(alive).filter(|i| tries(i) > 0).map(|i| tries(&i)).min().unwrap_or(0);
            best(&mut (0..children.len()).filter(alive).filter(|i| tries(i) == fewest))
        });
        Some(children.start + chosen.unwrap_or(0))
    }

    fn begin<M: Copy + Eq>(&mut self, tree: &PuctTree<M>) {
        let (noise, rng) = (self.settings.noise, &mut self.rng);
        let start = |node: &Node<M, Prior>| {
            let gumbel = if noise { gumbel(rng) } else { 0.0 };
            (log(node.extra.prior) + gumbel, node.tries())
        };
        let children = &tree.nodes[tree.nodes[0].children()];
        self.children = children.iter().map(start).collect();
        let alive = children.iter().filter(|child| !child.loses()).count();
        self.schedule = schedule(alive.min(self.settings.considered), self.settings.simulations as usize);
    }

    /// The logit with noise and value of the `i`-th child.
    fn merit<M: Copy + Eq>(&self, tree: &PuctTree<M>, i: usize) -> f32 {
        let child = &tree.nodes[tree.nodes[0].children().start + i];
        self.children[i].0 + self.transform(tree, completed(tree, child))
    }

    /// A value between -1 and 1 in logits.
    fn transform<M: Copy + Eq>(&self, tree: &PuctTree<M>, value: f64) -> f32 {
        let most = tree.nodes[tree.nodes[0].children()].iter().map(|child| child.visits).max().unwrap_or(0);
        (self.settings.visit_offset + most as f32) * self.settings.value_scale * (value as f32 + 1.0) / 2.0
    }

    /// The move to play: if the root is settled one that keeps its value, otherwise the best of the most looked at.
    pub fn choice<M: Copy + Eq>(&self, tree: &PuctTree<M>) -> Option<M> {
        let root = &tree.nodes[0];
        if root.settled.is_some() || self.children.len() != root.children().len() {
            return tree.favourite(0).and_then(|child| tree.nodes[child].mv).or_else(|| self.likeliest(tree));
        }
        let children = root.children();
        let tries = |i: usize| tree.nodes[children.start + i].visits.saturating_sub(self.children[i].1);
        let alive = |&i: &usize| !tree.nodes[children.start + i].loses();
        let most = (0..children.len()).filter(alive).map(tries).max()?;
        let finalists = (0..children.len()).filter(alive).filter(|&i| tries(i) == most);
        let best = finalists.max_by(|&a, &b| self.merit(tree, a).total_cmp(&self.merit(tree, b)).then(b.cmp(&a)))?;
        tree.nodes[children.start + best].mv
    }

    fn likeliest<M: Copy + Eq>(&self, tree: &PuctTree<M>) -> Option<M> {
        tree.root_moves().max_by(|a, b| a.prior.total_cmp(&b.prior)).map(|best| best.mv)
    }

    /// The policy that the search arrived at: a share for every move of the root, in the order of
    /// [`root_moves`](PuctTree::root_moves). Certain moves have all of it.
    pub fn improved_policy<M: Copy + Eq>(&self, tree: &PuctTree<M>) -> Vec<f32> {
        let root = &tree.nodes[0];
        let children = &tree.nodes[root.children()];
        let best = children.iter().filter_map(|child| child.settled).map(|settled| (-settled).from_table(1)).max();
        let logit = |child: &Node<M, Prior>| match (root.settled, child.settled) {
            // Of a settled root only the moves that keep its value count.
            (Some(_), settled) => {
                let keeps = settled.is_some() && settled.map(|settled| (-settled).from_table(1)) == best;
                if keeps { log(child.extra.prior) } else { f32::NEG_INFINITY }
            }
            (None, Some(settled)) if settled.is_win() => f32::NEG_INFINITY,
            (None, _) => log(child.extra.prior) + self.transform(tree, completed(tree, child)),
        };
        softmax(children.iter().map(logit).collect())
    }
}

/// The value of a child for the player at the root; of one that was not looked at the mixture of the root's own value and of what
/// its siblings are worth.
fn completed<M: Copy + Eq>(tree: &PuctTree<M>, child: &Node<M, Prior>) -> f64 {
    if let Some(settled) = child.settled {
        return -crate::playout::worth(settled, 1.0);
    }
    if child.visits > 0 {
        return -child.mean();
    }
    let root = &tree.nodes[0];
    let (mut visits, mut weight, mut sum) = (0.0, 0.0, 0.0);
    for child in tree.nodes[root.children()].iter().filter(|child| child.visits > 0) {
        visits += f64::from(child.visits);
        weight += f64::from(child.extra.prior);
        sum += f64::from(child.extra.prior) * -child.mean();
    }
    let siblings = if weight > 0.0 { sum / weight } else { 0.0 };
    (f64::from(root.extra.value) + visits * siblings) / (1.0 + visits)
}

/// For each simulation, how often its move was looked at before: sequential halving of `considered` moves.
fn schedule(considered: usize, simulations: usize) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations as u32).collect();
    }
    let rounds = considered.next_power_of_two().ilog2() as usize;
    let mut visits = vec![0; considered];
    let mut left = considered;
    let mut schedule = Vec::with_capacity(simulations);
    while schedule.len() < simulations {
        let each = (simulations / (rounds * left)).max(1);
        for _ in 0..each {
            schedule.extend_from_slice(&visits[..left]);
            visits[..left].iter_mut().for_each(|count| *count += 1);
        }
        left = (left / 2).max(2);
    }
    schedule.truncate(simulations);
    schedule
}

fn log(prior: f32) -> f32 {
    prior.max(1e-9).ln()
}

/// A draw from Gumbel's distribution.
fn gumbel(rng: &mut Rng) -> f32 {
    let uniform = ((rng.bits() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -(-uniform.ln()).ln() as f32
}

fn softmax(mut logits: Vec<f32>) -> Vec<f32> {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - highest).exp());
    let total: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= total);
    logits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_spends_every_simulation_and_gives_survivors_equally_many() {
        // Four moves and sixteen simulations: two rounds of eight.
        assert_eq!(schedule(4, 16), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(schedule(1, 3), [0, 1, 2]);
        assert_eq!(schedule(7, 4), [0, 0, 0, 0]);
        for considered in 1..20 {
            for simulations in 1..70 {
                assert_eq!(schedule(considered, simulations).len(), simulations);
            }
        }
    }

    #[test]
    fn gumbel_noise_draws_moves_as_often_as_the_policy_says() {
        let shares = [0.5f32, 0.3, 0.2];
        let mut rng = Rng::new(4);
        let mut counts = [0; 3];
        for _ in 0..30_000 {
            let noisy = shares.map(|share| log(share) + gumbel(&mut rng));
            let best = (0..3).max_by(|&a, &b| noisy[a].total_cmp(&noisy[b])).unwrap();
            counts[best] += 1;
        }
        for (count, share) in counts.into_iter().zip(shares) {
            assert!((count as f32 / 30_000.0 - share).abs() < 0.01, "{counts:?}");
        }
    }
}
