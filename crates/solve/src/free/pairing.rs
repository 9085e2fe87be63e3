//! Draws by pairing: merged lines and bipartite matching.
//!
//! O holds if it can give every open line of X two cells of its own: when X takes one, O takes the other. Overlapping lines
//! of one row of the board share their pair, so they are merged from one end to the other as long as they have two empty cells
//! in common; every group then asks for two cells of its intersection, which is a bipartite matching (Kuhn's augmenting
//! paths on bit sets). What is missing to a full matching, the deficiency, becomes the first disproof number. BoardLines that get
//! no pair may still be harmless: see `mix.rs`.
//!
//! Measured. Merging only while three or more cells are common: 7x7x5 30,488 to 87,709 nodes. Trying two, three and four in
//! turn: 27,000 nodes at three times the cost a node. A failed path marks its cells as hopeless for the rest of the
//! matching: same nodes, 2.5 times as fast. Two cells on exactly the same open lines can be set aside as a pair for good;
//! that saved no node anywhere and is not done.

use filetto_rules::Rng;

use super::cells::Cells;
use super::pairing_potential::{ONE, PairingPotential};
use super::state::{State, X};

/// A group of lines with a common pair.
struct Group<const N: usize> {
    common: Cells<N>,
    /// Windows from..to of the board's list; the dead ones among them do not matter.
    from: u16,
    to: u16,
    cells: [u16; 2],
}

const NOBODY: u16 = u16::MAX;

/// How far from holding a position may be, in halves of the allowed sum, so that better pairs are looked for: at every first
/// look, and before a position is expanded.
pub(crate) const NEAR: u64 = 3;
pub(crate) const FAR: u64 = 8;
const ROUNDS: u32 = 4;

/// The pairs of the groups that got both cells.
fn full<const N: usize>(groups: &[Group<N>]) -> impl Iterator<Item = [u16; 2]> {
    groups.iter().filter(|group| group.cells[1] != NOBODY).map(|group| group.cells)
}

/// Scratch memory and the result of the last attempt.
pub(crate) struct Pairing<const N: usize> {
    groups: Vec<Group<N>>,
    owner: Vec<u16>,
    /// Cells without an owner.
    free: Cells<N>,
    pairs: Vec<[u16; 2]>,
    mix: PairingPotential<N>,
}

impl<const N: usize> Pairing<N> {
    pub(crate) fn new(cells: usize) -> Pairing<N> {
        Pairing {
            groups: Vec::new(),
            owner: vec![NOBODY; cells],
            free: Cells::NONE,
            pairs: Vec::new(),
            mix: PairingPotential::new(cells),
        }
    }

    /// The pairs of the last attempt that held.
    pub(crate) fn pairs(&self) -> &[[u16; 2]] {
        &self.pairs
    }

    /// How many cells are missing so that O holds by pairing: 0 if it does. If the lines without a pair weigh at most `reach`
    /// halves of what is allowed, better pairs are looked for.
    pub(crate) fn deficiency(&mut self, state: &State<N>, o_moves: bool, reach: u64) -> u32 {
        self.group(state);
        let missing = self.assign(state);
        let bound = if o_moves { ONE } else { ONE / 2 };
        let most = bound.max(bound / 2 * reach);
        let sum = if missing == 0 { 0 } else { self.rest(state, most) };
        if sum >= bound {
            if sum > most {
                return missing;
            }
            self.mix.start(state, full(&self.groups));
            if !self.mix.descend(state, bound, ROUNDS) {
                return missing;
            }
        }
        self.pairs.clear();
        if sum >= bound {
            self.pairs.extend(self.mix.pairs())
        } else {
            self.pairs.extend(full(&self.groups))
        }
        0
    }

    /// The costly attempt, after [`Pairing::deficiency`] has failed.
    pub(crate) fn anneal(&mut self, state: &State<N>, o_moves: bool, steps: u32, seed: u64) -> bool {
        let bound = if o_moves { ONE } else { ONE / 2 };
        self.mix.start(state, full(&self.groups));
        self.mix.descend(state, bound, ROUNDS);
        let holds = self.mix.anneal(state, bound, steps, &mut Rng::new(seed));
        if holds {
            self.pairs.clear();
            self.pairs.extend(self.mix.pairs());
        }
        holds
    }

    /// The pairs at which the last [`Pairing::anneal`] stopped.
    pub(crate) fn tried(&self) -> impl Iterator<Item = [u16; 2]> {
        self.mix.pairs()
    }

    /// What is left of the potential by a short descent from these pairs, where X is to move.
    pub(crate) fn promise(&mut self, state: &State<N>, pairs: &[[u16; 2]]) -> u64 {
        let empty = state.empty();
        let open = |pair: &&[u16; 2]| pair.iter().all(|&cell| empty.has(cell.into()));
        self.mix.start(state, pairs.iter().filter(open).copied());
        self.mix.descend(state, ONE / 2, 1);
        self.mix.sum()
    }

    /// What the lines without a pair weigh, on the cells that no pair uses; not further than `most`.
    fn rest(&self, state: &State<N>, most: u64) -> u64 {
        let pairs = full(&self.groups).flatten();
        let used = pairs.fold(Cells::NONE, |used, cell| used | Cells::of(cell.into()));
        let free = state.empty() & !used;
        let mut sum = 0;
        for group in self.groups.iter().filter(|group| group.cells[1] == NOBODY) {
            for index in group.from..group.to {
                if state.count[index as usize].is_open(X) {
                    sum += ONE >> (state.lines.windows[index as usize] & free).len().min(40);
                }
            }
            if sum > most {
                break;
            }
        }
        sum
    }

