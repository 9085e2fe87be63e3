//! `filetto solve`: exact values, and proofs of them.

mod args;
mod batch;
mod elsewhere;
mod family;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use filetto_rules::{Board, Game, Notation, Side};
use filetto_solve::lookup::{look_up, look_up_moves};
use filetto_solve::{Found, FoundMove, News, Stage, Task, Unsolvable, Value, Watch};
use filetto_verify::Limits;
use serde_json::{Value as Json, json};

use super::checkpoint::Checkpoint;
use super::show::native;
use crate::terminal::{Interrupted, bad_input, note, print, progress};
use crate::{files, interrupt};
pub(crate) use args::Solve;

/// Looks at the clock and at Ctrl-C, and tells on a terminal how far the solver is.
struct Watcher {
    start: Instant,
    limit: Option<Duration>,
    shown: Instant,
    /// How often the search is to be interrupted so that it can be kept.
    keep: Option<Duration>,
    kept: Instant,
    /// Where the solver stood when it was last heard.
    stage: Option<Stage>,
}

impl Watcher {
    /// Counts from `start`, when the command began: making the table takes time too.
    fn new(start: Instant, limit: Option<Duration>, keep: Option<Duration>) -> Watcher {
        Watcher { start, limit, shown: start, keep, kept: start, stage: None }
    }

