//! The three things that take time: a move, the worth of every move, a tree.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use filetto_engine::heuristics::Heuristic;
use filetto_engine::lab::{Tree, affordable_depth};
use filetto_engine::{BadPlayer, Choice, Named, Player, Settings};
use filetto_rules::{Board, Cell, Game};
use filetto_search::{Budget, Score};

use super::exact::{self, Exact};
use super::limits::{SEARCH_MEMORY, TREE_NODES, VALUED_MOVES};
use super::messages::{Code, Evaluation, Reply, Sign, TreeNode, names};
use super::session::Refusal;
use crate::players;

/// Progress is told at most so often; the eye sees no more.
const PULSE: Duration = Duration::from_millis(60);

/// A player for a board, if there is one of this name that plays on it.
pub(super) fn seat(name: &str, game: &Game) -> Result<Named, Refusal> {
    let named = Named::find(name).map_err(|error| Refusal(Code::BadPlayer, error.to_string()))?;
    if !named.plays(game.rules()) {
        return Err(Refusal(Code::BadPlayer, format!("{name} does not play {}", game.rules())));
    }
    if game.outcome().is_over() {
        return Err(Refusal(Code::BadGame, "the game is over: there is nothing to think about".to_owned()));
    }
    Ok(named)
}

/// The level that was asked for, if the player has it.
pub(super) fn level(named: Named, level: Option<u8>) -> Result<Option<u8>, Refusal> {
    let mut settings = Settings::default();
    if let Some(level) = level {
        let refuse = |error: BadPlayer| Refusal(Code::BadPlayer, error.to_string());
        named.set(&mut settings, "level", &level.to_string()).map_err(refuse)?;
    }
    Ok(settings.level)
}

/// A player with as much memory as it can fill in its time: clearing a large table costs more than a short search.
fn make((named, level): (Named, Option<u8>), seed: u64, time: Duration) -> Box<dyn Player> {
    let memory = (time.as_millis() as usize).saturating_mul(64 << 10).clamp(1 << 20, SEARCH_MEMORY);
    let mut player = players::make(named, Settings { seed, memory, level, ..Settings::default() });
    player.new_game();
    player
}

