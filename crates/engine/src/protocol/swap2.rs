//! The swap2 opening: three stones by one player, then the other chooses a colour or adds two stones.
//!
//! We propose openings that leave the board open and near its middle, and choose colours by what the player thinks of the position.
//! Adding two stones is never needed to avoid a loss, so that option is not used.

use filetto_rules::{Cell, Rules};
use filetto_search::Score;

/// Three stones to propose: a diagonal and a jump next to it, which is neither lost nor won quickly.
pub(super) fn proposal(rules: Rules) -> [Cell; 3] {
    let (row, col) = (rules.rows() / 2, rules.cols() / 2);
    let within = |row: usize, col: usize| Cell::new(row.min(rules.rows() - 1), col.min(rules.cols() - 1));
    [within(row, col), within(row + 1, col), within(row.saturating_sub(2), col + 2)]
}

/// Whether to take the other colour, given what the position is worth to the player to move, which is the colour we would keep.
pub(super) fn swaps(score: Option<Score>) -> bool {
    score.is_some_and(|score| score < Score::DRAW)
}
