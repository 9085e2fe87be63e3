//! Go on 9x9: area scoring, positional superko, no suicide; a finished game is scored as it stands, so dead stones must be
//! taken. The board is two words of 128 bits with one empty column between rows, so that shifts find neighbours.

use std::fmt;

use filetto_search::{Game, Key, MoveList, Outcome, Rng};

use crate::go_policy;

/// Points on a side.
pub(crate) const SIZE: u8 = 9;
/// The distance between two rows.
pub(crate) const STRIDE: u8 = SIZE + 1;
/// The move that puts no stone.
pub(crate) const PASS: u8 = STRIDE * SIZE;
/// All points.
pub(crate) const BOARD: u128 = {
    let (mut board, mut row) = (0, 0);
    while row < SIZE {
        board |= 0x1ff << (row * STRIDE);
        row += 1;
    }
    board
};

/// The four neighbours of a set of points, and the points themselves.
pub(crate) fn spread(set: u128) -> u128 {
    (set | set << 1 | set >> 1 | set << STRIDE | set >> STRIDE) & BOARD
}

/// The stones joined to `seed` by other stones of `stones`.
pub(crate) fn chain(seed: u128, stones: u128) -> u128 {
    let mut chain = seed;
    loop {
        let grown = spread(chain) & stones;
        if grown == chain {
            return chain;
        }
        chain = grown;
    }
}

/// The points of a set.
pub(crate) fn points(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        point
    })
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Position {
    stones: [u128; 2],
    passes: u8,
    last: u8,
}

/// A game of Go: a stack of positions, which taking back and superko need.
#[derive(Clone, Debug)]
pub(crate) struct Go {
    positions: Vec<Position>,
    prints: Vec<u64>,
    start: usize,
    /// What White gets for moving second, in half points.
    pub(crate) komi: i32,
}

fn print(stones: [u128; 2]) -> u64 {
    let fold = |set: u128, factor: u64| {
        let (low, high) = (set as u64, (set >> 64) as u64);
        (low ^ high.rotate_left(29)).wrapping_mul(factor).rotate_left(31) ^ high.wrapping_mul(!factor)
    };
    fold(stones[0], 0x9e37_79b9_7f4a_7c15).wrapping_add(fold(stones[1], 0xd1b5_4a32_d192_ed03))
}

impl Go {
    /// The empty board with a komi of 7.5.
    pub(crate) fn new() -> Self {
        let empty = Position { stones: [0; 2], passes: 0, last: PASS };
        Go { positions: vec![empty], prints: vec![print([0; 2])], start: 0, komi: 15 }
    }

    fn now(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// 0 if Black is to move, 1 if White is.
    pub(crate) fn turn(&self) -> usize {
        (self.positions.len() - 1 + self.start) % 2
    }

    /// Gives the turn to a player, as GTP allows; the history begins anew but for superko.
    pub(crate) fn set_turn(&mut self, turn: usize) {
        self.start += usize::from(self.turn() != turn);
    }

    /// How many moves were played.
    pub(crate) fn moves_played(&self) -> usize {
        self.positions.len() - 1
    }

    /// The stones of the player to move and of the other.
    pub(crate) fn sides(&self) -> (u128, u128) {
        let stones = self.now().stones;
        (stones[self.turn()], stones[1 - self.turn()])
    }

    /// The points without a stone.
    pub(crate) fn empty(&self) -> u128 {
        BOARD & !(self.now().stones[0] | self.now().stones[1])
    }

    /// The move just played.
    pub(crate) fn last(&self) -> u8 {
        self.now().last
    }

    /// The stones of both after a stone of the player to move at `point`, unless that is suicide or repeats a position.
    fn after(&self, point: u8) -> Option<[u128; 2]> {
        let stone = 1u128 << point;
        let (mine, mut theirs) = self.sides();
        let (mine, empty) = (mine | stone, self.empty() & !stone);
        let around = spread(stone) & !stone;
        let mut touched = around & theirs;
        while touched != 0 {
            let enemy = chain(1 << touched.trailing_zeros(), theirs);
            touched &= !enemy;
            if spread(enemy) & empty == 0 {
                theirs &= !enemy;
            }
        }
        let taken = theirs != self.sides().1;
        if around & empty == 0 && !taken && spread(chain(stone, mine)) & empty == 0 {
            return None;
        }
        let stones = if self.turn() == 0 { [mine, theirs] } else { [theirs, mine] };
        let print = print(stones);
        let repeated = |i: usize| self.prints[i] == print && self.positions[i].stones == stones;
        (!(0..self.prints.len()).any(repeated)).then_some(stones)
    }

    /// Whether a stone may be put at a point.
    pub(crate) fn is_legal(&self, point: u8) -> bool {
        self.empty() >> point & 1 == 1 && self.after(point).is_some()
    }

    /// Black's area less White's, in half points, komi counted.
    pub(crate) fn balance(&self) -> i32 {
        let [black, white] = self.now().stones;
        let empty = self.empty();
        let reach = |stones: u128| chain(stones, empty | stones);
        let area = |own: u128, other: u128| (own | (empty & reach(own) & !reach(other))).count_ones() as i32;
        2 * area(black, white) - 2 * area(white, black) - self.komi
    }
}

impl Game for Go {
    type Move = u8;

    fn moves(&self, list: &mut MoveList<u8>) {
        points(self.empty()).filter(|&point| self.after(point).is_some()).for_each(|point| list.push(point));
        list.push(PASS);
    }

    fn play(&mut self, mv: u8) {
        let Position { stones, passes, .. } = *self.now();
        let (stones, passes) = if mv == PASS { (stones, passes + 1) } else { (self.after(mv).unwrap_or(stones), 0) };
        self.positions.push(Position { stones, passes, last: mv });
        self.prints.push(print(stones));
    }

    fn undo(&mut self, _: u8) {
        self.positions.pop();
        self.prints.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.now().passes >= 2).then(|| {
            let balance = if self.turn() == 0 { self.balance() } else { -self.balance() };
            match balance {
                1.. => Outcome::Win,
                0 => Outcome::Draw,
                _ => Outcome::Loss,
            }
        })
    }

    /// What superko forbids depends on the path and is not in the key.
    fn key(&self) -> Key {
        Key(print(self.now().stones)
            ^ (self.turn() as u64 * 3 + u64::from(self.now().passes)).wrapping_mul(0x2545_f491))
    }

    fn index(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn indices(&self) -> usize {
        usize::from(PASS) + 1
    }

    fn random_move(&self, rng: &mut Rng, _: &mut MoveList<u8>) -> Option<u8> {
        Some(go_policy::playout_move(self, rng))
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.now().stones;
        for row in (0..SIZE).rev() {
            write!(f, "{} ", row + 1)?;
            for point in (0..SIZE).map(|col| row * STRIDE + col) {
                let of = |stones: u128| stones >> point & 1 == 1;
                write!(
                    f,
                    " {}",
                    if of(black) {
                        'X'
                    } else if of(white) {
                        'O'
                    } else {
                        '.'
                    }
                )?;
            }
            writeln!(f)?;
        }
        write!(f, "   A B C D E F G H J")
    }
}
