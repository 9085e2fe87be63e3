//! Backgammon: expectiminimax by Star1 with two heuristics, compared by games.
#![allow(clippy::print_stdout, reason = "an example speaks to its reader")]
#![allow(dead_code, reason = "the games are shared with other examples")]

#[path = "games/backgammon.rs"]
mod backgammon;
#[path = "games/backgammon_eval.rs"]
mod backgammon_eval;
#[path = "games/tally.rs"]
mod tally;

use backgammon::{Backgammon, Play};
use backgammon_eval::{PipCount, Structure, compare};
use filetto_search::{Expectiminimax, Game, Limits, Star1};

fn main() {
    let mut game = Backgammon::new();
    game.play(Play::Roll(3, 1));
    println!("The opening roll 3-1, two plies deep:");
    let limits = Limits::none().depth(2);
    let full = Expectiminimax.run(&mut game, &mut Structure, &limits);
    let cut = Star1::new().run(&mut game, &mut Structure, &limits);
    for (name, found) in [("expectiminimax", &full), ("Star1", &cut)] {
        println!(
            "  {name:<15} {:>7} nodes, worth {:+.3}: {}",
            found.report.stats.nodes,
            found.value,
            told(found.report.best)
        );
    }
    println!("\nPoints a game and share of games won, 95 % intervals, every pair of games with the same dice:");
    let (points, wins) = compare((&mut Structure, 1), (&mut PipCount, 1), 1000);
    println!("  structure against pip count, 1 ply each: {points} pairs; {wins}");
    let (points, wins) = compare((&mut Structure, 2), (&mut Structure, 1), 50);
    println!("  structure, 2 plies against 1:            {points} pairs; {wins}");
    let (points, wins) = compare((&mut PipCount, 2), (&mut PipCount, 1), 50);
    println!("  pip count, 2 plies against 1:            {points} pairs; {wins}");
}

fn told(play: Option<Play>) -> String {
    let Some(Play::Steps(steps)) = play else { return "no move".into() };
    let steps = steps.into_iter().filter(|step| step.1 > 0);
    steps.map(|(from, pips)| format!("{from}/{}", from.saturating_sub(pips))).collect::<Vec<_>>().join(" ")
}
