//! Searches written down for stepping through: the whole tree that minimax and negamax visit, alpha-beta with its moves in a good
//! or a bad order, and the playouts of Monte Carlo tree search.
//!
//! The searches are those that everybody uses; an evaluator that stands between a search and its heuristic hears every move that is
//! made and taken back. Rejected: searches of the laboratory's own, which could differ from what they explain.

use std::collections::HashMap;

use filetto_rules::{Cell, Game as Record, Word};
use filetto_search::{
    AlphaBeta, Blind, Evaluator, FixedDepth, Game, Key, Limits, Mcts, Minimax, Order, Outcome, Place, Rng, Score,
};

use super::tree::{Node, Scribe, TooLarge, Tree};
use crate::heuristics::Heuristic;
use crate::{OnPosition, Position, on_position};

/// In which order alpha-beta looks at the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// As the board gives them: the central ones first.
    Given,
    /// The best first, which cuts most.
    Best,
    /// The worst first, which cuts least.
    Worst,
    /// The best of a search that was one ply shallower first: iterative deepening.
    Learnt,
}

/// Hears a search's moves and writes its tree.
struct Recorder<'e, E> {
    inner: &'e mut E,
    nodes: Vec<Node>,
    keys: Vec<Key>,
    /// The nodes from the root to where the search is.
    open: Vec<usize>,
}

impl<'e, E> Recorder<'e, E> {
    fn new(inner: &'e mut E, root: Key) -> Recorder<'e, E> {
        let mut recorder = Recorder { inner, nodes: Vec::new(), keys: Vec::new(), open: Vec::new() };
        recorder.enter(None, root, None);
        recorder
    }

    fn enter(&mut self, cell: Option<Cell>, key: Key, ended: Option<Score>) {
        let (parent, ply) = (self.open.last().copied(), self.open.len() as u32);
        self.open.push(self.nodes.len());
        self.keys.push(key);
        self.nodes.push(Node { cell, parent, ply, window: (Score::LOWEST, Score::HIGHEST), value: None });
        if let Some(score) = ended {
            self.worth(score);
        }
    }

    /// The position at hand is worth so much to its player to move.
    fn worth(&mut self, score: Score) {
        if let Some(node) = self.open.last().map(|&at| &mut self.nodes[at]) {
            node.value = Some(if node.ply.is_multiple_of(2) { score } else { -score });
        }
    }

    /// Leaves a position and tells its parent what it is worth.
    fn leave(&mut self) {
        let value = self.open.pop().and_then(|at| self.nodes[at].value);
        let parent = self.open.last().map(|&at| &mut self.nodes[at]);
        if let (Some(value), Some(parent)) = (value, parent) {
            let better = |old: Score| if parent.ply.is_multiple_of(2) { old.max(value) } else { old.min(value) };
            parent.value = Some(parent.value.map_or(value, better));
        }
    }
}

fn ended<G: Game>(game: &G, ply: u32) -> Option<Score> {
    game.outcome().map(|outcome| match outcome {
        Outcome::Win => Score::win_in(ply),
        Outcome::Draw => Score::DRAW,
        Outcome::Loss => Score::loss_in(ply),
    })
}

impl<G: Game<Move = Cell>, E: Evaluator<G>> Evaluator<G> for Recorder<'_, E> {
    fn evaluate(&mut self, game: &G, last: Option<Cell>) -> Score {
        let score = self.inner.evaluate(game, last);
        self.worth(score);
        score
    }

    fn start(&mut self, game: &G) {
        self.inner.start(game);
    }

    fn playing(&mut self, game: &G, cell: Cell) {
        self.inner.playing(game, cell);
    }

    fn played(&mut self, game: &G, cell: Cell) {
        self.inner.played(game, cell);
        self.enter(Some(cell), game.key(), ended(game, self.open.len() as u32));
    }

    fn undone(&mut self, game: &G, cell: Cell) {
        self.inner.undone(game, cell);
        self.leave();
    }
}

/// Ranks moves by what they are worth in another tree.
struct Ranked {
    worth: HashMap<Key, Score>,
    best_first: bool,
}

