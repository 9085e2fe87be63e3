//! The positions of the first plies: which there are, and the number under which a position and its mirror image are kept.
//!
//! A key has a run of bits for each column, bottom first, set where the first player's stones lie, and one bit above the topmost
//! stone that marks the height; the runs stand in a row, from the left or from the right, whichever number is smaller.
//! Positions are played and listed on their keys alone: a book holds no keys, since they follow from its board and its plies.

use std::ops::ControlFlow;

use filetto_rules::Rules;

/// After so many positions it is asked whether to go on.
const WATCHED: usize = 1 << 14;

/// The keys of one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    rows: usize,
    cols: usize,
    k: usize,
}

impl Keys {
    pub(super) fn of(rules: Rules) -> Keys {
        Keys { rows: rules.rows(), cols: rules.cols(), k: rules.k() }
    }

    fn stride(self) -> usize {
        self.rows + 1
    }

    fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// Where the run of a column begins. Columns count from the left.
    fn shift(self, column: usize) -> usize {
        (self.cols - 1 - column) * self.stride()
    }

    fn column(self, key: u128, column: usize) -> u128 {
        key >> self.shift(column) & (u128::MAX >> (128 - self.stride()))
    }

    /// The empty board.
    pub(super) fn empty(self) -> u128 {
        (0..self.cols).fold(0, |key, column| key | 1 << self.shift(column))
    }

    pub(super) fn mirror(self, key: u128) -> u128 {
        (0..self.cols).fold(0, |turned, column| turned | self.column(key, column) << self.shift(self.cols - 1 - column))
    }

    /// The key that a position shares with its mirror image, and whether it is the image's own.
    pub(super) fn canonical(self, key: u128) -> (u128, bool) {
        let mirror = self.mirror(key);
        (key.min(mirror), mirror < key)
    }

    /// The position after a stone in a column, unless that is full; after so many plies.
    fn drop(self, key: u128, ply: usize, column: usize) -> Option<u128> {
        let run = self.column(key, column);
        let mark = 1 << run.ilog2();
        let stone = if ply.is_multiple_of(2) { mark } else { 0 };
        let after = run ^ mark ^ stone ^ mark << 1;
        ((run.ilog2() as usize) < self.rows).then(|| key ^ (run ^ after) << self.shift(column))
    }

    /// The position before the last stone, if that was the topmost one of a column.
    fn lift(self, key: u128, ply: usize, column: usize) -> Option<u128> {
        let run = self.column(key, column);
        let mark = 1u128 << run.ilog2();
        let stone = mark >> 1;
        let of_first = !ply.is_multiple_of(2);
        let last = stone != 0 && (run & stone != 0) == of_first;
        let before = run & !mark | stone;
        last.then(|| key ^ (run ^ before) << self.shift(column))
    }

    /// Whether the side that has played last, after so many plies, has completed a row.
    fn is_won(self, key: u128, ply: usize) -> bool {
        let (mut marks, mut stones) = (0, 0);
        for column in 0..self.cols {
            let mark = 1u128 << self.column(key, column).ilog2();
            marks |= mark << self.shift(column);
            stones |= (mark - 1) << self.shift(column);
        }
        let first = key ^ marks;
        let mine = if ply.is_multiple_of(2) { stones & !first } else { first };
        let stride = self.stride();
        [1, stride - 1, stride, stride + 1].into_iter().any(|step| {
            let along = |n: usize| mine.checked_shr((n * step) as u32).unwrap_or(0);
            (0..self.k).fold(mine, |row, n| row & along(n)) != 0
        })
    }

    /// Every column with what follows from a stone there.
    pub(super) fn after(self, key: u128, ply: usize) -> impl Iterator<Item = (usize, After)> {
        (0..self.cols).filter_map(move |column| {
            let next = self.drop(key, ply, column)?;
            let after = if self.is_won(next, ply + 1) {
                After::Won
            } else if ply + 1 == self.cells() {
                After::Full
            } else {
                After::Open(next)
            };
            Some((column, after))
        })
    }

    /// The positions that are not over after each number of plies up to this one, mirror images once, in order, unless there are more than so
    /// many. On a small board all games may be over before.
    pub(super) fn levels(self, plies: usize, most: usize) -> Result<Vec<Vec<u128>>, Unlisted> {
        self.levels_watched(plies, most, &mut || ControlFlow::Continue(()))
    }

