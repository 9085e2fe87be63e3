//! A training: generations of self-play and of steps on what was played, in a folder that survives a kill.
//!
//! ```text
//! config.json       board, network, search, seed: fixed when the training begins
//! state.bin         the weights, Adam's moments, the generation: the last file written of a generation
//! log.jsonl         one line a generation
//! model.net         the network that passed the gate last: what is played with
//! models/00020.net  the network of some generations, to look back
//! replay/           the replay buffer
//! ```
//!
//! A generation is a function of the state and the seed, so one that was broken off is simply begun again, with its games if they
//! were all played. The newest network
//! plays itself; the gate decides only which one is handed out.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use filetto_rules::{Rng, Rules};
use filetto_search::Clock;
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::error::LearnError;
use crate::gate::compete;
use crate::gradient::{Loss, Sample};
use crate::model::{Model, Origin};
use crate::network::{MAX_SIDE, Network, Shape};
use crate::replay::{Window, replace};
use crate::self_play::{Players, SelfPlay, mixed};
use crate::state::{self, State};
use crate::yardstick::{Measured, Yardstick};

/// What is fixed when a training begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The board, as text.
    pub board: String,
    /// Residual blocks of the network.
    pub blocks: usize,
    /// Simulations a move.
    pub simulations: u32,
    /// Games a generation.
    pub games: usize,
    /// How often each position is learnt from, on average.
    pub reuse: f64,
    /// Samples a step.
    pub batch: usize,
    /// The learning rate at the beginning.
    pub rate: f64,
    /// After so many generations the learning rate is half of that.
    pub halved_after: f64,
    /// The most samples in the replay buffer.
    pub window: usize,
    /// Generations between two gates.
    pub gate_every: u32,
    /// Games of a gate.
    pub gate_games: usize,
    /// Where all random numbers come from.
    pub seed: u64,
}

impl Config {
    /// What suits a board of this size.
    pub fn new(rules: Rules) -> Config {
        let small = rules.cells() < 16;
        Config {
            board: rules.to_string(),
            blocks: if small { 2 } else { 4 },
            simulations: if small { 16 } else { 32 },
            games: 256,
            reuse: 4.0,
            batch: 128,
            rate: 1e-3,
            halved_after: if small { 20.0 } else { 120.0 },
            window: 600_000,
            gate_every: 10,
            gate_games: 100,
            seed: 1,
        }
    }
}

/// One generation, as the log keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1; 0 is the random network.
    pub generation: u32,
    /// Games so far.
    pub games: u64,
    /// Positions so far.
    pub positions: u64,
    /// Seconds of self-play, of training and of measuring in this generation.
    pub seconds: [f64; 3],
    /// Threads that were used.
    pub threads: usize,
    /// Hours of processor time so far, gates and measuring left out: on a busy machine less than the seconds say.
    pub core_hours: f64,
    /// Mean loss of the policy.
    pub policy_loss: f64,
    /// Mean loss of the value.
    pub value_loss: f64,
    /// Points against the network that passed the last gate, if there was one.
    pub gate: Option<f64>,
    /// Right moves on the yardstick, by simulations.
    pub measured: Vec<(u32, Measured)>,
}

/// Where a generation stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Games that have ended, of how many.
    Play(usize, usize),
    /// Steps done, of how many.
    Train(usize, usize),
    /// Testing.
    Measure,
}

/// A training in its folder.
pub struct Training {
    folder: PathBuf,
    config: Config,
    rules: Rules,
    adam: Adam,
    best: Network,
    window: Window,
    log: Vec<Entry>,
    generation: u32,
    /// Held while the training is open, so that no other process works in the folder.
    _lock: fs::File,
    /// Threads to use.
    pub threads: usize,
    /// Who plays the games, if not this process.
    pub players: Option<Box<dyn Players>>,
    /// What to measure with, and the simulations to measure at every tenth generation besides none.
    pub yardstick: Option<(Yardstick, Vec<u32>)>,
}

impl Training {
    /// Begins a training in this folder, or goes on with the one that is there; `config` is for a new one.
    pub fn open(folder: &Path, config: Config) -> Result<Training, LearnError> {
        Training::open_from(folder, config, None)
    }

