//! An event from the first game to the last.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use filetto_rules::{Cell, Game, Rules, Side};

use crate::control::Control;
use crate::error::ArenaError;
use crate::fault::Fault;
use crate::game::Played;
use crate::ledger::Ledger;
use crate::openings::Openings;
use crate::pair::Pair;
use crate::ruling::DrawRule;
use crate::schedule::{Format, Place, places};
use crate::seat::{Factory, GLANCE, NoMove, SeatContext, SeatFactory, java};
use crate::slot::Slot;
use crate::spec::{Kind, PlayerSpec};
use crate::standing::Standing;
use crate::stats::{Sprt, Verdict};
use crate::tables::{Told, Work};

/// Everything that makes an event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// On which boards.
    pub boards: Vec<Rules>,
    /// Who meets whom.
    pub format: Format,
    /// How games begin.
    pub openings: Openings,
    /// Pairs of games for each meeting on each board.
    pub pairs: u32,
    /// How long players may think who say nothing else.
    pub control: Control,
    /// What a move may be late without being a fault: the way through the pipes and a busy machine.
    pub margin: Duration,
    /// How long a player may take to get ready for a game.
    pub start: Duration,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether each table is bound to a core of its own, where the system can.
    pub affinity: bool,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Stop as soon as this test has found its answer.
    pub sprt: Option<Sprt>,
    /// When a game is called drawn.
    pub draw: DrawRule,
}

impl Default for Event {
    fn default() -> Event {
        Event {
            players: Vec::new(),
            boards: Vec::new(),
            format: Format::RoundRobin,
            openings: Openings::Empty,
            pairs: 1,
            control: Control::per_move(Duration::from_secs(1)),
            margin: Duration::from_millis(100),
            start: Duration::from_secs(10),
            concurrency: 1,
            affinity: false,
            seed: 1,
            sprt: None,
            draw: DrawRule::default(),
        }
    }
}

/// What somebody who watches an event is told.
#[derive(Debug)]
pub enum News<'a> {
    /// A game has begun: its number from 1, the players, the one who begins first, the board and the opening.
    Started(usize, [&'a str; 2], Rules, &'a [Cell]),
    /// Somebody has moved in the game of this number.
    Moved(usize, Cell),
    /// A game is over.
    Finished(usize, &'a Played),
    /// A pair is in the ledger; how the event stands now.
    Pair(&'a Standing),
    /// This player did not start on this board; none of its pairings there is played any more.
    Failed(&'a str, Rules, &'a Fault),
    /// This pair cannot be played elsewhere, for this reason.
    Lost(&'a Slot, &'a str),
}

/// An event that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How everybody stands.
    pub standing: Standing,
    /// Why it ended.
    pub end: End,
}

/// Why an event ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything was played.
    Complete,
    /// The sequential test has found its answer.
    Decided(Verdict),
    /// It was called off; the same event goes on where it was.
    CalledOff,
    /// Everything was played but the pairings of players that did not start; the same event tries those again.
    Failed,
}

impl Event {
    /// What a player may use.
    pub fn control_of(&self, player: usize) -> Control {
        self.players[player].control.or(&self.control)
    }

    /// How many games there will be at most.
    pub fn games(&self) -> usize {
        let n = self.players.len();
        let meetings = if self.format == Format::Gauntlet { n.saturating_sub(1) } else { n * n.saturating_sub(1) / 2 };
        2 * meetings * self.boards.len() * self.pairs as usize
    }

