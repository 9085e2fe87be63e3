//! `filetto solve BOARD --on WHERE`: a proof in jobs, with a ledger that survives, and one certificate at the end.
//!
//! The ledger is a line a job that came back, on disk before it counts. The tree is a function of these lines in their order, so the same
//! command goes on by reading them again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use filetto_rules::{Game, Side};
use filetto_solve::certificate::Game as Lines;
use filetto_solve::free::{Job, JobLevel, Limits, Question, two_passes};
use filetto_solve::{Found, Value};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{How, Solve, as_json, as_text, keep};
use crate::commands::checkpoint::Checkpoint;
use crate::jobs::{Item, On, Pool, leaf};
use crate::terminal::{Interrupted, bad_input, note, print, progress};
use crate::{files, interrupt};

/// What a job may take, in seconds: most take some.
const SECONDS: u64 = 3600;
/// The table of the one who writes the certificate.
const TABLE: usize = 256 << 20;

/// A line of the ledger.
#[derive(Serialize, Deserialize)]
struct Line {
    format: String,
    version: u32,
    item: String,
    leaf: u64,
    result: Json,
}

const FORMAT: &str = "filetto-job";

/// What was kept of jobs, and where more is kept.
struct Ledger {
    path: Option<PathBuf>,
    file: Option<File>,
    known: Vec<Line>,
}

impl Ledger {
    fn open(path: Option<PathBuf>) -> Result<Ledger> {
        let Some(path) = path else { return Ok(Ledger { path, file: None, known: Vec::new() }) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let what = || format!("cannot keep jobs in {}", path.display());
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).with_context(what)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(what)?;
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").with_context(what)?;
        }
        let mut known = Vec::new();
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match serde_json::from_slice::<Line>(line) {
                Ok(line) if line.format == FORMAT => known.push(line),
                // The last line of a run that was killed.
                Err(error) if error.is_eof() => {}
                _ => {
                    return Err(bad_input(format!(
                        "{} is no ledger of jobs: name another --checkpoint",
                        path.display()
                    )));
                }
            }
        }
        Ok(Ledger { path: Some(path), file: Some(file), known })
    }

    fn add(&mut self, item: &Item, job: &Job, result: &Json) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let line =
            Line { format: FORMAT.into(), version: 1, item: item.id.clone(), leaf: job.leaf, result: result.clone() };
        let text = serde_json::to_string(&line)? + "\n";
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).context("the ledger of jobs")
    }
}

/// Everything that the two passes share.
struct Master<'a> {
    args: &'a Solve,
    pool: Pool,
    ledger: Ledger,
    start: Instant,
    shown: Instant,
    nodes: u64,
    jobs: usize,
    taken_over: usize,
}