impl<G: Game + Clone> Order<G> for Ranked {
    fn rank(&mut self, game: &G, mv: G::Move, place: Place<G::Move>) -> i32 {
        let mut next = game.clone();
        next.play(mv);
        let worth = self.worth.get(&next.key()).map_or(0, |score| score.raw());
        if place.ply.is_multiple_of(2) == self.best_first { worth } else { -worth }
    }
}

type Written = (Vec<Node>, Vec<Key>);

/// Every position so deep, with its minimax value.
fn whole<G, E>(game: &mut G, evaluator: &mut E, depth: u32, most: usize) -> Result<Written, TooLarge>
where
    G: Game<Move = Cell>,
    E: Evaluator<G>,
{
    let mut recorder = Recorder::new(evaluator, game.key());
    let report = Minimax.run(game, &mut recorder, &Limits::none().depth(depth).nodes(most as u64 + 1));
    let fits = report.stopped.is_none() && recorder.nodes.len() <= most;
    if fits { Ok((recorder.nodes, recorder.keys)) } else { Err(TooLarge { most }) }
}

/// What minimax and negamax visit: everything.
pub(super) fn whole_tree<G, E>(game: &mut G, evaluator: &mut E, depth: u32, most: usize) -> Result<Tree, TooLarge>
where
    G: Game<Move = Cell>,
    E: Evaluator<G>,
{
    whole(game, evaluator, depth, most).map(|(nodes, _)| Tree { nodes, depth })
}

/// What alpha-beta visits and cuts with its moves in this order.
pub(super) fn cut_tree<G, E>(
    game: &mut G,
    evaluator: &mut E,
    depth: u32,
    most: usize,
    order: MoveOrder,
) -> Result<Tree, TooLarge>
where
    G: Game<Move = Cell> + Clone,
    E: Evaluator<G>,
{
    let known = match order {
        MoveOrder::Given => HashMap::new(),
        MoveOrder::Learnt if depth <= 1 => HashMap::new(),
        _ => {
            let known_depth = depth - u32::from(order == MoveOrder::Learnt);
            // The moves of a tree that is too large to be drawn can still be known.
            let (nodes, keys) = whole(game, evaluator, known_depth, 50 * most)?;
            keys.into_iter().zip(nodes).filter_map(|(key, node)| Some((key, node.value?))).collect()
        }
    };
    let ranked = Ranked { worth: known, best_first: order != MoveOrder::Worst };
    let mut search = AlphaBeta::new().order(ranked).observe(Scribe::with_room(most));
    // The search is given up as soon as it has visited too much; cut moves are counted by the scribe.
    let report = search.run(game, evaluator, &Limits::none().depth(depth).nodes(most as u64 + 1));
    let nodes = search.into_observer().into_nodes();
    let fits = report.stopped.is_none() && nodes.len() <= most;
    if fits { Ok(Tree { nodes, depth }) } else { Err(TooLarge { most }) }
}

impl Tree {
    /// The tree under a position without cuts: what minimax and negamax visit.
    pub fn whole(game: &Record, depth: u32, heuristic: &Heuristic, most: usize) -> Result<Tree, TooLarge> {
        struct Whole<'a>(u32, &'a Heuristic, usize);
        impl OnPosition for Whole<'_> {
            type Output = Result<Tree, TooLarge>;
            fn run<W: Word>(self, mut position: Position<W>) -> Self::Output {
                whole_tree(&mut position, &mut self.1.clone(), self.0, self.2)
            }
        }
        on_position(game, Whole(depth, heuristic, most))
    }

    /// The tree of alpha-beta with its moves in an order.
    pub fn ordered(
        game: &Record,
        depth: u32,
        heuristic: &Heuristic,
        most: usize,
        order: MoveOrder,
    ) -> Result<Tree, TooLarge> {
        struct Ordered<'a>(u32, &'a Heuristic, usize, MoveOrder);
        impl OnPosition for Ordered<'_> {
            type Output = Result<Tree, TooLarge>;
            fn run<W: Word>(self, mut position: Position<W>) -> Self::Output {
                cut_tree(&mut position, &mut self.1.clone(), self.0, self.2, self.3)
            }
        }
        on_position(game, Ordered(depth, heuristic, most, order))
    }
}

