//! Which moves to look at, and in which order.
//!
//! Without gravity: every empty cell near a stone, scored by what it makes for the mover and what it takes from the opponent;
//! against a threatened mate only the moves that answer it. With gravity: the columns, those under a cell where the opponent
//! would win last. What the search learns is added: the table's move, history. Deliberately absent: killers and
//! the answer to the last move (counter-moves), which gained nothing in matches; docs/champion.md has the numbers.

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
pub(super) struct OrderWeights {
    attack: Box<[i16; 1 << 16]>,
    defence: Box<[i16; 1 << 16]>,
}

impl OrderWeights {
    pub(super) fn new() -> OrderWeights {
        const LINE: [i16; 16] = [0, 0, 1, 1, 2, 2, 4, 5, 10, 12, 25, 24, 60, 60, 200, 500];
        const ATTACK: [i16; 15] = [0, 0, 0, 2, 8, 10, 25, 60, 90, 300, 50, 100, 600, 3000, 9000];
        const DEFENCE: [i16; 15] = [0, 0, 0, 1, 5, 6, 15, 35, 60, 200, 30, 70, 350, 1500, 6000];
        let lines = |packed: u16| (0..4).map(|d| LINE[usize::from(packed >> (4 * d) & 15)]).sum::<i16>();
        let worth = |grades: [i16; 15]| {
            let all: Box<[i16]> = (0..=u16::MAX).map(|p| lines(p) + grades[grade_of(p) as usize]).collect();
            all.try_into().expect("one for each code")
        };
        OrderWeights { attack: worth(ATTACK), defence: worth(DEFENCE) }
    }

    #[inline]
    pub(super) fn of(&self, field: &Field, id: Id, me: Side) -> i32 {
        let attack = self.attack[usize::from(field.packed(id, me))];
        let defence = self.defence[usize::from(field.packed(id, me.other()))];
        i32::from(attack) + i32::from(defence)
    }
}

/// What the search has learnt about moves. It is kept from move to move of a game, half of it: a search of a few thousand nodes
/// has too little to learn from on its own.
#[derive(Clone, Debug)]
pub(super) struct Learnt {
    /// What the best history is worth when ordering.
    worth: i32,
    history: [Vec<Tried>; 2],
}

/// How often a move ended its node, of the times that it was tried in one that ended; each counts by its depth.
#[derive(Clone, Copy, Default, Debug)]
struct Tried {
    ended: i32,
    tried: i32,
    /// What that is worth when ordering: a move is listed far more often than it is counted.
    bonus: i32,
}

/// No cell.
pub(super) const NOWHERE: Id = Id::MAX;

impl Learnt {
    pub(super) fn new(cells: usize, options: &Options) -> Learnt {
        Learnt { worth: options.history, history: [vec![Tried::default(); cells], vec![Tried::default(); cells]] }
    }

    #[inline]
    pub(super) fn bonus(&self, id: Id, side: Side) -> i32 {
        self.history[side.index()][usize::from(id)].bonus
    }

    /// A move was good enough to end its node; those tried before it were not.
    pub(super) fn cutoff(&mut self, id: Id, tried: &[Scored], side: Side, depth: i32) {
        let (worth, history) = (self.worth, &mut self.history[side.index()]);
        tried.iter().for_each(|other| history[usize::from(other.id)].count(worth, 0, depth));
        history[usize::from(id)].count(worth, depth, depth);
    }

    /// The next move of the game is searched: half of the history counts.
    pub(super) fn next_move(&mut self) {
        self.history.iter_mut().flatten().for_each(|tried| tried.halve(self.worth));
    }
}

impl Tried {
    #[inline]
    fn count(&mut self, worth: i32, ended: i32, tried: i32) {
        self.ended += ended;
        self.tried += tried;
        if self.tried > 1 << 20 {
            self.halve(worth);
        }
        self.weigh(worth);
    }

    fn halve(&mut self, worth: i32) {
        self.ended /= 2;
        self.tried /= 2;
        self.weigh(worth);
    }

    fn weigh(&mut self, worth: i32) {
        // Sixteen plies of doubt: what was tried once proves little.
        self.bonus = worth * self.ended / (self.tried + 16);
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
    field.near(|id| moves.push(Scored { id, score: score(id) }));
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
    let (mut best, mut score) = (0, i32::MIN);
    for (i, one) in moves.iter().enumerate() {
        if one.score > score {
            (best, score) = (i, one.score);
        }
    }
    moves.swap(0, best);
    moves[0]
}
