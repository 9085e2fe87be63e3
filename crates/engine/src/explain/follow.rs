//! With gravity: answering above.
//!
//! Whoever always plays on top of the opponent's last stone decides who gets which cells: the opponent the lower, it the upper of each
//! two. If it has a cell of that kind that completes a row, the opponent must in the end play below it: zugzwang. Because the
//! answers are given, only the opponent's choices branch, and most of those lead to the same stones: the whole of it can be tried
//! out, so what is claimed here is proved.

use std::collections::HashMap;

use filetto_rules::{Cell, Direction, Side};

use super::data::Then;
use super::prover::replies;
use crate::champion::wins_now;
use crate::knowledge::{Field, Grade, Id};

/// Positions that are looked at before it is given up.
const MOST: usize = 20_000;

struct Policy {
    follower: Side,
    /// Whether a draw is good enough.
    holds: bool,
    known: HashMap<u64, bool>,
    finish: Vec<Cell>,
    /// Whether every row was completed right above the opponent's last stone.
    zugzwang: bool,
}

/// Whether the side that is not to move wins by completing a row where it can, blocking where it must, and otherwise playing
/// above the last stone.
pub(super) fn follow_up(field: &mut Field, follower: Side) -> Option<Then> {
    run(field, follower, false).map(|mut policy| {
        policy.finish.sort();
        policy.finish.dedup();
        Then::FollowUp { finish: policy.finish, zugzwang: policy.zugzwang }
    })
}

/// Whether the side that is not to move keeps the other from winning in the same way.
pub(super) fn follow_up_holds(field: &mut Field, follower: Side) -> bool {
    run(field, follower, true).is_some()
}

fn run(field: &mut Field, follower: Side, holds: bool) -> Option<Policy> {
    if !field.rules().gravity() || field.to_move() == follower {
        return None;
    }
    let mut policy = Policy { follower, holds, known: HashMap::new(), finish: Vec::new(), zugzwang: true };
    policy.succeeds(field).then_some(policy)
}

impl Policy {
    /// The other side is to move.
    fn succeeds(&mut self, field: &mut Field) -> bool {
        if field.is_full() {
            return self.holds;
        }
        if let Some(&known) = self.known.get(&field.key()) {
            return known;
        }
        if self.known.len() >= MOST || wins_now(field, self.follower.other()).is_some() {
            return false;
        }
        let good = replies(field).into_iter().all(|id| {
            field.play(id);
            let good = self.answer(field, id);
            field.undo();
            good
        });
        self.known.insert(field.key(), good);
        good
    }

    fn answer(&mut self, field: &mut Field, last: Id) -> bool {
        let above = field.cell(last).step(Direction::North, 1).filter(|&cell| field.rules().contains(cell));
        let above = above.map(|cell| field.shape().id(cell));
        if let Some((id, _)) = wins_now(field, self.follower) {
            // Above the last stone if that is possible: the same for every order of moves.
            let id = above.filter(|&above| field.grade(above, self.follower) == Grade::Win).unwrap_or(id);
            self.finish.push(field.cell(id));
            self.zugzwang &= above == Some(id);
            return true;
        }
        if field.is_full() {
            return self.holds;
        }
        let answer = match wins_now(field, self.follower.other()) {
            Some((_, true)) => None,
            Some((id, false)) => Some(id),
            None => above,
        };
        answer.is_some_and(|id| {
            field.play(id);
            let good = self.succeeds(field);
            field.undo();
            good
        })
    }
}
