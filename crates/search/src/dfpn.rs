//! df-pn: proof-number search depth first, its tree in a table.
//!
//! Best-first search jumps from leaf to leaf, yet the next leaf is mostly near the last. Each call therefore works below
//! one child until the child's numbers pass thresholds that say "another child is now the better place", and the numbers
//! live in a table of fixed size instead of a tree (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002). With the
//! `1 + epsilon` rule the threshold is a little above the second-best child, so a search whose table has forgotten much
//! does not run to and fro between two of them (Pawlewicz and Lew 2007).
//!
//! Numbers are kept from the view of the player to move, who needs one good move: `proof` is the least of the children's
//! `disproof`, `disproof` the sum of their `proof`. Positions met on several paths are counted several times in the sum;
//! `weak` takes the largest plus one for each further child instead (Ueda et al. 2008), which bounds the damage.
//!
//! The game must not repeat positions: in a game with cycles the answer for a position depends on the path, which is
//! deliberately left out here, as are garbage collection and threads.

use crate::evaluator::Blind;
use crate::game::{Canonical, Game, Symmetry};
use crate::keys::Key;
use crate::limits::{Limits, Stopped};
use crate::proof::{Even, Numbers, Proof, Prospect, Question, add};
use crate::proof_table::ProofTable;
use crate::walk::Walk;

/// Depth-first proof-number search.
#[derive(Clone, Debug)]
pub struct DfPn<M, P = Even> {
    prospect: P,
    epsilon: f64,
    weak: bool,
    symmetric: bool,
    table: ProofTable,
    children: Vec<Child<M>>,
}

#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    key: Key,
    /// From the view of the player to move in the child.
    numbers: Numbers,
}

impl<M: Copy> DfPn<M> {
    /// A search with a table of `bytes` bytes, epsilon 0.25, sums, and no symmetry.
    pub fn new(bytes: usize) -> Self {
        let table = ProofTable::new(bytes);
        DfPn { prospect: Even, epsilon: 0.25, weak: false, symmetric: false, table, children: Vec::new() }
    }
}

impl<M: Copy, P> DfPn<M, P> {
    /// The same search with another first guess.
    #[must_use]
    pub fn prospect<Q>(self, prospect: Q) -> DfPn<M, Q> {
        let DfPn { epsilon, weak, symmetric, table, children, .. } = self;
        DfPn { prospect, epsilon, weak, symmetric, table, children }
    }

    /// The same search with another epsilon; 0 is Nagai's original.
    #[must_use]
    pub fn epsilon(self, epsilon: f64) -> Self {
        DfPn { epsilon: epsilon.max(0.0), ..self }
    }

    /// The same search with the weak sum.
    #[must_use]
    pub fn weak(self) -> Self {
        DfPn { weak: true, ..self }
    }

    /// The same search, positions that are the same but for a symmetry being one.
    #[must_use]
    pub fn symmetric(self) -> Self {
        DfPn { symmetric: true, ..self }
    }

    /// Answers a question about the player to move, or as much of it as the limits allow.
    pub fn prove<G: Game<Move = M>>(&mut self, game: &mut G, question: Question, limits: &Limits) -> Proof<M>
    where
        P: Prospect<G>,
    {
        self.table.clear();
        self.children.clear();
        let mut blind = Blind;
        let mut walk = Walk::new(game, &mut blind, limits);
        if let Some(outcome) = walk.game().outcome() {
            let numbers = Numbers::settled(question.answer(outcome, true));
            return Proof::new(question, numbers, Vec::new(), None, None, walk.stats_now());
        }
        let unbounded = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        let result = walk.meter().tick().and_then(|()| self.settle(&mut walk, question, unbounded));
        let numbers = result.unwrap_or(Numbers::UNKNOWN);
        let stats = walk.stats_now();
        let fallback = walk.report(Err(Stopped::Flag), false).best;
        let line = self.line(&mut walk);
        Proof::new(question, numbers, line, fallback, result.err(), stats)
    }

    fn key<G: Game>(&self, game: &G) -> Canonical {
        if self.symmetric { game.canonical() } else { Canonical { key: game.key(), symmetry: Symmetry::default() } }
    }

    /// Works below the position until one of its numbers reaches `limit`.
    fn settle<G: Game<Move = M>>(
        &mut self,
        walk: &mut Walk<'_, G, Blind>,
        question: Question,
        limit: Numbers,
    ) -> Result<Numbers, Stopped>
    where
        P: Prospect<G>,
    {
        walk.stats.depth = walk.stats.depth.max(walk.ply());
        let nodes = walk.meter().nodes();
        let Canonical { key, symmetry } = self.key(walk.game());
        let base = self.children.len();
        self.expand(walk, question)?;
        loop {
            self.refresh(base);
            let (numbers, chosen, below) = self.choose(base, limit);
            let done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            let child = self.children[base + chosen];
            if done {
                let work = walk.meter().nodes() - nodes + 1;
                let best = u16::try_from(walk.game().canonical_index(child.mv, symmetry)).unwrap_or(u16::MAX);
                self.table.store(key, numbers, work, best);
                self.children.truncate(base);
                return Ok(numbers);
            }
            let found = walk.after(child.mv, |walk| self.settle(walk, question, below))?;
            // Kept here as well: a small table may have lost it by now, and progress must not depend on that.
            self.children[base + chosen].numbers = found;
        }
    }

