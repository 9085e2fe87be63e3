//! Long rows with gravity: whoever puts the last stone cannot lose.
//!
//! With an even number of empty cells and the opponent to move, every move can be answered, and the answers can be agreed upon
//! beforehand. Call *high* the cells of the top row's parity, *low* the others. The columns are divided so that each move is
//! answered within its own part:
//!
//! - a column with an even number of empty cells is *claimed*: the answer is the cell above, and all its high cells are ours;
//! - two odd columns are *contested*: the first answer is the lowest cell of the other column, and both are claimed from then on;
//! - two odd columns are *followed*: the answer is the cell above while there is one; whoever takes the top of one of them sees the
//!   other claimed. In one of the two all low cells are ours, but the opponent chooses in which;
//! - four even columns are *in waiting*: the first move in one half is answered in the lowest cell of that half's other column.
//!   The half is followed from then on, the other half is claimed: one has the low cells, the other the high ones.
//!
//! If every row of K cells that has no stone of ours contains a cell that this gives us, or all the cells of which it gives us one,
//! the opponent never completes a row. On the empty board four columns in waiting (or, with an odd number of rows, two followed and two contested) stop
//! every row that crosses them: from K = 7 on that is every row, since seven neighbouring columns contain one of the fours. So
//! the second player holds every board with an even number of cells, and the first player every other one.
//!
//! The champion does not answer blindly, and not always: whoever only holds wins less (docs/champion.md). When its estimate says that it stands
//! worse, it searches among the moves after which such an agreement holds. The other side has one odd column too many and nobody to
//! answer who takes its top; following that column as if nobody did lost more games than it saved.
//!
//! *Source.* Claimed columns are Allis's claimeven (1988), counted from the top; the rest is worked out here.

use filetto_rules::{Rules, Side};

use crate::knowledge::{Field, Id};

/// How the moves in a column are answered; two columns of a pair know each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Claimed,
    Contested(usize),
    Followed(usize),
    /// With the first column of the four.
    Waiting(usize),
}

/// Columns that are planned together.
const STRIP: usize = 4;

/// What one side has, with as much of the board as the question needs.
#[derive(Clone, Debug)]
pub(super) struct FollowUp {
    rules: Rules,
    /// Its stones, by rows.
    stones: Vec<u128>,
    heights: Vec<usize>,
}

/// A row of K cells: where it begins, and how many rows it climbs with each column; None goes straight up.
type Window = (usize, usize, Option<isize>);

impl FollowUp {
    /// What the side to move has, where rows are long enough and it puts the last stone.
    pub(super) fn of(field: &Field) -> Option<FollowUp> {
        let rules = field.rules();
        let last = !(rules.cells() - field.stones()).is_multiple_of(2);
        (rules.gravity() && rules.k() >= 7 && last).then(|| FollowUp::unchecked(field, field.to_move()))
    }

    fn unchecked(field: &Field, side: Side) -> FollowUp {
        let rules = field.rules();
        let stones = (0..rules.rows()).map(|row| field.row(row)[side.index()]).collect();
        FollowUp { rules, stones, heights: (0..rules.cols()).map(|col| field.height(col)).collect() }
    }

    /// Those of the moves after which the opponent can be held for certain; None if there is none.
    pub(super) fn safe(&mut self, field: &Field, moves: &[Id]) -> Option<Vec<Id>> {
        // Most positions have such moves by the usual agreement; a better one is looked for only where there are none.
        [FollowUp::holds, FollowUp::holds_somehow].into_iter().find_map(|holds| {
            let mut safe = Vec::new();
            for &id in moves {
                let (row, col) = field.shape().place(id);
                self.stones[row] |= 1 << col;
                self.heights[col] += 1;
                if holds(self) {
                    safe.push(id);
                }
                self.heights[col] -= 1;
                self.stones[row] &= !(1 << col);
            }
            (!safe.is_empty()).then_some(safe)
        })
    }

    /// Whether the opponent, who is to move, can be kept from completing a row: strips that still let it through on a low row
    /// follow, the others do not.
    fn holds(&self) -> bool {
        self.open(&self.usual()) == 0
    }

    fn usual(&self) -> Vec<bool> {
        (0..self.rules.cols() / STRIP).map(|strip| self.is_open(strip)).collect()
    }

    /// The same with one or two neighbouring strips at a time turned over as long as it helps.
    fn holds_somehow(&self) -> bool {
        let strips = self.rules.cols() / STRIP;
        [self.usual(), vec![true; strips], vec![false; strips]].into_iter().any(|mut bold| {
            let mut open = self.open(&bold);
            let mut turned = true;
            while open > 0 && turned {
                turned = false;
                for (from, to) in (0..strips).flat_map(|from| [(from, from + 1), (from, (from + 2).min(strips))]) {
                    let mut other = bold.clone();
                    other[from..to].iter_mut().for_each(|bold| *bold = !*bold);
                    let left = self.open(&other);
                    if left < open {
                        (open, bold, turned) = (left, other, true);
                    }
                }
            }
            open == 0
        })
    }