    /// The same, with one who is asked now and then whether to go on.
    pub(super) fn levels_watched(
        self,
        plies: usize,
        most: usize,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Vec<Vec<u128>>, Unlisted> {
        let mut levels = vec![vec![self.canonical(self.empty()).0]];
        let mut all = 1;
        let tidy = |keys: &mut Vec<u128>| {
            keys.sort_unstable();
            keys.dedup();
        };
        for ply in 0..plies {
            let mut next = Vec::new();
            for (number, &key) in levels[ply].iter().enumerate() {
                if number % WATCHED == 0 && watch().is_break() {
                    return Err(Unlisted::Stopped);
                }
                next.extend(self.after(key, ply).filter_map(|(_, after)| match after {
                    After::Open(next) => Some(self.canonical(next).0),
                    After::Won | After::Full => None,
                }));
                if next.len() > most.saturating_mul(4) {
                    tidy(&mut next);
                    if next.len() > most {
                        return Err(Unlisted::TooMany);
                    }
                }
            }
            tidy(&mut next);
            all += next.len();
            if all > most {
                return Err(Unlisted::TooMany);
            }
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        Ok(levels)
    }

    /// Moves that lead to a position of the last of these levels.
    pub(super) fn moves(self, levels: &[Vec<u128>], key: u128) -> Vec<usize> {
        let (mut key, mut moves) = (key, Vec::new());
        for ply in (1..levels.len()).rev() {
            let reached = |before: &u128| levels[ply - 1].binary_search(&self.canonical(*before).0).is_ok();
            let lifted = (0..self.cols)
                .find_map(|column| self.lift(key, ply, column).filter(reached).map(|before| (column, before)));
            let Some((column, before)) = lifted else { break };
            moves.push(column);
            key = before;
        }
        moves.reverse();
        moves
    }

    /// The position after these moves, which are legal.
    pub(super) fn played(self, moves: impl IntoIterator<Item = usize>) -> u128 {
        let play = |key, (ply, column)| self.drop(key, ply, column).unwrap_or(key);
        moves.into_iter().enumerate().fold(self.empty(), play)
    }
}

/// Why positions were not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unlisted {
    TooMany,
    Stopped,
}

/// What follows from a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    /// The game goes on, from this position.
    Open(u128),
    /// It wins.
    Won,
    /// The board is full.
    Full,
}

#[cfg(test)]
mod tests {
    use filetto_rules::Game;

    use super::*;

    #[test]
    fn mirror_images_meet_and_nothing_else_does() {
        let keys = Keys::of(Rules::CONNECT4);
        let key = |moves: &[usize]| keys.canonical(keys.played(moves.iter().copied())).0;
        assert_eq!(key(&[0, 3, 3]), key(&[6, 3, 3]));
        assert_eq!(key(&[0, 1, 2]), key(&[2, 1, 0]), "the order of moves does not matter");
        assert_ne!(key(&[0, 1, 2]), key(&[1, 0, 2]));
        // All positions, mirror images included, as published.
        let levels = keys.levels(5, 1 << 20).unwrap();
        for (level, published) in levels.iter().zip([1, 7, 49, 238, 1120, 4263]) {
            let symmetric = level.iter().filter(|key| keys.mirror(**key) == **key).count();
            assert_eq!(2 * level.len() - symmetric, published);
        }
        assert_eq!(keys.levels(5, 2000), Err(Unlisted::TooMany));
        assert_eq!(keys.levels_watched(5, 1 << 20, &mut || ControlFlow::Break(())), Err(Unlisted::Stopped));
    }

    #[test]
    fn positions_are_those_of_the_rules_and_can_be_reached() {
        for board in ["3x4x3g", "4x3x3g", "2x5x2g", "5x1x3g", "1x6x3g", "3x3x3g", "127x1x5g"] {
            let rules: Rules = board.parse().unwrap();
            let keys = Keys::of(rules);
            let levels = keys.levels(7, 1 << 20).unwrap();
            for (ply, level) in levels.iter().enumerate() {
                for &key in level {
                    let moves = keys.moves(&levels[..=ply], key);
                    let mut game = Game::new(rules);
                    let open = moves.iter().all(|&column| game.drop(column).is_ok_and(|outcome| !outcome.is_over()));
                    assert!(open && moves.len() == ply, "{board} {moves:?}");
                    assert_eq!(keys.played(moves.iter().copied()), key);
                    for column in 0..rules.cols() {
                        let mut next = game.clone();
                        let found = keys.after(key, ply).find(|(at, _)| *at == column).map(|(_, after)| after);
                        let expected = next.drop(column).ok().map(|outcome| (outcome.is_over(), outcome.winner()));
                        let told = found.map(|after| match after {
                            After::Won => (true, Some(game.to_move())),
                            After::Full => (true, None),
                            After::Open(_) => (false, None),
                        });
                        assert_eq!(told, expected, "{board} {moves:?} {column}");
                    }
                }
            }
        }
    }
}
