//! What takes time: a move, a tree, simulations.

use std::time::Duration;

use filetto_engine::heuristics::Heuristic;
use filetto_engine::lab::{MoveOrder, Simulation, Tree, affordable_depth, leaves_tree, simulations};
use filetto_engine::{Player, Settings};
use filetto_rules::Game;
use filetto_search::{Budget, Clock, Score};

use crate::desk::Refusal;
use crate::limits::{SEARCH_MEMORY, SIMULATIONS, TREE_NODES};
use crate::messages::{Code, Reply, Run, TreeNode, TreeSearch, names};
use crate::players::{Files, Who};

/// Progress is told at most so often; the eye sees no more.
const PULSE: Duration = Duration::from_millis(60);

/// A player for the board of a game that goes on, if there is one of this name that plays on it.
pub(crate) fn seat(name: &str, game: &Game) -> Result<Who, Refusal> {
    let refuse = |why| Refusal(Code::BadPlayer, why);
    let who = Who::read(name, Settings::default(), Files::Refuse).map_err(refuse)?;
    match who.refuses(game.rules()) {
        None => Ok(who),
        Some(why) => Err(refuse(why)),
    }
}

/// The player at the level that was asked for, if it has it.
pub(crate) fn at_level(mut who: Who, level: Option<u8>) -> Result<Who, Refusal> {
    if let Some(level) = level {
        who.set("level", &level.to_string()).map_err(|why| Refusal(Code::BadPlayer, why))?;
    }
    Ok(who)
}

/// A player with as much memory as it can fill in its time: clearing a large table costs more than a short search.
fn make(who: &Who, seed: u64, time: Duration) -> Box<dyn Player> {
    let memory = (time.as_millis() as usize).saturating_mul(64 << 10).clamp(1 << 20, SEARCH_MEMORY);
    let mut player = who.with(Settings { seed, memory, ..who.settings() }).make();
    player.new_game();
    player
}

/// Lets a player choose; `tell` hears its progress and its choice.
pub(crate) fn think(id: u32, game: &Game, who: &Who, budget: &Budget, seed: u64, tell: &mut dyn FnMut(Reply)) {
    let mut told: Option<Clock> = None;
    let mut player = make(who, seed, budget.time.limit().unwrap_or(Duration::MAX));
    let mut skipping = false;
    let choice = player.choose(game, budget, &mut |info| {
        // Lines of one depth are told together or not at all.
        if info.rank == 0 {
            skipping = told.is_some_and(|told| told.elapsed() < PULSE);
        }
        if !skipping {
            told = Some(Clock::start());
            tell(Reply::Info {
                id,
                depth: info.depth,
                score: info.score.into(),
                nodes: info.nodes,
                ms: info.elapsed.as_millis() as u64,
                line: names(&info.line),
                rank: info.rank,
            });
        }
    });
    tell(match choice {
        Some(choice) => Reply::Choice {
            id,
            cell: choice.cell.to_string(),
            score: choice.score.map(Into::into),
            line: names(&choice.line),
            solved: choice.solved,
            depth: choice.stats.depth,
            nodes: choice.stats.nodes,
            ms: choice.stats.elapsed.as_millis() as u64,
        },
        None => Reply::Error { id: Some(id), code: Code::BadGame, message: "the player gave no move".to_owned() },
    });
}

/// What a tree is made of.
pub(crate) enum Ground {
    Position(Game),
    Leaves(Vec<i32>, Option<usize>),
}

/// The game tree of a small position or of given leaves.
pub(crate) fn tree(id: u32, ground: &Ground, depth: Option<u32>, heuristic: &Heuristic, search: TreeSearch) -> Reply {
    let order = match search {
        TreeSearch::Whole => None,
        TreeSearch::AlphaBeta => Some(MoveOrder::Given),
        TreeSearch::BestFirst => Some(MoveOrder::Best),
        TreeSearch::WorstFirst => Some(MoveOrder::Worst),
        TreeSearch::Deepening => Some(MoveOrder::Learnt),
    };
    let grown = match ground {
        Ground::Leaves(leaves, branching) => match leaves_tree(leaves, *branching, order, TREE_NODES) {
            Ok(grown) => grown,
            Err(error) => return refused(id, Code::BadGame, error.to_string()),
        },
        Ground::Position(game) => {
            let depth = depth.unwrap_or_else(|| affordable_depth(game, 200));
            match order {
                None => Tree::whole(game, depth, heuristic, TREE_NODES),
                Some(order) => Tree::ordered(game, depth, heuristic, TREE_NODES, order),
            }
        }
    };
    let tree = match grown {
        Ok(tree) => tree,
        Err(error) => {
            let message =
                format!("the tree has more than {} nodes: look less deep, or play more moves first", error.most);
            return refused(id, Code::TooMuch, message);
        }
    };
    let certain = |score: Score| (score > Score::LOWEST && score < Score::HIGHEST).then(|| score.into());
    let nodes = tree.nodes.iter().map(|node| {
        let (alpha, beta) = if node.ply.is_multiple_of(2) { node.window } else { (-node.window.1, -node.window.0) };
        TreeNode {
            cell: node.cell.map(|cell| cell.to_string()),
            parent: node.parent,
            alpha: certain(alpha),
            beta: certain(beta),
            value: node.value.map(Into::into),
        }
    });
    Reply::Tree { id, depth: tree.depth, nodes: nodes.collect() }
}

fn refused(id: u32, code: Code, message: String) -> Reply {
    Reply::Error { id: Some(id), code, message }
}

/// The first simulations of Monte Carlo tree search on a position.
pub(crate) fn simulate(id: u32, game: &Game, count: u32, seed: u64) -> Reply {
    let run = |run: Simulation| Run { path: names(&run.path), result: run.result };
    Reply::Simulations { id, runs: simulations(game, count.min(SIMULATIONS), seed).into_iter().map(run).collect() }
}
