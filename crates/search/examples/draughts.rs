//! English draughts: alpha-beta with two heuristics, compared by games.
#![allow(clippy::print_stdout, reason = "an example speaks to its reader")]
#![allow(dead_code, reason = "the games are shared with other examples")]

#[path = "games/compare.rs"]
mod compare;
#[path = "games/contest.rs"]
mod contest;
#[path = "games/draughts.rs"]
mod draughts;
#[path = "games/tally.rs"]
mod tally;

use draughts::{Advance, Count, Draughts};
use filetto_search::{Game, Limits, Replacement, Table};

fn main() {
    let mut game = Draughts::new();
    let table = Table::new(16 << 20, Replacement::TwoTier);
    let limits = Limits::none().nodes(100_000);
    for _ in 0..30 {
        let Some(best) = contest::alpha_beta(&mut game, &mut Advance, &table, &limits).best else { break };
        game.play(best);
    }
    println!("Thirty plies of alpha-beta against itself, 100,000 nodes a move:\n\n{game}\n");
    println!("Score against counting men alone, 20,000 nodes a move, six random plies first, 95 % interval:");
    let tally = compare::compare(&Draughts::new(), (&mut Advance, &mut Count), 100, (6, 200), 20_000);
    println!("  men, kings and how far men have come: {tally} pairs");
}
