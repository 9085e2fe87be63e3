//! `filetto analyse`: what a player thinks of a position, while it thinks.

use std::time::Duration;

use anyhow::Result;
use filetto_engine::{Info, Named, Player};
use filetto_rules::{Cell, Game, Notation, draw};
use filetto_search::Score;
use serde_json::{Value, json};

use crate::cli::{Analyse, Thinking};
use crate::terminal::{Interrupted, bad_input, print};
use crate::{interrupt, players};

pub(crate) fn run(args: &Analyse) -> Result<()> {
    let game = args.position.read()?.game;
    let mut player = seat(&args.player, &game, &args.thinking)?;
    if game.outcome().is_over() {
        return Err(bad_input(format!("there is nothing to think about: {}", draw::caption(&game))));
    }
    player.set_lines(args.lines as usize);
    let budget = args.thinking.budget().stop(interrupt::watch());
    let mut lines: Vec<Info> = Vec::new();
    // A closed pipe is noticed while thinking and reported afterwards.
    let mut printed = Ok(());
    let mut tell = |info: &Info| {
        lines.truncate(info.rank);
        lines.push(info.clone());
        if printed.is_ok() {
            let text = if args.json { as_json(&game, info).to_string() } else { line(&game, info) };
            printed = print(format!("{text}\n"));
        }
    };
    let choice = player.choose(&game, &budget, &mut tell).ok_or_else(|| anyhow::anyhow!("the player gave no move"))?;
    printed?;
    let stats = choice.stats;
    if args.json {
        let value = json!({
            "best": choice.cell.to_string(),
            "score": choice.score.map(score_json),
            "solved": choice.solved,
            "line": choice.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "lines": lines.iter().map(|info| as_json(&game, info)).collect::<Vec<_>>(),
            "nodes": stats.nodes,
            "seconds": stats.elapsed.as_secs_f64(),
            "player": args.player,
            "rules": game.rules().to_string(),
        });
        print(format!("{value}\n"))?;
    } else {
        let worth = choice.score.map_or(String::new(), |score| format!(", {}", score_words(score)));
        let speed = stats.nodes as f64 / stats.elapsed.as_secs_f64().max(1e-6) / 1e6;
        let cost = if stats.nodes > 0 {
            format!(" ({} nodes, {speed:.1} million a second)", stats.nodes)
        } else {
            String::new()
        };
        print(format!("best: {}{worth}{cost}\n", Notation::native(game.rules()).write(game.rules(), [choice.cell])))?;
    }
    if interrupt::asked() { Err(Interrupted.into()) } else { Ok(()) }
}

/// A player of this name for this board.
pub(crate) fn seat(name: &str, game: &Game, thinking: &Thinking) -> Result<Box<dyn Player>> {
    let (named, settings) = Named::read(name, thinking.settings()).map_err(bad_input)?;
    let rules = game.rules();
    if !named.plays(rules) {
        let kind = if rules.gravity() { "with" } else { "without" };
        return Err(bad_input(format!("{name} does not play {rules}: it is not meant for boards {kind} gravity")));
    }
    Ok(players::make(named, settings))
}

fn line(game: &Game, info: &Info) -> String {
    let Info { depth, score, nodes, elapsed, line, rank } = info;
    let moves = line_text(game, line);
    if *rank > 0 {
        return format!(
            "{:>9} {:>14}  {:>12}        {:>8}  {moves}",
            format!("{}.", rank + 1),
            score_words(*score),
            "",
            ""
        );
    }
    format!("depth {depth:>2}  {:>14}  {nodes:>12} nodes  {:>8}  {moves}", score_words(*score), seconds(*elapsed))
}

/// A line of play as Filetto writes moves on this board.
fn line_text(game: &Game, line: &[Cell]) -> String {
    Notation::native(game.rules()).write(game.rules(), line.iter().copied())
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// A score for people, from the point of view of the player to move.
pub(crate) fn score_words(score: Score) -> String {
    match score.plies() {
        Some(plies) if score.is_win() => format!("wins in {plies}"),
        Some(plies) => format!("loses in {plies}"),
        None => format!("{:+}", score.raw()),
    }
}

/// A score for programs.
pub(crate) fn score_json(score: Score) -> Value {
    match score.plies() {
        Some(plies) if score.is_win() => json!({"win_in": plies}),
        Some(plies) => json!({"loss_in": plies}),
        None => json!({"estimate": score.raw()}),
    }
}

fn as_json(game: &Game, info: &Info) -> Value {
    json!({
        "rank": info.rank + 1,
        "depth": info.depth,
        "score": score_json(info.score),
        "nodes": info.nodes,
        "seconds": info.elapsed.as_secs_f64(),
        "line": info.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "moves": line_text(game, &info.line),
    })
}
