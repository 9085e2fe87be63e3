//! Labels positions with the exact score of every move, for measuring players: reads lines that begin with the moves of a
//! position, writes what `filetto_learn::Yardstick` reads. `cargo run --release -p filetto-solve --example yardstick -- 6x7x4g < positions`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example is a program")]

use std::error::Error;
use std::io::BufRead as _;
use std::ops::ControlFlow;

use filetto_rules::{Game, Rules, read_moves};
use filetto_solve::Task;

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1).ok_or("which board?")?;
    let rules: Rules = board.parse()?;
    let mut task = Task::new(&Game::new(rules), 256 << 20, 1)?.score(true);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some(moves) = line.split_whitespace().next() else { continue };
        let mut game = Game::new(rules);
        for cell in read_moves(&game, moves, None)?.moves {
            game.play(cell)?;
        }
        if game.outcome().is_over() {
            continue;
        }
        let mover = game.to_move();
        let mut words = vec![moves.to_owned()];
        task.ask(&game, &mut |_| ControlFlow::Continue(()))?;
        for (cell, found) in task.moves(&mut |_| ControlFlow::Continue(()))? {
            // The solver's score is for the side to move after the move; a finished game has none, but a winner.
            let score = match (found.score, found.value) {
                (Some(score), _) => -score.get(),
                (None, Some(filetto_solve::Value::Draw)) => 0,
                (None, _) => {
                    let mut next = game.clone();
                    next.play(cell)?;
                    let left = (rules.cells() + 2 - next.cells().count()) as i32 / 2;
                    if next.outcome().winner() == Some(mover) { left.max(1) } else { -left }
                }
            };
            words.push(format!("{cell}={score}"));
        }
        println!("{}", words.join(" "));
    }
    Ok(())
}
