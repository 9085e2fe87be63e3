//! A place on the board and the four directions of a line through it.

use std::fmt;
use std::str::FromStr;

/// One cell, by row (from the bottom) and column (from the left), both from zero.
///
/// ```text
/// 3 . X .      a3 b3 c3        columns are letters, rows count from the bottom,
/// 2 . O .      a2 b2 c2        as on a chess or gomoku board;
/// 1 X . .      a1 b1 c1        past z the letters go on as aa, ab …
/// ```
///
/// ```
/// use filetto_rules::Cell;
///
/// assert_eq!(Cell::new(7, 7).to_string(), "h8");
/// assert_eq!(Cell::new(0, 26).to_string(), "aa1");
/// assert_eq!("h8".parse(), Ok(Cell::new(7, 7)));
/// assert!("8h".parse::<Cell>().is_err() && "a0".parse::<Cell>().is_err() && "a129".parse::<Cell>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// The cell in this row and column. Whether it is on a board is for [`Rules::contains`](crate::Rules::contains) to
    /// say; coordinates past any board are clamped to 255, which is on none.
    pub const fn new(row: usize, col: usize) -> Cell {
        const fn clamp(n: usize) -> u8 {
            if n > 255 { 255 } else { n as u8 }
        }
        Cell { row: clamp(row), col: clamp(col) }
    }

    /// Row, zero at the bottom.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Column, zero at the left.
    pub const fn col(self) -> usize {
        self.col as usize
    }

    /// The cell `n` steps away (backwards if negative), unless that leaves every board.
    pub fn step(self, direction: Direction, n: i32) -> Option<Cell> {
        let Step { up, right } = direction.step();
        let row = i32::from(self.row) + up * n;
        let col = i32::from(self.col) + right * n;
        let on_some_board = 0..crate::MAX_SIDE as i32;
        (on_some_board.contains(&row) && on_some_board.contains(&col)).then(|| Cell::new(row as usize, col as usize))
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Cell, CellError> {
        let error = || CellError(crate::excerpt(text, 20));
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (col, row) = (column_from_letters(&text[..letters]), &text[letters..]);
        let row = Some(row).filter(|row| row.bytes().all(|byte| byte.is_ascii_digit()) && !row.starts_with('0'));
        let row = row.and_then(|row| row.parse::<usize>().ok()?.checked_sub(1));
        let cell = Cell::new(row.ok_or_else(error)?, col.ok_or_else(error)?);
        let on_some_board = cell.row().max(cell.col()) < crate::MAX_SIDE;
        if on_some_board { Ok(cell) } else { Err(error()) }
    }
}

/// A text that names no cell of any board; holds its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError(String);

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no cell: write letters and a number such as h8", self.0)
    }
}

impl std::error::Error for CellError {}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letters(self.col()), self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The letters of a column: `a` to `z`, then `aa`, `ab` …
pub fn column_letters(col: usize) -> String {
    let last = (b'a' + (col % 26) as u8) as char;
    match col / 26 {
        0 => last.to_string(),
        more => column_letters(more - 1) + last.encode_utf8(&mut [0; 4]),
    }
}

/// The column that these letters name, if it is on some board.
pub fn column_from_letters(letters: &str) -> Option<usize> {
    if letters.is_empty() || letters.len() > 2 {
        return None;
    }
    letters
        .bytes()
        .try_fold(0, |sum, b| {
            let letter = b.to_ascii_lowercase();
            letter.is_ascii_lowercase().then(|| sum * 26 + usize::from(letter - b'a') + 1)
        })?
        .checked_sub(1)
}

/// The four directions in which a row can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the right: `a1 b1 c1`.
    East,
    /// Upwards: `a1 a2 a3`.
    North,
    /// To the upper right: `a1 b2 c3`.
    NorthEast,
    /// To the lower right: `a3 b2 c1`.
    SouthEast,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::East, Direction::North, Direction::NorthEast, Direction::SouthEast];

    /// One step.
    pub const fn step(self) -> Step {
        match self {
            Direction::East => Step { up: 0, right: 1 },
            Direction::North => Step { up: 1, right: 0 },
            Direction::NorthEast => Step { up: 1, right: 1 },
            Direction::SouthEast => Step { up: -1, right: 1 },
        }
    }
}

/// How far a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Rows upwards.
    pub up: i32,
    /// Columns to the right.
    pub right: i32,
}

/// Some cells in a row.
///
/// ```
/// use filetto_rules::{Cell, Direction, Line};
///
/// let line = Line { start: Cell::new(2, 0), direction: Direction::SouthEast, len: 3 };
/// assert_eq!(line.cells().map(|c| c.to_string()).collect::<Vec<_>>(), ["a3", "b2", "c1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The first cell.
    pub start: Cell,
    /// Where the others lie.
    pub direction: Direction,
    /// How many cells.
    pub len: usize,
}

impl Line {
    /// The cells from `start` on. Cells past every board are left out.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.len as i32).map_while(move |n| self.start.step(self.direction, n))
    }

    /// The last cell; one that is on no board if the line leaves every board.
    pub fn last(self) -> Cell {
        self.start.step(self.direction, self.len as i32 - 1).unwrap_or(Cell::new(usize::MAX, usize::MAX))
    }

    /// The cells just before the first and just behind the last, whether a board has them or not.
    pub fn beyond(self) -> [Option<Cell>; 2] {
        [-1, self.len as i32].map(|n| self.start.step(self.direction, n))
    }

    /// Whether the cell is one of them.
    pub fn contains(self, cell: Cell) -> bool {
        self.cells().any(|c| c == cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_letters_go_on_past_z_and_come_back() {
        let named = [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba"), (127, "dx")];
        for (col, letters) in named {
            assert_eq!(column_letters(col), letters);
        }
        for col in 0..crate::MAX_SIDE {
            assert_eq!(column_from_letters(&column_letters(col)), Some(col));
            assert_eq!(column_from_letters(&column_letters(col).to_uppercase()), Some(col));
        }
        for wrong in ["", "a1", "é", "aaa", "-"] {
            assert_eq!(column_from_letters(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_line_that_leaves_every_board_has_no_last_cell_on_one() {
        let line = Line { start: Cell::new(0, 0), direction: Direction::SouthEast, len: 2 };
        assert!(!crate::Rules::TICTACTOE.contains(line.last()));
        assert_eq!(line.cells().count(), 1);
    }
}
