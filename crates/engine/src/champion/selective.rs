//! How selective the search is: which moves are left out, how much shallower the others are searched, and what is searched deeper.
//!
//! Without gravity a position has forty moves and a plan needs ten plies, so most of the search's strength is in what it does
//! not look at: only `late + late_scale * depth ^ late_power` moves of a node are looked at, and the later a move comes the more plies it loses.
//! With gravity there are few moves and parity decides late: hardly any is left out there, and reductions are gentle.
//! Neither forcing moves nor answers to a threat are ever left out.
//!
//! What was measured, and at how many nodes a move, is in docs/champion.md. A value of zero leaves a part out.

use filetto_search::{Bound, Entry, Score, Stopped};

use super::evaluate::Evaluation;
use super::options::Options;
use super::search::{Node, Searcher};

/// Depths and numbers of moves from here on are treated alike.
const MOST: usize = 64;

/// Hundredths of a ply.
const PLY: i32 = 100;

/// What depends on depth and on the number of a move, computed once.
#[derive(Debug)]
pub(super) struct Selectivity {
    /// The number of moves that are looked at, for each depth.
    limits: [i32; MOST],
    /// By how much a move is searched shallower, for each depth and number, in hundredths of a ply.
    reductions: Box<[[u16; MOST]; MOST]>,
}

impl Selectivity {
    pub(super) fn new(options: &Options, gravity: bool) -> Selectivity {
        let Options { late, late_scale, late_power, .. } = *options;
        let free = |depth: usize| late + (late_scale * (depth as f64).powf(late_power)) as i32;
        let falling = |depth: usize| 12 + 2 * (depth * depth) as i32;
        let divisor = if gravity { options.gravity_reduction } else { options.reduction };
        let reduction = |depth: usize, number: usize| {
            let plies = (depth as f64).ln() * (number as f64).ln() / divisor;
            if depth < 2 || number < 2 { 0 } else { (plies * f64::from(PLY)) as u16 }
        };
        Selectivity {
            limits: std::array::from_fn(|depth| match late {
                0 => i32::MAX,
                _ if gravity => falling(depth),
                _ => free(depth),
            }),
            reductions: Box::new(std::array::from_fn(|d| std::array::from_fn(|n| reduction(d, n)))),
        }
    }

    /// How many quiet moves are looked at.
    #[inline]
    pub(super) fn limit(&self, depth: i32) -> i32 {
        self.limits[(depth.max(0) as usize).min(MOST - 1)]
    }

    /// By how many plies a move is searched shallower at first; `less` is what its node and the move itself give back.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: usize, less: i32) -> i32 {
        let plies = i32::from(self.reductions[(depth as usize).min(MOST - 1)][number.min(MOST - 1)]);
        (plies / PLY - less).clamp(0, depth - 1)
    }
}

/// What a search without the table's move says about that move.
pub(super) enum Singularity {
    /// It is searched so many plies deeper.
    Deeper(i32),
    /// Several moves beat the window: nothing needs to be searched.
    Cut(Score),
}

impl<E: Evaluation> Searcher<'_, E> {
    /// Whether the table's move is the only good one: all others are searched at half the depth against a window below its score. If none
    /// reaches it, the move is searched a ply deeper; if one beats the node's own window, several do, and the node is cut.
    pub(super) fn singularity(&mut self, node: Node, entry: &Entry) -> Result<Singularity, Stopped> {
        let Node { depth, ply, beta, .. } = node;
        let known = entry.score.from_table(ply);
        let asked = self.options.singular > 0
            && depth >= self.options.singular
            && entry.depth as i32 >= depth - 3
            && entry.bound != Bound::Upper
            && !known.is_decisive()
            && !beta.is_decisive()
            && (ply as i32) < 2 * self.iteration;
        if !asked {
            return Ok(Singularity::Deeper(0));
        }
        let below = Score::new(known.raw() - self.options.singular_margin * depth);
        let others = Node { depth: depth / 2, alpha: below.below(), beta: below, without: node.wanted, ..node };
        let found = self.expand::<false>(others, None)?;
        Ok(if found < below {
            Singularity::Deeper(1)
        } else if below >= beta && !node.is_pv() {
            Singularity::Cut(below)
        } else {
            Singularity::Deeper(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_moves_are_looked_at_the_deeper_the_search_and_all_columns_of_usual_boards() {
        let free = Selectivity::new(&Options::default(), false);
        assert!((1..40).all(|depth| free.limit(depth) <= free.limit(depth + 1)) && free.limit(1) < free.limit(12));
        assert!(Selectivity::new(&Options::default(), true).limit(1) > 9);
    }

    #[test]
    fn late_moves_lose_depth_but_never_all_of_it() {
        let free = Selectivity::new(&Options::default(), false);
        for depth in 2..80 {
            for number in 2..100 {
                let plies = free.reduction(depth, number, 0);
                assert!((0..depth).contains(&plies), "{depth} {number}");
                assert!(plies >= free.reduction(depth, number, 1), "what is given back is not reduced");
            }
        }
        assert_eq!(free.reduction(5, 1, 0), 0, "the first moves keep their depth");
    }
}
