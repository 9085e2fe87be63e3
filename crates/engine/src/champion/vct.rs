//! Victory by continuous threats: chains of K-1 and open K-2 moves.
//!
//! After an open K-2 the defender has a choice: the cells that hinder the mate, and K-1 moves of its own. All of them are tried,
//! and no other move matters, since the attacker would mate at once; so a win found is a win. The chain is deepened step by step,
//! with [`Vcf`] at every attacker's node. Without gravity only: there, threats wait for their cells, and the search of columns is
//! narrow enough by itself.
//!
//! Deliberately absent: threats that are a chain of K-1 moves rather than a mate (lambda search of order two in full).

use filetto_search::{Meter, Stopped};

use super::tactics::{Duty, defences, duty, fours, threes, wins_now};
use super::vcf::Vcf;
use crate::knowledge::{Field, Grade, Id};

/// Moves looked at for the attacker in one position.
const MOST: usize = 24;
/// Answers looked at for the defender: more are taken for a refutation.
const ANSWERS: usize = 48;

/// The searcher of such chains.
#[derive(Clone, Debug, Default)]
pub struct Vct {
    vcf: Vcf,
    failed: Vec<(u64, u32)>,
    marks: Vec<u8>,
    spent: u64,
    most: u64,
}

impl Vct {
    /// The move that wins by continuous threats and in how many plies, looking `depth` attacking moves ahead and at no more
    /// than `most` nodes. The plies are those of the longest defence found, not the least possible.
    pub fn run(
        &mut self,
        field: &mut Field,
        depth: u32,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<(Id, u32)>, Stopped> {
        if field.rules().gravity() {
            return Ok(None);
        }
        self.marks.resize(field.rules().cells(), 0);
        self.failed.resize(1 << 14, (0, 0));
        let start = meter.nodes();
        self.most = start + most;
        for depth in 1..=depth {
            self.spent = meter.nodes();
            if let Some(found) = self.attack(field, depth, meter)? {
                return Ok(Some(found));
            }
            if meter.nodes() >= self.most {
                break;
            }
        }
        Ok(None)
    }

    fn attack(&mut self, field: &mut Field, depth: u32, meter: &mut Meter) -> Result<Option<(Id, u32)>, Stopped> {
        let me = field.to_move();
        let must = match duty(field) {
            Duty::Wins(id, plies) => return Ok(Some((id, plies))),
            Duty::Lost(_) => return Ok(None),
            Duty::Forced(id) => Some(id),
            Duty::Defend | Duty::Free => None,
        };
        let slot = field.key() as usize & (self.failed.len() - 1);
        let (key, tried) = self.failed[slot];
        if depth == 0 || key == field.key() && tried >= depth || meter.nodes() >= self.most {
            return Ok(None);
        }
        if !field.fours(me).is_empty()
            && let Some(plies) = self.vcf.run(field, 12, 300, meter)?
        {
            return Ok(Some((self.vcf.line()[0], plies)));
        }
        let mut moves = [(Grade::None, 0); MOST];
        let mut count = 0;
        if let Some(id) = must {
            (moves[0], count) = ((Grade::None, id), 1);
        } else {
            for id in fours(field, me).chain(threes(field, me)).take(MOST) {
                moves[count] = (field.grade(id, me), id);
                count += 1;
            }
            moves[..count].sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        }
        for &(_, id) in &moves[..count] {
            meter.tick()?;
            field.play(id);
            let won = self.defend(field, depth - 1, meter);
            field.undo();
            if let Some(plies) = won? {
                return Ok(Some((id, plies + 1)));
            }
        }
        if meter.nodes() < self.most {
            self.failed[slot] = (field.key(), depth);
        }
        Ok(None)
    }

    /// The defender is to move: in how many plies it loses, if every move does.
    fn defend(&mut self, field: &mut Field, depth: u32, meter: &mut Meter) -> Result<Option<u32>, Stopped> {
        let (me, attacker) = (field.to_move(), field.to_move().other());
        if wins_now(field, me).is_some() {
            return Ok(None);
        }
        let mut answers = [0; ANSWERS];
        let mut count = 0;
        let mut longest = 0;
        match wins_now(field, attacker) {
            Some((_, true)) => return Ok(Some(2)),
            Some((id, false)) => (answers[0], count) = (id, 1),
            None if field.counts(attacker).of(Grade::Mate) == 0 => return Ok(None),
            None => {
                // Any other move is answered by the mate.
                longest = 4;
                defences(field, &mut self.marks, |id| {
                    if count < ANSWERS {
                        answers[count] = id;
                    }
                    count += 1;
                });
            }
        }
        if count > ANSWERS {
            return Ok(None);
        }
        for &id in &answers[..count] {
            meter.tick()?;
            field.play(id);
            let won = self.attack(field, depth, meter);
            field.undo();
            match won? {
                Some((_, plies)) => longest = longest.max(plies + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(longest))
    }
}
