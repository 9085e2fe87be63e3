//! Longest subvectors: MrRobot by Burri and Zamagna (M-N-K player, Bologna, sections 3 and 4).
//!
//! The row, column and diagonals of the last cell each become an array that is scored by `scoreLine`. As written the move is
//! worth the greatest of the four, positive numbers being good for the player who searches: of the opponent's moves that is
//! the line that matters least. Mended, it is the greatest to the player who made the move. In an array:
//!
//! - `justOne`: a K-window holding K-1 enemy stones and the mover's block: 1000 at once;
//! - `riskySituation`: an enemy run of K-1 with both ends free is left standing: -1000 at once;
//! - the mover's longest subvector (free of the enemy), if it has room for K: 30 if more than K/2 of it are filled, else 20;
//! - the enemy's subvector that the last stone cuts, if it had room for K: 10 if more than K/2 of it are filled, else 5.
//!
//! As written `justOne` looks at every K-window of the array, so that an old block is rewarded for ever; mended, the window must
//! contain the stone just played. A cut needs at least one enemy stone in what is cut.

use filetto_rules::{Cell, Direction, Side, Word};
use filetto_search::{Evaluator, Score};

use super::along;
use crate::Position;

/// See the module's text.
#[derive(Clone, Debug)]
pub struct MrRobot {
    /// The greatest line is the mover's, and only a new block counts.
    pub mended: bool,
    /// Who searches.
    me: Side,
    /// The array under the eye, kept to save its memory.
    array: Vec<Option<Side>>,
}

impl Default for MrRobot {
    fn default() -> Self {
        MrRobot::new(false)
    }
}

impl MrRobot {
    /// As written, or mended.
    pub fn new(mended: bool) -> Self {
        MrRobot { mended, me: Side::First, array: Vec::new() }
    }
}

const DECISIVE: i32 = 1000;

/// The length and the filled cells of the longest stretch without `enemy`.
fn max_subvector(array: &[Option<Side>], enemy: Side) -> (usize, usize) {
    let stretches = array.split(|&state| state == Some(enemy));
    let filled = |stretch: &[Option<Side>]| stretch.iter().flatten().count();
    stretches.map(|stretch| (stretch.len(), filled(stretch))).max().unwrap_or((0, 0))
}

/// Whether a K-window holds K-1 stones of `enemy` and one of the mover's, as written anywhere, mended around `last`.
fn just_one(array: &[Option<Side>], last: usize, enemy: Side, k: usize, mended: bool) -> bool {
    if !mended {
        let of = |window: &[Option<Side>], side| window.iter().filter(|&&state| state == Some(side)).count();
        return k > 1 && array.windows(k).any(|window| of(window, enemy) == k - 1 && of(window, enemy.other()) == 1);
    }
    let windows =
        array.windows(k).enumerate().skip((last + 1).saturating_sub(k)).take_while(|(start, _)| *start <= last);
    windows
        .into_iter()
        .any(|(_, window)| k > 1 && window.iter().filter(|&&state| state == Some(enemy)).count() == k - 1)
}

/// Whether `enemy` has a run of exactly K-1 with a free cell at both ends.
fn risky_situation(array: &[Option<Side>], enemy: Side, k: usize) -> bool {
    array.windows(k + 1).any(|window| {
        k > 1 && window[0].is_none() && window[k].is_none() && window[1..k].iter().all(|&state| state == Some(enemy))
    })
}

/// The enemy's subvector that the stone at `last` cuts: its length with the stone's own cell, and its filled cells.
fn cut(array: &[Option<Side>], last: usize, enemy: Side) -> (usize, usize) {
    let usable = |state: &&Option<Side>| state.is_none() || **state == Some(enemy);
    let stones = |cells: &[Option<Side>]| cells.iter().filter(|&&state| state == Some(enemy)).count();
    let before = array[..last].iter().rev().take_while(usable).count();
    let after = array[last + 1..].iter().take_while(usable).count();
    (before + 1 + after, stones(&array[last - before..last]) + stones(&array[last + 1..last + 1 + after]))
}

