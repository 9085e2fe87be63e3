//! Moves as people and programs write them.

use std::fmt;

use crate::{Board, Cell, Game, IllegalMove, Rules, column_from_letters, excerpt};

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// `h8`: column letters, row from the bottom.
    Cells,
    /// `4455`, or `10,11` on more than nine columns: columns from 1, with gravity only.
    Columns,
    /// `3344`: columns from 0 as some programs count them, with gravity only.
    ColumnsFromZero,
    /// `7,7`: x and y from the top left, from 0; Gomocup's.
    Gomocup,
    /// `[7,7]`: row and column from the top left, from 0; Bologna's.
    Bologna,
}

impl Notation {
    /// All of them with the names that a user can ask for them by.
    pub const NAMES: [(Notation, &str); 5] = [
        (Notation::Cells, "cells"),
        (Notation::Columns, "columns"),
        (Notation::ColumnsFromZero, "columns0"),
        (Notation::Gomocup, "gomocup"),
        (Notation::Bologna, "bologna"),
    ];

    /// The notation that Filetto itself writes on such a board: columns with gravity, else cells.
    pub const fn native(rules: Rules) -> Notation {
        if rules.gravity() { Notation::Columns } else { Notation::Cells }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Notation::NAMES.iter().find(|(notation, _)| *notation == self).map_or("", |(_, name)| name)
    }

    /// The notation of this name.
    pub fn from_name(name: &str) -> Option<Notation> {
        Notation::NAMES.iter().find(|(_, known)| *known == name).map(|(notation, _)| *notation)
    }

    /// Moves in this notation, as [`read_moves`] reads them back.
    ///
    /// ```
    /// use filetto_rules::{Cell, Notation, Rules};
    ///
    /// let moves = [Cell::new(0, 3), Cell::new(1, 3)];
    /// let written = Notation::NAMES.map(|(notation, _)| notation.write(Rules::CONNECT4, moves));
    /// assert_eq!(written, ["d1 d2", "44", "33", "3,5 3,4", "[5,3] [4,3]"]);
    /// ```
    pub fn write(self, rules: Rules, moves: impl IntoIterator<Item = Cell>) -> String {
        let digits = self.one_digit_columns(rules);
        let separator = match self {
            Notation::Columns | Notation::ColumnsFromZero => {
                if digits {
                    ""
                } else {
                    ","
                }
            }
            Notation::Cells | Notation::Gomocup | Notation::Bologna => " ",
        };
        let from_top = |cell: Cell| rules.rows().saturating_sub(cell.row() + 1);
        let one = |cell: Cell| match self {
            Notation::Cells => cell.to_string(),
            Notation::Columns => (cell.col() + 1).to_string(),
            Notation::ColumnsFromZero => cell.col().to_string(),
            Notation::Gomocup => format!("{},{}", cell.col(), from_top(cell)),
            Notation::Bologna => format!("[{},{}]", from_top(cell), cell.col()),
        };
        moves.into_iter().map(one).collect::<Vec<_>>().join(separator)
    }

    /// Whether every column of the board is one digit.
    fn one_digit_columns(self, rules: Rules) -> bool {
        let largest = if self == Notation::ColumnsFromZero { rules.cols() - 1 } else { rules.cols() };
        largest <= 9
    }
}

/// Moves that were read, and as what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The notation they were taken to be in.
    pub notation: Notation,
    /// The moves; all legal one after the other.
    pub moves: Vec<Cell>,
}

