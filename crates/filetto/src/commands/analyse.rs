//! `filetto analyse`: what a position is: its value and how it is known, the best lines, every move on request.

use anyhow::Result;
use filetto_engine::Player;
use filetto_engine::analysis::{Analyst, Answer, Effort, Line, MoveValue};
use filetto_rules::{Cell, Game, Notation, draw};
use filetto_search::{Budget, Score, TimeControl};
use filetto_solve::Answers;
use serde_json::{Value as Json, json};

use crate::cli::{Analyse, DEFAULT_PLAYER, Thinking};
use crate::interrupt;
use crate::players::{OWN_FILES, Who};
use crate::terminal::{Interrupted, bad_input, print};

pub(crate) fn run(args: &Analyse) -> Result<()> {
    let game = args.position.read()?.game;
    let player = seat(&args.player, &game, &args.thinking)?;
    if game.outcome().is_over() {
        return Err(bad_input(format!("there is nothing to think about: {}", draw::caption(&game))));
    }
    let thinking = &args.thinking;
    let stop = interrupt::watch();
    let effort = thinking.nodes.map_or(Effort::STANDARD, |nodes| Effort::STANDARD.nodes(nodes));
    let mut answers = Answers::new(game.rules(), args.solver).stop(std::sync::Arc::clone(&stop));
    let control = thinking.time.map_or(TimeControl::NONE, TimeControl::per_move);
    let budget = Budget { depth: thinking.depth, ..Budget::none().control(control).stop(stop) };
    let analyst = Analyst::new(effort).exact(&mut answers).budget(budget);
    let mut analyst = analyst.wanting(args.lines as usize, args.values);
    if args.player != DEFAULT_PLAYER || thinking.level.is_some() {
        analyst = analyst.player(player);
    }
    let start = std::time::Instant::now();
    // A closed pipe is noticed while thinking and reported afterwards.
    let mut printed = Ok(());
    let answer = if thinking.time.is_some() {
        analyst.study(&game, &mut |answer| {
            if printed.is_ok() {
                let told = round(&game, answer);
                let text = if args.json { told.1.to_string() } else { told.0 };
                printed = print(format!("{text}\n"));
            }
        })
    } else {
        analyst.answer(&game)
    };
    printed?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let mut value = answer_json(&answer);
        value["seconds"] = json!(seconds);
        value["player"] = json!(args.player);
        print(format!("{value}\n"))?;
    } else {
        print(text(&game, &answer))?;
    }
    if interrupt::asked() { Err(Interrupted.into()) } else { Ok(()) }
}

/// What a position is in a few lines, for somebody in the middle of a game.
pub(crate) fn brief(game: &Game, thinking: &Thinking) -> String {
    let mut answers = Answers::new(game.rules(), Effort::SOLVER);
    let budget = thinking.budget(None);
    let effort = thinking.nodes.map_or(Effort::STANDARD, |nodes| Effort::STANDARD.nodes(nodes));
    text(game, &Analyst::new(effort).exact(&mut answers).budget(budget).answer(game))
}

/// A player of this name for this board.
pub(crate) fn seat(name: &str, game: &Game, thinking: &Thinking) -> Result<Box<dyn Player>> {
    let who = Who::read(name, thinking.settings(), OWN_FILES).map_err(bad_input)?;
    who.refuses(game.rules()).map_or_else(|| Ok(who.make()), |why| Err(bad_input(why)))
}

/// One round of a longer study, for people and for programs.
fn round(game: &Game, answer: &Answer) -> (String, Json) {
    let (depth, nodes) = answer.searched.map_or((0, 0), |searched| (searched.depth, searched.nodes));
    let moves = line_text(game, answer.line());
    let text = format!("depth {depth:>2}  {:>24}  {nodes:>12} nodes  {moves}", answer.value().words(answer.known_by()));
    (text, json!({"depth": depth, "nodes": nodes, "value": answer.value(), "line": names(answer.line())}))
}

/// The answer for people.
fn text(game: &Game, answer: &Answer) -> String {
    let cell = |cell: Cell| line_text(game, &[cell]);
    let mut text = match answer.best() {
        Some(best) => format!("best: {}, {}\n", cell(best), answer.value().words(answer.known_by())),
        None => format!("{}\n", answer.value().words(answer.known_by())),
    };
    for (rank, line) in (1..).zip(&answer.lines) {
        let Line { moves, value, known_by } = line;
        text += &format!("{rank:>3}. {:>24}  {}\n", value.words(*known_by), line_text(game, moves));
    }
    for MoveValue { cell: at, value, known_by, .. } in &answer.values {
        text += &format!("  {:<5} {}\n", cell(*at), value.words(*known_by));
    }
    if let Some(searched) = answer.searched {
        text += &format!("searched {} nodes to depth {}\n", searched.nodes, searched.depth);
    }
    text
}

/// A line of play as Filetto writes moves on this board.
fn line_text(game: &Game, line: &[Cell]) -> String {
    Notation::native(game.rules()).write(game.rules(), line.iter().copied())
}

/// The answer for programs.
pub(crate) fn answer_json(answer: &Answer) -> Json {
    json!({
        "rules": answer.explanation.rules.to_string(),
        "to_move": if answer.to_move() == filetto_rules::Side::First { "first" } else { "second" },
        "best": answer.best().map(|cell| cell.to_string()),
        "value": answer.value(),
        "proved": answer.is_proved(),
        "known_by": answer.known_by(),
        "line": names(answer.line()),
        "lines": answer.lines,
        "values": answer.values,
        "depth": answer.searched.map(|searched| searched.depth),
        "nodes": answer.searched.map_or(0, |searched| searched.nodes),
        "score": answer.searched.and_then(|searched| searched.score).filter(|_| !answer.is_proved()).map(score_json),
    })
}

fn names(line: &[Cell]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
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
pub(crate) fn score_json(score: Score) -> Json {
    match score.plies() {
        Some(plies) if score.is_win() => json!({"win_in": plies}),
        Some(plies) => json!({"loss_in": plies}),
        None => json!({"estimate": score.raw()}),
    }
}
