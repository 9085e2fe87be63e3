//! Ultimate tic-tac-toe: nine small boards, and where you play decides in which board the other must.

use std::fmt;

use filetto_search::{Evaluator, Game, Key, KeyScheme, KeyWords, MoveList, Outcome, Score};

use super::noughts::LINES;

/// A move: cell `3 * row + col` of board `3 * row + col`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) board: u8,
    pub(crate) cell: u8,
}

/// A position. A small board that is won or full is closed; a player sent to a closed board may play in any open one.
#[derive(Clone, Debug)]
pub(crate) struct Ultimate {
    stones: [[u16; 9]; 2],
    won: [u16; 2],
    closed: u16,
    mover: usize,
    /// The board that the player to move was sent to, for this and all earlier positions.
    sent: Vec<Option<u8>>,
    key: Key,
    words: KeyWords,
}

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|line| line & !stones == 0)
}

impl Ultimate {
    pub(crate) fn new() -> Self {
        Ultimate {
            stones: [[0; 9]; 2],
            won: [0; 2],
            closed: 0,
            mover: 0,
            sent: vec![None],
            key: Key::default(),
            words: KeyWords::new(KeyScheme::Bch, 2 * 81 + 10),
        }
    }

    /// The boards in which the player to move may play.
    fn open(&self) -> u16 {
        let open = 0o777 & !self.closed;
        match self.sent[self.sent.len() - 1] {
            Some(board) if open >> board & 1 == 1 => 1 << board,
            _ => open,
        }
    }

    /// The word of being sent to a board, nine standing for "anywhere".
    fn sent_word(&self) -> Key {
        self.words.word(162 + if self.open().count_ones() == 1 { self.open().trailing_zeros() as usize } else { 9 })
    }

    fn toggle(&mut self, spot: Spot, player: usize) {
        let Spot { board, cell } = spot;
        self.stones[player][usize::from(board)] ^= 1 << cell;
        self.key ^= self.words.word(81 * player + 9 * usize::from(board) + usize::from(cell));
        let [x, o] = [0, 1].map(|p: usize| self.stones[p][usize::from(board)]);
        let bit = 1 << board;
        self.won[player] =
            self.won[player] & !bit | if has_line(self.stones[player][usize::from(board)]) { bit } else { 0 };
        self.closed = self.closed & !bit | if has_line(x) || has_line(o) || x | o == 0o777 { bit } else { 0 };
    }
}

impl Game for Ultimate {
    type Move = Spot;

    fn moves(&self, list: &mut MoveList<Spot>) {
        for board in (0..9u8).filter(|board| self.open() >> board & 1 == 1) {
            let taken = self.stones[0][usize::from(board)] | self.stones[1][usize::from(board)];
            (0..9).filter(|cell| taken >> cell & 1 == 0).for_each(|cell| list.push(Spot { board, cell }));
        }
    }

    fn play(&mut self, spot: Spot) {
        self.toggle(spot, self.mover);
        self.sent.push(Some(spot.cell));
        self.mover = 1 - self.mover;
    }

    fn undo(&mut self, spot: Spot) {
        self.mover = 1 - self.mover;
        self.sent.pop();
        self.toggle(spot, self.mover);
    }

    fn outcome(&self) -> Option<Outcome> {
        if has_line(self.won[1 - self.mover]) {
            Some(Outcome::Loss)
        } else {
            (self.closed == 0o777).then_some(Outcome::Draw)
        }
    }

    fn key(&self) -> Key {
        self.key ^ self.sent_word()
    }

    fn index(&self, spot: Spot) -> usize {
        9 * usize::from(spot.board) + usize::from(spot.cell)
    }

    fn indices(&self) -> usize {
        81
    }
}

/// Counts lines of small boards that a player can still fill, and boards won.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hopes;

impl Evaluator<Ultimate> for Hopes {
    fn evaluate(&mut self, game: &Ultimate, _: Option<Spot>) -> Score {
        let hopes = |mine: u16, theirs: u16| {
            let open = LINES.iter().filter(|&line| theirs & line == 0);
            open.map(|line| [0, 1, 4, 0][(mine & line).count_ones() as usize]).sum::<i32>()
        };
        let of = |player: usize| {
            let (mine, theirs) = (game.stones[player], game.stones[1 - player]);
            let small =
                (0..9).filter(|board| game.closed >> board & 1 == 0).map(|board| hopes(mine[board], theirs[board]));
            let lost = game.closed & !game.won[player];
            small.sum::<i32>() + 10 * hopes(game.won[player], lost) + 10 * game.won[player].count_ones() as i32
        };
        Score::new(of(game.mover) - of(1 - game.mover))
    }
}

impl fmt::Display for Ultimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..9).rev() {
            for col in 0..9 {
                let (board, bit) = (3 * (row / 3) + col / 3, 1 << (3 * (row % 3) + col % 3));
                let stone = [0, 1].map(|player: usize| self.stones[player][board] & bit > 0);
                let mark = if stone[0] {
                    "X"
                } else if stone[1] {
                    "O"
                } else {
                    "."
                };
                write!(f, "{}{mark}", if col > 0 && col % 3 == 0 { " | " } else { " " })?;
            }
            writeln!(f, "{}", if row > 0 && row % 3 == 0 { "\n ------+-------+------" } else { "" })?;
        }
        Ok(())
    }
}