/// Lets a player choose; `tell` hears its progress, so many best lines of it, and its choice. An analysis wants to know what the
/// choice is worth.
pub(super) fn think(
    id: u32,
    game: &Game,
    who: (Named, Option<u8>),
    (analyse, lines): (bool, usize),
    budget: &Budget,
    mut tell: impl FnMut(Reply),
) {
    // Random players should not play the same game twice: the seed is what a human cannot repeat, the moment.
    let seed = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    let mut told: Option<Instant> = None;
    let mut player = make(who, seed, budget.time.limit().unwrap_or(Duration::MAX));
    player.set_lines(lines);
    let mut skipping = false;
    let choice = player.choose(game, budget, &mut |info| {
        // Lines of one depth are told together or not at all.
        if info.rank == 0 {
            skipping = told.is_some_and(|told| told.elapsed() < PULSE);
        }
        if !skipping {
            told = Some(Instant::now());
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
    let choice = choice.map(|choice| if analyse { followed(&mut *player, game, choice, budget) } else { choice });
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

/// Tells the worth of every legal move, the nearest to the last one first: as a fact where the solver knows it in time, else
/// as the player sees it.
pub(super) fn values(
    id: u32,
    game: &Game,
    named: Named,
    time: Duration,
    stop: &Arc<AtomicBool>,
    mut tell: impl FnMut(Reply),
) {
    let moves = valued_moves(game);
    // Half of the time for the solver, half for the player; what the solver knows, the player need not guess.
    let each = time / 2 / moves.len().max(1) as u32;
    let mut solver = Exact::new(game, time / 2, moves.len(), stop);
    let mut player = make((named, None), 1, time);
    for cell in moves {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut after = game.clone();
        let Ok(outcome) = after.play(cell) else { continue };
        if outcome.is_over() {
            let worth = if outcome.winner().is_some() { Evaluation::WinIn(1) } else { Evaluation::Certain(Sign::Draw) };
            tell(value(id, cell, Some(worth), &[], true));
            continue;
        }
        // With gravity the solver knows the distance as well; without it the atlas is as good and costs nothing.
        let charted = exact::charted(game, cell).filter(|_| !game.rules().gravity());
        let known = charted.or_else(|| solver.as_mut().and_then(|solver| solver.worth(&after)));
        let known = known.or_else(|| exact::charted(game, cell));
        if let Some(worth @ (Evaluation::WinIn(_) | Evaluation::LossIn(_) | Evaluation::Certain(Sign::Draw))) = known {
            tell(value(id, cell, Some(worth), &[], true));
            continue;
        }
        let budget = Budget::none().time(each).stop(Arc::clone(stop));
        let choice = player.choose(&after, &budget, &mut |_| ());
        let choice = choice.map(|choice| followed(&mut *player, &after, choice, &budget));
        let line = choice.as_ref().map_or(Vec::new(), |choice| choice.line.clone());
        let score = choice.as_ref().and_then(|choice| choice.score).map(one_earlier);
        let solved = known.is_some() || choice.is_some_and(|choice| choice.solved);
        // Who wins is known; how soon, only if the player has seen it too.
        let worth = match (known, score) {
            (Some(Evaluation::Certain(Sign::Win)), Some(score)) if score.is_win() => Some(score.into()),
            (Some(Evaluation::Certain(Sign::Loss)), Some(score)) if score.is_loss() => Some(score.into()),
            (Some(known), _) => Some(known),
            (None, score) => score.map(Into::into),
        };
        tell(value(id, cell, worth, &line, solved));
    }
    tell(Reply::Done { id });
}

fn value(id: u32, cell: Cell, score: Option<Evaluation>, line: &[Cell], solved: bool) -> Reply {
    let line: Vec<Cell> = std::iter::once(cell).chain(line.iter().copied()).collect();
    Reply::Value { id, cell: cell.to_string(), score, line: names(&line), solved }
}

/// A forced move is often played without an opinion: then what it is worth is what the position after it is worth, and so on
/// for a few moves. A player that never has an opinion keeps its choice as it is.
fn followed(player: &mut dyn Player, game: &Game, choice: Choice, budget: &Budget) -> Choice {
    const FARTHEST: usize = 6;
    let (mut after, mut line, mut next) = (game.clone(), Vec::new(), choice.clone());
    while next.score.is_none() && line.len() < FARTHEST {
        line.push(next.cell);
        let Ok(outcome) = after.play(next.cell) else { return choice };
        if outcome.is_over() {
            let score = if outcome.winner().is_some() { Score::loss_in(0) } else { Score::DRAW };
            next = Choice { score: Some(score), solved: true, line: Vec::new(), ..next };
        } else {
            let Some(found) = player.choose(&after, budget, &mut |_| ()) else { return choice };
            next = found;
        }
    }
    let Some(score) = next.score else { return choice };
    let score = line.iter().fold(score, |score, _| one_earlier(score));
    line.extend(next.line);
    Choice { score: Some(score), line, ..choice }
}

/// What a position is worth to the player who moved there.
fn one_earlier(score: Score) -> Score {
    match score.plies() {
        Some(plies) if score.is_win() => Score::loss_in(plies + 1),
        Some(plies) => Score::win_in(plies + 1),
        None => -score,
    }
}

fn valued_moves(game: &Game) -> Vec<Cell> {
    let mut moves = game.board().legal_moves();
    let rules = game.rules();
    let centre = Cell::new(rules.rows() / 2, rules.cols() / 2);
    let played: Vec<Cell> = game.cells().chain(game.setup().stones.iter().map(|(cell, _)| *cell)).collect();
    let apart = |a: Cell, b: Cell| a.row().abs_diff(b.row()).max(a.col().abs_diff(b.col()));
    moves.sort_by_key(|&cell| {
        let nearest = played.iter().map(|&stone| apart(cell, stone)).min();
        (nearest.unwrap_or(0), apart(cell, centre))
    });
    moves.truncate(VALUED_MOVES);
    moves
}

/// The game tree of a small position.
pub(super) fn tree(id: u32, game: &Game, depth: Option<u32>, heuristic: &Heuristic) -> Reply {
    let depth = depth.unwrap_or_else(|| affordable_depth(game, 200));
    let tree = match Tree::of(game, depth, heuristic, TREE_NODES) {
        Ok(tree) => tree,
        Err(error) => {
            let message =
                format!("the tree has more than {} nodes: look less deep, or play more moves first", error.most);
            return Reply::Error { id: Some(id), code: Code::TooMuch, message };
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
    Reply::Tree { id, depth, nodes: nodes.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_of_a_small_board_gets_its_value() {
        let mut game = Game::new("3x3x3".parse().unwrap());
        for (row, col) in [(0, 0), (1, 1), (0, 1), (2, 2)] {
            game.play(Cell::new(row, col)).unwrap();
        }
        let named = Named::find("negascout").unwrap();
        let mut told = Vec::new();
        values(1, &game, named, Duration::from_secs(5), &Arc::default(), |reply| told.push(reply));
        let worth = |name: &str| {
            told.iter().find_map(|reply| match reply {
                Reply::Value { cell, score, solved, .. } if cell == name => Some((*score, *solved)),
                _ => None,
            })
        };
        assert_eq!(worth("c1"), Some((Some(Evaluation::WinIn(1)), true)));
        // Cross must complete its row or block; anything else loses to c1 or to nothing at all.
        assert!(told.iter().all(|reply| !matches!(reply, Reply::Value { solved: false, .. })), "{told:?}");
        assert_eq!(told.len(), 5 + 1);
        assert!(matches!(told.last(), Some(Reply::Done { id: 1 })));
    }

    #[test]
    fn falling_stones_have_exact_distances_and_a_drawn_board_certain_draws() {
        let mut game = Game::new("4x4x4g".parse().unwrap());
        game.drop(0).unwrap();
        let named = Named::find("negascout").unwrap();
        let mut told = Vec::new();
        values(1, &game, named, Duration::from_secs(60), &Arc::default(), |reply| told.push(reply));
        let draws = told.iter().filter(|reply| {
            matches!(reply, Reply::Value { score: Some(Evaluation::Certain(Sign::Draw)), solved: true, .. })
        });
        assert!(draws.count() >= 1, "{told:?}");
        let known = |reply: &&Reply| matches!(reply, Reply::Value { solved: true, .. });
        assert_eq!(told.iter().filter(known).count(), 4, "{told:?}");
    }

    #[test]
    fn a_large_board_has_the_moves_near_the_stones_valued() {
        let mut game = Game::new("100x100x5".parse().unwrap());
        game.play(Cell::new(50, 50)).unwrap();
        let moves = valued_moves(&game);
        assert_eq!(moves.len(), VALUED_MOVES);
        assert!(moves.iter().all(|cell| cell.row().abs_diff(50) <= 4 && cell.col().abs_diff(50) <= 4));
    }
}
