//! What the Go player knows beyond the rules: which random moves are sensible, and which moves to try first.
//!
//! The playouts are those of Gelly, Wang, Munos and Teytaud (*Modification of UCT with patterns in Monte-Carlo Go*,
//! 2006): save a chain that the last move put in atari, or take, or play a pattern of 3x3 next to the last move; else any
//! move that fills no eye.

use std::sync::LazyLock;

use filetto_search::{Blind, Limits, Mcts, Order, Place, Rave, Rng};

use crate::go::{BOARD, Go, PASS, STRIDE, chain, points, spread};

/// The eight points around one, clockwise from the lower left.
const AROUND: [i16; 8] = [-11, -1, 9, 10, 11, 1, -9, -10];

/// Patterns around an empty point in the middle, rows top down: `X` and `O` the two players, `.` empty, `x` not X, `o` not
/// O, `?` anything, `-` off the board. Hane, cuts, and moves on the edge.
const PATTERNS: [[&[u8; 3]; 3]; 13] = [
    [b"XOX", b"...", b"???"],
    [b"XO.", b"...", b"?.?"],
    [b"XO?", b"X..", b"x.?"],
    [b".O.", b"X..", b"..."],
    [b"XO?", b"O.o", b"?o?"],
    [b"XO?", b"O.X", b"???"],
    [b"?X?", b"O.O", b"ooo"],
    [b"OX?", b"o.O", b"???"],
    [b"X.?", b"O.?", b"---"],
    [b"OX?", b"X.O", b"---"],
    [b"?X?", b"x.O", b"---"],
    [b"?XO", b"x.x", b"---"],
    [b"?OX", b"X.O", b"---"],
];

/// Whether eight neighbours, two bits each (empty, X, O, off), match a pattern, however turned and whoever is X.
static MATCHES: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let mut rings = Vec::new();
    for [top, middle, bottom] in PATTERNS {
        let ring = [bottom[0], middle[0], top[0], top[1], top[2], middle[2], bottom[2], bottom[1]];
        for turn in [0, 2, 4, 6] {
            let mut turned = ring;
            turned.rotate_left(turn);
            let mut mirrored = turned;
            mirrored.reverse();
            rings.extend([turned, mirrored]);
        }
    }
    let fits = |wanted: u8, there: u8| match wanted {
        b'X' => there == 1,
        b'O' => there == 2,
        b'.' => there == 0,
        b'x' => there != 1 && there != 3,
        b'o' => there != 2 && there != 3,
        b'-' => there == 3,
        _ => there != 3,
    };
    let matched = |code: usize, swap: bool| {
        let at = |i: usize| match (code >> (2 * i)) as u8 & 3 {
            stone @ (1 | 2) if swap => 3 - stone,
            other => other,
        };
        rings.iter().any(|ring| (0..8).all(|i| fits(ring[i], at(i))))
    };
    (0..1 << 16).map(|code| matched(code, false) || matched(code, true)).collect()
});

fn is_pattern(go: &Go, point: u8) -> bool {
    let (mine, theirs) = go.sides();
    let code = AROUND.iter().enumerate().fold(0, |code, (i, step)| {
        let at = i16::from(point) + step;
        let bit = u32::try_from(at).ok().and_then(|at| 1u128.checked_shl(at)).unwrap_or(0) & BOARD;
        let there = if bit == 0 { 3 } else { usize::from(mine & bit != 0) + 2 * usize::from(theirs & bit != 0) };
        code | there << (2 * i)
    });
    MATCHES[code]
}

/// Whether a point is an eye of the player to move that a stone there would fill.
pub(crate) fn is_eye(go: &Go, point: u8) -> bool {
    let (mine, theirs) = go.sides();
    let stone = 1u128 << point;
    if spread(stone) & !stone & !mine != 0 {
        return false;
    }
    let rows = (stone << STRIDE | stone >> STRIDE) & BOARD;
    let corners = (rows << 1 | rows >> 1) & BOARD;
    (corners & theirs).count_ones() <= u32::from(corners.count_ones() == 4)
}

/// The liberties of the chain that a stone of the player to move at `point` would be part of.
fn liberties_after(go: &Go, point: u8) -> u32 {
    let (mine, _) = go.sides();
    let stone = 1u128 << point;
    (spread(chain(stone, mine | stone)) & go.empty() & !stone).count_ones()
}