    fn is_low(&self, row: usize) -> bool {
        (self.rules.rows() - row).is_multiple_of(2)
    }

    fn is_odd(&self, col: usize) -> bool {
        !(self.rules.rows() - self.heights[col]).is_multiple_of(2)
    }

    /// Whether some low row has no stone of ours within a strip.
    fn is_open(&self, strip: usize) -> bool {
        let mask = ((1u128 << STRIP) - 1) << (STRIP * strip);
        self.stones.iter().enumerate().any(|(row, stones)| self.is_low(row) && stones & mask == 0)
    }

    /// How moves are answered in each column, given which strips are to follow where they can.
    fn roles(&self, bold: &[bool]) -> Vec<Role> {
        let mut roles = vec![Role::Claimed; self.rules.cols()];
        let pair = |roles: &mut Vec<Role>, [a, b]: [usize; 2], role: fn(usize) -> Role| {
            (roles[a], roles[b]) = (role(b), role(a));
        };
        let mut singles = Vec::new();
        for (strip, &bold) in bold.iter().enumerate() {
            let first = STRIP * strip;
            let odd: Vec<usize> = (first..first + STRIP).filter(|&col| self.is_odd(col)).collect();
            let follow = if bold { Role::Followed } else { Role::Contested };
            match odd[..] {
                [] if bold => roles[first..first + STRIP].fill(Role::Waiting(first)),
                [] => {}
                [a] => singles.push(a),
                [a, b] => pair(&mut roles, [a, b], follow),
                [a, b, c, ..] => {
                    // Neighbours are followed.
                    let (near, far) = if b == a + 1 { ([a, b], c) } else { ([b, c], a) };
                    pair(&mut roles, near, follow);
                    match odd.get(3) {
                        Some(&last) => pair(&mut roles, [far, last], Role::Contested),
                        None => singles.push(far),
                    }
                }
            }
        }
        singles.extend((STRIP * bold.len()..self.rules.cols()).filter(|&col| self.is_odd(col)));
        // The number of empty cells is even, hence that of odd columns.
        for two in singles.chunks_exact(2) {
            pair(&mut roles, [two[0], two[1]], Role::Contested);
        }
        roles
    }

    /// How many rows the opponent could complete.
    fn open(&self, bold: &[bool]) -> u32 {
        let roles = self.roles(bold);
        let (rows, cols, k) = (self.rules.rows(), self.rules.cols(), self.rules.k());
        let board = u128::MAX >> (128 - cols);
        // What the opponent has or may get, cell by cell.
        let mut free: Vec<u128> = self.stones.iter().map(|stones| board & !stones).collect();
        for (col, role) in roles.iter().enumerate() {
            let from = match role {
                Role::Claimed => self.heights[col] + 1,
                Role::Contested(_) => self.heights[col] + 2,
                Role::Followed(_) | Role::Waiting(_) => continue,
            };
            (from..rows).step_by(2).for_each(|row| free[row] &= !(1 << col));
        }
        let mut open = 0;
        let mut count = |mut starts: u128, row: usize, climb: Option<isize>| {
            while starts != 0 {
                let col = starts.trailing_zeros() as usize;
                starts &= starts - 1;
                open += u32::from(!self.is_stopped(&roles, (row, col, climb)));
            }
        };
        for row in 0..rows {
            if k <= cols {
                count((0..k).fold(board, |starts, n| starts & free[row] >> n), row, Some(0));
            }
            if row + k <= rows {
                count((0..k).fold(board, |starts, n| starts & free[row + n]), row, None);
                count((0..k).fold(board, |starts, n| starts & free[row + n] >> n), row, Some(1));
                count((0..k).fold(board, |starts, n| starts & free[row + k - 1 - n] >> n), row + k - 1, Some(-1));
            }
        }
        open
    }

