//! Pairs and potential by annealing: the costly search for a reason to hold, at shallow positions.
//!
//! The descent of `mix.rs` stops in the first valley. Here a line without a pair is picked at random and two of its cells become a
//! pair, whatever pairs that breaks; a worse sum is accepted now and then, less and less often. The result need not be
//! trusted: the checker of certificates adds up the same sum. The dice are thrown from a fixed seed, so a search is the
//! same from run to run.
//!
//! Measured on 11x11x7 after one move each, where pairings exist: a SAT solver (a variable a pair, a clause a line, at most one pair a
//! cell) gave up after 20,000 conflicts and two seconds on each of the first dozen positions.

use std::collections::VecDeque;

use filetto_rules::Rng;

use super::cells::Cells;
use super::pairing_potential::{ONE, PairingPotential};
use super::state::{State, X};

/// The heat at the beginning and the end, in units of the sum: a line whose last free cell is gone weighs one. The range is narrow. Of six
/// positions of 11x11x7, 50,000 steps held none from 0.5 to 0.01, one from 0.3 to 0.05, none at a steady 0.15 or 0.08, and four
/// from 0.13 to 0.09.
const HEAT: (f64, f64) = (0.13, 0.09);

/// The same for K = 6, where it must be wide: of six positions of 9x9x6 with two to four stones each, 200,000 steps held two with the
/// range above and three with this one.
const WIDE: (f64, f64) = (0.3, 0.03);

/// How many pairings are kept to be tried again, and how many of them by the search, which asks often.
pub(crate) const KEPT: usize = 128;
pub(crate) const FEW: usize = 16;

impl<const N: usize> PairingPotential<N> {
    /// Anneals from the pairs at hand; whether the sum is below the bound.
    pub(crate) fn anneal(&mut self, state: &State<N>, bound: u64, steps: u32, rng: &mut Rng) -> bool {
        let open: Vec<usize> = (0..state.count.len()).filter(|&window| state.count[window].is_open(X)).collect();
        let empty = state.empty();
        if open.is_empty() {
            return self.sum() < bound;
        }
        let (hot, cold) = if state.lines.k > 6 { HEAT } else { WIDE };
        let cooling = (cold / hot).powf(1.0 / f64::from(steps.max(1)));
        let mut heat = hot;
        for _ in 0..steps {
            heat *= cooling;
            if self.sum() < bound {
                return true;
            }
            let mut window = open[rng.below(open.len())];
            while self.weight(window) == 0 {
                window = open[rng.below(open.len())];
            }
            let cells: Cells<N> = state.lines.windows[window] & empty;
            let count = cells.len() as usize;
            if count < 2 {
                continue;
            }
            let (first, step) = (rng.below(count), 1 + rng.below(count - 1));
            let pick = |index: usize| cells.iter().nth(index).unwrap_or(0);
            let (a, b) = (pick(first), pick((first + step) % count));
            let before = self.sum();
            let broken = self.force(state, a, b);
            let worse = self.sum().saturating_sub(before) as f64 / ONE as f64;
            if worse > 0.0 && rng.next_u64() as f64 / u64::MAX as f64 > (-worse / heat).exp() {
                self.toggle(state, a, b);
                for (cell, other) in broken.into_iter().flatten() {
                    self.toggle(state, cell, other);
                }
            }
        }
        self.sum() < bound
    }
}

/// The last pairings that held somewhere. A pairing stays good while X stays out of it, and after X plays into it if O takes the
/// partner; so positions near each other share them.
#[derive(Default)]
pub(crate) struct Kept(VecDeque<Vec<[u16; 2]>>);

impl Kept {
    pub(crate) fn add(&mut self, pairs: Vec<[u16; 2]>) {
        self.0.push_front(pairs);
        self.0.truncate(KEPT);
    }

    /// One that holds here, among the last used ones.
    pub(crate) fn find<const N: usize>(&mut self, state: &State<N>, o_moves: bool, last: usize) -> Option<&[[u16; 2]]> {
        let bound = if o_moves { ONE } else { ONE / 2 };
        let place = self.0.iter().take(last).position(|pairs| rest(state, pairs, bound) < bound)?;
        let pairs = self.0.remove(place)?;
        self.0.push_front(pairs);
        self.0.front().map(Vec::as_slice)
    }
}

/// What the open lines without a pair weigh, not much further than `most`.
fn rest<const N: usize>(state: &State<N>, pairs: &[[u16; 2]], most: u64) -> u64 {
    let empty = state.empty();
    let mut free = empty;
    let mut stopped = vec![false; state.count.len()];
    for pair in pairs {
        let [a, b] = pair.map(usize::from);
        if empty.has(a) && empty.has(b) {
            free &= !(Cells::of(a) | Cells::of(b));
            for &window in &state.lines.through[a] {
                stopped[window as usize] |= state.lines.windows[window as usize].has(b);
            }
        }
    }
    let mut sum = 0;
    for (window, count) in state.count.iter().enumerate() {
        if count.is_open(X) && !stopped[window] {
            sum += ONE >> (state.lines.windows[window] & free).len().min(40);
            if sum >= most {
                break;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::state::O;
    use super::*;

    fn annealed(text: &str) -> Option<Vec<[u16; 2]>> {
        let state = State::<2>::new(text.parse().unwrap(), false);
        let mut mix = PairingPotential::new(state.lines.cells);
        mix.start(&state, std::iter::empty());
        let holds = mix.anneal(&state, ONE / 2, 200_000, &mut Rng::new(1));
        let pairs: Vec<[u16; 2]> = mix.pairs().collect();
        assert_eq!(holds, rest(&state, &pairs, ONE) < ONE / 2, "{text}: both sums agree");
        holds.then_some(pairs)
    }

    #[test]
    fn boards_that_are_held_at_once_are_found_and_boards_that_are_won_are_not() {
        assert!(annealed("5x5x5").is_some());
        assert!(annealed("7x7x6").is_some());
        assert!(annealed("5x5x4").is_none());
        assert!(annealed("3x3x3").is_none());
    }

    #[test]
    fn a_pairing_is_used_again_until_x_has_broken_it() {
        let mut state = State::<1>::new("5x5x5".parse().unwrap(), false);
        let mut mix = PairingPotential::new(25);
        mix.start(&state, std::iter::empty());
        assert!(mix.anneal(&state, 1, 500_000, &mut Rng::new(3)), "a pairing without any rest");
        let pairs: Vec<[u16; 2]> = mix.pairs().collect();
        let mut kept = Kept::default();
        assert!(kept.find(&state, false, FEW).is_none());
        kept.add(pairs.clone());
        assert!(kept.find(&state, false, FEW).is_some());
        for &[a, b] in &pairs {
            let mark = state.mark();
            state.play(a.into(), X);
            state.play(b.into(), O);
            assert!(kept.find(&state, false, FEW).is_some(), "O has answered");
            state.undo_to(mark);
        }
    }
}
