//! The evaluations of the documents that this project grew from, each in its own file, each for every K.
//!
//! Most look at the last move only, some at the whole board. Those that the documents write from one player's point of view
//! take the player who is to move at the root of the search; the others are the mover's.

mod abdoulaye;
mod choice;
mod chua;
mod cirone_rigosi;
mod koci_ceroni;
mod luccioli;
mod mrrobot;
mod shevchenko;
mod threats;
mod union_find;

pub use abdoulaye::Abdoulaye;
pub use choice::Heuristic;
pub use chua::Chua;
pub use cirone_rigosi::CironeRigosi;
pub use koci_ceroni::KociCeroni;
pub use luccioli::Luccioli;
pub use mrrobot::MrRobot;
pub use shevchenko::Shevchenko;
pub use threats::{Kind, Threat, threats};
pub use union_find::UnionFind;

use filetto_rules::{Cell, Direction, Side, Word};

use crate::Position;

/// What stands along a line through a cell, from `back` steps before it (or the edge) to `ahead` steps after it.
pub(crate) fn along<W: Word>(
    position: &Position<W>,
    cell: Cell,
    direction: Direction,
    back: usize,
    ahead: usize,
) -> impl Iterator<Item = Option<Side>> + '_ {
    let rules = position.rules();
    let inside = move |n: i32| cell.step(direction, n).filter(|&cell| rules.contains(cell));
    let start = (1..=back as i32).take_while(|&n| inside(-n).is_some()).last().unwrap_or(0);
    (-start..=ahead as i32).map_while(inside).map(|cell| position.get(cell))
}

#[cfg(test)]
pub(crate) mod testing {
    use filetto_rules::{Cell, Game, Setup, Side};
    use filetto_search::{Evaluator, Score};

    use crate::Position;

    /// A position drawn in rows from the top, and whose turn it is.
    pub(crate) fn drawn(rules: &str, to_move: Side, rows: &[&str]) -> Position<u32> {
        let mut stones = Vec::new();
        for (i, line) in rows.iter().rev().enumerate() {
            for (j, symbol) in line.split_whitespace().enumerate() {
                match symbol {
                    "X" => stones.push((Cell::new(i, j), Side::First)),
                    "O" => stones.push((Cell::new(i, j), Side::Second)),
                    _ => {}
                }
            }
        }
        let game = Game::from_setup(rules.parse().unwrap(), Setup { stones, to_move }).unwrap();
        Position::of(&game).unwrap()
    }

    /// The estimate after a last move, for the player to move.
    pub(crate) fn estimate<E: Evaluator<Position<u32>>>(
        mut evaluator: E,
        position: &Position<u32>,
        last: (usize, usize),
    ) -> i32 {
        evaluator.start(position);
        evaluator.evaluate(position, Some(Cell::new(last.0, last.1))).raw()
    }

    /// Walks up and down random games and checks that an evaluator that keeps state agrees with a fresh one everywhere.
    pub(crate) fn keeps_up<E: Evaluator<Position<u32>>>(fresh: impl Fn() -> E, rules: &[&str]) {
        use filetto_rules::Rng;
        use filetto_search::Game as _;
        for (seed, text) in (0..).zip(rules.iter().cycle().take(rules.len() * 20)) {
            let mut rng = Rng::new(seed);
            let mut position = Position::<u32>::of(&Game::new(text.parse().unwrap())).unwrap();
            let mut kept = fresh();
            kept.start(&position);
            let mut path: Vec<Cell> = Vec::new();
            for _ in 0..200 {
                let legal: Vec<Cell> = position.legal().collect();
                match rng.pick(&legal) {
                    Some(&cell) if position.outcome().is_none() && rng.below(5) > 1 => {
                        kept.playing(&position, cell);
                        position.play(cell);
                        kept.played(&position, cell);
                        path.push(cell);
                    }
                    _ => {
                        let Some(cell) = path.pop() else { continue };
                        position.undo(cell);
                        kept.undone(&position, cell);
                    }
                }
                let mut anew = fresh();
                anew.start(&position);
                let (kept, anew): (Score, Score) = (kept.evaluate(&position, None), anew.evaluate(&position, None));
                assert_eq!(kept, anew, "{text} after {path:?}");
            }
        }
    }
}
