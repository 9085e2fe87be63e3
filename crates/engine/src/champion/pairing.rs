//! Boards on which nobody who knows how can lose.
//!
//! A *pairing* is a set of disjoint pairs of cells such that every row of K cells contains one of them. Whoever takes the partner
//! whenever the opponent takes a cell of a pair has a stone in every row: the opponent never completes one (Hales and Jewett 1963).
//! A pairing of a board serves every smaller board and every larger K, and for K >= 9 one pattern of period eight serves the whole
//! plane. Boards narrower than K have rows in one direction only, and neighbours along it do.
//!
//! The champion does not answer blindly. A pair of which the opponent has one cell and nobody the other is a *debt* as long as
//! some row through both has no stone of ours. Where a pairing is stored for K < 9 only moves
//! that leave no debt are searched: one move of the opponent makes one debt at most, taking the partner pays it, and whoever
//! owes nothing after each of its moves has a stone in every row before it is full. The guarantee is a theorem; only a
//! win that is proved, by what is on the board or by a chain of threats, is preferred to it.
//!
//! For K >= 9 every cell has a partner, so that strict play hardly ever makes a plan of its own, and a draw is all it gets. There the
//! pairing is the floor and not the plan: debts are allowed while the rows they leave open, each weighed 2^-(empty cells), stay under an
//! eighth *after the opponent's best reply*, and they are paid as soon as they do not. Erdos
//! and Selfridge (1973) hold such rows up to a half. That the two can be needed in the same move keeps this part from being a
//! proof; no game was lost.

use std::collections::HashMap;

use filetto_rules::{Cell, Direction, Rules, Side};

use super::periodic_pairing::periodic_pairs;
use crate::knowledge::{Field, Id};

const STORED: &str = include_str!("../../data/pairings.txt");

/// The partners of the cells of one board.
#[derive(Clone, Debug)]
pub struct Pairing {
    partners: Vec<Option<Id>>,
    /// How much weight of open rows is allowed.
    slack: f64,
}

impl Pairing {
    /// A pairing for these rules, if one is known.
    pub fn of(rules: Rules) -> Option<Pairing> {
        if rules.gravity() || rules.k() < 3 {
            return None;
        }
        let mut pairing = Pairing { partners: vec![None; rules.cells()], slack: 0.0 };
        if rules.rows().min(rules.cols()) < rules.k() {
            pairing.strip(rules);
            return Some(pairing);
        }
        if let Some(pairs) = periodic_pairs(rules) {
            pairs.iter().for_each(|pair| {
                let [a, b] = pair.map(|cell| [cell.row(), cell.col()]);
                pairing.join(rules, a, b);
            });
            pairing.slack = 0.125;
            return Some(pairing);
        }
        for line in STORED.lines().filter(|line| !line.starts_with('#')) {
            let (board, pairs) = line.split_once(' ')?;
            let stored: Rules = board.parse().ok()?;
            let fits = |rows, cols| rows <= stored.rows() && cols <= stored.cols() && rules.k() >= stored.k();
            if fits(rules.rows(), rules.cols()) || fits(rules.cols(), rules.rows()) {
                let turned = !fits(rules.rows(), rules.cols());
                pairs
                    .split(' ')
                    .filter_map(read)
                    .for_each(|[a, b]| pairing.join(rules, turn(a, turned), turn(b, turned)));
                return Some(pairing);
            }
        }
        None
    }

    /// Neighbours along the long side.
    fn strip(&mut self, rules: Rules) {
        let wide = rules.cols() >= rules.k();
        for cell in rules.all_cells() {
            let (row, col) = (cell.row(), cell.col());
            if wide && col % 2 == 0 {
                self.join(rules, [row, col], [row, col + 1]);
            } else if !wide && row % 2 == 0 {
                self.join(rules, [row, col], [row + 1, col]);
            }
        }
    }