/// The chains of `stones` that touch `near` and have one liberty: what they are, and where it is.
fn in_atari(go: &Go, near: u128, stones: u128) -> impl Iterator<Item = (u128, u128)> {
    let empty = go.empty();
    let mut left = near & stones;
    std::iter::from_fn(move || {
        while left != 0 {
            let found = chain(1 << left.trailing_zeros(), stones);
            left &= !found;
            let liberties = spread(found) & empty;
            if liberties.is_power_of_two() {
                return Some((found, liberties));
            }
        }
        None
    })
}

/// The moves that take the stone just played, or save what it put in atari.
fn urgent(go: &Go) -> u128 {
    if go.last() == PASS {
        return 0;
    }
    let (mine, theirs) = go.sides();
    let near = spread(1 << go.last());
    let mut found = in_atari(go, near, theirs).fold(0, |set, (_, liberty)| set | liberty);
    for (threatened, liberty) in in_atari(go, near, mine) {
        let takes = in_atari(go, spread(threatened), theirs).fold(0, |set, (_, liberty)| set | liberty);
        let runs = liberties_after(go, liberty.trailing_zeros() as u8) > 1;
        found |= takes | if runs { liberty } else { 0 };
    }
    found
}

/// The points with a pattern among the eight around the last move.
fn patterns(go: &Go) -> u128 {
    if go.last() == PASS {
        return 0;
    }
    let column = 1u128 << go.last() | 1 << go.last() << STRIDE | (1 << go.last()) >> STRIDE;
    let near = (column | column << 1 | column >> 1) & go.empty();
    points(near).filter(|&point| is_pattern(go, point)).fold(0, |set, point| set | 1 << point)
}

/// A random point of a set, or none if it is empty.
fn pick(mut set: u128, rng: &mut Rng) -> Option<u8> {
    for _ in 0..rng.below(set.count_ones() as usize) {
        set &= set - 1;
    }
    (set != 0).then(|| set.trailing_zeros() as u8)
}

/// The next move of a playout.
pub(crate) fn playout_move(go: &Go, rng: &mut Rng) -> u8 {
    let mut first = urgent(go);
    if first == 0 {
        first = patterns(go);
    }
    for mut set in [first, go.empty()] {
        while let Some(point) = pick(set, rng) {
            set &= !(1 << point);
            // A stone with one liberty is mostly a gift, but ends fights: now and then.
            let sensible =
                !is_eye(go, point) && (liberties_after(go, point) > 1 || rng.below(4) == 0 || takes(go, point));
            if sensible && go.is_legal(point) {
                return point;
            }
        }
    }
    PASS
}

/// Whether a stone at `point` takes something.
fn takes(go: &Go, point: u8) -> bool {
    let stone = 1u128 << point;
    in_atari(go, spread(stone), go.sides().1).any(|(_, liberty)| liberty == stone)
}

/// Urgent moves first, then patterns near the last move, then its neighbourhood; the edge, gifts and eyes last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sense;

impl Order<Go> for Sense {
    fn rank(&mut self, go: &Go, mv: u8, _: Place<u8>) -> i32 {
        if mv == PASS {
            // A second pass ends the game: the best move there is for who is ahead, and nothing before that.
            let balance = if go.turn() == 0 { go.balance() } else { -go.balance() };
            return if go.last() == PASS && balance > 0 { 200 } else { -50 };
        }
        let stone = 1u128 << mv;
        if is_eye(go, mv) {
            return -100;
        }
        let mut rank = 0;
        if urgent(go) & stone != 0 || takes(go, mv) {
            rank += 60;
        }
        if is_pattern(go, mv) {
            rank += 20;
        }
        if liberties_after(go, mv) < 2 && !takes(go, mv) {
            rank -= 60;
        }
        if go.last() != PASS {
            let apart = |a: u8, b: u8| i32::from(a.abs_diff(b));
            let (row, col) = (apart(mv / STRIDE, go.last() / STRIDE), apart(mv % STRIDE, go.last() % STRIDE));
            rank += [0, 20, 16, 10, 4][(row + col).min(4) as usize] - 4;
        }
        let from_edge = |i: u8| i.min(8 - i);
        let line = from_edge(mv / STRIDE).min(from_edge(mv % STRIDE));
        rank + [-20, -3, 6, 8, 8][usize::from(line)]
    }
}

/// The move to play after so many simulations: RAVE alone explores, and the order above is its prior.
pub(crate) fn choose(go: &mut Go, simulations: u32, seed: u64) -> u8 {
    let rave = Rave { equivalence: 1000.0, prior: 10.0, scale: 60.0 };
    let mut search = Mcts { exploration: 0.0, ..Mcts::new(seed).order(Sense) };
    (search.simulations, search.rave) = (Some(simulations), Some(rave));
    search.run(go, &mut Blind, &Limits::none(), |_| {}).best.unwrap_or(PASS)
}
