//! `filetto lab --heuristics`: what each heuristic says of one position, and what each is worth in games.

use anyhow::Result;
use filetto_engine::heuristics::Heuristic;
use filetto_engine::lab::{Contest, ContestResult, Opinion, affordable_depth, opinions};
use filetto_rules::{Game, Notation};
use filetto_search::Limits;
use serde_json::json;

use super::Lab;
use crate::commands::analyse::{score_json, score_words};
use crate::interrupt;
use crate::terminal::{Interrupted, bad_input, note, print, progress};

/// A depth that every heuristic reaches in a moment.
const AFFORDABLE: u64 = 50_000;

pub(super) fn run(args: &Lab, game: &Game) -> Result<()> {
    let heuristics = named(&args.heuristics)?;
    let depth = args.position.depth.unwrap_or_else(|| affordable_depth(game, AFFORDABLE));
    let limits = Limits::none().time(args.time).stop(interrupt::watch());
    progress("searching …");
    let told = opinions(game, &heuristics, depth, &limits);
    progress("");
    if interrupt::asked() {
        let heard = told.iter().filter(|opinion| opinion.value.is_some()).count();
        note(&format!("stopped: {heard} of {} heuristics were asked to this depth", told.len()));
    }
    if !args.json {
        print(format!("{} depth {depth}, alpha-beta\n\n{HEADER}\n", game.rules()))?;
    }
    for opinion in &told {
        print(if args.json { format!("{}\n", as_json(opinion)) } else { line(game, opinion) })?;
    }
    if let Some(pairs) = args.games.filter(|_| !interrupt::asked()) {
        games(args, game, heuristics, pairs)?;
    }
    if interrupt::asked() { Err(Interrupted.into()) } else { Ok(()) }
}

fn games(args: &Lab, game: &Game, heuristics: Vec<Heuristic>, pairs: u32) -> Result<()> {
    let limits = Limits::none().stop(interrupt::watch());
    let contest = Contest { heuristics, pairs, nodes: args.nodes, opening: 2, seed: 1, limits };
    if !args.json {
        let nodes = args.nodes;
        print(format!(
            "\n{pairs} pairs of games each, {nodes} nodes a move, two random moves first; 95 % intervals\n\n"
        ))?;
    }
    let (mut printed, mut played) = (Ok(()), 0);
    let count = contest.heuristics.len();
    progress("playing …");
    contest.run(game, |result| {
        progress("");
        let ContestResult { first, second, games: [won, drawn, lost], score, error } = result;
        if printed.is_ok() && !interrupt::asked() {
            played += 1;
            printed = print(match args.json {
                true => format!(
                    "{}\n",
                    json!({"first": first, "second": second, "won": won, "drawn": drawn, "lost": lost, "score": score, "error": error})
                ),
                false => format!(
                    "{first:<22} {second:<22} {:>5.1} % ± {:>4.1}   +{won} ={drawn} -{lost}\n",
                    100.0 * score,
                    100.0 * error
                ),
            });
        }
        progress("playing …");
    });
    progress("");
    if interrupt::asked() {
        note(&format!("stopped: {played} of {} matches were played", count * count.saturating_sub(1) / 2));
    }
    printed
}

/// The names asked for, or all.
fn named(wanted: &[String]) -> Result<Vec<Heuristic>> {
    let all = || Heuristic::NAMES.iter().map(|(name, _)| *name);
    if wanted.iter().any(|name| name == "all") {
        return Ok(all().filter_map(Heuristic::named).collect());
    }
    let find = |name: &String| {
        let unknown = || format!("there is no heuristic '{name}': they are {}", all().collect::<Vec<_>>().join(", "));
        Heuristic::named(name).ok_or_else(|| bad_input(unknown()))
    };
    wanted.iter().map(find).collect()
}

const HEADER: &str = "heuristic                 at once       value   best         nodes  evaluations      time";

fn line(game: &Game, opinion: &Opinion) -> String {
    let best = opinion.best.map_or("-".to_owned(), |cell| Notation::native(game.rules()).write(game.rules(), [cell]));
    let value = opinion.value.map_or("stopped".to_owned(), score_words);
    format!(
        "{:<22} {:>10} {value:>11}  {best:>5}  {:>12} {:>12}  {:>7.3} s\n",
        opinion.heuristic,
        score_words(opinion.at_once),
        opinion.nodes,
        opinion.evaluations,
        opinion.elapsed.as_secs_f64()
    )
}

fn as_json(opinion: &Opinion) -> serde_json::Value {
    json!({
        "heuristic": opinion.heuristic,
        "at_once": score_json(opinion.at_once),
        "value": opinion.value.map(score_json),
        "best": opinion.best.map(|cell| cell.to_string()),
        "nodes": opinion.nodes,
        "evaluations": opinion.evaluations,
        "seconds": opinion.elapsed.as_secs_f64(),
    })
}