    fn group(&mut self, state: &State<N>) {
        self.groups.clear();
        let lines = &state.lines;
        let empty = state.empty();
        let mut line = u16::MAX;
        for (index, window) in lines.windows.iter().enumerate() {
            if !state.count[index].is_open(X) {
                continue;
            }
            let open = *window & empty;
            let to = index as u16 + 1;
            if lines.line[index] == line
                && let Some(last) = self.groups.last_mut()
                && (last.common & open).many()
            {
                last.common &= open;
                last.to = to;
                continue;
            }
            line = lines.line[index];
            self.groups.push(Group { common: open, from: index as u16, to, cells: [NOBODY; 2] });
        }
    }

    /// Matches as many demands as possible; how many are left.
    fn assign(&mut self, state: &State<N>) -> u32 {
        self.free = state.empty();
        let mut missing = 0;
        // Cells from which no free cell could be reached never reach one later: they are not tried again.
        let mut hopeless = Cells::NONE;
        for group in 0..self.groups.len() {
            for _ in 0..2 {
                let mut visited = hopeless;
                if !self.augment(group, &mut visited) {
                    missing += 1;
                    hopeless = visited;
                }
            }
        }
        missing
    }

    fn augment(&mut self, group: usize, visited: &mut Cells<N>) -> bool {
        let mut common = self.groups[group].common & !*visited;
        if let Some(cell) = (common & self.free).first() {
            self.free &= !Cells::of(cell);
            self.give(cell, group);
            return true;
        }
        while let Some(cell) = common.first() {
            *visited |= Cells::of(cell);
            let owner = self.owner[cell] as usize;
            if owner != group {
                self.take(cell, owner);
                if self.augment(owner, visited) {
                    self.give(cell, group);
                    return true;
                }
                self.give(cell, owner);
            }
            common &= !*visited;
        }
        false
    }

    fn give(&mut self, cell: usize, group: usize) {
        self.owner[cell] = group as u16;
        let cells = &mut self.groups[group].cells;
        let slot = usize::from(cells[0] != NOBODY);
        cells[slot] = cell as u16;
    }

    fn take(&mut self, cell: usize, group: usize) {
        let cells = &mut self.groups[group].cells;
        if cells[0] == cell as u16 {
            cells.swap(0, 1);
        }
        cells[1] = NOBODY;
    }
}

/// The empty cells that lie in all open lines of X through each cell; the cell itself is one of them.
pub(crate) fn companions<const N: usize>(state: &State<N>, companions: &mut Vec<Cells<N>>) {
    let empty = state.empty();
    companions.clear();
    companions.resize(state.lines.cells, empty);
    for (window, count) in state.lines.windows.iter().zip(&state.count) {
        if count.is_open(X) {
            let open = *window & empty;
            open.iter().for_each(|cell| companions[cell] &= open);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetto_rules::{Rng, Rules};

    /// The slow twin: the largest number of demands that any assignment of cells to groups meets.
    fn most(groups: &[Cells<1>], used: Cells<1>) -> u32 {
        let Some((first, rest)) = groups.split_first() else { return 0 };
        let taken = (*first & !used).iter().map(|cell| 1 + most(rest, used | Cells::of(cell)));
        taken.chain([most(rest, used)]).max().unwrap_or(0)
    }

    fn random(rng: &mut Rng, rules: Rules, stones: usize) -> State<1> {
        let mut state = State::<1>::new(rules, false);
        for turn in 0..stones {
            let empty: Vec<usize> = state.empty().iter().collect();
            state.play(*rng.pick(&empty).unwrap(), turn % 2);
        }
        state
    }

    #[test]
    fn the_matching_is_as_large_as_any() {
        let mut rng = Rng::new(8);
        let mut short = 0;
        for _ in 0..400 {
            let state = random(&mut rng, "4x5x4".parse().unwrap(), 9);
            let mut pairing = Pairing::<1>::new(20);
            pairing.group(&state);
            let missing = pairing.assign(&state);
            let demands: Vec<_> = pairing.groups.iter().flat_map(|group| [group.common; 2]).collect();
            assert_eq!(demands.len() as u32 - missing, most(&demands, Cells::NONE));
            short += u32::from(missing > 0);
        }
        assert!(short > 50, "{short}");
    }

    #[test]
    fn pairs_that_hold_are_disjoint_and_leave_little_enough() {
        let mut rng = Rng::new(9);
        let mut held = [0; 2];
        for round in 0..2000 {
            let rules: Rules = ["5x5x4", "6x6x5", "7x7x5", "8x8x6"][round % 4].parse().unwrap();
            let stones = 2 + 2 * rng.below(6);
            let state = random(&mut rng, rules, stones);
            let o_moves = round % 3 == 0;
            let mut pairing = Pairing::<1>::new(rules.cells());
            if pairing.deficiency(&state, o_moves, FAR) > 0 {
                continue;
            }
            let cells: Vec<usize> = pairing.pairs().iter().flatten().map(|&cell| cell.into()).collect();
            let used = cells.iter().fold(Cells::NONE, |set, &cell| set | Cells::of(cell));
            assert_eq!(used.len() as usize, cells.len(), "disjoint");
            assert!((used & !state.empty()).is_empty());
            let mut sum = 0.0;
            for (window, _) in state.lines.windows.iter().zip(&state.count).filter(|(_, count)| count.is_open(X)) {
                let has = |&[a, b]: &[u16; 2]| window.has(a.into()) && window.has(b.into());
                if !pairing.pairs().iter().any(has) {
                    sum += 0.5f64.powi((*window & state.empty() & !used).len() as i32);
                }
            }
            assert!(sum < if o_moves { 1.0 } else { 0.5 }, "{sum}");
            held[usize::from(sum > 0.0)] += 1;
        }
        assert!(held.iter().all(|&n| n > 50), "{held:?}");
    }
}