    /// As [`open`](Training::open), but a new training begins with this network instead of random weights. What the network came
    /// from is counted on: generations, games, positions, hours.
    pub fn open_from(folder: &Path, config: Config, from: Option<&Model>) -> Result<Training, LearnError> {
        let rules = learnable(&config)?;
        if let Some(other) = from.map(Model::rules).filter(|other| *other != rules) {
            return Err(LearnError::OtherNetwork { network: other, board: rules });
        }
        let blocks = from.map_or(config.blocks, |model| model.network.shape().blocks);
        let config = Config { blocks, ..config };
        let path = folder.join("config.json");
        let config = if path.exists() {
            let known = read_config(folder)?;
            if known.board != config.board {
                return Err(LearnError::OtherBoard { folder: folder.to_owned(), board: known.board });
            }
            known
        } else {
            create(folder)?;
            let text = serde_json::to_vec_pretty(&config).expect("a config can be written");
            replace(&path, &text).map_err(|error| LearnError::write(&path, error))?;
            config
        };
        let state = folder.join("state.bin");
        if let Some(Model { network, origin }) = from.filter(|_| !state.exists()) {
            let &Origin { generation, games, positions, core_hours, .. } = origin;
            let before = Entry { generation, games, positions, core_hours, ..Entry::default() };
            let log = folder.join("log.jsonl");
            replace(&log, &line(&before)).map_err(|error| LearnError::write(&log, error))?;
            let bytes = state::to_bytes(generation, network, &Adam::new(network.clone()));
            replace(&state, &bytes).map_err(|error| LearnError::write(&state, error))?;
        }
        Training::resume(folder, config)
    }