    /// The pairs of a ledger that belong to this event.
    pub fn played<'a>(&self, ledger: &'a Ledger) -> Vec<&'a Pair> {
        let ids: HashSet<String> = places(self).into_iter().map(|place| place.id).collect();
        ledger.pairs().iter().filter(|pair| ids.contains(&pair.id)).collect()
    }

    /// How the event stands after the pairs of a ledger that belong to it.
    pub fn standing(&self, ledger: &Ledger) -> Standing {
        let names = self.players.iter().map(|spec| spec.name.clone()).collect();
        let mut standing = Standing::new(names, self.boards.clone());
        self.played(ledger).into_iter().for_each(|pair| standing.add(pair));
        standing
    }

    /// What the ledger does not have yet, one piece of work after the other. Openings are made on the way, which takes a moment
    /// where they are judged.
    pub fn slots<'a>(&'a self, ledger: &Ledger, factory: &'a Factory) -> impl Iterator<Item = Slot> + use<'a> {
        let mut known: Option<(Rules, u32, Vec<Cell>)> = None;
        self.waiting(ledger).into_iter().map(move |place| {
            // Units of the same opening come one after the other.
            let opening = match &known {
                Some((rules, round, opening)) if (*rules, *round) == (place.rules, place.round) => opening.clone(),
                _ => self.openings.make(place.rules, place.round, self.seed, factory),
            };
            known = Some((place.rules, place.round, opening.clone()));
            self.slot(&place, opening)
        })
    }

    pub(crate) fn slot(&self, place: &Place, opening: Vec<Cell>) -> Slot {
        let spec = |player: usize| PlayerSpec { control: self.control_of(player), ..self.players[player].clone() };
        Slot {
            id: place.id.clone(),
            players: place.players.map(spec),
            rules: place.rules,
            round: place.round,
            opening,
            margin: self.margin,
            start: self.start,
            draw: self.draw,
        }
    }

    fn waiting(&self, ledger: &Ledger) -> Vec<Place> {
        places(self).into_iter().filter(|place| !ledger.contains(&place.id)).collect()
    }

    /// Plays what the ledger does not have yet. A player that does not start is an error before the first game, and no result later.
    /// Whatever a player does in a game, the event goes on; it ends early when `stop` is set, when a sequential test is
    /// decided, or when the ledger cannot be written.
    pub fn run(
        &self,
        factory: &Factory,
        ledger: &mut Ledger,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(News),
    ) -> Result<Ended, ArenaError> {
        self.check(factory)?;
        let java = self.players.iter().any(|spec| matches!(spec.kind, Kind::Java { .. }));
        let java = java.then(java::Host::compile).transpose()?;
        let factory = SeatFactory { factory, java: java.as_ref(), exam: false };
        if !self.waiting(ledger).is_empty() {
            self.try_starts(factory, stop)?;
        }
        self.play(factory, ledger, stop, hear)
    }

    /// Starts every program once on the first board that it is to play on.
    fn try_starts(&self, factory: SeatFactory, stop: &AtomicBool) -> Result<(), ArenaError> {
        let context = SeatContext { factory, start: self.start, stop, core: None };
        for (player, spec) in self.players.iter().enumerate() {
            if matches!(spec.kind, Kind::Builtin(_)) {
                continue;
            }
            let (rules, control) = (self.boards[0], self.control_of(player));
            let mut seat = context.seat(spec, &control, self.seed);
            let begun = seat.begin(&Game::new(rules), Side::First);
            seat.leave(begun.is_err());
            if let Err(NoMove::Fault(Fault { what, .. })) = begun {
                return Err(ArenaError::Start { player: spec.name.clone(), rules, what });
            }
        }
        Ok(())
    }

    /// The event in a factory that is ready.
    pub(crate) fn play(
        &self,
        factory: SeatFactory,
        ledger: &mut Ledger,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(News),
    ) -> Result<Ended, ArenaError> {
        let mut standing = self.standing(ledger);
        let waiting = self.waiting(ledger);
        let work = Work {
            event: self,
            factory,
            places: &waiting,
            next: AtomicUsize::new(0),
            // Games go on counting where the ledger is.
            games: AtomicUsize::new(self.games() - 2 * waiting.len()),
            openings: Mutex::default(),
            failed: Mutex::default(),
            halt: AtomicBool::new(false),
        };
        let mut end = self.decided(&standing).map_or(End::Complete, End::Decided);
        if end != End::Complete {
            return Ok(Ended { standing, end });
        }
        let (mut failed, mut unstarted) = (None, false);
        std::thread::scope(|scope| {
            let (tell, told) = channel();
            for table in 0..self.concurrency.clamp(1, waiting.len().max(1)) {
                let (work, tell) = (&work, tell.clone());
                scope.spawn(move || work.table(table, &tell));
            }
            drop(tell);
            loop {
                match told.recv_timeout(GLANCE) {
                    Ok(Told::Started(number, names, rules, opening)) => {
                        hear(News::Started(number, [&names[0], &names[1]], rules, &opening));
                    }
                    Ok(Told::Moved(number, cell)) => hear(News::Moved(number, cell)),
                    Ok(Told::Finished(number, played)) => hear(News::Finished(number, &played)),
                    Ok(Told::Pair(pair)) if failed.is_none() => {
                        standing.add(&pair);
                        failed = ledger.append(*pair).err();
                        hear(News::Pair(&standing));
                        if let Some(verdict) = self.decided(&standing) {
                            end = End::Decided(verdict);
                        }
                        if failed.is_some() || end != End::Complete {
                            work.halt.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(Told::Failed(player, rules, fault)) => {
                        hear(News::Failed(&self.players[player].name, rules, &fault));
                        unstarted = true;
                    }
                    Ok(Told::Pair(_)) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if stop.load(Ordering::Relaxed) {
                    work.halt.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let incomplete = standing.games() < self.games();
        let halted = work.halt.load(Ordering::Relaxed);
        let end = match end {
            End::Complete if unstarted && !halted => End::Failed,
            End::Complete if incomplete => End::CalledOff,
            end => end,
        };
        Ok(Ended { standing, end })
    }

    pub(crate) fn check(&self, factory: &Factory) -> Result<(), ArenaError> {
        if self.players.len() < 2 {
            return Err(ArenaError::TooFew);
        }
        if self.boards.is_empty() {
            return Err(ArenaError::NoBoard);
        }
        for (i, spec) in self.players.iter().enumerate() {
            if self.players[..i].iter().any(|other| other.name == spec.name) {
                return Err(ArenaError::SameName(spec.name.clone()));
            }
            if let Kind::Builtin(builtin) = &spec.kind {
                for rules in &self.boards {
                    factory(builtin, *rules, 0).map_err(ArenaError::Builtin)?;
                }
            }
        }
        match self.sprt {
            Some(_) if self.players.len() != 2 => Err(ArenaError::SprtPlayers(self.players.len())),
            _ => self.openings.check(&self.boards),
        }
    }

    /// What the sequential test says, once it says something.
    pub(crate) fn decided(&self, standing: &Standing) -> Option<Verdict> {
        let verdict = self.sprt?.verdict(&standing.meeting(0, 1).pairs);
        (verdict != Verdict::Open).then_some(verdict)
    }
}
