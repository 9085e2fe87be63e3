//! Games that a network plays against itself, as samples to learn from.
//!
//! A quarter of the games begin near the empty board, the others after many random moves, so that the network sees positions that
//! good play never reaches; these games are short, so that about half of the samples come from each kind. The policy to learn is the search's improved one. The value to learn is half the game's result
//! and half the search's mean; where the search settled the position it is that value alone, a fact of the rules.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use filetto_engine::Position;
use filetto_rules::{Cell, Game as Record, Rng, Rules};
use filetto_search::{Game as _, Gumbel, GumbelRoot, MoveList, Outcome};

use crate::gradient::Sample;
use crate::judge::input;
use crate::network::Network;
use crate::wave::{Next, Seat, drive};

/// How many games one thread plays side by side.
pub(crate) const PLACES: usize = 128;

/// Games that a network plays against itself. A game depends on its number, the seed and the network alone, so a generation can be played in
/// parts, wherever, and is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// The board, the network's.
    pub rules: Rules,
    /// Simulations a move.
    pub simulations: u32,
    /// The number of the first game.
    pub first: usize,
    /// How many games.
    pub games: usize,
    /// Where all random numbers come from.
    pub seed: u64,
    /// Threads to use.
    pub threads: usize,
}

/// Somebody else who plays the games of a generation.
pub trait Players {
    /// The samples of these games in their order; none if it was told to stop. `done` hears how many games are played.
    fn play(
        &mut self,
        network: &Network,
        games: SelfPlay,
        done: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Vec<Sample>>, String>;
}

struct Playing {
    number: usize,
    rng: Rng,
    /// The sample, the search's value, and whether that is certain.
    taken: Vec<(Sample, f32, bool)>,
}

/// A seed for one of many purposes.
pub(crate) fn mixed(seed: u64, purpose: u64, number: u64) -> u64 {
    let first = Rng::new(seed ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    Rng::new(first.wrapping_add(number)).next_u64()
}

/// A position after so many random moves; fewer if the game would end.
pub(crate) fn scattered(rules: Rules, plies: usize, rng: &mut Rng) -> Position<u32> {
    let mut list = MoveList::new();
    let mut dice = filetto_search::Rng::new(rng.next_u64());
    let mut plies = plies;
    loop {
        let mut position = Position::<u32>::of(&Record::new(rules)).expect("networks are for sides up to 32");
        for _ in 0..plies {
            if position.outcome().is_none()
                && let Some(mv) = position.random_move(&mut dice, &mut list)
            {
                position.play(mv);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
        plies = plies.saturating_sub(1);
    }
}

impl SelfPlay {
    fn search(&self) -> Gumbel {
        Gumbel::new(self.simulations).with_noise()
    }

    fn begin(&self, number: usize) -> Seat<Playing> {
        let mut rng = Rng::new(mixed(self.seed, 1, number as u64));
        let cells = self.rules.cells();
        let most = if self.rules.gravity() { cells * 9 / 10 } else { cells / 4 };
        let plies = if number.is_multiple_of(4) { rng.below(3) } else { rng.below(most + 1) };
        let position = scattered(self.rules, plies, &mut rng);
        let seed = rng.next_u64();
        Seat::new(position, self.search(), seed, Playing { number, rng, taken: Vec::new() })
    }

    /// Takes down what the search found, plays its move; `true` when the game is over.
    fn step(&self, seat: &mut Seat<Playing>) -> bool {
        let shares = seat.root.improved_policy(&seat.tree);
        let number = |cell: Cell| seat.position.index(cell) as u16;
        let policy = seat.tree.root_moves().zip(shares).map(|(root_move, share)| (number(root_move.mv), share));
        let sample = Sample { input: input(&seat.position), policy: policy.collect(), value: 0.0 };
        seat.data.taken.push((sample, seat.tree.value(), seat.tree.settled().is_some()));
        let Some(mv) = seat.root.choice(&seat.tree) else { return true };
        seat.position.play(mv);
        seat.tree.advance(mv);
        seat.root = GumbelRoot::new(self.search(), seat.data.rng.next_u64());
        seat.position.outcome().is_some()
    }

    /// Plays the games here and gives their samples, a game after the other; none if `stop` was set.
    pub fn play(&self, network: &Network, stop: &AtomicBool) -> Option<Vec<Sample>> {
        Some(self.run(network, stop, &AtomicUsize::new(0), || ())?.into_iter().flatten().collect())
    }

    /// The same game by game. `done` counts them while they end, `watch` is called often.
    pub(crate) fn run(
        &self,
        network: &Network,
        stop: &AtomicBool,
        done: &AtomicUsize,
        mut watch: impl FnMut(),
    ) -> Option<Vec<Vec<Sample>>> {
        let next = AtomicUsize::new(0);
        let thread = |watch: &mut dyn FnMut()| {
            let mut finished: Vec<(usize, Vec<Sample>)> = Vec::new();
            let fill = || {
                let number = next.fetch_add(1, Ordering::Relaxed);
                (number < self.games).then(|| self.begin(self.first + number))
            };
            let decide = |seat: &mut Seat<Playing>| {
                if !self.step(seat) {
                    return Next::Search;
                }
                let lost = seat.position.outcome() == Some(Outcome::Loss);
                finished.push((seat.data.number, label(std::mem::take(&mut seat.data.taken), lost)));
                done.fetch_add(1, Ordering::Relaxed);
                Next::Leave
            };
            let go_on = || {
                watch();
                !stop.load(Ordering::Relaxed)
            };
            drive(&[network], PLACES, go_on, fill, decide)?;
            Some(finished)
        };
        let played = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.max(1)).map(|_| scope.spawn(|| thread(&mut || ()))).collect();
            let mut played = thread(&mut watch)?;
            for other in others {
                played.extend(other.join().ok().flatten()?);
            }
            Some(played)
        });
        let mut played = played?;
        played.sort_by_key(|(number, _)| *number);
        Some(played.into_iter().map(|(_, samples)| samples).collect())
    }
}

/// Gives the samples their values, the last first: whoever was to move in the end has lost, or it was a draw.
fn label(taken: Vec<(Sample, f32, bool)>, lost: bool) -> Vec<Sample> {
    let mut result = if lost { 1.0 } else { 0.0 };
    let mut samples: Vec<Sample> = Vec::with_capacity(taken.len());
    for (sample, searched, certain) in taken.into_iter().rev() {
        let value = if certain { searched } else { (searched + result) / 2.0 };
        samples.push(Sample { value, ..sample });
        result = -result;
    }
    samples.reverse();
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Shape;

    #[test]
    fn games_are_the_same_whatever_the_number_of_threads() {
        let rules: Rules = "4x5x3g".parse().unwrap();
        let network = Network::random(Shape { rules, blocks: 1 }, 3);
        let run = |threads| {
            let play = SelfPlay { rules, simulations: 8, first: 0, games: 150, seed: 5, threads };
            play.run(&network, &AtomicBool::new(false), &AtomicUsize::new(0), || ()).unwrap()
        };
        let games = run(1);
        assert_eq!(games, run(3));
        // Nor in how many parts they are played.
        let part = |first, games| {
            let play = SelfPlay { rules, simulations: 8, first, games, seed: 5, threads: 1 };
            play.play(&network, &AtomicBool::new(false)).unwrap()
        };
        let parts: Vec<Sample> = [part(0, 40), part(40, 1), part(41, 109)].concat();
        assert_eq!(parts, games.concat());
        assert_eq!(games.len(), 150);
        for sample in games.iter().flatten() {
            assert!((sample.policy.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-3);
            assert!((-1.0..=1.0).contains(&sample.value));
            assert!(sample.policy.iter().all(|&(cell, _)| sample.input.cells[usize::from(cell)] == 0));
        }
        // The last move of a game that somebody won was a winning one, and the search knew it.
        assert!(games.iter().filter(|game| game.last().is_some_and(|last| last.value == 1.0)).count() > 75);
    }

    #[test]
    fn a_stop_ends_it() {
        let rules: Rules = "6x7x4g".parse().unwrap();
        let network = Network::random(Shape { rules, blocks: 1 }, 3);
        let play = SelfPlay { rules, simulations: 8, first: 0, games: 10_000, seed: 5, threads: 1 };
        assert!(play.run(&network, &AtomicBool::new(true), &AtomicUsize::new(0), || ()).is_none());
    }
}
