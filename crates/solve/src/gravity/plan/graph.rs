//! The graph above the plans: for each position a plan, or the claimant's moves with all replies.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read, Write};

use filetto_rules::{Game, Side, WinRule};

use super::finder::{At, Finder, Stop};
use super::strategy::Planned;
use crate::certificate::{Claim, Game as Lines, Unwritten, write};
use crate::gravity::GravitySolver;
use crate::gravity::shape::{Dynamic, Shape};
use crate::gravity::word::Bits;

/// Positions that a search for one plan looks at. With 3,000 to 5,000 certificates are of the same size.
const BUDGET: usize = 4000;
/// With more empty cells a new plan is not looked for: which moves are good takes the solver too long there.
const EMPTY: u32 = 34;
/// Plans that are tried again, the last one that held first.
const SHELF: usize = 300;
/// Positions looked at before the best graph is taken anew.
const BATCH: usize = 64;

/// What things cost, in about bytes of a certificate: a move, a leaf, a cell that a plan of one leaf names, a position that a plan meets (for the checker),
/// and a position that was not looked at.
const MOVE: f32 = 1.0;
const LEAF: f32 = 4.0;
const NAMED: f32 = 0.5;
const MET: f32 = 0.005;
const GUESS: f32 = 30.0;

/// What is known of a position in which the claimant is to move.
enum Node {
    Fresh,
    /// A first move and the number of a plan, perhaps mirrored, that meets so many positions.
    Leaf {
        first: u64,
        plan: usize,
        mirrored: bool,
        met: usize,
    },
    /// Good moves, and the positions after each and every reply.
    Open(Vec<(u64, Vec<usize>)>),
}

/// What the claimant does in a position: its move, and with a plan the cells that this names and whether it is mirrored.
pub(super) struct Choice<'p> {
    pub(super) first: u64,
    pub(super) plan: Option<(&'p [u64], bool)>,
}

/// A plan: the cells that it names, and how many leaves have it.
struct Plan {
    cells: Vec<u64>,
    leaves: usize,
}

/// What a search may keep for another day: plans, and positions without one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    plans: Vec<Vec<u64>>,
    hopeless: HashSet<At>,
}

/// A proof in the making.
pub(crate) struct Graph<'a> {
    finder: Finder<'a>,
    claim: Claim,
    /// The positions that all others follow from.
    roots: Vec<usize>,
    nodes: Vec<(At, Node)>,
    index: HashMap<At, usize>,
    /// What each costs; nothing if it has to be added up anew.
    costs: Vec<Option<f32>>,
    plans: Vec<Plan>,
    /// Numbers of plans, the one that held last in front.
    shelf: Vec<usize>,
    hopeless: HashSet<At>,
}

