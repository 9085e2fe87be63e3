//! Proves wins, the shortest first: does one side complete a row within so many plies, whatever the other plays?
//!
//! The champion's chains of threats find wins deeper and faster, but not the shortest ones, and with gravity not at all. An
//! explanation wants the shortest, because that is the one to tell. Attacking moves are tried by what they make; against a threat
//! only the replies that answer it are tried, by the rules of the champion's tactics, everything else loses at once.
//! Without gravity a move that threatens nothing is worth trying only if a second move in a row would win (one stone more never
//! hurts where K or more win), which prunes almost everything; with gravity all columns are tried.

use std::collections::HashMap;

use filetto_rules::Side;

use super::rows::mates;
use crate::champion::{defences, wins_now};
use crate::knowledge::{Field, Grade, Id};

/// Which moves of the attacker are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// Those that threaten something.
    Forcing,
    /// All.
    All,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct ProverEntry {
    /// No win within so many plies.
    fails: u32,
    /// A win: the move and the plies.
    wins: Option<(Id, u32)>,
}

/// The search for wins of one side.
pub(super) struct Prover<'a> {
    attacker: Side,
    moves: Moves,
    known: HashMap<u64, ProverEntry>,
    marks: Vec<u8>,
    spent: u64,
    most: u64,
    over: Option<&'a dyn Fn() -> bool>,
}

/// How often it is asked whether the work is to be broken off.
const ASKED: u64 = 256;

impl<'a> Prover<'a> {
    pub(super) fn new(attacker: Side, moves: Moves, most: u64) -> Prover<'a> {
        Prover { attacker, moves, known: HashMap::new(), marks: Vec::new(), spent: 0, most, over: None }
    }

    /// The same that gives up once this says so.
    pub(super) fn until(self, over: &'a dyn Fn() -> bool) -> Prover<'a> {
        Prover { over: Some(over), ..self }
    }

    /// Whether the nodes are used up: what was not found then is not known.
    pub(super) fn is_out(&self) -> bool {
        self.spent >= self.most
    }

    /// The first move of a shortest win of the attacker, who is to move, and its plies.
    pub(super) fn wins(&mut self, field: &mut Field, most: u32) -> Option<(Id, u32)> {
        debug_assert_eq!(field.to_move(), self.attacker);
        (1..=most).step_by(2).find_map(|plies| self.attack(field, plies))
    }

    /// In how many plies the defender, who is to move, loses.
    pub(super) fn loses(&mut self, field: &mut Field, most: u32) -> Option<u32> {
        debug_assert_ne!(field.to_move(), self.attacker);
        (2..=most).step_by(2).find(|&plies| self.defend(field, plies))
    }

    fn attack(&mut self, field: &mut Field, plies: u32) -> Option<(Id, u32)> {
        let (me, other) = (self.attacker, self.attacker.other());
        if let Some((id, _)) = wins_now(field, me) {
            return Some((id, 1));
        }
        if plies < 3 || field.is_full() || self.is_out() {
            return None;
        }
        let must = match wins_now(field, other) {
            Some((_, true)) => return None,
            Some((id, false)) => Some(id),
            None => None,
        };
        let known = self.known.get(&field.key()).copied().unwrap_or_default();
        if let Some(win) = known.wins.filter(|&(_, needs)| needs <= plies) {
            return Some(win);
        }
        if known.fails >= plies {
            return None;
        }
        self.spent += 1;
        if self.spent.is_multiple_of(ASKED) && self.over.is_some_and(|over| over()) {
            self.spent = self.most;
        }
        let moves = match must {
            Some(id) => vec![id],
            None => self.candidates(field, plies),
        };
        for id in moves {
            field.play(id);
            let won = self.defend(field, plies - 1);
            field.undo();
            if won {
                self.known.entry(field.key()).or_default().wins = Some((id, plies));
                return Some((id, plies));
            }
        }
        if !self.is_out() {
            let entry = self.known.entry(field.key()).or_default();
            entry.fails = entry.fails.max(plies);
        }
        None
    }

    /// The attacker's moves, the best first.
    fn candidates(&self, field: &Field, plies: u32) -> Vec<Id> {
        let me = self.attacker;
        let rules = field.rules();
        let mut moves: Vec<Id> = if rules.gravity() {
            let lands = |col: usize| (field.height(col) < rules.rows()).then(|| field.id((field.height(col), col)));
            (0..rules.cols()).filter_map(lands).collect()
        } else if plies == 3 {
            return mates(field, me);
        } else if self.moves == Moves::Forcing {
            field.fours(me).iter().chain(field.threes(me).iter()).map(|place| field.id(place)).collect()
        } else {
            (0..rules.cells() as Id).filter(|&id| field.get(id).is_none()).collect()
        };
        let worth = |id: Id| (field.grade(id, me), field.grade(id, me.other()));
        let off = |id: Id| {
            let cell = field.cell(id);
            (2 * cell.row() + 1).abs_diff(rules.rows()) + (2 * cell.col() + 1).abs_diff(rules.cols())
        };
        moves.sort_by(|&a, &b| worth(b).cmp(&worth(a)).then(off(a).cmp(&off(b))).then(a.cmp(&b)));
        moves
    }

    /// Whether every reply of the defender loses within so many plies, the reply included.
    fn defend(&mut self, field: &mut Field, plies: u32) -> bool {
        let (me, other) = (self.attacker, self.attacker.other());
        if field.is_full() || plies < 2 || wins_now(field, other).is_some() {
            return false;
        }
        match wins_now(field, me) {
            Some((_, true)) => return true,
            Some((id, false)) => return self.reply(field, id, plies),
            None if plies < 4 && !field.rules().gravity() => return false,
            None => {}
        }
        if field.rules().gravity() {
            return replies(field).into_iter().all(|id| self.reply(field, id, plies));
        }
        if field.forcing(me, Grade::Mate) > 0 {
            let mut answers = Vec::new();
            self.marks.resize(field.rules().cells(), 0);
            defences(field, &mut self.marks, |id| answers.push(id));
            return answers.into_iter().all(|id| self.reply(field, id, plies));
        }
        if self.moves == Moves::Forcing || plies < 6 {
            return false;
        }
        if field.rules().win_rule().is_monotone() {
            field.pass();
            let threat = self.attack(field, plies - 1);
            field.pass();
            if threat.is_none() {
                return false;
            }
        }
        replies(field).into_iter().all(|id| self.reply(field, id, plies))
    }

    fn reply(&mut self, field: &mut Field, id: Id, plies: u32) -> bool {
        field.play(id);
        let won = !field.is_won() && self.attack(field, plies - 1).is_some();
        field.undo();
        won
    }
}

/// Every legal move.
pub(super) fn replies(field: &Field) -> Vec<Id> {
    (0..field.rules().cells() as Id).filter(|&id| field.get(id).is_none() && field.is_playable(id)).collect()
}