/// What an array is worth to `mover`, whose last stone stands at `last`.
fn score_line(array: &[Option<Side>], last: usize, mover: Side, k: usize, mended: bool) -> i32 {
    let enemy = mover.other();
    if just_one(array, last, enemy, k, mended) {
        return DECISIVE;
    }
    if risky_situation(array, enemy, k) {
        return -DECISIVE;
    }
    let mut score = 0;
    let (length, filled) = max_subvector(array, enemy);
    if length >= k {
        score += if 2 * filled > k { 30 } else { 20 };
    }
    let (length, filled) = cut(array, last, enemy);
    if length >= k && filled > 0 {
        score += if 2 * filled > k { 10 } else { 5 };
    }
    score
}

impl<W: Word> Evaluator<Position<W>> for MrRobot {
    fn start(&mut self, position: &Position<W>) {
        self.me = position.to_move();
    }

    fn evaluate(&mut self, position: &Position<W>, last: Option<Cell>) -> Score {
        let Some(cell) = last else { return Score::DRAW };
        let (rules, mover) = (position.rules(), position.to_move().other());
        let longest = rules.rows().max(rules.cols());
        let sign = if self.mended || mover == self.me { 1 } else { -1 };
        let mut best = -DECISIVE;
        for direction in Direction::ALL {
            let before = along(position, cell, direction, longest, 0).count() - 1;
            self.array.clear();
            self.array.extend(along(position, cell, direction, longest, longest));
            best = best.max(sign * score_line(&self.array, before, mover, rules.k(), self.mended));
        }
        Score::new(-sign * best)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{drawn, estimate};
    use super::*;

    fn array(text: &str) -> Vec<Option<Side>> {
        text.chars()
            .map(|c| match c {
                'X' => Some(Side::First),
                'O' => Some(Side::Second),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn lines_are_scored_as_in_the_document() {
        let x = Side::First;
        assert_eq!(score_line(&array("..XXX.."), 4, x, 4, true), 30, "three of four filled");
        assert_eq!(score_line(&array("..X...."), 2, x, 4, true), 20);
        assert_eq!(score_line(&array("OOX"), 2, x, 4, true), 0, "no room for anybody");
        assert_eq!(
            score_line(&array(".O.X.O."), 3, x, 4, true),
            5,
            "cuts a subvector of seven with two of four filled"
        );
        assert_eq!(score_line(&array("OOXO..X"), 2, x, 4, true), 1000, "justOne");
        assert_eq!(score_line(&array(".OOO.X."), 5, x, 4, true), -1000, "riskySituation");
        assert_eq!(score_line(&array("OOXO..X"), 6, x, 4, false), 1000, "as written an old block counts again");
        assert_eq!(score_line(&array("OOXO..X"), 6, x, 4, true), 5, "mended it does not: g cuts what is left");
        assert_eq!(score_line(&array("OO.X..."), 3, x, 4, true), 20 + 5, "own room of five, cut of seven");
    }

    #[test]
    fn the_move_is_worth_its_best_line() {
        let position = drawn("5x5x4", Side::Second, &[". . . . .", ". . . . .", ". . X . .", ". . . . .", "O O O X ."]);
        // Row 1 has justOne; every other line is worth less.
        assert_eq!(estimate(MrRobot::new(true), &position, (0, 3)), -1000);
    }
    #[test]
    fn as_written_the_opponent_s_move_is_worth_the_line_that_matters_least() {
        // O has just played b2: its row and a diagonal have room, its column and the other diagonal too; X searches.
        let position = drawn("4x4x4", Side::First, &[". . . .", ". . . .", ". O . .", "X . . ."]);
        let mut written = MrRobot::default();
        written.start(&position);
        // The diagonal a1 d4 is cut by b2: no room for O there, so 0 is the greatest of -20, -20, 0 and -20 (mended: 20).
        let cut = written.evaluate(&position, Some(Cell::new(1, 1))).raw();
        let mut mended = MrRobot::new(true);
        mended.start(&position);
        let worst = mended.evaluate(&position, Some(Cell::new(1, 1))).raw();
        assert!(cut > worst, "{cut} against {worst}");
    }
}
