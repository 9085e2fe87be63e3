//! Go on 9x9 by Monte Carlo tree search.
//!
//! - `go`: a game against itself, shown;
//! - `go gtp [SIMULATIONS]`: an engine for any program that speaks GTP;
//! - `go match GAMES SIMULATIONS ENGINE [ARGUMENT ...]`: plays another engine, colours in turn, and counts.
#![allow(clippy::print_stdout, reason = "an example speaks to its reader")]
#![allow(dead_code, reason = "the games are shared with other examples")]

#[path = "games/go.rs"]
mod go;
#[path = "games/go_policy.rs"]
mod go_policy;
#[path = "games/gtp.rs"]
mod gtp;
#[path = "games/tally.rs"]
mod tally;

use std::io::{self, BufReader};
use std::process::{Command, Stdio};

use filetto_search::Game;
use go::Go;
use tally::Tally;

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: Option<&&str>, default: u32| word.and_then(|word| word.parse().ok()).unwrap_or(default);
    match words[..] {
        ["gtp", ref rest @ ..] => {
            let (simulations, mut seed) = (number(rest.first(), 10_000), 0);
            gtp::serve(io::stdin().lock(), io::stdout().lock(), |go| {
                seed += 1;
                go_policy::choose(go, simulations, seed)
            })
        }
        ["match", games, simulations, engine, ref arguments @ ..] => {
            contest(number(Some(&games), 10), number(Some(&simulations), 10_000), engine, arguments)
        }
        _ => {
            let mut go = Go::new();
            for ply in 0..20 {
                let mv = go_policy::choose(&mut go, 2_000, ply);
                go.play(mv);
            }
            println!("Twenty moves against itself, 2,000 simulations each:\n\n{go}");
            Ok(())
        }
    }
}

/// Plays `games` games against an engine. Both sides play until every dead stone is taken, so the area on the board decides
/// and nobody's opinion is asked.
#[allow(clippy::disallowed_methods, reason = "the opponent is another program")]
fn contest(games: u32, simulations: u32, engine: &str, arguments: &[&str]) -> io::Result<()> {
    let mut child = Command::new(engine).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let gone = || io::Error::other("the engine has no input or output");
    let mut input = child.stdin.take().ok_or_else(gone)?;
    let mut output = BufReader::new(child.stdout.take().ok_or_else(gone)?);
    let mut ask = |command: &str| gtp::ask(&mut input, &mut output, command);
    let mut tally = Tally::default();
    for game in 0..games {
        for command in ["boardsize 9", "clear_board", "komi 7.5"] {
            ask(command)?;
        }
        let mut go = Go::new();
        let ours = game as usize % 2;
        let mut resigned = false;
        while go.outcome().is_none() && !resigned {
            let colour = ["black", "white"][go.turn()];
            let mv = if go.turn() == ours {
                let seed = u64::from(game) << 16 | u64::from(go.last());
                let mv = go_policy::choose(&mut go, simulations, seed);
                ask(&format!("play {colour} {}", gtp::vertex(mv)))?;
                mv
            } else {
                let word = ask(&format!("genmove {colour}"))?;
                resigned = word.eq_ignore_ascii_case("resign");
                let legal = gtp::parse(&word).filter(|&mv| mv == go::PASS || go.is_legal(mv));
                match legal {
                    Some(mv) => mv,
                    None if resigned => continue,
                    None => return Err(io::Error::other(format!("the engine played {word}, which is illegal"))),
                }
            };
            go.play(mv);
        }
        let balance = if ours == 0 { go.balance() } else { -go.balance() };
        let won = resigned || balance > 0;
        tally.add(if won { 1.0 } else { 0.0 });
        let (moves, score) = (go.moves_played(), gtp::score(go.balance()));
        let colour = ["Black", "White"][ours];
        println!(
            "game {:>2} as {colour}: {} {score}, {moves} moves; {tally}",
            game + 1,
            if won { "won" } else { "lost" }
        );
    }
    ask("quit")?;
    child.wait()?;
    Ok(())
}