    fn join(&mut self, rules: Rules, a: [usize; 2], b: [usize; 2]) {
        let id = |[row, col]: [usize; 2]| (row < rules.rows() && col < rules.cols()).then(|| row * rules.cols() + col);
        if let (Some(a), Some(b)) = (id(a), id(b)) {
            self.partners[a] = Some(b as Id);
            self.partners[b] = Some(a as Id);
        }
    }

    /// The partner of a cell.
    pub fn partner(&self, id: Id) -> Option<Id> {
        self.partners[usize::from(id)]
    }

    /// Whether a side owes nothing: every row through a pair that the opponent has entered has a stone of the side.
    pub fn is_intact(&self, field: &Field, side: Side) -> bool {
        self.debts(field, side).0.rows == 0
    }

    /// Whether what a side owes can still be held, the opponent to move: Erdos and Selfridge's bound for the rows that are open.
    pub fn is_in_reach(&self, field: &Field, side: Side) -> bool {
        self.debts(field, side).0.weight < 0.5
    }

    /// The moves that keep the guarantee, if not all do: those of `moves` that leave little enough open, or else others that do, or
    /// the one that leaves least. None if every move will do, or if it is too late.
    pub fn safe(&self, field: &Field, moves: &[Id]) -> Option<Vec<Id>> {
        let (open, closed_by) = self.debts(field, field.to_move());
        let left = |id: &Id| {
            let closed = closed_by.get(id).copied().unwrap_or_default();
            Debt { rows: open.rows - closed.rows, weight: open.weight - closed.weight }
        };
        let leaving = |enough: &dyn Fn(Debt) -> bool| {
            let mut cells: Vec<Id> = moves.iter().copied().filter(|id| enough(left(id))).collect();
            if cells.is_empty() {
                cells = closed_by.keys().copied().filter(|id| enough(left(id))).collect();
            }
            cells.sort_unstable();
            (!cells.is_empty()).then_some(cells)
        };
        if open.rows == 0 {
            return None;
        }
        if self.slack == 0.0 {
            return leaving(&|debt| debt.rows == 0);
        }
        // The opponent's best reply takes the cell that most weight goes through, and each of those rows then weighs twice as much.
        let reply = closed_by.values().map(|debt| debt.weight).fold(0.0, f64::max);
        if open.weight + reply <= self.slack {
            return None;
        }
        let weight = |id: &Id| left(id).weight;
        let least = || closed_by.keys().copied().min_by(|a, b| weight(a).total_cmp(&weight(b)).then(a.cmp(b)));
        leaving(&|debt| debt.weight <= self.slack).or_else(|| least().map(|id| vec![id]))
    }

    /// What a side owes, and how much of it a stone on each cell pays.
    fn debts(&self, field: &Field, side: Side) -> (Debt, HashMap<Id, Debt>) {
        let (mut open, mut closed_by) = (Debt::default(), HashMap::<Id, Debt>::new());
        let mut empty = Vec::new();
        for id in (0..field.rules().cells() as Id).filter(|&id| field.get(id) == Some(side.other())) {
            let Some(partner) = self.partner(id).filter(|&partner| field.get(partner).is_none()) else { continue };
            for row in open_rows(field, [id, partner], side) {
                empty.clear();
                empty.extend(row.filter(|&id| field.get(id).is_none()));
                let weight = 0.5f64.powi(empty.len() as i32);
                open.add(weight);
                empty.iter().for_each(|&id| closed_by.entry(id).or_default().add(weight));
            }
        }
        (open, closed_by)
    }
}

/// Rows through a pair that one side has entered and the other has not yet stopped.
#[derive(Clone, Copy, Debug, Default)]
struct Debt {
    rows: usize,
    /// Each row weighs 2^-(empty cells).
    weight: f64,
}

impl Debt {
    fn add(&mut self, weight: f64) {
        self.rows += 1;
        self.weight += weight;
    }
}