    fn watch(&mut self, news: &News) -> ControlFlow<()> {
        self.stage = Some(news.stage).filter(|stage| !matches!(stage, Stage::Between(i32::MIN, _)));
        if self.shown.elapsed() > Duration::from_millis(500) {
            self.shown = Instant::now();
            let rate = news.nodes as f64 / self.start.elapsed().as_secs_f64() / 1e6;
            let stage = self.stage.map_or(String::new(), |stage| format!(", {}", standing(stage)));
            progress(&format!(
                "{:.0} s, {} nodes ({rate:.1} million a second), table {:.0} % full{stage}",
                self.start.elapsed().as_secs_f64(),
                news.nodes,
                f64::from(news.table) / 10.0
            ));
        }
        let due = self.keep.is_some_and(|keep| self.kept.elapsed() >= keep);
        if due || self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether the user or the limit wants an end.
    fn is_over(&self) -> bool {
        self.limit.is_some_and(|limit| self.start.elapsed() >= limit) || interrupt::asked()
    }

    /// Tries until there is an answer or an end is wanted, and keeps what was learnt in between.
    fn pursue(
        &mut self,
        task: &mut Task,
        checkpoint: &Checkpoint,
        mut attempt: impl FnMut(&mut Task, Watch) -> Result<Found, Unsolvable>,
    ) -> Result<Found> {
        loop {
            let found = attempt(task, &mut |news| self.watch(news)).map_err(bad_input)?;
            if found.value.is_some() || self.is_over() {
                return Ok(found);
            }
            checkpoint.save(task)?;
            self.kept = Instant::now();
        }
    }
}

pub(crate) fn run(args: &Solve) -> Result<()> {
    let start = Instant::now();
    interrupt::watch();
    if args.family {
        return family::run(args);
    }
    let game = args.position.read()?.game;
    if let Some(on) = &args.on {
        return elsewhere::run(args, on, &game, start);
    }
    if args.score && !game.rules().gravity() {
        return Err(bad_input("the distance is known for boards with gravity only: leave --score out"));
    }
    if let Some(path) = &args.certificate {
        filetto_solve::certificate::VARIANTS.check(game.rules()).map_err(bad_input)?;
        files::check_writable(path)?;
    }
    if !args.prove && args.batch.is_none() && args.certificate.is_none() {
        let book = args.book.as_deref().map(super::book::read).transpose()?;
        let known = look_up(&game, book.as_ref()).filter(|known| known.found.score.is_some() || !args.score);
        let moves = if args.all_moves { look_up_moves(&game, book.as_ref()) } else { Some(Vec::new()) };
        let moves = moves.filter(|moves| !args.score || moves.iter().all(|after| after.found.plies.is_some()));
        if let Some((known, moves)) = known.zip(moves) {
            let mut found = known.found;
            if !args.score && known.how != "book" {
                (found.score, found.plies) = (None, None);
            }
            let how = How { word: known.how, source: Some(&known.source), resumed: 0, seconds: 0.0, stage: None };
            return print(if args.json {
                as_json(&game, &found, &moves, &how)
            } else {
                as_text(&game, &found, &moves, &how)
            });
        }
    }
    let checkpoint = Checkpoint::of(&game, args.score, args.checkpoint.as_deref(), !args.no_checkpoint);
    let task = Task::new(&game, memory(args, &checkpoint), args.threads as usize).map_err(bad_input)?;
    match &args.batch {
        Some(path) => batch::run(args, task.score(true), &files::read_text(path)?, start),
        None => search(args, &game, task.score(args.score), &checkpoint, start),
    }
}

/// The bytes of the table. No more than can be of use in the time there is: the system gives memory at about half a gigabyte a second of processor
/// time, so that four gigabytes took longer than a search of one second. What an earlier run has kept is gone on with as it is.
fn memory(args: &Solve, checkpoint: &Checkpoint) -> usize {
    const LEAST: usize = 64 << 20;
    const A_SECOND: f64 = (128 << 20) as f64;
    let allowed = (args.memory as usize) << 20;
    let useful = args.time.map_or(usize::MAX, |time| LEAST.max((time.as_secs_f64() * A_SECOND) as usize));
    if useful >= allowed {
        return allowed;
    }
    checkpoint.memory().filter(|kept| *kept <= allowed).unwrap_or(useful)
}

fn search(args: &Solve, game: &Game, mut task: Task, checkpoint: &Checkpoint, start: Instant) -> Result<()> {
    let mut watcher = Watcher::new(start, args.time, checkpoint.path().map(|_| args.save_every));
    let resumed = checkpoint.resume(&mut task)?;
    if let (Some(path), 1..) = (checkpoint.path(), resumed) {
        note(&format!("going on from {}: {resumed} nodes are done", path.display()));
    }
    let found = watcher.pursue(&mut task, checkpoint, |task, watch| task.run(watch))?;
    let seconds = watcher.start.elapsed().as_secs_f64();
    let stage = watcher.stage.filter(|_| found.value.is_none());
    let how = How { word: "search", source: None, resumed, seconds, stage };
    progress("");
    if !args.json {
        // Before the moves and the proof, which may take longer.
        print(verdict(game, &found, &how))?;
    }
    let mut moves = Vec::new();
    if args.all_moves {
        if !game.rules().gravity() {
            // Each move has solvers of its own, which are not kept: an interruption would lose their work.
            watcher.keep = None;
        }
        for cell in game.board().legal_moves() {
            let found = watcher.pursue(&mut task, checkpoint, |task, watch| task.after(cell, watch))?;
            let after = FoundMove { cell, found };
            progress("");
            if !args.json {
                print(move_line(game, &after))?;
            }
            moves.push(after);
        }
    }
    let mut written = Ok(Vec::new());
    if args.certificate.is_some() && found.value.is_some() {
        // What is solved is kept: the time was for finding it. Ctrl-C still stops, and the checkpoint has the work.
        (watcher.keep, watcher.limit) = (None, None);
        written = task.certificates(&found, &mut |news| watcher.watch(news));
        progress("");
    }
    print(if args.json { as_json(game, &found, &moves, &how) } else { whose_scores(game, &moves) })?;
    if let (Some(path), Ok(certificates)) = (&args.certificate, &written) {
        keep(path, certificates, args.json)?;
    }
    if let Some(path) = args.certificate.as_ref().filter(|_| written.is_err() && interrupt::asked()) {
        note(&format!("{} was not written: its proof was stopped", path.display()));
    }
    if found.value.is_some() && moves.iter().all(|after| after.found.value.is_some()) && written.is_ok() {
        checkpoint.remove();
    } else if let Some(path) = checkpoint.path() {
        checkpoint.save(&mut task)?;
        note(&format!("what was learnt is kept in {}; the same command goes on from there", path.display()));
    }
    match found.value {
        _ if interrupt::asked() => Err(Interrupted.into()),
        Some(_) => written.map(|_| ()).map_err(bad_input),
        None => bail!("not solved within the limits: give more --time or --memory"),
    }
}

/// Writes certificates that the checker has checked. Of two, the second goes beside the first: `draw.cert`, `draw.2.cert`.
fn keep(path: &Path, certificates: &[Vec<u8>], silent: bool) -> Result<()> {
    for (number, bytes) in (1..).zip(certificates) {
        // Our own proof may be larger than what is believed of others.
        let limits = Limits { memory: 4 << 30, work: u64::MAX, ..Limits::default() };
        let proved = filetto_verify::check(bytes, limits)
            .map_err(|fault| anyhow::anyhow!("the certificate does not convince the checker: {fault}"))?;
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let path = if number == 1 { path.to_owned() } else { path.with_extension(format!("{number}.{ending}")) };
        files::write(&path, bytes)?;
        if !silent {
            print(format!("{}: {} bytes, checked: {proved}\n", path.display(), bytes.len()))?;
        }
    }
    Ok(())
}

/// Where a solver stands, in words.
fn standing(stage: Stage) -> String {
    match stage {
        Stage::Between(lo, hi) => format!("score {lo} to {hi}"),
        Stage::Numbers(proof, disproof) => format!("proof number {proof}, disproof number {disproof}"),
        Stage::Plans(leaves, open) => format!("certificate: {leaves} leaves have a plan, {open} positions are open"),
    }
}

/// How an answer is known.
struct How<'a> {
    word: &'a str,
    source: Option<&'a str>,
    /// Nodes of earlier runs.
    resumed: u64,
    seconds: f64,
    /// Where an unfinished search stood.
    stage: Option<Stage>,
}

