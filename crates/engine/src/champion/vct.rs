//! Victory by continuous threats: chains of K-1 and open K-2 moves.
//!
//! After an open K-2 the defender has a choice: the cells that hinder the mate, and K-1 moves of its own. All of them are tried,
//! and no other move matters, since the attacker would mate at once; so a win found is a win. The chain is deepened step by step,
//! with [`Vcf`] at every attacker's node. Without gravity only: there, threats wait for their cells, and the search of columns is
//! narrow enough by itself.
//!
//! A win comes back with its line and the cells that it relied on, as a [`Proof`]: the winning moves that the search met are kept, and
//! once it has found a win they are followed through every answer.
//!
//! Deliberately absent: threats that are a chain of K-1 moves rather than a mate (lambda search of order two in full).

use std::collections::HashMap;

use filetto_search::{Meter, Stopped};

use super::tactics::{Obligation, defences, fours, hindering, obligation, threes, wins_now};
use super::vcf::{Proof, Vcf};
use crate::knowledge::{Field, Grade, Id, class};

/// Moves looked at for the attacker in one position.
const MOST: usize = 24;
/// Answers looked at for the defender: more are taken for a refutation.
const ANSWERS: usize = 48;

/// The searcher of such chains.
#[derive(Clone, Debug, Default)]
pub struct Vct {
    vcf: Vcf,
    failed: Vec<(u64, u32)>,
    /// The attacker's winning moves, by position.
    won: HashMap<u64, Id>,
    marks: Vec<u8>,
    most: u64,
}

impl Vct {
    /// A win of the side to move by continuous threats, looking `depth` attacking moves ahead and at no more than `most` nodes.
    /// Its line is the longest defence against the moves found, which need not be the quickest.
    pub fn run(
        &mut self,
        field: &mut Field,
        depth: u32,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Proof>, Stopped> {
        if field.rules().gravity() {
            return Ok(None);
        }
        self.marks.resize(field.rules().cells(), 0);
        self.failed.resize(1 << 14, (0, 0));
        self.won.clear();
        self.most = meter.nodes() + most;
        for depth in 1..=depth {
            if self.attack(field, depth, meter)?.is_some() {
                return self.prove(field, meter).map(Some);
            }
            if meter.nodes() >= self.most {
                break;
            }
        }
        Ok(None)
    }

    fn attack(&mut self, field: &mut Field, depth: u32, meter: &mut Meter) -> Result<Option<(Id, u32)>, Stopped> {
        let me = field.to_move();
        let must = match obligation(field) {
            Obligation::Wins(id, plies) => return Ok(Some((id, plies))),
            Obligation::Lost(_) => return Ok(None),
            Obligation::Forced(id) => Some(id),
            Obligation::Defend | Obligation::Free => None,
        };
        let slot = field.key() as usize & (self.failed.len() - 1);
        let (key, tried) = self.failed[slot];
        if depth == 0 || key == field.key() && tried >= depth || meter.nodes() >= self.most {
            return Ok(None);
        }
        if !field.fours(me).is_empty()
            && let Some(plies) = self.vcf.run(field, 12, 300, meter)?
        {
            let id = self.vcf.line()[0];
            self.won.insert(field.key(), id);
            return Ok(Some((id, plies)));
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
                self.won.insert(field.key(), id);
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
            None if field.forcing(attacker, Grade::Mate) == 0 => return Ok(None),
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

    /// The win found last, followed to its end.
    fn prove(&mut self, field: &mut Field, meter: &mut Meter) -> Result<Proof, Stopped> {
        let mut walk = Walk { zone: vec![false; field.rules().cells()], steps: HashMap::new() };
        let plies = self.follow(field, &mut walk, meter)?;
        let mut line = Vec::new();
        while let Some(step) = walk.steps.get(&field.key()) {
            line.extend([step.id].into_iter().chain(step.answer));
            [step.id].into_iter().chain(step.answer).for_each(|id| field.play(id));
        }
        line.iter().for_each(|_| field.undo());
        let relied = |id: &Id| walk.zone[usize::from(*id)] && field.get(*id).is_none();
        Ok(Proof { plies, zone: (0..field.rules().cells() as Id).filter(relied).collect(), line })
    }

    /// Notes what the win from here relies on; returns its plies. The attacker is to move.
    fn follow(&mut self, field: &mut Field, walk: &mut Walk, meter: &mut Meter) -> Result<u32, Stopped> {
        if let Some(step) = walk.steps.get(&field.key()) {
            return Ok(step.plies);
        }
        meter.tick()?;
        let (attacker, defender) = (field.to_move(), field.to_move().other());
        let id = match (obligation(field), self.won.get(&field.key())) {
            (Obligation::Wins(id, _), _) | (_, Some(&id)) => id,
            _ => {
                // The inside of a chain of K-1 moves, which the search did not keep.
                self.vcf.run(field, 12, u32::MAX, meter)?;
                *self.vcf.line().first().ok_or(Stopped::Nodes)?
            }
        };
        walk.zone[usize::from(id)] = true;
        let (mut plies, mut answer) = (1, None);
        if field.grade(id, attacker) != Grade::Win {
            // A stone more must not bring the defender within two moves of a row, where it could answer by a threat.
            for id in 0..field.rules().cells() as Id {
                walk.zone[usize::from(id)] |= (0..4).any(|d| field.class(id, defender, d) >= class::TWO);
            }
            field.play(id);
            let followed = self.follow_answers(field, walk, meter);
            field.undo();
            let (longest, by) = followed?;
            (plies, answer) = (longest + 1, by);
        }
        walk.steps.insert(field.key(), Step { id, plies, answer });
        Ok(plies)
    }

    /// The same where the defender is to move: the plies of the longest defence, and its move if it takes a search to refute.
    fn follow_answers(
        &mut self,
        field: &mut Field,
        walk: &mut Walk,
        meter: &mut Meter,
    ) -> Result<(u32, Option<Id>), Stopped> {
        let attacker = field.to_move().other();
        let wins: Vec<Id> = field.wins(attacker).iter().map(|place| field.id(place)).collect();
        let (mut longest, mut answers) = ((2, None), wins);
        answers.iter().for_each(|&id| walk.zone[usize::from(id)] = true);
        if answers.len() > 1 {
            return Ok(longest);
        }
        if answers.is_empty() {
            for mate in fours(field, attacker).filter(|&id| field.grade(id, attacker) == Grade::Mate) {
                hindering(field, mate, attacker, |id| walk.zone[usize::from(id)] = true);
            }
            longest.0 = 4;
            defences(field, &mut self.marks, |id| answers.push(id));
        }
        for id in answers {
            walk.zone[usize::from(id)] = true;
            field.play(id);
            let followed = self.follow(field, walk, meter);
            field.undo();
            let plies = followed? + 1;
            if longest.1.is_none() || plies > longest.0 {
                longest = (plies.max(longest.0), Some(id));
            }
        }
        Ok(longest)
    }
}

/// What following a win through every answer brings to light.
struct Walk {
    /// The cells that it relies on.
    zone: Vec<bool>,
    /// By position, the attacker to move.
    steps: HashMap<u64, Step>,
}

/// The attacker's move in a position, the plies to the end, and the answer that lasts longest.
#[derive(Clone, Copy)]
struct Step {
    id: Id,
    plies: u32,
    answer: Option<Id>,
}