fn turn([row, col]: [usize; 2], turned: bool) -> [usize; 2] {
    if turned { [col, row] } else { [row, col] }
}

fn read(pair: &str) -> Option<[[usize; 2]; 2]> {
    let place = |text: &str| {
        let (row, col) = text.split_once(',')?;
        Some([row.parse().ok()?, col.parse().ok()?])
    };
    let (a, b) = pair.split_once('-')?;
    Some([place(a)?, place(b)?])
}

/// The rows of K cells through both cells of a pair that have no stone of this side.
fn open_rows(field: &Field, pair: [Id; 2], side: Side) -> impl Iterator<Item = impl Iterator<Item = Id> + '_> + '_ {
    let rules = field.rules();
    let k = rules.k() as i32;
    let [a, b] = pair.map(|id| field.cell(id));
    let on_board = move |cell: &Cell| rules.contains(*cell);
    let found = Direction::ALL.into_iter().find_map(|direction| {
        (1 - k..k).find(|&n| a.step(direction, n) == Some(b)).map(|n| (direction, n.min(0), n.max(0)))
    });
    found.into_iter().flat_map(move |(direction, low, high)| {
        (high + 1 - k..=low)
            .filter(move |&start| {
                (start..start + k).all(|n| {
                    let cell = a.step(direction, n).filter(on_board);
                    cell.is_some_and(|cell| field.get(field.shape().id(cell)) != Some(side))
                })
            })
            .map(move |start| {
                (start..start + k).filter_map(move |n| a.step(direction, n)).map(|cell| field.shape().id(cell))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_every_paired_board_contains_a_pair() {
        let stored = STORED.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').next().unwrap());
        let others =
            ["7x7x7", "10x6x6", "6x9x6", "50x50x10", "70x70x10", "33x20x9", "40x40x30", "3x9x4", "9x4x5", "16x7x7"];
        for board in stored.chain(others) {
            let rules: Rules = board.parse().unwrap();
            let pairing = Pairing::of(rules).unwrap_or_else(|| panic!("{board} has a pairing"));
            for start in rules.all_cells() {
                for direction in Direction::ALL {
                    let row: Vec<usize> = (0..rules.k() as i32)
                        .filter_map(|n| start.step(direction, n).filter(|&cell| rules.contains(cell)))
                        .map(|cell| cell.row() * rules.cols() + cell.col())
                        .collect();
                    if row.len() == rules.k() {
                        let paired = |&id: &usize| pairing.partners[id].is_some_and(|p| row.contains(&usize::from(p)));
                        assert!(row.iter().any(paired), "{board}: {start} {direction:?}");
                    }
                }
            }
            for (id, partner) in pairing.partners.iter().enumerate() {
                let back = partner.map(|p| pairing.partners[usize::from(p)]);
                assert!(back.is_none_or(|back| back == Some(id as Id)), "{board}: pairs are mutual");
            }
        }
    }

    #[test]
    fn boards_without_a_known_pairing_have_none() {
        for board in ["15x15x5", "6x6x5", "8x8x6", "6x7x4g", "50x50x10g", "30x30x8"] {
            assert!(Pairing::of(board.parse().unwrap()).is_none(), "{board}");
        }
    }

    #[test]
    fn a_debt_leaves_only_moves_that_pay_it() {
        let rules: Rules = "7x7x7".parse().unwrap();
        let pairing = Pairing::of(rules).unwrap();
        let mut field = Field::new(rules);
        let all: Vec<Id> = (0..49).collect();
        assert_eq!(pairing.safe(&field, &all), None, "nobody owes anything");
        let cell = all.iter().copied().find(|&id| pairing.partner(id).is_some()).unwrap();
        field.play(cell);
        let safe = pairing.safe(&field, &all[..]).unwrap();
        assert!(safe.contains(&pairing.partner(cell).unwrap()) && safe.len() < 12, "{safe:?}");
    }
}
