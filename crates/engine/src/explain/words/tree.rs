//! A winning tree as text: forced replies run on in one paragraph, choices become a list.

use filetto_rules::Side;

use super::{Words, doing};
use crate::explain::data::{Attack, Reply, Then};

/// How deep lists go into each other before the text would be unreadable.
const DEEPEST: usize = 5;

/// The tree of a win, the winner's first move first.
pub(super) fn attack(attack: &Attack, winner: Side, k: usize, words: &dyn Words) -> String {
    Teller { winner, k, words }.attack(attack, 0) + "\n"
}

/// The tree of a loss: what follows each move of the loser.
pub(super) fn loss(then: &Then, winner: Side, k: usize, words: &dyn Words) -> String {
    Teller { winner, k, words }.then(then, 0).trim_start().to_owned() + "\n"
}

struct Teller<'a> {
    winner: Side,
    k: usize,
    words: &'a dyn Words,
}

impl Teller<'_> {
    fn attack(&self, attack: &Attack, depth: usize) -> String {
        let does = doing(&attack.deeds, self.winner.other(), self.k, self.words);
        let does = if does.is_empty() { String::new() } else { format!(" {does}") };
        format!("{} {}{does}{}", self.winner, attack.cell, self.then(&attack.then, depth))
    }

    /// What follows, beginning with what ends the sentence before.
    fn then(&self, then: &Then, depth: usize) -> String {
        match then {
            Then::Row { .. } => ".".to_owned(),
            Then::Either { cells } => format!(". {}", self.words.either(self.winner, cells)),
            Then::FollowUp { finish, zugzwang } => {
                format!(". {}", self.words.follow_up(self.winner, finish, *zugzwang))
            }
            Then::Proved { plies } => format!(". {}", self.words.proved(self.winner, *plies)),
            Then::Replies { replies } => match &replies[..] {
                _ if depth >= DEEPEST => format!(". {}", self.words.proved(self.winner, then.plies())),
                [only, rest] if self.is_forced(only, rest) => {
                    let forced = self.words.forced(self.winner, only.cells[0]);
                    let also = doing(&only.deeds, self.winner, self.k, self.words);
                    let also = if also.is_empty() { String::new() } else { format!(" ({also})") };
                    format!(". {forced}{also}. {}{}", self.words.then(), self.attack(&only.next, depth))
                }
                _ => {
                    let single = replies.len() == 1;
                    let list = replies.iter().map(|reply| self.reply(reply, single, depth));
                    format!(".\n{}", list.collect::<Vec<_>>().join("\n"))
                }
            },
        }
    }

    /// Whether the first is the only reply that does not lose the row at once, and does nothing more than block.
    fn is_forced(&self, only: &Reply, rest: &Reply) -> bool {
        let here = only.cells.len() == 1 && rest.is_rest() && rest.next.cell == only.cells[0];
        here && matches!(rest.next.then, Then::Row { .. })
    }

    fn reply(&self, reply: &Reply, single: bool, depth: usize) -> String {
        let head = self.words.reply(self.winner.other(), &reply.cells, single);
        let also = doing(&reply.deeds, self.winner, self.k, self.words);
        let also = if also.is_empty() { String::new() } else { format!(" ({also})") };
        format!("{}- {head}{also}: {}", "  ".repeat(depth), self.attack(&reply.next, depth + 1))
    }
}
