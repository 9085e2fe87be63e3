//! Games between two networks: whether the new one may take the place of the old.

use filetto_rules::{Rng, Rules};
use filetto_search::{Game as _, Gumbel, GumbelRoot, Outcome};

use crate::network::Network;
use crate::self_play::{PLACES, mixed, scattered};
use crate::wave::{Next, Seat, drive};

/// The share of the points that `new` makes against `old`: every random opening twice, with colours exchanged.
pub fn compete(
    rules: Rules,
    new: &Network,
    old: &Network,
    games: usize,
    simulations: u32,
    seed: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<f64> {
    let search = Gumbel::new(simulations);
    let plies = if rules.cells() < 16 { 1 } else { 4 };
    let mut numbers = 0..games as u64;
    let fill = || {
        let number = numbers.next()?;
        let position = scattered(rules, plies, &mut Rng::new(mixed(seed, 7, number / 2)));
        let mut seat = Seat::new(position, search, 0, ());
        seat.judge = (number % 2) as usize;
        Some(seat)
    };
    let mut points = 0.0;
    let decide = |seat: &mut Seat<()>| {
        if let Some(mv) = seat.root.choice(&seat.tree) {
            seat.position.play(mv);
        }
        let mover = seat.judge;
        seat.judge = 1 - mover;
        seat.tree.reset();
        seat.root = GumbelRoot::new(search, 0);
        match seat.position.outcome() {
            None => return Next::Search,
            Some(Outcome::Draw) => points += 0.5,
            // The player who would be to move has lost; the new network is number 0.
            Some(_) => points += if mover == 0 { 1.0 } else { 0.0 },
        }
        Next::Leave
    };
    drive(&[new, old], PLACES, go_on, fill, decide)?;
    Some(points / games.max(1) as f64)
}