/// Reads moves that go on from a game, in a given notation or in the one that fits.
///
/// Letters and brackets leave no doubt. Bare numbers are Gomocup's on a board without gravity. With gravity they are columns
/// if written as Filetto writes columns; otherwise whatever reading is legal, and if two are, the text is refused.
///
/// ```
/// use filetto_rules::{Game, Notation, Rules, read_moves};
///
/// let taken = |rules, text| read_moves(&Game::new(rules), text, None).map(|reading| reading.notation);
/// assert_eq!(taken(Rules::GOMOKU, "h8 i9"), Ok(Notation::Cells));
/// assert_eq!(taken(Rules::GOMOKU, "7,7 8,6"), Ok(Notation::Gomocup));
/// assert_eq!(taken(Rules::GOMOKU, "[7,7] [6,8]"), Ok(Notation::Bologna));
/// assert_eq!(taken(Rules::CONNECT4, "4455"), Ok(Notation::Columns));
/// assert!(taken(Rules::GOMOKU, "4455").is_err());
/// ```
pub fn read_moves(game: &Game, text: &str, notation: Option<Notation>) -> Result<Reading, NotationError> {
    let read = |notation| read_as(game, text, notation).map(|moves| Reading { notation, moves });
    if let Some(notation) = notation {
        return read(notation);
    }
    let native = Notation::native(game.rules());
    if text.trim().is_empty() {
        return Ok(Reading { notation: native, moves: Vec::new() });
    }
    if text.contains('[') {
        return read(Notation::Bologna);
    }
    if text.contains(|c: char| c.is_alphabetic()) {
        return read(Notation::Cells);
    }
    if !game.rules().gravity() {
        return read(Notation::Gomocup);
    }
    let columns = read(Notation::Columns);
    if columns.is_ok() && is_as_written(text, game.rules()) {
        return columns;
    }
    let mut readings: Vec<Reading> =
        [&columns, &read(Notation::ColumnsFromZero), &read(Notation::Gomocup)].into_iter().flatten().cloned().collect();
    readings.dedup_by(|a, b| a.moves == b.moves);
    // A base of zero is a guess that only a 0 in the text justifies.
    if columns.is_ok() {
        readings.retain(|reading| reading.notation != Notation::ColumnsFromZero);
    }
    match readings.len() {
        0 => columns,
        1 => Ok(readings.remove(0)),
        _ => Err(NotationError::Ambiguous(readings.iter().map(|reading| reading.notation).collect())),
    }
}

/// Whether bare numbers stand as Filetto writes columns: `4455`, or `10,11` on a wide board.
fn is_as_written(text: &str, rules: Rules) -> bool {
    let digits = Notation::Columns.one_digit_columns(rules);
    text.trim().bytes().all(|b| b.is_ascii_digit() || (b == b',' && !digits))
}

fn read_as(game: &Game, text: &str, notation: Notation) -> Result<Vec<Cell>, NotationError> {
    let rules = game.rules();
    let mut board = game.board().clone();
    let mut moves = Vec::new();
    let mut rest = skip_separators(text);
    while !rest.is_empty() {
        let (place, after) = next_place(rest, notation, rules).ok_or_else(|| NotationError::Unreadable {
            text: excerpt(rest, 24),
            notation,
            rules,
        })?;
        let cell = match place {
            Place::Cell(cell) => cell,
            Place::Column(col) if col >= rules.cols() => {
                return Err(NotationError::NoColumn { number: moves.len() + 1, rules });
            }
            Place::Column(col) => {
                board.landing(col).ok_or(NotationError::ColumnFull { number: moves.len() + 1, column: col + 1 })?
            }
        };
        board.play(cell).map_err(|error| NotationError::Illegal { number: moves.len() + 1, error })?;
        moves.push(cell);
        rest = skip_separators(after);
    }
    if game.reason().is_some()
        && let Some(&cell) = moves.first()
    {
        return Err(NotationError::Illegal { number: 1, error: IllegalMove::GameOver { cell } });
    }
    Ok(moves)
}

enum Place {
    Cell(Cell),
    Column(usize),
}

fn skip_separators(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';')
}