    /// Whether a row contains all of some cells one of which is ours for certain.
    fn is_stopped(&self, roles: &[Role], (row, col, climb): Window) -> bool {
        let k = self.rules.k();
        let Some(climb) = climb else {
            // Straight up: of two empty cells, or three in waiting, the opponent does not get all.
            let needed = match roles[col] {
                Role::Followed(_) => 2,
                Role::Waiting(_) => 3,
                _ => return false,
            };
            return row.max(self.heights[col]) + needed <= row + k;
        };
        // The row's cell in a column, counted from the column's lowest empty cell.
        let above = |at: usize| {
            let inside = (col..col + k).contains(&at);
            let row = row as isize + climb * (at as isize - col as isize);
            (inside && row >= self.heights[at] as isize).then(|| row as usize - self.heights[at])
        };
        (col..col + k).any(|at| match roles[at] {
            Role::Contested(other) => above(at) == Some(0) && above(other) == Some(0),
            Role::Followed(other) => {
                let ours = |at: usize| above(at).is_some_and(|n| n % 2 == 1);
                ours(at) && ours(other)
            }
            Role::Waiting(first) if first == at => {
                let all: Option<Vec<usize>> = (first..first + STRIP).map(&above).collect();
                all.is_some_and(|all| climb != 0 || !self.is_low(row) || all.chunks_exact(2).all(low_ours))
            }
            _ => false,
        })
    }
}

/// Whether a half in waiting, if it comes to be followed, has a stone on a low row so far above its lowest empty cells: the lowest
/// ones go one each, above them one column is ours.
fn low_ours(half: &[usize]) -> bool {
    half[0] == half[1] || half.iter().all(|&n| n >= 2)
}

#[cfg(test)]
mod tests {
    use filetto_rules::Rng;

    use super::*;

    fn columns(field: &Field) -> Vec<Id> {
        let rules = field.rules();
        let open = (0..rules.cols()).filter(|&col| field.height(col) < rules.rows());
        open.map(|col| field.id((field.height(col), col))).collect()
    }

    /// Whether the side to move wins.
    fn wins(field: &mut Field) -> bool {
        columns(field).into_iter().any(|id| {
            field.play(id);
            let won = field.is_won() || !field.is_full() && loses(field);
            field.undo();
            won
        })
    }

    /// Whether the other side wins.
    fn loses(field: &mut Field) -> bool {
        columns(field).into_iter().all(|id| {
            field.play(id);
            let lost = !field.is_won() && !field.is_full() && wins(field);
            field.undo();
            lost
        })
    }

    #[test]
    fn who_is_said_to_hold_does_not_lose_by_exhaustive_search() {
        let mut rng = Rng::new(7);
        let mut held = 0;
        for board in
            ["4x4x3g", "4x4x4g", "5x4x4g", "4x5x4g", "3x6x4g", "3x4x3g", "6x4x4g", "2x8x4g", "4x8x4g", "3x9x5g"]
        {
            let rules: Rules = board.parse().unwrap();
            for _ in 0..1500 {
                let mut field = Field::new(rules);
                let left = 2 * rng.below(6);
                while !field.is_won() && rules.cells() - field.stones() > left {
                    let moves = columns(&field);
                    field.play(moves[rng.below(moves.len())]);
                }
                if field.is_won() || field.is_full() {
                    continue;
                }
                if FollowUp::unchecked(&field, field.to_move().other()).holds_somehow() {
                    held += 1;
                    assert!(!wins(&mut field), "{board}: {field:?}");
                }
            }
        }
        assert!(held > 1800, "{held}");
    }

    /// Plays against somebody who prefers long rows; returns whether it ever was without a safe move, and whether it lost.
    fn play(rules: Rules, side: Side, rng: &mut Rng) -> (bool, bool) {
        let (mut field, mut lost_hold) = (Field::new(rules), false);
        while !field.is_won() && !field.is_full() {
            let moves = columns(&field);
            let choice = if field.to_move() == side {
                let safe = FollowUp::unchecked(&field, side).safe(&field, &moves);
                lost_hold |= safe.is_none();
                let safe = safe.unwrap_or(moves);
                safe[rng.below(safe.len())]
            } else {
                let worth = |id: Id| (0..4).map(|d| usize::from(field.class(id, side.other(), d))).max();
                let best = moves.iter().copied().max_by_key(|&id| (worth(id), rng.below(1000)));
                if rng.below(3) > 0 { best.unwrap() } else { moves[rng.below(moves.len())] }
            };
            field.play(choice);
        }
        (lost_hold, field.is_won() && field.to_move() == side)
    }

    #[test]
    fn who_puts_the_last_stone_always_has_a_safe_move_and_never_loses() {
        let mut rng = Rng::new(11);
        for board in ["8x8x7g", "7x8x7g", "7x7x7g", "9x11x7g", "12x15x8g", "20x20x10g", "10x9x7g"] {
            let rules: Rules = board.parse().unwrap();
            let side = if rules.cells().is_multiple_of(2) { Side::Second } else { Side::First };
            for _ in 0..25 {
                assert_eq!(play(rules, side, &mut rng), (false, false), "{board}");
            }
        }
    }
}
