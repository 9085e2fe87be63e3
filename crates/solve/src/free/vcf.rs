//! Wins by forced moves only: every move of the attacker threatens to complete a line, every reply is the only one.
//!
//! Because each reply is forced, a win is one line of play. The defender can only spoil it by playing beforehand on one of
//! its cells or, in the strong game, where one stone more would give the defender a threat of its own on the way: that is
//! the relevance zone (Wu and Lin 2010). Outside the zone the same line still wins.
//!
//! In the strong game a reply may itself threaten: then the attacker's next move must answer it and threaten at once. A stone
//! outside the zone completes no defender's line during the play and gives it no threat: every line of the defender in which
//! its stones and forced replies come to K-2 is in the zone as a whole.
//!
//! The champion has a chain search of its own on its `Field`. This one walks the `State` of the proof-number search, weak games
//! included, which a `Field` does not know, and is called at every node of it. The two share no position, so they share no code.
//!
//! Measured on 5x6x4, strong: 549 nodes with, 12,495 without; 4x7x4: 27,395 and 60,737. It is no help for draws with K >= 5.

use super::cells::Cells;
use super::state::{State, Who};

/// Finds such wins with a budget of positions.
pub(crate) struct Vcf<const N: usize> {
    budget: u32,
    used: Cells<N>,
    replies: Cells<N>,
    first: Option<usize>,
}

impl<const N: usize> Vcf<N> {
    /// The relevance zone of a win of `attacker`, who is to move, if one is found within the budget.
    pub(crate) fn zone(state: &mut State<N>, attacker: Who, budget: u32) -> Option<Cells<N>> {
        let vcf = Vcf::search(state, attacker, budget)?;
        let mut zone = vcf.used | vcf.replies;
        if state.strong {
            let empty = state.empty();
            for (window, count) in state.lines.windows.iter().zip(&state.count) {
                let reached = u32::from(count.stones[1 - attacker]) + (*window & vcf.replies).len();
                if count.stones[attacker] == 0 && reached + 2 >= u32::from(state.lines.k) {
                    zone |= *window & empty;
                }
            }
        }
        Some(zone)
    }

    /// The first move of such a win.
    pub(crate) fn first_move(state: &mut State<N>, attacker: Who, budget: u32) -> Option<usize> {
        Vcf::search(state, attacker, budget)?.first
    }

    fn search(state: &mut State<N>, attacker: Who, budget: u32) -> Option<Vcf<N>> {
        let mut vcf = Vcf { budget, used: Cells::NONE, replies: Cells::NONE, first: None };
        vcf.wins(state, attacker).then_some(vcf)
    }

    fn wins(&mut self, state: &mut State<N>, attacker: Who) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let scan = state.scan();
        if !scan.wins[attacker].is_empty() {
            self.used |= scan.wins[attacker];
            return true;
        }
        let must = scan.wins[1 - attacker];
        if must.many() {
            return false;
        }
        let moves = if must.is_empty() { scan.nearly[attacker] } else { scan.nearly[attacker] & must };
        for cell in moves.iter() {
            let mark = state.mark();
            state.play(cell, attacker);
            let threats = threats_through(state, cell, attacker);
            let won = match threats.first() {
                None => false,
                Some(_) if threats.many() => {
                    self.used |= threats;
                    true
                }
                Some(reply) => {
                    state.play(reply, 1 - attacker);
                    let won = self.wins(state, attacker);
                    if won {
                        self.replies |= threats;
                    }
                    won
                }
            };
            state.undo_to(mark);
            if won {
                self.used |= Cells::of(cell);
                self.first = Some(cell);
                return true;
            }
        }
        false
    }
}

/// Where a side can complete a line through the stone it has just put on this cell.
pub(crate) fn threats_through<const N: usize>(state: &State<N>, cell: usize, who: Who) -> Cells<N> {
    let mut threats = Cells::NONE;
    for &window in &state.lines.through[cell] {
        let count = state.count[window as usize];
        if count.is_open(who) && count.stones[who] + 1 == state.lines.k {
            threats |= state.lines.windows[window as usize];
        }
    }
    threats & state.empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::free::state::{O, X};
    use filetto_rules::{Rng, Rules};

    /// The slow twin: whether `attacker` wins, in the strong game before the other side does.
    fn wins(state: &mut State<1>, attacker: Who, to_move: Who) -> bool {
        let scan = state.scan();
        if !scan.wins[to_move].is_empty() {
            return to_move == attacker;
        }
        let moves = scan.wins[1 - to_move].first().map_or(state.empty(), Cells::of);
        let mark = state.mark();
        let mut after = |cell| {
            state.play(cell, to_move);
            let wins = wins(state, attacker, 1 - to_move);
            state.undo_to(mark);
            wins
        };
        if to_move == attacker { moves.iter().any(&mut after) } else { !moves.is_empty() && moves.iter().all(after) }
    }

    #[test]
    fn forced_wins_are_wins_and_a_stone_outside_their_zone_spoils_none() {
        let mut rng = Rng::new(3);
        let mut found = [0; 2];
        for round in 0..2400 {
            let rules: Rules = ["4x4x3", "4x4x4", "3x6x3", "5x4x4", "4x4x3e", "3x6x3e"][round % 6].parse().unwrap();
            let strong = round % 12 < 6;
            let mut state = State::<1>::new(rules, strong);
            for turn in 0..rules.cells() - 9 {
                let empty: Vec<usize> = state.empty().iter().collect();
                state.play(*rng.pick(&empty).unwrap(), turn % 2);
            }
            let over = (0..state.count.len()).any(|w| state.count[w].stones.contains(&state.lines.k));
            let attacker = if strong && rng.below(2) == 0 { O } else { X };
            if over || !state.scan().wins[1 - attacker].is_empty() {
                continue;
            }
            let Some(zone) = Vcf::zone(&mut state, attacker, 1000) else { continue };
            assert!(wins(&mut state, attacker, attacker));
            found[usize::from(strong)] += 1;
            for cell in (state.empty() & !zone).iter() {
                let mark = state.mark();
                state.play(cell, 1 - attacker);
                assert!(wins(&mut state, attacker, attacker), "{rules} strong {strong}: {cell} spoils it");
                state.undo_to(mark);
            }
        }
        assert!(found.iter().all(|&n| n > 80), "{found:?}");
    }
}
