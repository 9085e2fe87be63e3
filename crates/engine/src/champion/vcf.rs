//! Victory by continuous K-1: chains of moves each of which threatens to complete a row, so that each answer is forced.
//!
//! The attacker's moves branch, the defender's do not: deep wins cost few nodes. It is sound against counter-threats: an answer
//! that makes a K-1 of the defender's forces the attacker in turn, and the chain goes on only if that forced move is itself a
//! K-1; an answer that would complete a row ends it. With gravity a threat counts only if its cell can be played at once.
//!
//! Positions that failed are remembered with the depth that was left, so that transposed orders of the same moves are tried
//! once. A win comes back with its line and with the cells that it relied on: see [`Proof`].

use filetto_search::{Meter, Stopped};

use super::tactics::{fours, wins_now};
use crate::knowledge::{Field, Grade, Id};

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Proof {
    /// The moves of both sides, to the completed row or to a mate that needs no more proof.
    pub line: Vec<Id>,
    /// In how many plies the row is complete.
    pub plies: u32,
    /// The cells that the win relies on: an extra stone of the defender elsewhere changes nothing. Empty cells only.
    pub zone: Vec<Id>,
}

/// How many K-1 moves are looked at in a position, the best grades first: more there never are in a real game.
const MOST: usize = 40;

/// The searcher of such chains.
#[derive(Clone, Debug)]
pub struct Vcf {
    failed: Vec<(u64, u32)>,
    line: Vec<Id>,
    spent: u32,
    most: u32,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf { failed: vec![(0, 0); 1 << 13], line: Vec::new(), spent: 0, most: 0 }
    }
}

impl Vcf {
    /// The number of plies in which the side to move wins by K-1 moves, at most `depth` of them and within `most` nodes; none if
    /// no such win was found. The line is then in [`Vcf::line`].
    pub fn run(&mut self, field: &mut Field, depth: u32, most: u32, meter: &mut Meter) -> Result<Option<u32>, Stopped> {
        (self.spent, self.most) = (0, most);
        self.line.clear();
        let found = self.attack(field, depth, meter)?;
        self.line.reverse();
        Ok(found)
    }

    /// The moves of the win found last.
    pub fn line(&self) -> &[Id] {
        &self.line
    }

    /// The win found last with the cells it relies on. The position must be the one it was found in.
    pub fn proof(&self, field: &mut Field, plies: u32) -> Proof {
        let defender = field.to_move().other();
        let mut zone = Vec::new();
        for (i, &id) in self.line.iter().enumerate() {
            zone.push(id);
            // Where one stone more would give the defender a K-1 in passing.
            zone.extend(fours(field, defender));
            if i % 2 == 0 {
                let side = field.to_move();
                for d in (0..4).filter(|&d| field.class(id, side, d) >= crate::knowledge::class::ONE) {
                    field.windows_lacking(id, side, d, 1, |id| zone.push(id));
                }
            }
            field.play(id);
        }
        if !field.is_won() {
            zone.extend(fours(field, defender));
        }
        self.line.iter().for_each(|_| field.undo());
        zone.retain(|&id| field.get(id).is_none());
        zone.sort_unstable();
        zone.dedup();
        Proof { line: self.line.clone(), plies, zone }
    }

    fn attack(&mut self, field: &mut Field, depth: u32, meter: &mut Meter) -> Result<Option<u32>, Stopped> {
        let (me, other) = (field.to_move(), field.to_move().other());
        if let Some((id, _)) = wins_now(field, me) {
            self.line.push(id);
            return Ok(Some(1));
        }
        let must = match wins_now(field, other) {
            Some((_, true)) => return Ok(None),
            Some((id, false)) => Some(id),
            None => None,
        };
        if field.fours(me).is_empty() || depth == 0 {
            return Ok(None);
        }
        let gravity = field.rules().gravity();
        let mut moves = [(Grade::None, 0); MOST];
        let mut count = 0;
        for id in fours(field, me) {
            let grade = field.grade(id, me);
            if must.is_some_and(|must| must != id) || !field.is_playable(id) {
                continue;
            }
            if grade == Grade::Mate && !gravity {
                self.line.push(id);
                return Ok(Some(3));
            }
            if count < MOST {
                moves[count] = (grade, id);
                count += 1;
            }
        }
        let slot = field.key() as usize & (self.failed.len() - 1);
        let (key, tried) = self.failed[slot];
        if count == 0 || key == field.key() && tried >= depth {
            return Ok(None);
        }
        moves[..count].sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for &(_, id) in &moves[..count] {
            if self.spent >= self.most {
                return Ok(None);
            }
            self.spent += 2;
            meter.tick()?;
            field.play(id);
            let won = self.answer(field, depth, meter);
            field.undo();
            if let Some(plies) = won? {
                self.line.push(id);
                return Ok(Some(plies + 1));
            }
        }
        if self.spent < self.most {
            self.failed[slot] = (field.key(), depth);
        }
        Ok(None)
    }

    /// The defender is to move.
    fn answer(&mut self, field: &mut Field, depth: u32, meter: &mut Meter) -> Result<Option<u32>, Stopped> {
        let (me, attacker) = (field.to_move(), field.to_move().other());
        if wins_now(field, me).is_some() {
            return Ok(None);
        }
        let Some((id, double)) = wins_now(field, attacker) else { return Ok(None) };
        if double {
            return Ok(Some(2));
        }
        meter.tick()?;
        field.play(id);
        let won = self.attack(field, depth - 1, meter);
        field.undo();
        let Some(plies) = won? else { return Ok(None) };
        self.line.push(id);
        Ok(Some(plies + 1))
    }
}
