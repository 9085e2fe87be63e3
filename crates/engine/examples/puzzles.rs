//! Generates puzzles with proofs: positions from games between weak levels in which the side to move has a forced win, or a single
//! move that does not lose.
//!
//! `cargo run --release --example puzzles -- BOARD COUNT SEED` prints one puzzle a line: the board, `win` or `hold`, the plies, the
//! answer (for `win` one winning move, for `hold` the only move), and the moves that lead there. A win is proved by a chain of
//! threats, or on gravity boards by plain search to that depth; a hold by proving that every other move loses, while a search of
//! 300,000 nodes sees no loss after the move itself. `crates/solve/tests/puzzles.rs` asks the solvers about each once more.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]

use std::collections::HashMap;

use filetto_engine::champion::Champion;
use filetto_engine::champion::parts::{Obligation, Vct, obligation};
use filetto_engine::knowledge::{Field, Id};
use filetto_engine::{Player, Settings};
use filetto_rules::{Cell, Game, Rng, Rules};
use filetto_search::{Budget, Limits, Meter, Score};

/// Whether the side to move completes a row within so many plies, by trying everything.
fn wins(field: &mut Field, plies: u32, known: &mut HashMap<(u64, u32), bool>) -> bool {
    if plies == 0 || field.is_full() {
        return false;
    }
    match obligation(field) {
        Obligation::Wins(_, 1) => return true,
        Obligation::Lost(_) => return false,
        _ => {}
    }
    if let Some(&answer) = known.get(&(field.key(), plies)) {
        return answer;
    }
    let answer = plies > 2
        && moves(field).into_iter().any(|id| {
            field.play(id);
            let lost = !field.is_full()
                && moves(field).into_iter().all(|id| {
                    field.play(id);
                    let lost = !field.is_won() && wins(field, plies - 2, known);
                    field.undo();
                    lost
                });
            field.undo();
            lost
        });
    known.insert((field.key(), plies), answer);
    answer
}

fn moves(field: &Field) -> Vec<Id> {
    (0..field.rules().cells() as Id).filter(|&id| field.get(id).is_none() && field.is_playable(id)).collect()
}

/// The least number of plies in which a win is proved, with a move that begins it.
fn proof(field: &mut Field) -> Option<(Id, u32)> {
    if !field.rules().gravity() {
        let mut meter = Meter::new(&Limits::none());
        let proof = Vct::default().run(field, 6, 6000, &mut meter).ok()??;
        return Some((proof.line[0], proof.plies));
    }
    let mut known = HashMap::new();
    let plies = (1..=9).step_by(2).find(|&plies| wins(field, plies, &mut known))?;
    let id = moves(field).into_iter().find(|&id| {
        field.play(id);
        let won = field.is_won()
            || moves(field).into_iter().all(|id| {
                field.play(id);
                let lost = !field.is_won() && wins(field, plies - 2, &mut known);
                field.undo();
                lost
            });
        field.undo();
        won
    })?;
    Some((id, plies))
}

/// Whether the champion sees that a move loses, however far away.
fn loses(game: &Game, cell: Cell) -> bool {
    let mut after = game.clone();
    after.play(cell).expect("a legal move");
    let mut champion = Champion::new(Settings { memory: 1 << 24, ..Settings::default() });
    let seen = champion.choose(&after, &Budget::none().nodes(300_000), &mut |_| {});
    seen.is_some_and(|choice| choice.score.is_some_and(Score::is_win))
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rules: Rules = args[0].parse().expect("a board");
    let count: usize = args[1].parse().expect("a number of puzzles");
    let mut rng = Rng::new(args[2].parse().expect("a seed"));
    let (mut found, mut wins, mut holds) = (0, 0, 0);
    while found < count {
        let mut game = Game::new(rules);
        let level = 1 + rng.below(6) as u8;
        let mut player = Champion::new(Settings {
            memory: 1 << 18,
            seed: rng.next_u64(),
            level: Some(level),
            ..Settings::default()
        });
        let mut taken = false;
        while !game.outcome().is_over() && !taken {
            let mut field = Field::of(&game);
            let so_far: Vec<String> = game.cells().map(|cell| cell.to_string()).collect();
            if game.moves().len() > rules.k() - 2 && matches!(obligation(&field), Obligation::Free | Obligation::Defend)
            {
                if let Some((id, plies)) = proof(&mut field).filter(|&(_, plies)| plies >= 5) {
                    if wins <= holds + 2 {
                        println!("{rules} win {plies} {} {}", field.cell(id), so_far.join(" "));
                        (found, wins, taken) = (found + 1, wins + 1, true);
                    }
                } else if holds < wins && (rules.gravity() || obligation(&field) == Obligation::Defend) {
                    let hold: Vec<Id> = moves(&field)
                        .into_iter()
                        .filter(|&id| {
                            field.play(id);
                            let lost = !field.is_won() && !field.is_full() && proof(&mut field).is_some();
                            field.undo();
                            !lost
                        })
                        .take(2)
                        .collect();
                    if let [id] = hold[..]
                        && !loses(&game, field.cell(id))
                    {
                        println!("{rules} hold 0 {} {}", field.cell(id), so_far.join(" "));
                        (found, holds, taken) = (found + 1, holds + 1, true);
                    }
                }
            }
            let cell = player.choose(&game, &Budget::none(), &mut |_| {}).expect("a move").cell;
            game.play(cell).expect("a legal move");
        }
    }
}