impl<'a> Graph<'a> {
    /// What is claimed of the position that a game has reached; nothing if the board does not fit.
    pub(crate) fn new(
        solver: &'a GravitySolver,
        game: &Game,
        who: Side,
        wins: bool,
        memory: Memory,
    ) -> Option<Graph<'a>> {
        let rules = game.rules();
        let shape = Dynamic::<u64>::new(rules.rows() as u32, rules.cols() as u32, rules.k() as u32)?;
        if rules.win_rule() != WinRule::AtLeast {
            return None;
        }
        let claim = Claim { rules, game: Lines::Strong, who, wins, after: game.cells().collect() };
        let mut graph = Graph {
            finder: Finder::new(shape, solver, wins),
            claim,
            roots: Vec::new(),
            nodes: Vec::new(),
            index: HashMap::new(),
            costs: Vec::new(),
            plans: Vec::new(),
            shelf: Vec::new(),
            hopeless: memory.hopeless,
        };
        // The plan that names no cell is the first to be tried.
        for cells in std::iter::once(Vec::new()).chain(memory.plans.into_iter().filter(|cells| !cells.is_empty())) {
            graph.add_plan(cells);
        }
        graph.shelf.reverse();
        let mut at = At { own: 0, mask: 0 };
        for (index, cell) in game.cells().enumerate() {
            let bit = 1 << (cell.col() as u32 * shape.stride() + cell.row() as u32);
            at = At { own: if index % 2 == who.index() { at.own | bit } else { at.own }, mask: at.mask | bit };
        }
        let roots = if game.to_move() == who { vec![at] } else { graph.finder.next(at) };
        let open = roots.into_iter().filter(|&at| graph.finder.is_open(at));
        graph.roots = open.collect::<Vec<At>>().into_iter().map(|at| graph.node(at)).collect();
        Some(graph)
    }

    /// Goes on until nothing is left to look at; false if it was stopped before. It tells how many leaves the best graph has and how many positions
    /// that were not looked at, and is stopped by `true`.
    pub(crate) fn run(&mut self, watch: &mut dyn FnMut(usize, usize) -> bool) -> bool {
        loop {
            let (known, fresh) = self.best_graph();
            let leaves = known.iter().filter(|&&id| matches!(self.nodes[id].1, Node::Leaf { .. })).count();
            let mut stop = || watch(leaves, fresh.len());
            if stop() {
                return false;
            }
            if fresh.is_empty() {
                return self.tidy(&mut stop);
            }
            for &id in fresh.iter().take(BATCH) {
                self.look(id, &mut stop);
                if self.finder.stopped {
                    return false;
                }
            }
        }
    }

    /// The certificate of a graph in which nothing is left to look at.
    pub(crate) fn certificate(&self) -> Result<Vec<u8>, Unwritten> {
        write(&self.claim, &mut Planned::new(self, self.claim.who))
    }

    /// What may be of use on another day.
    pub(crate) fn memory(&self) -> Memory {
        let plans = self.shelf.iter().map(|&plan| self.plans[plan].cells.clone()).collect();
        Memory { plans, hopeless: self.hopeless.clone() }
    }

    pub(super) fn shape(&self) -> Dynamic<u64> {
        self.finder.shape
    }

    pub(super) fn followed(&self, at: At) -> bool {
        self.finder.followed(at)
    }

    pub(super) fn at(&self, at: At) -> Option<Choice<'_>> {
        let key = self.finder.canonical(at);
        let id = *self.index.get(&key)?;
        let turn = |cell: u64| if key == at { cell } else { self.finder.shape.mirror(cell) };
        match &self.nodes[id].1 {
            Node::Fresh => None,
            Node::Leaf { first, plan, mirrored, .. } => {
                let plan = Some((&self.plans[*plan].cells[..], *mirrored == (key == at)));
                Some(Choice { first: turn(*first), plan })
            }
            Node::Open(_) => self.best(id).map(|&(first, _)| Choice { first: turn(first), plan: None }),
        }
    }

    fn node(&mut self, at: At) -> usize {
        let key = self.finder.canonical(at);
        let next = self.nodes.len();
        let id = *self.index.entry(key).or_insert(next);
        if id == next {
            self.nodes.push((key, Node::Fresh));
        }
        id
    }

    fn add_plan(&mut self, cells: Vec<u64>) -> usize {
        let known = self.plans.iter().position(|plan| plan.cells == cells);
        known.unwrap_or_else(|| {
            self.plans.push(Plan { cells, leaves: 0 });
            self.shelf.insert(0, self.plans.len() - 1);
            self.plans.len() - 1
        })
    }

    fn leaf(&mut self, id: usize, leaf: Node) {
        if let Node::Leaf { plan, .. } = self.nodes[id].1 {
            self.plans[plan].leaves -= 1;
        }
        if let Node::Leaf { plan, .. } = leaf {
            self.plans[plan].leaves += 1;
        }
        self.nodes[id].1 = leaf;
    }

    /// The good moves of a node, the middle ones first.
    fn moves(&mut self, id: usize, stop: Stop<'_>) -> Vec<u64> {
        let shape = self.finder.shape;
        let mut cells: Vec<u64> = Bits(self.finder.good(self.nodes[id].0, stop)).collect();
        cells.sort_by_key(|cell| (2 * (cell.trailing_zeros() / shape.stride()) + 1).abs_diff(shape.cols()));
        cells
    }

    /// The first of these plans that holds after one of the moves, if it costs less than this.
    fn reuse(&self, id: usize, cells: &[u64], plans: &[usize], most: f32) -> Option<Node> {
        let (at, mut seen) = (self.nodes[id].0, HashSet::new());
        for &plan in plans {
            for (mirrored, &first) in
                [false, true].into_iter().flat_map(|turn| cells.iter().map(move |cell| (turn, cell)))
            {
                let turn = |cell: u64| if mirrored { self.finder.shape.mirror(cell) } else { cell };
                let image = At { own: turn(at.own), mask: turn(at.mask) };
                if let Some(met) = self.finder.test(&self.plans[plan].cells, image, turn(first), &mut seen)
                    && LEAF + MET * (met as f32) < most
                {
                    return Some(Node::Leaf { first, plan, mirrored, met });
                }
            }
        }
        None
    }

    /// Finds a plan for a node, or else its moves.
    fn look(&mut self, id: usize, stop: Stop<'_>) {
        let at = self.nodes[id].0;
        let cells = self.moves(id, stop);
        if self.finder.stopped {
            return;
        }
        let shelf = &self.shelf[..self.shelf.len().min(SHELF)];
        if let Some(leaf) = self.reuse(id, &cells, shelf, f32::INFINITY) {
            if let Node::Leaf { plan, .. } = leaf {
                self.shelf.retain(|&other| other != plan);
                self.shelf.insert(0, plan);
            }
            return self.leaf(id, leaf);
        }
        let mut best: Option<(f32, u64, Vec<u64>, usize)> = None;
        let empty = self.finder.shape.cells() - at.mask.count_ones();
        if empty <= EMPTY && !self.hopeless.contains(&at) {
            for &first in &cells {
                let found = self.finder.plan(at, first, BUDGET, stop);
                if self.finder.stopped {
                    return;
                }
                if let Some((plan, met)) = found {
                    let cost = NAMED * plan.len() as f32 + MET * met as f32;
                    if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                        best = Some((cost, first, plan, met));
                    }
                }
            }
            if best.is_none() {
                self.hopeless.insert(at);
            }
        }
        if let Some((_, first, cells, met)) = best {
            let plan = self.add_plan(cells);
            return self.leaf(id, Node::Leaf { first, plan, mirrored: false, met });
        }
        let mut moves = Vec::new();
        for first in cells {
            let replies = self.finder.next(At { own: at.own | first, mask: at.mask | first });
            let mut next: Vec<usize> = replies.into_iter().map(|at| self.node(at)).collect();
            next.sort_unstable();
            next.dedup();
            moves.push((first, next));
        }
        self.nodes[id].1 = Node::Open(moves);
    }

    fn cost(&mut self, id: usize) -> f32 {
        if let Some(cost) = self.costs[id] {
            return cost;
        }
        let cost = match &mut self.nodes[id].1 {
            Node::Fresh => GUESS,
            Node::Leaf { plan, met, .. } => {
                let Plan { cells, leaves } = &self.plans[*plan];
                let own = if *leaves > 1 { 0.0 } else { NAMED * cells.len() as f32 };
                LEAF + own + MET * *met as f32
            }
            Node::Open(moves) => {
                let moves = std::mem::take(moves);
                let sum = |next: &Vec<usize>| MOVE + next.iter().map(|&id| self.cost(id)).sum::<f32>();
                let least = moves.iter().map(|(_, next)| next).map(sum).fold(f32::INFINITY, f32::min);
                self.nodes[id].1 = Node::Open(moves);
                least
            }
        };
        self.costs[id] = Some(cost);
        cost
    }

    /// The cheapest move of a node and what follows.
    fn best(&self, id: usize) -> Option<&(u64, Vec<usize>)> {
        let Node::Open(moves) = &self.nodes[id].1 else { return None };
        let sum = |next: &Vec<usize>| next.iter().map(|&id| self.costs[id].unwrap_or(0.0)).sum::<f32>();
        moves.iter().min_by(|a, b| sum(&a.1).total_cmp(&sum(&b.1)))
    }

    /// The nodes of the cheapest graph: those that were looked at, and the others, the latest positions first.
    fn best_graph(&mut self) -> (Vec<usize>, Vec<usize>) {
        self.costs = vec![None; self.nodes.len()];
        for id in self.roots.clone() {
            self.cost(id);
        }
        let (mut met, mut todo) = (vec![false; self.nodes.len()], self.roots.clone());
        let (mut known, mut fresh) = (Vec::new(), Vec::new());
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut met[id], true) {
                continue;
            }
            if let Node::Fresh = self.nodes[id].1 {
                fresh.push(id)
            } else {
                known.push(id)
            }
            todo.extend(self.best(id).into_iter().flat_map(|(_, next)| next));
        }
        fresh.sort_by_key(|&id| std::cmp::Reverse(self.nodes[id].0.mask.count_ones()));
        (known, fresh)
    }

    /// Tries the plans that most leaves have in all positions of the finished graph: a plan less is named, or a leaf takes the place of moves.
    fn tidy(&mut self, stop: Stop<'_>) -> bool {
        let (mut nodes, _) = self.best_graph();
        let mut often: Vec<usize> = (0..self.plans.len()).collect();
        let mut leaves = vec![0; self.plans.len()];
        for &id in &nodes {
            if let Node::Leaf { plan, .. } = self.nodes[id].1 {
                leaves[plan] += 1;
            }
        }
        often.retain(|&plan| leaves[plan] > 1);
        often.sort_by_key(|&plan| std::cmp::Reverse(leaves[plan]));
        nodes.sort_by_key(|&id| self.nodes[id].0.mask.count_ones());
        for id in nodes {
            if stop() {
                return false;
            }
            let cells = self.moves(id, stop);
            let cost = self.costs[id].unwrap_or(f32::INFINITY);
            if let Some(leaf) = self.reuse(id, &cells, &often, cost) {
                self.leaf(id, leaf);
            }
        }
        self.best_graph();
        true
    }
}

impl Memory {
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut word = |word: u64| out.write_all(&word.to_le_bytes());
        word(self.plans.len() as u64)?;
        for plan in &self.plans {
            word(plan.len() as u64)?;
            plan.iter().try_for_each(|&cell| word(cell))?;
        }
        word(self.hopeless.len() as u64)?;
        self.hopeless.iter().try_for_each(|at| word(at.own).and_then(|()| word(at.mask)))
    }

    pub(crate) fn load(input: &mut dyn Read) -> io::Result<Memory> {
        let mut word = || {
            let mut bytes = [0; 8];
            input.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        let mut memory = Memory::default();
        for _ in 0..word()? {
            let mut cells = Vec::new();
            for _ in 0..word()?.min(64) {
                cells.push(word()?);
            }
            memory.plans.push(cells);
        }
        for _ in 0..word()? {
            memory.hopeless.insert(At { own: word()?, mask: word()? });
        }
        Ok(memory)
    }
}