pub(super) fn run(args: &Solve, on: &On, game: &Game, start: Instant) -> Result<()> {
    if game.rules().gravity() || !game.rules().win_rule().is_monotone() {
        return Err(bad_input("jobs are for boards without gravity on which K or more win: leave --on out"));
    }
    if let Some(path) = &args.certificate {
        files::check_writable(path)?;
    }
    let checkpoint = Checkpoint::of(game, false, args.checkpoint.as_deref(), !args.no_checkpoint);
    let ledger = Ledger::open(checkpoint.jobs())?;
    let pool = Pool::open(on)?;
    let mut master = Master { args, pool, ledger, start, shown: start, nodes: 0, jobs: 0, taken_over: 0 };
    let mut proof = None;
    let mut failed = None;
    let wins = two_passes(|lines| {
        if failed.is_some() || master.is_over() {
            return None;
        }
        let question = Question { rules: game.rules(), game: lines, attacker: Side::First, moves: Vec::new() };
        match master.pursue(question) {
            Ok(solved) => {
                let answer = solved.answer();
                proof = Some(solved);
                answer
            }
            Err(error) => {
                failed = Some(error);
                None
            }
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let mut certificates = Vec::new();
    if let (Some(proof), Some(_), Some(_)) = (&mut proof, wins, &args.certificate) {
        let written = proof.certificate(&mut |_| match interrupt::asked() {
            true => std::ops::ControlFlow::Break(()),
            false => std::ops::ControlFlow::Continue(()),
        });
        if !interrupt::asked() {
            certificates.push(written?);
        }
    }
    progress("");
    // Who moves second never wins on an empty board: an additional stone never harms, so the first player could take over its strategy.
    let value = wins.map(|wins| if wins { Value::First } else { Value::Draw });
    let found = Found { value, nodes: master.nodes, ..Found::default() };
    let seconds = start.elapsed().as_secs_f64();
    let source = format!("{} jobs, {} of an earlier run, on {on}", master.jobs, master.taken_over);
    let how = How { word: "search", source: Some(&source), resumed: 0, seconds, stage: None };
    print(if args.json { as_json(game, &found, &[], &how) } else { as_text(game, &found, &[], &how) })?;
    if let Some(path) = &args.certificate {
        keep(path, &certificates, args.json)?;
    }
    if interrupt::asked() || wins.is_none() {
        if let Some(path) = &master.ledger.path {
            note(&format!("what was solved is kept in {}; the same command goes on from there", path.display()));
        }
        if interrupt::asked() {
            return Err(Interrupted.into());
        }
        bail!("not solved within the limits: give more --time");
    }
    if let Some(path) = &master.ledger.path {
        std::fs::remove_file(path).ok();
    }
    Ok(())
}

impl Master<'_> {
    fn is_over(&self) -> bool {
        interrupt::asked() || self.args.time.is_some_and(|most| self.start.elapsed() >= most)
    }

    /// Works on one question until it is answered or an end is wanted.
    fn pursue(&mut self, question: Question) -> Result<JobLevel> {
        let weak = question.game == Lines::Weak;
        let mut proof =
            JobLevel::new(question.clone(), Limits { table: TABLE, ..Limits::default() }).map_err(bad_input)?;
        let mut waiting: HashMap<String, Json> =
            self.ledger.known.iter().map(|line| (line.item.clone(), line.result.clone())).collect();
        let mut out: HashMap<String, Job> = HashMap::new();
        while proof.answer().is_none() && !self.is_over() {
            while self.pool.wanted() > 0 && proof.answer().is_none() {
                let Some(job) = proof.next_job() else { break };
                let item = leaf::item(&job, self.args.job_nodes, self.args.memory.into(), SECONDS);
                // An earlier run may have done it, under the same limits or in the other pass.
                if let Some(known) = waiting.remove(&item.id)
                    && let Ok(result) = leaf::result(&job, &known)
                {
                    (self.nodes, self.jobs, self.taken_over) =
                        (self.nodes + result.nodes, self.jobs + 1, self.taken_over + 1);
                    proof.done(&job, &result);
                    continue;
                }
                out.insert(item.id.clone(), job);
                self.pool.submit(item);
            }
            if out.is_empty() {
                continue;
            }
            self.hear(&mut proof, &mut out)?;
            let idle: Vec<String> =
                out.iter().filter(|(_, job)| !proof.is_wanted(job)).map(|(id, _)| id.clone()).collect();
            for id in idle {
                self.pool.cancel(&id);
                if let Some(job) = out.remove(&id) {
                    proof.lost(&job);
                }
            }
            self.tell(&proof, weak, out.len());
        }
        self.pool.cancel_all();
        Ok(proof)
    }

    /// Waits a moment for a job to come back.
    fn hear(&mut self, proof: &mut JobLevel, out: &mut HashMap<String, Job>) -> Result<()> {
        let Some((item, outcome)) = self.pool.wait(Duration::from_millis(100))? else { return Ok(()) };
        let Some(job) = out.get(&item.id) else { return Ok(()) };
        let told = outcome.map_err(|why| anyhow::anyhow!("a leaf of the proof cannot be solved: {why}"))?;
        match leaf::result(job, &told) {
            Err(why) => self.pool.refuse(item, &why),
            Ok(result) => {
                self.ledger.add(&item, job, &told)?;
                (self.nodes, self.jobs) = (self.nodes + result.nodes, self.jobs + 1);
                proof.done(job, &result);
                out.remove(&item.id);
            }
        }
        Ok(())
    }

    fn tell(&mut self, proof: &JobLevel, weak: bool, out: usize) {
        if self.shown.elapsed() < Duration::from_millis(500) {
            return;
        }
        self.shown = Instant::now();
        let far = proof.progress();
        progress(&format!(
            "{:.0} s, {} jobs done and {out} out, {} nodes, {} game: proof number {}, disproof number {}",
            self.start.elapsed().as_secs_f64(),
            self.jobs,
            self.nodes,
            if weak { "weak" } else { "strong" },
            far.proof,
            far.disproof
        ));
    }
}
