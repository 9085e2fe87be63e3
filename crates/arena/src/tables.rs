//! The tables of an event: each plays one unit after the other and tells the one who keeps the ledger.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

use filetto_rules::{Cell, Rules, Side};

use crate::control::Control;
use crate::event::Event;
use crate::game::{CalledOff, GameSetup, Played, play};
use crate::pair::Pair;
use crate::schedule::Slot;
use crate::seat::{Seat, SeatContext, SeatFactory, process};

/// What the tables tell the one who keeps the ledger.
pub(crate) enum Told {
    Started(usize, [String; 2], Rules, Vec<Cell>),
    Moved(usize, Cell),
    Finished(usize, Box<Played>),
    Pair(Box<Pair>),
}

/// What all tables share.
pub(crate) struct Work<'a> {
    pub(crate) event: &'a Event,
    pub(crate) factory: SeatFactory<'a>,
    pub(crate) slots: &'a [Slot],
    pub(crate) next: AtomicUsize,
    pub(crate) games: AtomicUsize,
    pub(crate) openings: Mutex<HashMap<(Rules, u32), Vec<Cell>>>,
    pub(crate) halt: AtomicBool,
}

impl Work<'_> {
    /// One table: plays unit after unit until there is none.
    pub(crate) fn table(&self, number: usize, tell: &Sender<Told>) {
        let cores = process::cores();
        let core = self.event.affinity.then(|| cores.get(number % cores.len().max(1)).copied()).flatten();
        let context = SeatContext { factory: self.factory, start: self.event.start, stop: &self.halt, core };
        while !self.halt.load(Ordering::Relaxed) {
            let Some(slot) = self.slots.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            let Ok(pair) = self.pair(slot, context, tell) else { break };
            if tell.send(Told::Pair(Box::new(pair))).is_err() {
                break;
            }
        }
    }

    fn opening(&self, slot: &Slot) -> Vec<Cell> {
        // Held while it is made: another table waits for the same opening rather than making it again.
        let mut known = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || self.event.openings.make(slot.rules, slot.round, self.event.seed, self.factory.factory);
        known.entry((slot.rules, slot.round)).or_insert_with(make).clone()
    }

    fn pair(&self, slot: &Slot, context: SeatContext, tell: &Sender<Told>) -> Result<Pair, CalledOff> {
        let opening = self.opening(slot);
        let specs = slot.players.map(|player| &self.event.players[player]);
        let controls = slot.players.map(|player| self.event.control_of(player));
        let mut seats: [Option<Box<dyn Seat + '_>>; 2] = [None, None];
        let mut games = Vec::new();
        for game in 0..2 {
            let number = self.games.fetch_add(1, Ordering::Relaxed) + 1;
            let at = Side::BOTH.map(|side| Pair::player(game, side));
            let names = at.map(|player| specs[player].name.as_str());
            let _ = tell.send(Told::Started(number, names.map(str::to_owned), slot.rules, opening.clone()));
            for player in 0..2 {
                // A seat that may keep its process keeps it for the second game.
                if seats[player].is_none() || specs[player].restart {
                    seats[player] = Some(context.seat(specs[player], &controls[player], slot.seed(game, player)));
                }
            }
            let table = GameSetup {
                rules: slot.rules,
                opening: &opening,
                names,
                controls: at.map(|player| &controls[player]),
                margin: self.event.margin,
                core: context.core,
                draw: self.event.draw,
                moved: &|cell| {
                    let _ = tell.send(Told::Moved(number, cell));
                },
            };
            let [Some(a), Some(b)] = &mut seats else { return Err(CalledOff) };
            let by_side: [&mut dyn Seat; 2] =
                if game == 0 { [a.as_mut(), b.as_mut()] } else { [b.as_mut(), a.as_mut()] };
            let played = play(&table, by_side)?;
            let _ = tell.send(Told::Finished(number, Box::new(played.clone())));
            games.push(played);
        }
        Ok(Pair {
            id: slot.id.clone(),
            players: specs.map(|spec| spec.name.clone()),
            kinds: specs.map(|spec| spec.kind.to_string()),
            limits_ms: controls.each_ref().map(|control| {
                let most = control.allowed(control.game.map(|(total, _)| total));
                u64::try_from(most.as_millis()).unwrap_or(u64::MAX)
            }),
            controls: controls.each_ref().map(Control::to_string),
            rules: slot.rules,
            round: slot.round,
            opening: opening.len(),
            games: games.try_into().map_err(|_| CalledOff)?,
        })
    }
}
