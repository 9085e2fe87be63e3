//! Positions with the exact value of every move, labelled by the solver: what a training measures itself by and never learns from.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use filetto_rules::{Board as _, Cell, Game, Notation, Rng, Rules, read_moves};
use filetto_solve::{FoundMove, News, Task, Value};

use super::args::Labels;
use crate::terminal::{Interrupted, bad_input, print, progress};
use crate::{files, interrupt};

/// Memory of the solver.
const MEMORY: usize = 64 << 20;
/// A position that takes longer is passed over when a training begins.
const PATIENCE: Duration = Duration::from_millis(500);
/// And it waits so long at most before its first generation.
const ALL: Duration = Duration::from_secs(30);
/// Positions that a training makes for itself.
const POSITIONS: usize = 200;
/// Boards without gravity up to so many cells are solved from anywhere.
const SMALL: usize = 16;

pub(super) fn run(args: &Labels) -> Result<()> {
    let rules: Rules = args.board.parse().map_err(bad_input)?;
    let stop = interrupt::watch();
    let mut task = Task::new(&Game::new(rules), 4 * MEMORY, 1).map_err(bad_input)?.score(true);
    let mut watch = |_: &News| if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let mut lines = Vec::new();
    let mut keep = |lines: &mut Vec<String>, game: &Game| -> Result<()> {
        match label(&mut task, game, args.from.is_some(), &mut watch) {
            Some(line) => lines.push(line),
            None if stop.load(std::sync::atomic::Ordering::Relaxed) => return Err(Interrupted.into()),
            None => {}
        }
        progress(&format!("{} positions", lines.len()));
        Ok(())
    };
    if let Some(path) = &args.from {
        for line in files::read_text(path)?.lines().filter(|line| !line.starts_with('#')) {
            let Some(moves) = line.split_whitespace().next() else { continue };
            let mut game = Game::new(rules);
            for cell in read_moves(&game, moves, None).map_err(bad_input)?.moves {
                game.play(cell).map_err(bad_input)?;
            }
            keep(&mut lines, &game)?;
        }
    } else {
        let mut positions = Positions::new(rules, args.seed);
        while lines.len() < args.positions {
            let Some(game) = positions.next() else { break };
            keep(&mut lines, &game)?;
        }
    }
    progress("");
    let text = lines.join("\n") + "\n";
    match &args.out {
        Some(path) => files::write(path, text.as_bytes()),
        None => print(text),
    }
}

/// Some positions for a training that begins, if the board can be solved in a short while.
pub(super) fn quickly(rules: Rules) -> Option<String> {
    if !rules.gravity() && rules.cells() > SMALL {
        return None;
    }
    let start = Instant::now();
    let mut task = Task::new(&Game::new(rules), MEMORY, 1).ok()?.score(true);
    let mut lines = Vec::new();
    let mut positions = Positions::new(rules, 1);
    while lines.len() < POSITIONS && start.elapsed() < ALL && !interrupt::asked() {
        let Some(game) = positions.next() else { break };
        let began = Instant::now();
        let mut watch = |_: &News| match interrupt::asked() || began.elapsed() > PATIENCE {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        lines.extend(label(&mut task, &game, false, &mut watch));
        progress(&format!("solves positions to measure by: {} of {POSITIONS}", lines.len()));
    }
    progress("");
    // A handful says nothing.
    (lines.len() >= POSITIONS / 10).then(|| lines.join("\n") + "\n")
}

/// Different random positions in which it matters what is played next.
struct Positions {
    rules: Rules,
    rng: Rng,
    seen: BTreeSet<Vec<Cell>>,
}

impl Positions {
    fn new(rules: Rules, seed: u64) -> Positions {
        Positions { rules, rng: Rng::new(seed), seen: BTreeSet::new() }
    }
}

impl Iterator for Positions {
    type Item = Game;

    /// None when a small board seems to have no other.
    fn next(&mut self) -> Option<Game> {
        for _ in 0..1000 {
            let plies = self.rng.below(self.rules.cells().max(2) - 1);
            let mut game = Game::new(self.rules);
            for _ in 0..plies {
                let legal = game.board().legal_moves();
                if game.outcome().is_over() || game.play(legal[self.rng.below(legal.len())]).is_err() {
                    break;
                }
            }
            if !game.outcome().is_over()
                && game.board().legal_moves().len() > 1
                && self.seen.insert(game.cells().collect())
            {
                return Some(game);
            }
        }
        None
    }
}

/// A line of a yardstick; none if the solver was stopped, or, unless all positions are wanted, if all moves are equally good.
fn label(task: &mut Task, game: &Game, all: bool, watch: &mut dyn FnMut(&News) -> ControlFlow<()>) -> Option<String> {
    if game.outcome().is_over() {
        return None;
    }
    let values = values(task, game, watch)?;
    let moves = Notation::native(game.rules()).write(game.rules(), game.cells());
    let words: Vec<String> = values.iter().map(|(cell, score)| format!("{cell}={score}")).collect();
    let matters = values.iter().any(|(_, score)| *score != values[0].1);
    (matters || all).then(|| format!("{moves} {}", words.join(" ")))
}

/// Every legal move with its value for the player who makes it: positive if it wins, the larger the sooner.
pub(super) fn values(
    task: &mut Task,
    game: &Game,
    watch: &mut dyn FnMut(&News) -> ControlFlow<()>,
) -> Option<Vec<(Cell, i32)>> {
    task.ask(game, watch).ok()?.value?;
    let mut values = Vec::new();
    for FoundMove { cell, found } in task.moves(watch).ok()? {
        let value = found.value?;
        // The solver's score is for the side to move after the move; a finished game has none, but a winner.
        let score = match found.score {
            Some(score) => -score.get(),
            None => {
                let mut next = game.clone();
                next.play(cell).ok()?;
                let sooner = if next.outcome().is_over() { game.rules().cells() + 2 - next.cells().count() } else { 2 };
                let won = match value {
                    Value::First => Some(filetto_rules::Side::First),
                    Value::Draw => None,
                    Value::Second => Some(filetto_rules::Side::Second),
                };
                won.map_or(0, |won| if won == game.to_move() { 1 } else { -1 }) * (sooner / 2).max(1) as i32
            }
        };
        values.push((cell, score));
    }
    Some(values)
}