    fn resume(folder: &Path, config: Config) -> Result<Training, LearnError> {
        let rules = learnable(&config)?;
        let lock = lock(folder)?;
        let shape = Shape { rules, blocks: config.blocks.clamp(1, 40) };
        let path = folder.join("state.bin");
        let state = if path.exists() {
            state::from_bytes(shape, &read(&path)?).ok_or(LearnError::Damaged(path))?
        } else {
            let network = Network::random(shape, config.seed);
            State { generation: 0, best: network.clone(), adam: Adam::new(network) }
        };
        let State { generation, best, adam } = state;
        let replay = folder.join("replay");
        let window = Window::open(rules, &replay, generation, config.window)
            .map_err(|error| LearnError::write(&replay, error))?;
        let mut log = read_log(folder)?;
        // A line whose state was not written belongs to a generation that is played again.
        log.retain(|entry| entry.generation <= generation);
        create(&folder.join("models"))?;
        let training = Training {
            folder: folder.to_owned(),
            config,
            rules,
            adam,
            best,
            window,
            log,
            generation,
            _lock: lock,
            threads: 1,
            players: None,
            yardstick: None,
        };
        if generation == 0 {
            // What knows nothing, to look back at.
            training.write("models/00000.net", &training.model(&training.best).to_bytes())?;
        }
        Ok(training)
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What happened so far.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The board.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The network of the last generation.
    pub fn newest(&self) -> &Network {
        &self.adam.mean
    }

    /// Plays and learns one generation; none if `go_on` said no, and then nothing has changed.
    pub fn step(&mut self, go_on: &mut dyn FnMut(Stage) -> bool) -> Result<Option<&Entry>, LearnError> {
        let generation = self.generation + 1;
        let seed = mixed(self.config.seed, 2, u64::from(generation));
        let (clock, cpu) = (Clock::start(), processor_seconds());
        let rest = self.window.rest(generation);
        let samples = match rest {
            Some(samples) => Some(samples),
            None => self.play(seed, go_on)?,
        };
        let Some(samples) = samples else { return Ok(None) };
        let played = clock.elapsed().as_secs_f64();
        let count = samples.len();
        let positions = self.log.last().map_or(0, |entry| entry.positions) + count as u64;
        // The first generations are soon outdated: the window grows with what was played.
        let size = self.config.window.min((positions as usize / 2).max(20_000));
        let pushed = self.window.push(generation, samples, size);
        pushed.map_err(|error| LearnError::write(&self.folder, error))?;
        let mut adam = self.adam.clone();
        let steps = (count as f64 * self.config.reuse / self.config.batch as f64).ceil() as usize;
        let Some(loss) = self.train(&mut adam, generation, steps, go_on) else {
            self.window.pop();
            return Ok(None);
        };
        let trained = clock.elapsed().as_secs_f64() - played;
        let cpu = processor_seconds() - cpu;
        let gate = generation.is_multiple_of(self.config.gate_every.max(1));
        let gate = if gate {
            let mut go_on = || go_on(Stage::Measure);
            let (games, simulations) = (self.config.gate_games, self.config.simulations);
            match compete(self.rules, &adam.mean, &self.best, games, simulations, seed, &mut go_on) {
                Some(points) => Some(points),
                None => {
                    self.window.pop();
                    return Ok(None);
                }
            }
        } else {
            None
        };
        self.adam = adam;
        self.generation = generation;
        let passed = gate.is_none_or(|points| points >= 0.5) && (gate.is_some() || generation < self.config.gate_every);
        if passed {
            self.best = self.adam.mean.clone();
        }
        let measured = self.measure(generation, go_on);
        let seconds = [played, trained, clock.elapsed().as_secs_f64() - played - trained];
        let before = self.log.last();
        let taken = (steps * self.config.batch).max(1) as f64;
        self.log.push(Entry {
            generation,
            games: before.map_or(0, |entry| entry.games) + self.config.games as u64,
            positions,
            seconds,
            threads: self.threads,
            core_hours: before.map_or(0.0, |entry| entry.core_hours) + cpu / 3600.0,
            policy_loss: loss.policy / taken,
            value_loss: loss.value / taken,
            gate,
            measured,
        });
        self.keep(passed)?;
        Ok(self.log.last())
    }

    fn play(&mut self, seed: u64, go_on: &mut dyn FnMut(Stage) -> bool) -> Result<Option<Vec<Sample>>, LearnError> {
        let Config { simulations, games, .. } = self.config;
        let play = SelfPlay { rules: self.rules, simulations, first: 0, games, seed, threads: self.threads };
        if let Some(players) = &mut self.players {
            let mut done = |done| go_on(Stage::Play(done, games));
            return players.play(&self.adam.mean, play, &mut done).map_err(LearnError::Players);
        }
        let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        let watched = || {
            let go = go_on(Stage::Play(done.load(Ordering::Relaxed), games));
            stop.fetch_or(!go, Ordering::Relaxed);
        };
        let played = play.run(&self.adam.mean, &stop, &done, watched);
        Ok(played.map(|games| games.into_iter().flatten().collect()))
    }

    fn train(
        &self,
        adam: &mut Adam,
        generation: u32,
        steps: usize,
        go_on: &mut dyn FnMut(Stage) -> bool,
    ) -> Option<Loss> {
        let mut rng = Rng::new(mixed(self.config.seed, 3, u64::from(generation)));
        let rate = self.config.rate * 0.5f64.powf(f64::from(generation) / self.config.halved_after);
        let rate = rate.max(self.config.rate / 10.0) as f32;
        let mut sum = Loss::default();
        for step in 0..steps {
            if !go_on(Stage::Train(step, steps)) {
                return None;
            }
            let batch: Vec<Sample> = (0..self.config.batch).filter_map(|_| self.window.draw(&mut rng)).collect();
            let loss = adam.step(&batch, rate, self.threads);
            sum = Loss { policy: sum.policy + loss.policy, value: sum.value + loss.value };
        }
        Some(sum)
    }

    fn measure(&self, generation: u32, go_on: &mut dyn FnMut(Stage) -> bool) -> Vec<(u32, Measured)> {
        let Some((yardstick, simulations)) = &self.yardstick else { return Vec::new() };
        let some = if generation.is_multiple_of(10) { simulations.as_slice() } else { &[] };
        let mut go_on = || go_on(Stage::Measure);
        let network = &self.adam.mean;
        let measure = |&n: &u32| yardstick.measure(network, n, &mut go_on).map(|measured| (n, measured));
        std::iter::once(&0).chain(some).filter_map(measure).collect()
    }

    /// Writes the generation, the state last, and the network that is handed out if it is a new one.
    fn keep(&self, passed: bool) -> Result<(), LearnError> {
        let lines: Vec<u8> = self.log.iter().flat_map(line).collect();
        self.write("log.jsonl", &lines)?;
        if passed {
            self.write("model.net", &self.model(&self.best).to_bytes())?;
        }
        if is_kept(self.generation) {
            self.write(&format!("models/{:05}.net", self.generation), &self.model(&self.adam.mean).to_bytes())?;
        }
        self.write("state.bin", &state::to_bytes(self.generation, &self.best, &self.adam))
    }

    /// Replaces a file of the folder in one step.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), LearnError> {
        let path = self.folder.join(name);
        replace(&path, bytes).map_err(|error| LearnError::write(&path, error))
    }

