//! English draughts (checkers) on 8x8: men move and take forwards, kings both ways, taking is forced and goes on as long as
//! it can, a man that reaches the last row stops there. Eighty plies without a man's move or a capture are a draw.

use std::fmt;

use filetto_search::{Evaluator, Game, Key, MoveList, Outcome, Score};

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
/// The last row of the first and of the second player.
const LAST: [u64; 2] = [0xff << 56, 0xff];
/// The squares that are played on.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;
const QUIET_PLIES: u16 = 80;

/// One step of a set of squares: directions 0 and 1 go up, 2 and 3 down.
fn step(set: u64, direction: usize) -> u64 {
    match direction {
        0 => (set & !LEFT) << 7,
        1 => (set & !RIGHT) << 9,
        2 => (set & !LEFT) >> 9,
        _ => (set & !RIGHT) >> 7,
    }
}

/// A move: a step, or a capture with all that it takes. Two captures that differ only in what they take are told apart by
/// their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capture {
    from: u8,
    to: u8,
    number: u8,
    taken: u64,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    sides: [u64; 2],
    kings: u64,
    quiet: u16,
}

/// A game of draughts; taking back drops the last copy.
#[derive(Clone, Debug)]
pub(crate) struct Draughts {
    positions: Vec<Position>,
    turn: usize,
}

impl Draughts {
    /// The first position: the first player has the three lower rows.
    pub(crate) fn new() -> Self {
        Self::of([DARK & 0xff_ffff, DARK & !0xff_ffff_ffff], 0, 0)
    }

    /// Any position.
    pub(crate) fn of(sides: [u64; 2], kings: u64, turn: usize) -> Self {
        Draughts { positions: vec![Position { sides, kings, quiet: 0 }], turn }
    }

    fn now(&self) -> Position {
        self.positions[self.positions.len() - 1]
    }

    fn directions(&self, king: bool) -> std::ops::Range<usize> {
        match (king, self.turn) {
            (true, _) => 0..4,
            (_, 0) => 0..2,
            _ => 2..4,
        }
    }

    /// Follows a capture from `at`; `found` hears of every way that it can end.
    fn capture(&self, at: u64, king: bool, taken: u64, free: u64, found: &mut impl FnMut(u64, u64)) {
        let enemy = self.now().sides[1 - self.turn] & !taken;
        let mut went_on = false;
        for direction in self.directions(king) {
            let over = step(at, direction) & enemy;
            let landing = step(over, direction) & free;
            if landing != 0 {
                went_on = true;
                let crowned = !king && landing & LAST[self.turn] != 0;
                if crowned {
                    found(landing, taken | over);
                } else {
                    self.capture(landing, king, taken | over, free, found);
                }
            }
        }
        if !went_on && taken != 0 {
            found(at, taken);
        }
    }

    fn squares(set: u64) -> impl Iterator<Item = u64> {
        (0..64).map(|square| 1 << square).filter(move |square| set & square != 0)
    }
}

impl Game for Draughts {
    type Move = Capture;

    fn moves(&self, list: &mut MoveList<Capture>) {
        let Position { sides, kings, .. } = self.now();
        let (own, empty) = (sides[self.turn], DARK & !(sides[0] | sides[1]));
        let mut captures: Vec<Capture> = Vec::new();
        for piece in Self::squares(own) {
            self.capture(piece, kings & piece != 0, 0, empty | piece, &mut |to, taken| {
                let (from, to) = (piece.trailing_zeros() as u8, to.trailing_zeros() as u8);
                let alike = captures.iter().filter(|other| (other.from, other.to) == (from, to));
                let (number, known) =
                    alike.fold((0, false), |(n, known), other| (n + 1, known | (other.taken == taken)));
                if !known {
                    captures.push(Capture { from, to, number, taken });
                }
            });
        }
        captures.iter().for_each(|&capture| list.push(capture));
        if captures.is_empty() {
            for piece in Self::squares(own) {
                for direction in self.directions(kings & piece != 0) {
                    let to = step(piece, direction) & empty;
                    if to != 0 {
                        let (from, to) = (piece.trailing_zeros() as u8, to.trailing_zeros() as u8);
                        list.push(Capture { from, to, number: 0, taken: 0 });
                    }
                }
            }
        }
    }

    fn play(&mut self, mv: Capture) {
        let Position { mut sides, mut kings, quiet } = self.now();
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        let king = kings & from != 0;
        sides[self.turn] = sides[self.turn] & !from | to;
        sides[1 - self.turn] &= !mv.taken;
        kings &= !(from | mv.taken);
        if king || to & LAST[self.turn] != 0 {
            kings |= to;
        }
        let quiet = if king && mv.taken == 0 { quiet + 1 } else { 0 };
        self.positions.push(Position { sides, kings, quiet });
        self.turn = 1 - self.turn;
    }

    fn undo(&mut self, _: Capture) {
        self.positions.pop();
        self.turn = 1 - self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        if list.is_empty() {
            return Some(Outcome::Loss);
        }
        (self.now().quiet >= QUIET_PLIES).then_some(Outcome::Draw)
    }

    /// The count of quiet plies is left out: it matters to few positions and would hide every transposition.
    fn key(&self) -> Key {
        let Position { sides, kings, .. } = self.now();
        let words = [sides[0], sides[1], kings, self.turn as u64];
        Key(words.iter().fold(0, |key: u64, word| (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)))
    }

    fn index(&self, mv: Capture) -> usize {
        usize::from(mv.number.min(14)) << 12 | usize::from(mv.from) << 6 | usize::from(mv.to)
    }

    fn indices(&self) -> usize {
        15 << 12
    }
}

/// Men and kings, counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count;

/// Men and kings, men worth more the farther they have come, the own first row guarded.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Advance;

fn count(game: &Draughts, side: usize) -> i32 {
    let Position { sides, kings, .. } = game.now();
    100 * (sides[side] & !kings).count_ones() as i32 + 150 * (sides[side] & kings).count_ones() as i32
}

impl Evaluator<Draughts> for Count {
    fn evaluate(&mut self, game: &Draughts, _: Option<Capture>) -> Score {
        Score::new(count(game, game.turn) - count(game, 1 - game.turn))
    }
}

impl Evaluator<Draughts> for Advance {
    fn evaluate(&mut self, game: &Draughts, last: Option<Capture>) -> Score {
        let Position { sides, kings, .. } = game.now();
        let placed = |side: usize| {
            let men = sides[side] & !kings;
            let rows = Draughts::squares(men).map(|man| man.trailing_zeros() as i32 / 8);
            let come: i32 = rows.map(|row| if side == 0 { row } else { 7 - row }).sum();
            3 * come + 8 * (men & LAST[1 - side]).count_ones() as i32
        };
        let counted = Count.evaluate(game, last).raw();
        Score::new(counted + placed(game.turn) - placed(1 - game.turn))
    }
}

impl fmt::Display for Draughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { sides, kings, .. } = self.now();
        for row in (0..8).rev() {
            write!(f, "{} ", row + 1)?;
            for square in (0..8).map(|col| 1u64 << (8 * row + col)) {
                let king = kings & square != 0;
                let sign = match (sides[0] & square != 0, sides[1] & square != 0) {
                    (true, _) => {
                        if king {
                            'B'
                        } else {
                            'b'
                        }
                    }
                    (_, true) => {
                        if king {
                            'W'
                        } else {
                            'w'
                        }
                    }
                    _ => '.',
                };
                write!(f, " {sign}")?;
            }
            writeln!(f)?;
        }
        write!(f, "   a b c d e f g h")
    }
}
