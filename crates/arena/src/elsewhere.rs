//! An event whose pairs are played elsewhere: in other processes or on other machines.
//!
//! Slots go out, pairs come back in any order. Whoever plays them may do so more than once, may lose one, may answer nonsense: a pair is
//! counted once, by its id, and only if it is the pair that was asked for.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::error::ArenaError;
use crate::event::{End, Ended, Event, News};
use crate::ledger::Ledger;
use crate::pair::Pair;
use crate::seat::Factory;
use crate::slot::Slot;

/// How long to wait before Ctrl-C is looked at again.
const GLANCE: Duration = Duration::from_millis(100);

/// What has come back for a slot.
#[derive(Clone, Debug)]
pub struct Back {
    /// The slot's id.
    pub slot: String,
    /// The pair, or why it cannot be played at all.
    pub pair: Result<Pair, String>,
}

/// Somewhere else where pairs are played.
pub trait Elsewhere {
    /// How many more slots it wants now.
    fn wanted(&self) -> usize;
    /// Takes a slot.
    fn take(&mut self, slot: &Slot) -> Result<(), ArenaError>;
    /// Waits at most so long for a slot to come back.
    fn wait(&mut self, most: Duration) -> Result<Option<Back>, ArenaError>;
    /// What came back for this slot is not the pair asked for. It tries again, or gives up with [`wait`](Elsewhere::wait).
    fn refuse(&mut self, slot: &Slot, why: &str) -> Result<(), ArenaError>;
    /// Forgets what it has taken.
    fn cancel(&mut self);
}

impl Event {
    /// Plays elsewhere what the ledger does not have yet; otherwise like [`Event::run`].
    pub fn run_elsewhere(
        &self,
        factory: &Factory,
        ledger: &mut Ledger,
        elsewhere: &mut dyn Elsewhere,
        stop: &AtomicBool,
        hear: &mut dyn FnMut(News),
    ) -> Result<Ended, ArenaError> {
        self.check(factory)?;
        let mut standing = self.standing(ledger);
        if let Some(verdict) = self.decided(&standing) {
            return Ok(Ended { standing, end: End::Decided(verdict) });
        }
        let mut slots = self.slots(ledger, factory);
        let (mut out, mut lost): (HashMap<String, Slot>, bool) = (HashMap::new(), false);
        loop {
            if stop.load(Ordering::Relaxed) {
                elsewhere.cancel();
                return Ok(Ended { standing, end: End::CalledOff });
            }
            while elsewhere.wanted() > 0 {
                let Some(slot) = slots.next() else { break };
                elsewhere.take(&slot)?;
                out.insert(slot.id.clone(), slot);
            }
            if out.is_empty() {
                return Ok(Ended { standing, end: if lost { End::Failed } else { End::Complete } });
            }
            let Some(Back { slot: id, pair }) = elsewhere.wait(GLANCE)? else { continue };
            // What was not asked for, or has come before, counts for nothing.
            let Some(slot) = out.get(&id) else { continue };
            let pair = match pair {
                Ok(pair) => pair,
                Err(why) => {
                    lost = true;
                    hear(News::Lost(slot, &why));
                    out.remove(&id);
                    continue;
                }
            };
            if let Err(why) = slot.accepts(&pair) {
                elsewhere.refuse(slot, &why)?;
                continue;
            }
            let first = 2 * ledger.pairs().len() + 1;
            out.remove(&id);
            pair.games.iter().zip(first..).for_each(|(played, number)| hear(News::Finished(number, played)));
            standing.add(&pair);
            ledger.append(pair)?;
            hear(News::Pair(&standing));
            if let Some(verdict) = self.decided(&standing) {
                elsewhere.cancel();
                return Ok(Ended { standing, end: End::Decided(verdict) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use filetto_engine::{Player, Settings};
    use filetto_rules::{Board, Rules};

    use super::*;
    use crate::spec::Builtin;

    /// Plays here, but badly kept: everything comes back twice, some of it as nonsense first.
    struct Careless<'a> {
        factory: &'a Factory<'a>,
        back: VecDeque<Back>,
        refused: usize,
    }

    impl Careless<'_> {
        fn play(&self, slot: &Slot) -> Pair {
            slot.play(self.factory, &AtomicBool::new(false)).unwrap().unwrap()
        }
    }

    impl Elsewhere for Careless<'_> {
        fn wanted(&self) -> usize {
            3usize.saturating_sub(self.back.len())
        }

        fn take(&mut self, slot: &Slot) -> Result<(), ArenaError> {
            let good = self.play(slot);
            let mut other = good.clone();
            other.round += 1;
            let back = |pair: &Pair| Back { slot: slot.id.clone(), pair: Ok(pair.clone()) };
            self.back.push_front(back(&other));
            self.back.push_back(back(&good));
            self.back.push_back(back(&good));
            Ok(())
        }

        fn wait(&mut self, _: Duration) -> Result<Option<Back>, ArenaError> {
            Ok(self.back.pop_front())
        }

        fn refuse(&mut self, _: &Slot, _: &str) -> Result<(), ArenaError> {
            self.refused += 1;
            Ok(())
        }

        fn cancel(&mut self) {
            self.back.clear();
        }
    }

    fn make(builtin: &Builtin, _: Rules, seed: u64) -> Result<Box<dyn Player>, String> {
        let named = filetto_engine::Named::read(&builtin.name, Settings { seed, ..Settings::default() });
        named.map(|player| player.named.make(player.settings)).map_err(|error| error.to_string())
    }

    #[test]
    fn what_comes_back_twice_or_wrong_is_counted_once() {
        let players = ["random", "quasi-random"].map(|name| name.parse().unwrap()).to_vec();
        let boards = vec!["3x3x3".parse().unwrap(), "4x4x3g".parse().unwrap()];
        let event = Event { players, boards, pairs: 3, ..Event::default() };
        let mut here = Ledger::in_memory();
        let stop = AtomicBool::new(false);
        let Ended { standing: wanted, .. } = event.run(&make, &mut here, &stop, &mut |_| ()).unwrap();
        let mut careless = Careless { factory: &make, back: VecDeque::new(), refused: 0 };
        let mut ledger = Ledger::in_memory();
        let Ended { standing, end } =
            event.run_elsewhere(&make, &mut ledger, &mut careless, &stop, &mut |_| ()).unwrap();
        assert_eq!(end, End::Complete);
        assert_eq!(careless.refused, 6);
        assert_eq!(ledger.pairs().len(), 6);
        assert_eq!(standing.meeting(0, 1).pairs, wanted.meeting(0, 1).pairs);
        let moves = |ledger: &Ledger| {
            let mut games: Vec<_> = ledger
                .pairs()
                .iter()
                .map(|pair| (pair.id.clone(), format!("{:?}", pair.games[0].game.board().legal_moves())))
                .collect();
            games.sort();
            games
        };
        assert_eq!(moves(&ledger), moves(&here));
    }
}
