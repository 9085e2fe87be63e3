//! Which moves to look at, and in which order.
//!
//! Without gravity: every empty cell near a stone, scored by what it makes for the mover and what it takes from the opponent;
//! against a threatened mate only the moves that answer it. With gravity: the columns, those under a cell where the opponent
//! would win last. What the search learns is added: the table's move, killers, the answer to the last move, history.

use filetto_rules::Side;

use super::options::Options;
use super::tactics::defences;
use crate::knowledge::{Field, Grade, Id, grade_of};

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) id: Id,
    pub(super) score: i32,
}

/// What a cell's four classes are worth when ordering moves: for its own side, and for the side that it is taken from.
#[derive(Debug)]
pub(super) struct Worth {
    attack: Vec<i16>,
    defence: Vec<i16>,
}

impl Worth {
    pub(super) fn new() -> Worth {
        const LINE: [i16; 16] = [0, 0, 1, 1, 2, 2, 4, 5, 10, 12, 25, 24, 60, 60, 200, 500];
        const ATTACK: [i16; 15] = [0, 0, 0, 2, 8, 10, 25, 60, 90, 300, 50, 100, 600, 3000, 9000];
        const DEFENCE: [i16; 15] = [0, 0, 0, 1, 5, 6, 15, 35, 60, 200, 30, 70, 350, 1500, 6000];
        let lines = |packed: u16| (0..4).map(|d| LINE[usize::from(packed >> (4 * d) & 15)]).sum::<i16>();
        let worth = |grades: [i16; 15]| (0..=u16::MAX).map(|p| lines(p) + grades[grade_of(p) as usize]).collect();
        Worth { attack: worth(ATTACK), defence: worth(DEFENCE) }
    }

    #[inline]
    pub(super) fn of(&self, field: &Field, id: Id, me: Side) -> i32 {
        let attack = self.attack[usize::from(field.packed(id, me))];
        let defence = self.defence[usize::from(field.packed(id, me.other()))];
        i32::from(attack) + i32::from(defence)
    }
}

/// What the search has learnt about moves.
#[derive(Clone, Debug)]
pub(super) struct Learnt {
    /// What a killer, an answer to the last move and a history of 128 are worth when ordering.
    worth: [i32; 3],
    killers: Vec<[Id; 2]>,
    counters: [Vec<Id>; 2],
    history: [Vec<i32>; 2],
}

/// No cell.
pub(super) const NOWHERE: Id = Id::MAX;

impl Learnt {
    pub(super) fn new(cells: usize, plies: usize, options: &Options) -> Learnt {
        Learnt {
            worth: [20 * i32::from(options.killers), 50 * i32::from(options.counters), i32::from(options.history)],
            killers: vec![[NOWHERE; 2]; plies],
            counters: [vec![NOWHERE; cells], vec![NOWHERE; cells]],
            history: [vec![0; cells], vec![0; cells]],
        }
    }

    #[inline]
    pub(super) fn bonus(&self, id: Id, side: Side, ply: usize, last: Id) -> i32 {
        let [first, second] = self.killers[ply];
        let [killer, counter, history] = self.worth;
        let mut bonus = self.history[side.index()][usize::from(id)] / 128 * history;
        bonus += killer * if id == first { 3 } else { 2 * i32::from(id == second) };
        bonus += if last != NOWHERE && self.counters[side.index()][usize::from(last)] == id { counter } else { 0 };
        bonus
    }

    #[inline]
    pub(super) fn history(&self, id: Id, side: Side) -> i32 {
        self.history[side.index()][usize::from(id)]
    }

    /// A move was good enough to end its node; those tried before it were not.
    pub(super) fn cutoff(&mut self, id: Id, tried: &[Scored], side: Side, ply: usize, last: Id, depth: i32) {
        let [first, second] = &mut self.killers[ply];
        if *first != id {
            (*first, *second) = (id, *first);
        }
        if last != NOWHERE {
            self.counters[side.index()][usize::from(last)] = id;
        }
        let bonus = (depth * depth * 8).min(1500);
        let history = &mut self.history[side.index()];
        // Gravity towards zero keeps the numbers within 16,384.
        let mut add = |id: Id, bonus: i32| {
            let entry = &mut history[usize::from(id)];
            *entry += bonus - *entry * bonus.abs() / 16_384;
        };
        add(id, bonus);
        tried.iter().filter(|other| other.id != id).for_each(|other| add(other.id, -bonus));
    }
}

/// Lists the moves of a position without a forced one.
pub(super) fn list(field: &Field, defend: bool, marks: &mut [u8], moves: &mut Vec<Scored>, score: impl Fn(Id) -> i32) {
    let rules = field.rules();
    let other = field.to_move().other();
    if rules.gravity() {
        for col in 0..rules.cols() {
            let row = field.height(col);
            if row < rules.rows() {
                let id = field.id((row, col));
                let under = row + 1 < rules.rows() && field.grade(id + rules.cols() as Id, other) == Grade::Win;
                let central = (rules.cols() / 2).min(col.min(rules.cols() - 1 - col)) as i32;
                moves.push(Scored { id, score: score(id) + central - if under { 1_000_000 } else { 0 } });
            }
        }
        return;
    }
    if defend {
        defences(field, marks, |id| moves.push(Scored { id, score: score(id) }));
        return;
    }
    let start = moves.len();
    for place in field.near().iter() {
        let id = field.id(place);
        if field.get(id).is_none() {
            moves.push(Scored { id, score: score(id) });
        }
    }
    if moves.len() == start {
        every(field, moves, score);
    }
}

/// Lists every empty cell, the central ones first when nothing else tells them apart.
pub(super) fn every(field: &Field, moves: &mut Vec<Scored>, score: impl Fn(Id) -> i32) {
    let rules = field.rules();
    for cell in rules.all_cells() {
        let id = field.shape().id(cell);
        if field.get(id).is_none() && field.is_playable(id) {
            let off = (2 * cell.row() + 1).abs_diff(rules.rows()).max((2 * cell.col() + 1).abs_diff(rules.cols()));
            moves.push(Scored { id, score: score(id) - off as i32 });
        }
    }
}

/// Brings the best of the remaining moves to the front.
#[inline]
pub(super) fn pick(moves: &mut [Scored]) -> Scored {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].score > moves[best].score {
            best = i;
        }
    }
    moves.swap(0, best);
    moves[0]
}
