//! Games of a network against itself as items: the network in, the samples out, both in base 64.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use filetto_learn::{Model, Network, Origin, Players, Sample, SelfPlay, replay};
use filetto_rules::Rules;
use serde_json::{Value, json};

use super::item::{Item, Work};
use super::pool::Pool;

/// Games of an item: some seconds of work on Connect Four.
const GAMES: usize = 32;
/// The most games that an item may ask for.
const MOST: usize = 10_000;
/// What an item may take.
const SECONDS: u64 = 3600;

/// Plays what an item asks for.
pub(super) fn play(work: &Work, stop: &AtomicBool) -> Option<Result<Value, String>> {
    match read(work) {
        Ok((games, network)) => {
            let samples = games.play(&network, stop)?;
            Some(Ok(json!({"samples": STANDARD.encode(replay::to_bytes(games.rules, &samples))})))
        }
        Err(error) => Some(Err(error)),
    }
}

fn read(work: &Work) -> Result<(SelfPlay, Network), String> {
    let Work::SelfPlay { board, model, simulations, first, games, seed } = work else {
        return Err("no games of a network".to_owned());
    };
    let rules: Rules = board.parse().map_err(|error: filetto_rules::RulesError| error.to_string())?;
    let bytes = STANDARD.decode(model).map_err(|error| format!("the network is no base 64: {error}"))?;
    let model = Model::from_bytes(&bytes).map_err(|error| format!("the network cannot be read: {error}"))?;
    if model.rules() != rules {
        return Err(format!("the network is for {}, not for {rules}", model.rules()));
    }
    let within = (2..=100_000).contains(simulations) && (1..=MOST).contains(games);
    let play = SelfPlay { rules, simulations: *simulations, first: *first, games: *games, seed: *seed, threads: 1 };
    if within {
        Ok((play, model.network))
    } else {
        Err(format!("too much: at most {MOST} games and 100000 simulations"))
    }
}

/// A pool that plays a generation.
pub(crate) struct PlayersElsewhere {
    pub(crate) pool: Pool,
}

impl Players for PlayersElsewhere {
    fn play(
        &mut self,
        network: &Network,
        games: SelfPlay,
        done: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Vec<Sample>>, String> {
        let origin =
            Origin { blocks: network.shape().blocks, generation: 0, games: 0, positions: 0, core_hours: 0.0, seed: 0 };
        let model = STANDARD.encode(Model { network: network.clone(), origin }.to_bytes());
        let part = |first: usize| {
            let work = Work::SelfPlay {
                board: games.rules.to_string(),
                model: model.clone(),
                simulations: games.simulations,
                first,
                games: GAMES.min(games.first + games.games - first),
                seed: games.seed,
            };
            Item::new(work, SECONDS)
        };
        let mut firsts = (games.first..games.first + games.games).step_by(GAMES);
        let mut out: HashMap<String, usize> = HashMap::new();
        let mut parts: Vec<(usize, Vec<Sample>)> = Vec::new();
        loop {
            if !done((parts.len() * GAMES).min(games.games)) {
                self.pool.cancel_all();
                return Ok(None);
            }
            while self.pool.wanted() > 0 {
                let Some(first) = firsts.next() else { break };
                let item = part(first);
                out.insert(item.id.clone(), first);
                self.pool.submit(item);
            }
            if out.is_empty() {
                parts.sort_by_key(|(first, _)| *first);
                return Ok(Some(parts.into_iter().flat_map(|(_, samples)| samples).collect()));
            }
            let back = self.pool.wait(Duration::from_millis(100)).map_err(|error| format!("{error:#}"))?;
            let Some((item, outcome)) = back else { continue };
            let Some(&first) = out.get(&item.id) else { continue };
            match samples(games.rules, &outcome?) {
                Some(samples) => {
                    out.remove(&item.id);
                    parts.push((first, samples));
                }
                None => self.pool.refuse(item, "what came back are no samples of this board"),
            }
        }
    }
}

fn samples(rules: Rules, result: &Value) -> Option<Vec<Sample>> {
    let bytes = STANDARD.decode(result.get("samples")?.as_str()?).ok()?;
    replay::from_bytes(rules, &bytes).filter(|samples| !samples.is_empty())
}