/// Takes one move off the beginning of the text.
fn next_place(text: &str, notation: Notation, rules: Rules) -> Option<(Place, &str)> {
    let from_top = |row: usize, col: usize| match rules.rows().checked_sub(row + 1) {
        Some(row) => Cell::new(row, col),
        None => Cell::new(usize::MAX, col),
    };
    match notation {
        Notation::Cells => {
            let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
            let col = column_from_letters(&text[..letters])?;
            let (row, rest) = take_number(&text[letters..], usize::MAX)?;
            Some((Place::Cell(Cell::new(row.checked_sub(1)?, col)), rest))
        }
        Notation::Columns | Notation::ColumnsFromZero if !rules.gravity() => None,
        Notation::Columns | Notation::ColumnsFromZero => {
            let most = if notation.one_digit_columns(rules) { 1 } else { usize::MAX };
            let (number, rest) = take_number(text, most)?;
            let col = if notation == Notation::Columns { number.checked_sub(1)? } else { number };
            Some((Place::Column(col), rest))
        }
        Notation::Gomocup => {
            let (x, rest) = take_number(text, usize::MAX)?;
            let (y, rest) = take_number(rest.strip_prefix(',')?, usize::MAX)?;
            Some((Place::Cell(from_top(y, x)), rest))
        }
        Notation::Bologna => {
            let (i, rest) = take_number(text.strip_prefix('[')?.trim_start(), usize::MAX)?;
            let (j, rest) = take_number(rest.trim_start().strip_prefix(',')?.trim_start(), usize::MAX)?;
            Some((Place::Cell(from_top(i, j)), rest.trim_start().strip_prefix(']')?))
        }
    }
}

/// Takes a number of at most so many digits off the beginning; a huge one is off every board, not a fault of its own.
fn take_number(text: &str, most: usize) -> Option<(usize, &str)> {
    let digits = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| (text[..digits].parse().unwrap_or(100_000).min(100_000), &text[digits..]))
}

/// Why a text is no list of moves in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// Something that is no move in this notation; holds its beginning.
    Unreadable {
        /// What could not be read.
        text: String,
        /// As what it was read.
        notation: Notation,
        /// The board, for the advice.
        rules: Rules,
    },
    /// A move that may not be played.
    Illegal {
        /// Which move of the text, from 1.
        number: usize,
        /// Why not.
        error: IllegalMove,
    },
    /// There is no such column.
    NoColumn {
        /// Which move of the text, from 1.
        number: usize,
        /// The board with the real columns.
        rules: Rules,
    },
    /// A column without an empty cell.
    ColumnFull {
        /// Which move of the text, from 1.
        number: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Several notations fit and mean different moves.
    Ambiguous(Vec<Notation>),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Unreadable { text, notation, rules } => {
                let example = match notation {
                    Notation::Columns | Notation::ColumnsFromZero if !rules.gravity() => {
                        return write!(
                            f,
                            "column numbers alone say no move on {rules}, which has no gravity: write cells such as h8"
                        );
                    }
                    Notation::Columns if rules.cols() <= 9 => "columns such as 4455, or cells such as d1",
                    Notation::Columns => "columns such as 10,11, or cells such as d1",
                    Notation::ColumnsFromZero => "columns from 0",
                    Notation::Cells => "cells such as h8",
                    Notation::Gomocup => "cells such as h8, x,y such as 7,7 or [i,j] such as [7,7]",
                    Notation::Bologna => "[i,j] such as [7,7]",
                };
                write!(f, "'{text}' is no move: write {example}")
            }
            NotationError::Illegal { number, error } => write!(f, "move {number}: {error}"),
            NotationError::NoColumn { number, rules } => {
                write!(f, "move {number}: there is no such column: they go from 1 to {}", rules.cols())
            }
            NotationError::ColumnFull { number, column } => {
                write!(f, "move {number}: column {column} is full: choose another one")
            }
            NotationError::Ambiguous(notations) => {
                let names: Vec<&str> = notations.iter().map(|notation| notation.name()).collect();
                write!(f, "these moves can be read as {}: say which", names.join(" and as "))
            }
        }
    }
}

impl std::error::Error for NotationError {}
