//! Learns a network from the games of a folder, keeps its state after every round so that it can be gone on with, and writes the model.

use std::path::Path;

use filetto_engine::champion::parts::{Evaluation, Network, NetworkEvaluation};
use filetto_engine::knowledge::Weights;
use filetto_rules::Rng;
use filetto_search::Clock;

use crate::learn::Learner;
use crate::samples::{HELD_OUT, Sample, Samples, each_position};
use crate::shards::{self, Record};

/// Samples of a step.
const BATCH: usize = 512;
/// The steps down at the beginning; they become smaller along a cosine.
const RATE: f32 = 2e-3;
/// Steps until the rate is reached.
const WARM: f32 = 200.0;

/// How it is learnt.
pub(crate) struct Plan {
    pub(crate) epochs: u64,
    pub(crate) seed: u64,
    /// What else the model says about itself.
    pub(crate) about: String,
}

/// Learns and writes the model.
pub(crate) fn run(folder: &Path, model: &Path, plan: &Plan) -> Result<(), String> {
    let samples = Samples::read(folder)?;
    let (learnt, held_out) = (samples.learnt.len(), samples.held_out.len());
    eprintln!(
        "{} games, {learnt} positions to learn from, {held_out} held out, {} codes",
        samples.games,
        samples.codes.len() - 1
    );
    let before = Samples::losses(&samples.held_out, |sample| sample.estimate);
    eprintln!("held out, the estimate alone: {:.4}, against results {:.4}", before[0], before[1]);
    let mut learner = Learner::new(&samples.codes, plan.seed);
    let state = folder.join("training.state");
    let key = format!("{} {learnt} {} {}", plan.seed, plan.epochs, samples.codes.len());
    let mut after = before;
    let clock = Clock::start();
    let done = resume(&state, &key, &mut learner);
    for epoch in done..plan.epochs {
        let mut order: Vec<&Sample> = samples.learnt.iter().collect();
        let mut rng = Rng::new(plan.seed.wrapping_mul(1_000_003) + epoch);
        (1..order.len()).rev().for_each(|i| order.swap(i, rng.below(i + 1)));
        let all = (plan.epochs as usize * order.len().div_ceil(BATCH)) as f32;
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            let gone = learner.steps as f32;
            let rate = RATE * (gone / WARM).min(1.0) * (0.505 + 0.495 * (std::f32::consts::PI * gone / all).cos());
            sum += learner.step(&samples, batch, rate) * batch.len() as f32;
        }
        learner.gather();
        after = Samples::losses(&samples.held_out, |s| s.estimate + learner.judge(samples.cells(s)));
        let rate = (epoch + 1 - done) as f64 * learnt as f64 / clock.elapsed().as_secs_f64();
        eprintln!(
            "round {} of {}: learnt {:.4}, held out {:.4}, against results {:.4}; {rate:.0} positions a second",
            epoch + 1,
            plan.epochs,
            sum / learnt as f32,
            after[0],
            after[1]
        );
        keep(&state, &key, epoch + 1, &learner).map_err(|error| format!("{}: {error}", state.display()))?;
    }
    let about = format!(
        "{}{} games, {learnt} positions and {held_out} held out, {} rounds, seed {}; \
         logistic loss held out {:.4} (against results {:.4}) with the estimate alone, {:.4} ({:.4}) with the network",
        plan.about, samples.games, plan.epochs, plan.seed, before[0], before[1], after[0], after[1]
    );
    let network = learner.network(about);
    std::fs::write(model, network.to_bytes()).map_err(|error| format!("{}: {error}", model.display()))?;
    println!("{}", network.about);
    Ok(())
}

/// Prints the loss of a model on the games that are held out, by the integers that play.
pub(crate) fn measure(folder: &Path, model: &Path) -> Result<(), String> {
    let bytes = std::fs::read(model).map_err(|error| format!("{}: {error}", model.display()))?;
    let network = Network::read(&bytes).map_err(|error| format!("{}: {error}", model.display()))?;
    let samples = Samples::read(folder)?;
    let mut judged = Vec::new();
    for (number, record) in records(folder)?.iter().enumerate().filter(|(number, _)| number.is_multiple_of(HELD_OUT)) {
        let weights = Weights::of(record.rules);
        let each = each_position(record, |field, _, ply| {
            if ply.opinion.is_some() {
                let mut evaluation = NetworkEvaluation::of(field, weights, Some(&network), i32::MAX);
                judged.push(evaluation.evaluate(field) as f32 / weights.sure as f32);
            }
        });
        each.ok_or_else(|| format!("game {number} is not legal"))?;
    }
    let mut judged = judged.into_iter();
    let before = Samples::losses(&samples.held_out, |sample| sample.estimate);
    let after = Samples::losses(&samples.held_out, |_| judged.next().unwrap_or(f32::NAN));
    println!(
        "{} positions held out, logistic loss against what was wanted and against results",
        samples.held_out.len()
    );
    println!("the estimate alone  {:.4}  {:.4}", before[0], before[1]);
    println!("with the network    {:.4}  {:.4}", after[0], after[1]);
    Ok(())
}

fn records(folder: &Path) -> Result<Vec<Record>, String> {
    let mut all = Vec::new();
    for path in shards::list(folder) {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        all.extend(text.lines().filter_map(Record::read));
    }
    Ok(all)
}

/// Writes how far it is.
fn keep(path: &Path, key: &str, epoch: u64, learner: &Learner) -> std::io::Result<()> {
    let mut bytes = format!("{key}\n{epoch} {}\n", learner.steps).into_bytes();
    let numbers = learner.parameters.iter().chain(&learner.first).chain(&learner.second);
    bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    let part = path.with_extension("part");
    std::fs::write(&part, bytes)?;
    std::fs::rename(part, path)
}

/// Goes on with what was kept, if it was the same training; returns how many rounds were done.
fn resume(path: &Path, key: &str, learner: &mut Learner) -> u64 {
    let read = || {
        let bytes = std::fs::read(path).ok()?;
        let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
        let (kept, counts, numbers) = (parts.next()?, parts.next()?, parts.next()?);
        let (epoch, steps) = std::str::from_utf8(counts).ok()?.split_once(' ')?;
        let all = 3 * learner.parameters.len();
        if kept != key.as_bytes() || numbers.len() != 4 * all {
            return None;
        }
        let mut numbers =
            numbers.chunks_exact(4).map(|chunk| f32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]));
        for place in learner.parameters.iter_mut().chain(&mut learner.first).chain(&mut learner.second) {
            *place = numbers.next()?;
        }
        learner.steps = steps.parse().ok()?;
        epoch.parse().ok()
    };
    let epoch = { read }().unwrap_or(0);
    if epoch > 0 {
        eprintln!("going on after round {epoch}");
    }
    epoch
}
