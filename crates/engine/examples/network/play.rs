//! Plays the champion against itself, and writes down what its search says of every position where nothing is forced.
//!
//! A shard is fixed by nodes, seed and number, so several processes may write into one folder, and whoever comes back goes on where shards
//! are missing. One move in twelve is random: an estimate has to judge positions that good players avoid.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use filetto_engine::champion::parts::{Obligation, obligation};
use filetto_engine::champion::{Champion, Options};
use filetto_engine::knowledge::Field;
use filetto_engine::{Player, Settings};
use filetto_rules::{Board, Cell, Game, Outcome, Rng, Rules, Side};
use filetto_search::{Budget, Clock};

use crate::shards::{self, Opinion, Ply, Record};

/// Games of a shard: less than a minute's work.
const GAMES: u64 = 50;
/// Longer games are drawn.
const LONGEST: usize = 160;
/// One move of so many is random.
const SLIPS: usize = 12;

/// What is played.
pub(crate) struct Plan {
    pub(crate) boards: Vec<Rules>,
    /// Nodes a move.
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    /// Positions that are wanted.
    pub(crate) positions: usize,
    pub(crate) threads: usize,
}

/// Plays until the folder has enough positions.
pub(crate) fn run(folder: &Path, plan: &Plan) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let count = |path| std::fs::read_to_string(path).map_or(0, |text| shards::positions(&text));
    let there: usize = shards::list(folder).into_iter().map(count).sum();
    let (total, next) = (AtomicUsize::new(there), AtomicUsize::new(0));
    let clock = Clock::start();
    std::thread::scope(|scope| {
        let work = || -> std::io::Result<()> {
            while total.load(Ordering::Relaxed) < plan.positions {
                let number = next.fetch_add(1, Ordering::Relaxed) as u64;
                let path = folder.join(format!("{}-{}-{number:05}.txt", plan.nodes, plan.seed));
                if path.exists() {
                    continue;
                }
                let text = shard(plan, number);
                let unfinished = path.with_extension(format!("{}.part", std::process::id()));
                std::fs::write(&unfinished, &text)?;
                std::fs::rename(unfinished, path)?;
                let total = total.fetch_add(shards::positions(&text), Ordering::Relaxed) + shards::positions(&text);
                let rate = (total - there) as f64 / clock.elapsed().as_secs_f64();
                let left = (plan.positions.saturating_sub(total)) as f64 / rate / 60.0;
                eprintln!("{total} of {} positions, {rate:.0} a second, {left:.0} min left", plan.positions);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no panic"))
    })
}

fn shard(plan: &Plan, number: u64) -> String {
    let mut text = String::new();
    let settings = Settings { memory: 1 << 21, ..Settings::default() };
    let mut player = Champion::with(settings, Options { vct: 0, network: 0, ..Options::default() });
    for game in 0..GAMES {
        let count = number * GAMES + game;
        let mut rng = Rng::new(Rng::new(plan.seed.wrapping_mul(1_000_003) ^ count).next_u64());
        player.new_game();
        let rules = plan.boards[count as usize % plan.boards.len()];
        text += &play(rules, plan.nodes, &mut player, &mut rng).line();
        text.push('\n');
    }
    text
}

fn play(rules: Rules, nodes: u64, player: &mut Champion, rng: &mut Rng) -> Record {
    let mut game = Game::new(rules);
    let opening = 2 + rng.below(6);
    let mut plies = Vec::new();
    let mut result = 0.5;
    while !game.outcome().is_over() && plies.len() < LONGEST {
        if plies.len() < opening {
            let cell = stray(&game, rng);
            plies.push(Ply { cell, opinion: None, random: true });
            game.play(cell).expect("a legal move");
            continue;
        }
        let obligation = obligation(&Field::of(&game));
        let asked = matches!(obligation, Obligation::Free | Obligation::Defend);
        let choice = player.choose(&game, &Budget::none().nodes(nodes), &mut |_| {}).expect("a move");
        let score = choice.score.unwrap_or_default();
        let opinion = match score {
            _ if !asked => None,
            _ if score.is_win() => Some(Opinion::Win),
            _ if score.is_loss() => Some(Opinion::Loss),
            _ => Some(Opinion::Estimate(score.raw())),
        };
        let random = asked && !score.is_decisive() && rng.below(SLIPS) == 0;
        let cell = if random { stray(&game, rng) } else { choice.cell };
        plies.push(Ply { cell, opinion, random });
        if score.is_decisive() {
            // The search has seen the end.
            result = if (game.to_move() == Side::First) == score.is_win() { 1.0 } else { 0.0 };
            break;
        }
        game.play(cell).expect("a legal move");
    }
    match game.outcome() {
        Outcome::Win(winner) => result = if winner == Side::First { 1.0 } else { 0.0 },
        Outcome::Draw => result = 0.5,
        _ => {}
    }
    Record { rules, result, plies }
}

/// A legal move near the last one, or near the centre.
fn stray(game: &Game, rng: &mut Rng) -> Cell {
    let rules = game.rules();
    let mut legal = game.board().legal_moves();
    let centre = game.cells().last().unwrap_or(Cell::new(rules.rows() / 2, rules.cols() / 2));
    let near = |cell: &Cell| cell.row().abs_diff(centre.row()).max(cell.col().abs_diff(centre.col())) <= 3;
    if legal.iter().any(near) && !rules.gravity() {
        legal.retain(near);
    }
    *rng.pick(&legal).expect("a legal move")
}
