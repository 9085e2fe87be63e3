//! How soon the champion sees who wins games that others have played: a yardstick from outside.
//!
//! `cargo run --release --example yardstick -- GAMES.jsonl [nodes=N] [every=N] PLAYER…`
//!
//! A line of the file is a game: `"board"`, `"moves"` (`h8 g7 …`), `"winner"` (`black` or `white`) and `"opening_plies"`. Every position after
//! the opening is searched with so many nodes, each on its own. A player is `filetto` with options as `cargo xtask match` takes them
//! (`filetto:late=12,reduction=1.9`). Printed for each: the logistic loss of its scores against the results, the same over the last
//! third of the games and over the rest, the mean depth, and how many plies before the end the winner is seen for good, in the median. Nodes decide, so the
//! same command gives the same numbers on every machine.

#![allow(clippy::disallowed_methods, reason = "it reads games")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]

use filetto_engine::{Configured, Named, Settings};
use filetto_rules::{Game, Outcome, Rules, Side};
use filetto_search::Budget;

/// A game as the file has it.
struct Played {
    rules: Rules,
    moves: Vec<String>,
    opening: usize,
    winner: Side,
}

/// The value of a key in a line of JSON that has no escapes.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let rest = line.split_once(&format!("\"{key}\": "))?.1;
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => rest.split([',', '}']).next(),
    }
}

fn read(line: &str) -> Option<Played> {
    Some(Played {
        rules: value(line, "board")?.parse().ok()?,
        moves: value(line, "moves")?.split(' ').map(str::to_owned).collect(),
        opening: value(line, "opening_plies")?.trim().parse().ok()?,
        winner: match value(line, "winner")? {
            "black" => Side::First,
            "white" => Side::Second,
            _ => return None,
        },
    })
}

/// How sure somebody with this score is to win: 200 is 73 %.
fn chance(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 200.0).exp())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let found = args.iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
        found.map(|text| text.parse::<u64>().expect("a number"))
    };
    let (nodes, every) = (number("nodes").unwrap_or(20_000), number("every").unwrap_or(1) as usize);
    let text = std::fs::read_to_string(&args[0]).expect("a file of games");
    let games: Vec<Played> = text.lines().filter_map(read).collect();
    for player in args[1..].iter().filter(|arg| arg.starts_with("filetto")) {
        let settings = Settings { memory: 16 << 20, ..Settings::default() };
        let Configured { named, settings } = Named::read(player, settings).unwrap_or_else(|error| panic!("{error}"));
        let mut champion = named.make(settings);
        // Losses of the last third and of the rest, depths, plies before the end.
        let (mut losses, mut depths, mut seen) = ([(0.0, 0u32); 2], 0u64, Vec::new());
        for played in &games {
            let mut game = Game::new(played.rules);
            let mut for_good = 0;
            for (ply, text) in played.moves.iter().enumerate() {
                if ply >= played.opening && ply % every == 0 {
                    champion.new_game();
                    let Some(choice) = champion.choose(&game, &Budget::none().nodes(nodes), &mut |_| {}) else { break };
                    let score = choice.score.map_or(0, |score| score.raw().clamp(-2000, 2000));
                    let score = if game.to_move() == played.winner { score } else { -score };
                    let part = &mut losses[usize::from(3 * (played.moves.len() - ply) > played.moves.len())];
                    *part = (part.0 - chance(score).max(1e-4).ln(), part.1 + 1);
                    depths += u64::from(choice.stats.depth);
                    if score < 200 {
                        for_good = ply + 1;
                    }
                }
                let Ok(cell) = text.parse() else { break };
                if game.play(cell).map_or(true, Outcome::is_over) {
                    break;
                }
            }
            seen.push(played.moves.len() - for_good.min(played.moves.len()));
        }
        seen.sort_unstable();
        let [(late, lates), (early, earlies)] = losses;
        let count = f64::from(lates + earlies).max(1.0);
        println!(
            "{player}: loss {:.4} (last third {:.4}, before {:.4}), depth {:.2}, seen {} plies before the end, {} positions of {} games",
            (late + early) / count,
            late / f64::from(lates).max(1.0),
            early / f64::from(earlies).max(1.0),
            depths as f64 / count,
            seen.get(seen.len() / 2).copied().unwrap_or(0),
            lates + earlies,
            games.len()
        );
    }
}