/// The value of what was found, in words.
fn words(found: &Found) -> String {
    let value = found.value.map_or("unknown".to_owned(), |value| value.to_string());
    match (found.value, found.plies, found.score) {
        (Some(Value::First | Value::Second), Some(plies), Some(score)) => {
            format!("{value} in {plies} plies (score {:+})", score.get())
        }
        _ => value,
    }
}

/// What is found after a move, with the score of the one who makes it instead of the one who is to move then.
fn for_mover(found: &Found) -> Found {
    Found { score: found.score.map(|score| -score), ..*found }
}

fn as_text(game: &Game, found: &Found, moves: &[FoundMove], how: &How) -> String {
    let lines: String = moves.iter().map(|after| move_line(game, after)).collect();
    verdict(game, found, how) + &lines + &whose_scores(game, moves)
}

/// The value of the position.
fn verdict(game: &Game, found: &Found, how: &How) -> String {
    let after = if game.moves().is_empty() { String::new() } else { format!(" after {}", native(game)) };
    let known = match how.source {
        Some(source) => format!("known by {}: {source}", how.word),
        None => {
            let stage = how.stage.map_or(String::new(), |stage| format!(", {}", standing(stage)));
            format!("{} nodes, {:.2} s{stage}", found.nodes, how.seconds)
        }
    };
    format!("{}{after}: {} ({known})\n", game.rules(), words(found))
}

/// The value of a move.
fn move_line(game: &Game, FoundMove { cell, found }: &FoundMove) -> String {
    let written = Notation::native(game.rules()).write(game.rules(), [*cell]);
    format!("  {written:<5} {}\n", words(&for_mover(found)))
}

/// Whose scores the moves have, if they have any.
fn whose_scores(game: &Game, moves: &[FoundMove]) -> String {
    match moves.iter().any(|after| after.found.score.is_some()) {
        true => format!("scores of moves are those of {}, who is to move\n", game.to_move()),
        false => String::new(),
    }
}

fn as_json(game: &Game, found: &Found, moves: &[FoundMove], how: &How) -> String {
    format!("{}\n", as_json_value(game, found, moves, how))
}

fn as_json_value(game: &Game, found: &Found, moves: &[FoundMove], how: &How) -> Json {
    let one = |found: &Found| {
        let mut value = json!({"value": found.value.map_or("unknown", Value::word), "nodes": found.nodes});
        if let Some(score) = found.score {
            value["score"] = json!(score.get());
            value["plies"] = json!(found.plies);
        }
        value
    };
    let mut value = one(found);
    value["rules"] = json!(game.rules().to_string());
    value["moves"] = json!(native(game));
    value["seconds"] = json!(how.seconds);
    value["known_by"] = json!(how.word);
    value["source"] = json!(how.source);
    match how.stage {
        Some(Stage::Between(lo, hi)) => value["bounds"] = json!([lo, hi]),
        Some(Stage::Numbers(proof, disproof)) => value["numbers"] = json!([proof, disproof]),
        Some(Stage::Plans(leaves, open)) => value["plans"] = json!([leaves, open]),
        None => {}
    }
    if how.resumed > 0 {
        value["resumed_nodes"] = json!(how.resumed);
    }
    if !moves.is_empty() {
        let moves: serde_json::Map<String, Json> =
            moves.iter().map(|after| (after.cell.to_string(), one(&for_mover(&after.found)))).collect();
        value["all_moves"] = Json::Object(moves);
        // Of all scores: of the position and of its moves.
        value["scores_of"] = json!(if game.to_move() == Side::First { "first" } else { "second" });
    }
    value
}