/// One simulation of Monte Carlo tree search: the moves down the tree and of the playout, and how that game ended for the player
/// to move at the root: 1, 0 or -1; none where the tree knew the end before it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// From the root to the end of the game.
    pub path: Vec<Cell>,
    /// How it ended.
    pub result: Option<i8>,
}

/// Writes down every path from the root and back.
#[derive(Default)]
struct Paths {
    path: Vec<Cell>,
    deepest: Option<Simulation>,
    told: Vec<Simulation>,
}

impl<G: Game<Move = Cell>> Evaluator<G> for Paths {
    fn evaluate(&mut self, game: &G, last: Option<Cell>) -> Score {
        Blind.evaluate(game, last)
    }

    fn played(&mut self, game: &G, cell: Cell) {
        self.path.push(cell);
        let for_root = |outcome: i8| if self.path.len().is_multiple_of(2) { outcome } else { -outcome };
        let result = game.outcome().map(|outcome| match outcome {
            Outcome::Win => for_root(1),
            Outcome::Draw => 0,
            Outcome::Loss => for_root(-1),
        });
        self.deepest = Some(Simulation { path: self.path.clone(), result });
    }

    fn undone(&mut self, _: &G, _: Cell) {
        self.path.pop();
        if self.path.is_empty() {
            self.told.extend(self.deepest.take());
        }
    }
}

/// The first simulations of Monte Carlo tree search on a position.
pub fn simulations(game: &Record, count: u32, seed: u64) -> Vec<Simulation> {
    struct Simulate(u32, u64);
    impl OnPosition for Simulate {
        type Output = Vec<Simulation>;
        fn run<W: Word>(self, mut position: Position<W>) -> Self::Output {
            let mut paths = Paths::default();
            let mut search = Mcts { simulations: Some(self.0), rng: Rng::new(self.1), ..Mcts::new(self.1) };
            search.run(&mut position, &mut paths, &Limits::none(), |_| {});
            paths.told
        }
    }
    on_position(game, Simulate(count, seed))
}

#[cfg(test)]
mod tests {
    use filetto_rules::read_moves;

    use super::*;

    fn position(rules: &str, moves: &str) -> Record {
        let mut game = Record::new(rules.parse().unwrap());
        for cell in read_moves(&game, moves, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        game
    }

    fn visited(tree: &Tree) -> usize {
        tree.nodes.iter().filter(|node| node.value.is_some()).count()
    }

    #[test]
    fn a_good_order_visits_less_than_a_bad_one_and_all_say_the_same() {
        let game = position("3x3x3", "b2 a1 c3");
        let chua = Heuristic::named("chua").unwrap();
        let whole = Tree::whole(&game, 3, &chua, 5000).unwrap();
        let tree = |order| Tree::ordered(&game, 3, &chua, 5000, order).unwrap();
        let (best, worst) = (tree(MoveOrder::Best), tree(MoveOrder::Worst));
        assert!(visited(&best) < visited(&worst) && visited(&worst) <= visited(&whole));
        assert_eq!(whole.nodes.len(), visited(&whole), "minimax cuts nothing");
        for tree in [&best, &worst, &tree(MoveOrder::Given), &tree(MoveOrder::Learnt)] {
            assert_eq!(tree.nodes[0].value, whole.nodes[0].value);
        }
    }

    #[test]
    fn simulations_are_games_to_the_end_and_come_again_with_the_same_seed() {
        let game = position("3x3x3", "b2 a1");
        let told = simulations(&game, 20, 3);
        assert_eq!(told.len(), 20);
        assert_eq!(told, simulations(&game, 20, 3));
        for Simulation { path, result } in told {
            let mut played = game.clone();
            path.iter().for_each(|&cell| assert!(played.play(cell).is_ok()));
            let winner = played.outcome().winner().map_or(0, |side| if side == game.to_move() { 1 } else { -1 });
            assert!(result.is_none_or(|result| played.outcome().is_over() && result == winner));
        }
    }
}
