//! A winning tree as text: forced replies run on in one paragraph, choices become a list.
//!
//! A list is as deep as it stays readable. Where it would not, the longest line of the tree stands for the rest: it is the answer
//! to the best defence, and all others are shorter.

use filetto_rules::{Cell, Side};

use super::{Language, doing};
use crate::explain::data::{Attack, MoveEffect, Reply, Then};

/// A text with more lines is told less deep.
const LINES: usize = 16;

/// The tree of a win, the winner's first move first.
pub(super) fn attack(attack: &Attack, winner: Side, k: usize, language: Language) -> String {
    readable(|depth| Teller { winner, k, language, deepest: depth }.attack(attack, 0))
}

/// The tree of a loss: what follows each move of the loser.
pub(super) fn loss(then: &Then, winner: Side, k: usize, language: Language) -> String {
    readable(|depth| {
        Teller { winner, k, language, deepest: depth }.then(then, 0).trim_start_matches(['.', ' ', '\n']).to_owned()
    })
}

/// The deepest text that is not too long.
fn readable(tell: impl Fn(usize) -> String) -> String {
    let short = |text: &String| text.lines().count() <= LINES;
    (1..6).rev().map(&tell).find(short).unwrap_or_else(|| tell(1)) + "\n"
}

struct Teller {
    winner: Side,
    k: usize,
    language: Language,
    /// How deep lists go into each other.
    deepest: usize,
}

impl Teller {
    fn attack(&self, attack: &Attack, depth: usize) -> String {
        let does = doing(&attack.effects, self.winner.other(), self.k, self.language);
        let does = if does.is_empty() { String::new() } else { format!(" {does}") };
        format!("{} {}{does}{}", self.winner, attack.cell, self.then(&attack.then, depth))
    }

    /// What follows, beginning with what ends the sentence before.
    fn then(&self, then: &Then, depth: usize) -> String {
        match then {
            Then::Row { .. } => ".".to_owned(),
            Then::Either { cells } => format!(". {}", self.language.either(self.winner, cells)),
            Then::FollowUp { finish, zugzwang } => {
                format!(". {}", self.language.follow_up(self.winner, finish, *zugzwang))
            }
            Then::Proved { plies, by } => format!(". {}", self.language.proved(self.winner, *plies, *by)),
            Then::Replies { replies } => match &replies[..] {
                [only, rest] if is_forced(only, rest) => {
                    let forced = self.language.forced(self.winner, only.cells[0]);
                    format!(". {forced}{}. {}{}", self.also(only), self.language.then(), self.attack(&only.next, depth))
                }
                _ if depth >= self.deepest => self.in_short(then),
                _ => {
                    let single = replies.len() == 1;
                    let list = replies.iter().map(|reply| self.reply(reply, single, depth));
                    format!(".\n{}", list.collect::<Vec<_>>().join("\n"))
                }
            },
        }
    }

    /// What a reply does besides blocking, in brackets.
    fn also(&self, reply: &Reply) -> String {
        let more: Vec<MoveEffect> =
            reply.effects.iter().filter(|effect| !matches!(effect, MoveEffect::Blocks { .. })).cloned().collect();
        let also = doing(&more, self.winner, self.k, self.language);
        if also.is_empty() { also } else { format!(" ({also})") }
    }

    fn reply(&self, reply: &Reply, single: bool, depth: usize) -> String {
        let head = self.language.reply(self.winner.other(), &reply.cells, single);
        let also = self.also(reply);
        format!("{}- {head}{also}: {}", "  ".repeat(depth), self.attack(&reply.next, depth + 1))
    }

    /// The longest line instead of the list.
    fn in_short(&self, then: &Then) -> String {
        let mut line = Vec::new();
        longest(then, &mut line);
        match then.plies() {
            Some(plies) if !line.is_empty() => {
                let sides = [self.winner.other(), self.winner].into_iter().cycle();
                let moves: Vec<String> = line.iter().zip(sides).map(|(cell, side)| format!("{side} {cell}")).collect();
                format!(". {}", self.language.in_short(self.winner, plies, &moves.join(", ")))
            }
            plies => format!(". {}", self.language.proved(self.winner, plies, then.known_by())),
        }
    }
}

/// Whether the first is the only reply that does not lose the row at once.
fn is_forced(only: &Reply, rest: &Reply) -> bool {
    let here = only.cells.len() == 1 && rest.is_rest() && rest.next.cell == only.cells[0];
    here && matches!(rest.next.then, Then::Row { .. })
}

/// The longest line of a tree, the loser's move first; nothing more where the tree does not name the moves.
pub(in crate::explain) fn longest(then: &Then, line: &mut Vec<Cell>) {
    match then {
        Then::Replies { replies } => {
            let named = replies.iter().filter(|reply| !reply.is_rest());
            if let Some(reply) = named.max_by_key(|reply| reply.next.plies()) {
                line.extend([reply.cells[0], reply.next.cell]);
                longest(&reply.next.then, line);
            }
        }
        Then::Either { cells } => line.extend([cells[0], cells[1]]),
        _ => {}
    }
}