    fn expand<G: Game<Move = M>>(&mut self, walk: &mut Walk<'_, G, Blind>, question: Question) -> Result<(), Stopped>
    where
        P: Prospect<G>,
    {
        let span = walk.moves();
        for i in 0..span.len() {
            let mv = walk.listed(span, i);
            let child = walk.after(mv, |walk| {
                let attacking = walk.ply().is_multiple_of(2);
                let key = self.key(walk.game()).key;
                let of_root = match walk.game().outcome() {
                    Some(outcome) => Numbers::settled(question.answer(outcome, attacking)),
                    None => self.prospect.numbers(walk.game(), attacking),
                };
                Ok(Child { mv, key, numbers: if attacking { of_root } else { of_root.swapped() } })
            })?;
            self.children.push(child);
            // The mover needs one good move: when it is found the others do not matter.
            if child.numbers.disproof == 0 {
                break;
            }
        }
        walk.release(span);
        Ok(())
    }

    fn refresh(&mut self, base: usize) {
        for child in &mut self.children[base..] {
            if child.numbers.answer().is_none()
                && let Some(entry) = self.table.probe(child.key)
            {
                child.numbers = entry.numbers;
            }
        }
    }

    /// The position's numbers from its children's, the child to work on, and the limit to work on it with.
    fn choose(&self, base: usize, limit: Numbers) -> (Numbers, usize, Numbers) {
        let children = &self.children[base..];
        let (mut chosen, mut least, mut second) = (0, u32::MAX, u32::MAX);
        let (mut sum, mut largest, mut open) = (0, 0, 0u32);
        for (i, Child { numbers, .. }) in children.iter().enumerate() {
            if numbers.disproof < least {
                (chosen, second, least) = (i, least, numbers.disproof);
            } else {
                second = second.min(numbers.disproof);
            }
            sum = add(sum, numbers.proof);
            largest = largest.max(numbers.proof);
            open += u32::from(numbers.proof > 0);
        }
        let others =
            if self.weak { open.saturating_sub(1) } else { sum.saturating_sub(children[chosen].numbers.proof) };
        let disproof = if self.weak { add(largest, others) } else { sum };
        let patience = (f64::from(second.min(Numbers::INFINITE)) * (1.0 + self.epsilon)).ceil() as u32;
        let below = Numbers {
            proof: limit.disproof.saturating_sub(others).max(1),
            disproof: limit.proof.min(patience.max(second.saturating_add(1))).min(Numbers::INFINITE),
        };
        (Numbers { proof: least, disproof }, chosen, below)
    }

    /// The line that the table remembers, as far as it does.
    fn line<G: Game<Move = M>>(&self, walk: &mut Walk<'_, G, Blind>) -> Vec<M> {
        let mut line = Vec::new();
        while walk.game().outcome().is_none() {
            let Canonical { key, symmetry } = self.key(walk.game());
            let Some(entry) = self.table.probe(key) else {
                break;
            };
            let best = usize::from(entry.best);
            let span = walk.moves();
            let found = walk.list(span).find(|&mv| walk.game().canonical_index(mv, symmetry) == best);
            walk.release(span);
            let Some(mv) = found else { break };
            if walk.descend(mv).is_err() {
                break;
            }
            line.push(mv);
        }
        walk.ascend_to(0);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(children: &[(u32, u32)]) -> DfPn<u8> {
        let child =
            |&(proof, disproof): &(u32, u32)| Child { mv: 0, key: Key(0), numbers: Numbers { proof, disproof } };
        DfPn { children: children.iter().map(child).collect(), ..DfPn::new(1) }
    }

    const LIMIT: Numbers = Numbers { proof: 50, disproof: 100 };

    #[test]
    fn one_move_suffices_and_all_replies_add_up() {
        let (numbers, chosen, below) = search(&[(7, 9), (5, 4), (2, 8)]).epsilon(0.0).choose(0, LIMIT);
        assert_eq!((numbers, chosen), (Numbers { proof: 4, disproof: 14 }, 1));
        // The child may grow until a sister is cheaper, or until the sum reaches the limit.
        assert_eq!(below, Numbers { proof: 100 - 9, disproof: 9 });
    }

    #[test]
    fn epsilon_is_patience_and_the_weak_sum_is_the_largest_and_the_rest() {
        let (_, _, below) = search(&[(7, 40), (5, 20)]).epsilon(0.25).choose(0, LIMIT);
        assert_eq!(below.disproof, 50, "a quarter more than the sister, and the limit above");
        let (numbers, _, below) = search(&[(7, 9), (5, 4), (2, 8), (0, Numbers::INFINITE)]).weak().choose(0, LIMIT);
        assert_eq!(numbers.disproof, 7 + 2);
        assert_eq!(below.proof, 100 - 2);
    }

    #[test]
    fn a_settled_child_settles_the_position() {
        let won = search(&[(3, 3), (Numbers::INFINITE, 0)]).choose(0, LIMIT).0;
        assert_eq!(won, Numbers::PROVED);
        let lost = search(&[(0, Numbers::INFINITE), (0, Numbers::INFINITE)]).choose(0, LIMIT).0;
        assert_eq!(lost, Numbers::DISPROVED);
    }
}
