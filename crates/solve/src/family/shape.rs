//! Which cells form a tile, and which targets are enough.
//!
//! Each place of the period has one cell in the tile; in which period it is taken makes the tile's shape. A window of K cells meets several
//! copies, and what it has in common with one of them can be a target; it then serves every window that contains it inside one copy. Which of them
//! are enough is a weighted set cover, solved greedily: the more windows a target serves for its weight 2^-(size), the better. The
//! shape is annealed so that the potential, the sum of the weights, is small: below 1/2 it is a proof, up to 2 within reach of the
//! search.
//!
//! Measured on K = 8 and the lattice (0,4) (3,2): of the shapes of three throws one is held, potential 1.000, 9 targets. Annealing
//! the copy of each window together with the shape, without the cover, tried 43 tiles of all lattices in its first round and held none.

use std::fmt;

use filetto_rules::Rng;

use super::lattice::Lattice;
use crate::certificate::Tile;

/// How far from its own period a place may be taken.
const REACH: i16 = 2;
const STEPS: u32 = 3_000;
/// The heat at the beginning and the end, in units of the potential.
const HEAT: (f64, f64) = (0.3, 0.02);

/// A set of windows, one bit each.
type Windows = [u64; 4];

pub(super) struct Shape<'a> {
    lattice: &'a Lattice,
    /// For each place in which period its cell is taken.
    periods: Vec<[i16; 2]>,
    targets: Vec<u64>,
    /// Which of targets that cost nearly the same are preferred: different in each throw.
    taste: u64,
}

impl<'a> Shape<'a> {
    /// All places in their own period.
    pub(super) fn block(lattice: &'a Lattice) -> Shape<'a> {
        let periods = vec![[0; 2]; lattice.places()];
        let targets = cover(lattice, &periods, 0);
        Shape { lattice, periods, targets, taste: 0 }
    }

    /// A shape whose targets have a small potential; the best so far, if it is told to stop.
    pub(super) fn annealed(lattice: &'a Lattice, rng: &mut Rng, stop: &mut dyn FnMut() -> bool) -> Shape<'a> {
        let mut shape = Shape { taste: rng.next_u64(), ..Shape::block(lattice) };
        let (mut now, mut heat) = (shape.cost(), HEAT.0);
        let mut best = (now, shape.periods.clone());
        let cooling = (HEAT.1 / HEAT.0).powf(1.0 / f64::from(STEPS));
        for step in 0..STEPS {
            if step % 64 == 0 && stop() {
                break;
            }
            heat *= cooling;
            let place = rng.below(shape.periods.len());
            let axis = if lattice.family.rows.is_none() { rng.below(2) } else { 1 };
            let before = shape.periods[place];
            shape.periods[place][axis] += if rng.below(2) == 0 { 1 } else { -1 };
            if shape.periods[place][axis].abs() > REACH {
                shape.periods[place] = before;
                continue;
            }
            shape.targets = cover(lattice, &shape.periods, shape.taste);
            let next = shape.cost();
            if next > now && rng.next_u64() as f64 / u64::MAX as f64 > ((now - next) / heat).exp() {
                shape.periods[place] = before;
            } else {
                now = next;
                if now < best.0 {
                    best = (now, shape.periods.clone());
                }
            }
        }
        shape.periods = best.1;
        shape.targets = cover(lattice, &shape.periods, shape.taste);
        shape
    }

    fn cost(&self) -> f64 {
        self.targets.iter().map(|&set| cost(set)).sum()
    }

    pub(super) fn potential(&self) -> f64 {
        self.targets.iter().map(|set| 0.5f64.powi(set.count_ones() as i32)).sum()
    }

    pub(super) fn tile(&self) -> Tile {
        let Lattice { family, rows, cols, shift, .. } = *self.lattice;
        let cell = |place: usize| self.lattice.cell(place, self.periods[place]);
        let cells: Vec<(i32, i32)> = (0..self.periods.len()).map(cell).collect();
        // Moved so that nothing is negative; in a strip the rows stay what they are.
        let least = |of: fn(&(i32, i32)) -> i32| cells.iter().map(of).min().unwrap_or(0).min(0);
        let (down, left) = (least(|cell| cell.0), least(|cell| cell.1));
        let moved = |&(row, col): &(i32, i32)| ((row - down) as usize, (col - left) as usize);
        let members = |set: &u64| (0..64).filter(|place| set >> place & 1 != 0).collect();
        Tile {
            strip: family.rows,
            k: family.k,
            period: cols,
            rows: (rows, shift),
            cells: cells.iter().map(moved).collect(),
            targets: self.targets.iter().map(members).collect(),
        }
    }
}

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, targets) = (self.periods.len(), self.targets.len());
        write!(f, "{}: {cells} cells, {targets} targets, potential {:.3}", self.lattice, self.potential())
    }
}

/// What a target adds to the potential; one of two cells is worse than that, since each move there is forced.
fn cost(set: u64) -> f64 {
    match set.count_ones() {
        0 | 1 => 9.0,
        2 => 0.4,
        n => 0.5f64.powi(n as i32),
    }
}

/// A number from 0 to 1 that looks random, the same for the same bits.
fn noise(bits: u64) -> f64 {
    Rng::new(bits).next_u64() as f64 / u64::MAX as f64
}