    fn model(&self, network: &Network) -> Model {
        let last = self.log.last().cloned().unwrap_or_default();
        let Entry { generation, games, positions, core_hours, .. } = last;
        let origin =
            Origin { blocks: network.shape().blocks, generation, games, positions, core_hours, seed: self.config.seed };
        Model { network: network.clone(), origin }
    }
}

/// A line of the log.
fn line(entry: &Entry) -> Vec<u8> {
    (serde_json::to_string(entry).expect("an entry can be written") + "\n").into_bytes()
}

/// Processor time of the whole process so far.
#[cfg(any(unix, windows))]
fn processor_seconds() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}

/// A page trains nothing.
#[cfg(not(any(unix, windows)))]
fn processor_seconds() -> f64 {
    0.0
}

/// The generations to look back at: 1, 2, 5, 10, 20, 50, ... and every fiftieth.
fn is_kept(generation: u32) -> bool {
    let leading = generation / 10u32.pow(generation.max(1).ilog10());
    let round = leading * 10u32.pow(generation.max(1).ilog10()) == generation && matches!(leading, 1 | 2 | 5);
    round || generation.is_multiple_of(50)
}

/// The board of a training, if a network can be made for it.
fn learnable(config: &Config) -> Result<Rules, LearnError> {
    let rules: Rules = config.board.parse().map_err(|_| LearnError::Board(config.board.clone()))?;
    if rules.rows().max(rules.cols()) > MAX_SIDE { Err(LearnError::TooLarge(rules)) } else { Ok(rules) }
}

/// Takes the folder for this process. The system gives it back when the process ends, however it does.
fn lock(folder: &Path) -> Result<fs::File, LearnError> {
    let path = folder.join("lock");
    let file = fs::File::create(&path).map_err(|error| LearnError::write(&path, error))?;
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(LearnError::Taken(folder.to_owned())),
        // A file system without locks is no reason not to learn.
        _ => Ok(file),
    }
}

/// The settings of the training in this folder.
pub fn read_config(folder: &Path) -> Result<Config, LearnError> {
    let path = folder.join("config.json");
    if !path.exists() {
        return Err(LearnError::None(folder.to_owned()));
    }
    serde_json::from_slice(&read(&path)?).map_err(|_| LearnError::Damaged(path))
}

/// The log of a training in this folder; empty if it has not finished a generation.
pub fn read_log(folder: &Path) -> Result<Vec<Entry>, LearnError> {
    let path = folder.join("log.jsonl");
    if !path.exists() {
        return Ok(Vec::new());
    }
    log_from(&read(&path)?).ok_or(LearnError::Damaged(path))
}

/// The log that a file holds.
pub(crate) fn log_from(bytes: &[u8]) -> Option<Vec<Entry>> {
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).ok()).collect()
}

fn read(path: &Path) -> Result<Vec<u8>, LearnError> {
    fs::read(path).map_err(|error| LearnError::Read(path.to_owned(), error))
}

fn create(folder: &Path) -> Result<(), LearnError> {
    fs::create_dir_all(folder).map_err(|error| LearnError::write(folder, error))
}
