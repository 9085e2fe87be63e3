//! The tables of an event: each plays one unit after the other and tells the one who keeps the ledger.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use filetto_rules::Rules;

use crate::event::Event;
use crate::fault::Fault;
use crate::game::Played;
use crate::pair::Pair;
use crate::schedule::Place;
use crate::seat::{SeatContext, SeatFactory, process};
use crate::slot::{GameNews, NoPair, Slot};

/// What the tables tell the one who keeps the ledger.
pub(crate) enum Told {
    Started(usize, [String; 2], Rules, Vec<filetto_rules::Cell>),
    Moved(usize, filetto_rules::Cell),
    Finished(usize, Box<Played>),
    Pair(Box<Pair>),
    /// This player of the event did not start on this board.
    Failed(usize, Rules, Fault),
}

/// What all tables share.
pub(crate) struct Work<'a> {
    pub(crate) event: &'a Event,
    pub(crate) factory: SeatFactory<'a>,
    pub(crate) places: &'a [Place],
    pub(crate) next: AtomicUsize,
    pub(crate) games: AtomicUsize,
    pub(crate) openings: Mutex<HashMap<(Rules, u32), Vec<filetto_rules::Cell>>>,
    /// Who did not start where: there is no point in trying again for every unit.
    pub(crate) failed: Mutex<HashSet<(usize, Rules)>>,
    pub(crate) halt: AtomicBool,
}

impl Work<'_> {
    /// One table: plays unit after unit until there is none.
    pub(crate) fn table(&self, number: usize, tell: &Sender<Told>) {
        let cores = process::cores();
        let core = self.event.affinity.then(|| cores.get(number % cores.len().max(1)).copied()).flatten();
        let context = SeatContext { factory: self.factory, start: self.event.start, stop: &self.halt, core };
        while !self.halt.load(Ordering::Relaxed) {
            let Some(place) = self.places.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            if place.players.iter().any(|&player| self.failed().contains(&(player, place.rules))) {
                continue;
            }
            let told = match self.pair(&self.slot(place), context, tell) {
                Ok(pair) => Told::Pair(Box::new(pair)),
                Err(NoPair::CalledOff) => break,
                Err(NoPair::Start(player, fault)) => {
                    let player = place.players[player];
                    if !self.failed().insert((player, place.rules)) {
                        continue;
                    }
                    Told::Failed(player, place.rules, fault)
                }
            };
            if tell.send(told).is_err() {
                break;
            }
        }
    }

    fn failed(&self) -> MutexGuard<'_, HashSet<(usize, Rules)>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, place: &Place) -> Slot {
        // Held while it is made: another table waits for the same opening rather than making it again.
        let mut known = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || self.event.openings.make(place.rules, place.round, self.event.seed, self.factory.factory);
        let opening = known.entry((place.rules, place.round)).or_insert_with(make).clone();
        self.event.slot(place, opening)
    }

    fn pair(&self, slot: &Slot, context: SeatContext, tell: &Sender<Told>) -> Result<Pair, NoPair> {
        let numbers: [Cell<usize>; 2] = Default::default();
        slot.play_in(context, &|game, news| {
            let told = match news {
                GameNews::Started(names) => {
                    numbers[game].set(self.games.fetch_add(1, Ordering::Relaxed) + 1);
                    let opening = slot.opening.clone();
                    Told::Started(numbers[game].get(), names.map(str::to_owned), slot.rules, opening)
                }
                GameNews::Moved(cell) => Told::Moved(numbers[game].get(), cell),
                GameNews::Finished(played) => Told::Finished(numbers[game].get(), Box::new(played.clone())),
            };
            let _ = tell.send(told);
        })
    }
}