/// Targets such that every window contains one inside one copy; none smaller than two cells, unless a window leaves no choice.
fn cover(lattice: &Lattice, periods: &[[i16; 2]], taste: u64) -> Vec<u64> {
    // For each window what it has in common with each copy, and all these sets once.
    let mut parts: Vec<Vec<u64>> = Vec::with_capacity(lattice.windows.len());
    let mut sets: Vec<u64> = Vec::new();
    for window in &lattice.windows {
        let mut copies: Vec<([i16; 2], u64)> = Vec::with_capacity(4);
        for &(place, [up, right]) in window {
            let [down, left] = periods[usize::from(place)];
            let copy = [up - down, right - left];
            match copies.iter_mut().find(|(other, _)| *other == copy) {
                Some((_, set)) => *set |= 1 << place,
                None => copies.push((copy, 1 << place)),
            }
        }
        let found: Vec<u64> = copies.into_iter().map(|(_, set)| set).collect();
        sets.extend(&found);
        parts.push(found);
    }
    sets.sort_unstable();
    sets.dedup();
    // Two sets that differ in one cell each have a common part that costs as much as both and serves both.
    for (index, &a) in sets.clone().iter().enumerate().filter(|(_, a)| a.count_ones() > 3) {
        let others = sets[index + 1..].iter().filter(|b| b.count_ones() == a.count_ones());
        let parts: Vec<u64> = others.map(|b| a & b).filter(|part| part.count_ones() + 1 == a.count_ones()).collect();
        sets.extend(parts);
    }
    sets.sort_unstable();
    sets.dedup();
    let prices: Vec<f64> = sets.iter().map(|&set| cost(set) * (1.0 + 0.1 * noise(set ^ taste))).collect();
    let serves = |set: u64| {
        let mut windows = [0; 4];
        for (index, parts) in parts.iter().enumerate() {
            windows[index / 64] |= u64::from(parts.iter().any(|part| part & set == set)) << (index % 64);
        }
        windows
    };
    let served: Vec<Windows> = sets.iter().map(|&set| serves(set)).collect();
    let common = |a: &Windows, b: &Windows| a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
    let mut left: Windows = serves(0);
    let mut chosen: Vec<usize> = Vec::new();
    while left != [0; 4] {
        let value = |&set: &usize| f64::from(common(&served[set], &left)) / prices[set];
        let Some(best) = (0..sets.len()).max_by(|a, b| value(a).total_cmp(&value(b))) else { break };
        chosen.push(best);
        left.iter_mut().zip(&served[best]).for_each(|(left, served)| *left &= !served);
    }
    // An early choice may have become needless.
    for index in (0..chosen.len()).rev() {
        let mut others = [0; 4];
        for (_, &other) in chosen.iter().enumerate().filter(|(other, _)| *other != index) {
            others.iter_mut().zip(&served[other]).for_each(|(all, served)| *all |= served);
        }
        if others == serves(0) {
            chosen.remove(index);
        }
    }
    chosen.into_iter().map(|set| sets[set]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin: every window of a piece of the plane that is large enough, cell by cell, against every copy of every target.
    fn covers(tile: &Tile) -> bool {
        let far = 40;
        let rows = tile.strip.map_or(-far..far, |rows| 0..rows as i32);
        let step = |(up, right): (i32, i32)| match tile.strip {
            Some(_) => (0, right * tile.period as i32),
            None => (up * tile.rows.0 as i32, up * tile.rows.1 as i32 + right * tile.period as i32),
        };
        let copies: Vec<(i32, i32)> =
            (-far..far).flat_map(|up| (-far..far).map(move |right| step((up, right)))).collect();
        let near = |copy: &&(i32, i32)| copy.0.abs() < 40 && copy.1.abs() < 40;
        let copies: std::collections::BTreeSet<(i32, i32)> = copies.iter().filter(near).copied().collect();
        let holds = |window: &[(i32, i32)]| {
            copies.iter().any(|copy| {
                tile.targets.iter().any(|target| {
                    target.iter().all(|&cell| {
                        let (row, col) = tile.cells[usize::from(cell)];
                        window.contains(&(row as i32 + copy.0, col as i32 + copy.1))
                    })
                })
            })
        };
        let starts = (0..tile.rows.0 as i32).flat_map(|row| (0..tile.period as i32).map(move |col| (row, col)));
        let k = tile.k as i32;
        let window = |(row, col): (i32, i32), (up, right): (i32, i32)| {
            (0..k).map(|i| (row + i * up, col + i * right)).collect::<Vec<_>>()
        };
        let mut all = starts.flat_map(|start| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|step| window(start, step)));
        all.all(|window| window.iter().any(|(row, _)| !rows.contains(row)) || holds(&window))
    }

    #[test]
    fn the_targets_of_any_shape_serve_every_window() {
        let mut rng = Rng::new(5);
        for (family, rows, cols, shift) in
            [("NxNx8", 3, 4, 2), ("NxNx5", 2, 3, 1), ("6xNx6", 6, 4, 0), ("4xNx5", 4, 3, 0)]
        {
            let lattice = Lattice::new(family.parse().unwrap(), rows, cols, shift);
            let (block, mut shape) = (Shape::block(&lattice), Shape::block(&lattice));
            assert!(covers(&block.tile()), "{family}");
            for _ in 0..3 {
                shape.periods.iter_mut().for_each(|period| period[1] = rng.below(3) as i16 - 1);
                shape.targets = cover(&lattice, &shape.periods, rng.next_u64());
                assert!(covers(&shape.tile()), "{family}");
                let mut fewer = shape.tile();
                fewer.targets.pop();
                assert!(!covers(&fewer), "{family}: no target is needless");
            }
        }
    }
}
