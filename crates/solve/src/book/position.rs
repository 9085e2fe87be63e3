//! Positions of the first plies: which there are, and the number under which a position and its mirror image are kept.

use std::collections::BTreeMap;

use filetto_rules::{Game, Rules};

/// Positions by their keys, each with moves that lead there.
pub(super) type Level = BTreeMap<u128, Vec<usize>>;

/// The columns after these moves, which count from 0 and are legal: a run of bits each, bottom first, set where the
/// first player's stones lie, and one bit above the topmost stone that marks the height.
pub(super) fn columns(rules: Rules, moves: &[usize]) -> Vec<u128> {
    let mut columns = vec![1u128; rules.cols()];
    for (ply, &column) in moves.iter().enumerate() {
        let height = columns[column].ilog2();
        let stone = u128::from(ply % 2 == 0) << height;
        columns[column] = columns[column] ^ (1 << height) | stone | 2 << height;
    }
    columns
}

/// The key after these moves: all columns in a row, from the left or from the right.
pub(super) fn key(rules: Rules, moves: &[usize]) -> u128 {
    let (left, right) = both_keys(rules, moves);
    left.min(right)
}

/// The keys from the left and from the right.
pub(super) fn both_keys(rules: Rules, moves: &[usize]) -> (u128, u128) {
    let stride = rules.rows() as u32 + 1;
    // A single column may fill the word.
    let join = |key: u128, column: &u128| key.checked_shl(stride).unwrap_or(0) | column;
    let columns = columns(rules, moves);
    (columns.iter().fold(0, join), columns.iter().rev().fold(0, join))
}

/// Whether a position is its own mirror image.
pub(super) fn is_symmetric(rules: Rules, moves: &[usize]) -> bool {
    let columns = columns(rules, moves);
    columns.iter().eq(columns.iter().rev())
}

/// The positions after one ply more that are not over.
pub(super) fn next_level(rules: Rules, level: &Level) -> Level {
    let mut next = Level::new();
    for moves in level.values() {
        let game = replay(rules, moves);
        for column in 0..rules.cols() {
            let mut after = game.clone();
            if after.drop(column).is_ok_and(|outcome| !outcome.is_over()) {
                let moves: Vec<usize> = moves.iter().copied().chain([column]).collect();
                next.entry(key(rules, &moves)).or_insert(moves);
            }
        }
    }
    next
}

/// The empty board.
pub(super) fn first_level(rules: Rules) -> Level {
    Level::from([(key(rules, &[]), Vec::new())])
}

/// The game after these moves.
pub(super) fn replay(rules: Rules, moves: &[usize]) -> Game {
    let mut game = Game::new(rules);
    for &column in moves {
        // Only moves that were legal before are replayed.
        let _ = game.drop(column);
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_meet_and_nothing_else_does() {
        let rules = Rules::CONNECT4;
        assert_eq!(key(rules, &[0, 3, 3]), key(rules, &[6, 3, 3]));
        assert_eq!(key(rules, &[0, 1, 2]), key(rules, &[2, 1, 0]), "the order of moves does not matter");
        assert_ne!(key(rules, &[0, 1, 2]), key(rules, &[1, 0, 2]));
        let mut level = first_level(rules);
        // All positions, mirror images included, as published.
        for expected in [7, 49, 238, 1120] {
            level = next_level(rules, &level);
            let symmetric = level.values().filter(|moves| is_symmetric(rules, moves)).count();
            assert_eq!(2 * level.len() - symmetric, expected);
        }
    }
}
