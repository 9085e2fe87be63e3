//! Moves as people and programs write them, read.
//!
//! A text is read in one notation from its beginning to its end, and so is a file of many texts ([`read_lines`]): a line alone can
//! often be read in two ways, and a guess that is made anew for each is wrong for some.

use std::fmt;

use crate::{Board, Cell, Game, IllegalMove, Notation, Rules, column_from_letters, column_letters, excerpt};

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
    let notation = match notation {
        Some(notation) => notation,
        None => decide(&[(game, text)]).map_err(|(_, error)| error)?,
    };
    read_as(game, text, notation).map(|moves| Reading { notation, moves })
}

/// Reads many texts in one notation: the given one, or the one that fits all of them. Texts of several boards may stand in one file;
/// each board has its own notation then.
///
/// ```
/// use filetto_rules::{Game, Notation, Rules, read_lines};
///
/// let game = Game::new(Rules::CONNECT4);
/// // The second line shows that columns count from 0, so the first is read so too.
/// let read = read_lines(&[(&game, "3321"), (&game, "0012")], None).map_err(|wrong| wrong.error)?;
/// assert!(read.iter().all(|reading| reading.notation == Notation::ColumnsFromZero));
/// # Ok::<(), filetto_rules::NotationError>(())
/// ```
pub fn read_lines(lines: &[(&Game, &str)], notation: Option<Notation>) -> Result<Vec<Reading>, LineError> {
    let mut decided: Vec<(Rules, Notation)> = Vec::new();
    for (game, _) in lines {
        let rules = game.rules();
        if decided.iter().all(|(known, _)| *known != rules) {
            let places: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].0.rules() == rules).collect();
            let same: Vec<(&Game, &str)> = places.iter().map(|&i| lines[i]).collect();
            let one = notation.map_or_else(|| decide(&same), Ok);
            let one = one.map_err(|(at, error)| LineError { line: places[at], error })?;
            decided.push((rules, one));
        }
    }
    let read = |(at, (game, text)): (usize, &(&Game, &str))| {
        let found = decided.iter().find(|(rules, _)| *rules == game.rules());
        let notation = found.map_or(Notation::native(game.rules()), |(_, notation)| *notation);
        read_as(game, text, notation)
            .map(|moves| Reading { notation, moves })
            .map_err(|error| LineError { line: at, error })
    };
    lines.iter().enumerate().map(read).collect()
}

/// The notation that all of these texts of one board are written in; if there is none, why, and at which text.
fn decide(lines: &[(&Game, &str)]) -> Result<Notation, (usize, NotationError)> {
    let said: Vec<(usize, &Game, &str)> = lines
        .iter()
        .enumerate()
        .map(|(at, (game, text))| (at, *game, text.trim()))
        .filter(|(_, _, text)| !text.is_empty())
        .collect();
    let Some((_, first, _)) = said.first() else {
        return Ok(lines.first().map_or(Notation::Cells, |(game, _)| Notation::native(game.rules())));
    };
    let rules = first.rules();
    if said.iter().any(|(_, _, text)| text.contains('[')) {
        return Ok(Notation::Bologna);
    }
    if said.iter().any(|(_, _, text)| text.contains(|c: char| c.is_alphabetic())) {
        // No cell begins with a digit: `44x` are columns and a slip.
        let columns = rules.gravity() && said.iter().all(|(_, _, text)| text.starts_with(|c: char| c.is_ascii_digit()));
        return Ok(if columns { Notation::Columns } else { Notation::Cells });
    }
    if !rules.gravity() {
        return Ok(Notation::Gomocup);
    }
    // What every text can be read as, with the first text that it fails at.
    let fails = |notation: Notation| {
        said.iter().find_map(|(at, game, text)| read_as(game, text, notation).err().map(|error| (*at, error)))
    };
    let columns = fails(Notation::Columns);
    if columns.is_none() && said.iter().all(|(_, _, text)| is_as_written(text, rules)) {
        return Ok(Notation::Columns);
    }
    let mut fitting: Vec<Notation> = Vec::new();
    fitting.extend(columns.is_none().then_some(Notation::Columns));
    // A base of zero is a guess that only a 0 justifies.
    fitting
        .extend((columns.is_some() && fails(Notation::ColumnsFromZero).is_none()).then_some(Notation::ColumnsFromZero));
    fitting.extend(fails(Notation::Gomocup).is_none().then_some(Notation::Gomocup));
    match (&fitting[..], columns) {
        ([one], _) => Ok(*one),
        // The notation that comes further is the one that was meant.
        ([], Some(columns)) => {
            let from_zero = fails(Notation::ColumnsFromZero).filter(|(at, _)| *at > columns.0);
            Err(from_zero.unwrap_or(columns))
        }
        ([], None) => Ok(Notation::Columns),
        _ => {
            // Both readings of the first text that they differ in.
            let differ = said.iter().find_map(|(at, game, text)| {
                let readings: Vec<Reading> = fitting
                    .iter()
                    .filter_map(|&notation| read_as(game, text, notation).ok().map(|moves| Reading { notation, moves }))
                    .collect();
                readings.iter().any(|reading| reading.moves != readings[0].moves).then_some((*at, readings))
            });
            differ.map_or(Ok(fitting[0]), |(at, readings)| Err((at, NotationError::Ambiguous { readings, rules })))
        }
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
        // Counted in the game, so that a move typed into a game that goes on is not always the first.
        let number = game.moves().len() + moves.len() + 1;
        let cell = match place {
            Place::Cell(row, col) if row >= rules.rows() || col >= rules.cols() => {
                // As it was written: the cell of another notation would say nothing.
                let written = &rest[..rest.len() - after.len()];
                return Err(NotationError::OffBoard { number, text: excerpt(written, 24), notation, rules });
            }
            Place::Cell(row, col) => Cell::new(row, col),
            Place::Column(col) if col >= rules.cols() => {
                return Err(NotationError::NoColumn { number, notation, rules });
            }
            Place::Column(col) => board.landing(col).ok_or(NotationError::ColumnFull { number, column: col + 1 })?,
        };
        board.play(cell).map_err(|error| NotationError::Illegal { number, error })?;
        moves.push(cell);
        rest = skip_separators(after);
    }
    if game.reason().is_some()
        && let Some(&cell) = moves.first()
    {
        let number = game.moves().len() + 1;
        return Err(NotationError::Illegal { number, error: IllegalMove::GameOver { cell } });
    }
    Ok(moves)
}

enum Place {
    /// Row from the bottom and column, on the board or not.
    Cell(usize, usize),
    Column(usize),
}

fn skip_separators(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';')
}

/// Takes one move off the beginning of the text.
fn next_place(text: &str, notation: Notation, rules: Rules) -> Option<(Place, &str)> {
    let from_top = |row: usize, col: usize| Place::Cell(rules.rows().checked_sub(row + 1).unwrap_or(usize::MAX), col);
    match notation {
        Notation::Cells => {
            let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
            let col = column_from_letters(&text[..letters])?;
            let (row, rest) = take_number(&text[letters..], usize::MAX)?;
            Some((Place::Cell(row.checked_sub(1)?, col), rest))
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
            Some((from_top(y, x), rest))
        }
        Notation::Bologna => {
            let (i, rest) = take_number(text.strip_prefix('[')?.trim_start(), usize::MAX)?;
            let (j, rest) = take_number(rest.trim_start().strip_prefix(',')?.trim_start(), usize::MAX)?;
            Some((from_top(i, j), rest.trim_start().strip_prefix(']')?))
        }
    }
}

/// Takes a number of at most so many digits off the beginning; a huge one is off every board, not a fault of its own.
fn take_number(text: &str, most: usize) -> Option<(usize, &str)> {
    let digits = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| (text[..digits].parse().unwrap_or(100_000).min(100_000), &text[digits..]))
}

/// Why one of many texts is no list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Which text, from 0.
    pub line: usize,
    /// What is wrong with it.
    pub error: NotationError,
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
        /// Which move of the game, from 1.
        number: usize,
        /// Why not.
        error: IllegalMove,
    },
    /// A cell that the board does not have.
    OffBoard {
        /// Which move of the game, from 1.
        number: usize,
        /// What was written.
        text: String,
        /// As what it was read.
        notation: Notation,
        /// The board with the real cells.
        rules: Rules,
    },
    /// There is no such column.
    NoColumn {
        /// Which move of the game, from 1.
        number: usize,
        /// Columns from 1 or from 0.
        notation: Notation,
        /// The board with the real columns.
        rules: Rules,
    },
    /// A column without an empty cell.
    ColumnFull {
        /// Which move of the game, from 1.
        number: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Several notations fit and mean different moves.
    Ambiguous {
        /// What the text means in each.
        readings: Vec<Reading>,
        /// The board.
        rules: Rules,
    },
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Unreadable { text, notation, rules } => {
                // A first move in the middle of this board, and with columns another one on top of it.
                let cell = Cell::new(if rules.gravity() { 0 } else { rules.rows() / 2 }, rules.cols() / 2);
                let such = |notation: Notation| notation.write(*rules, [cell]);
                let both = |notation: Notation| notation.write(*rules, [cell, cell]);
                let cells = such(Notation::Cells);
                if !rules.gravity() && matches!(notation, Notation::Columns | Notation::ColumnsFromZero) {
                    let why = format!("column numbers alone say no move on {rules}, which has no gravity");
                    return write!(f, "{why}: write cells such as {cells}");
                }
                write!(f, "'{text}' is no move: write ")?;
                match notation {
                    Notation::Columns => write!(f, "columns such as {}, or cells such as {cells}", both(*notation)),
                    Notation::ColumnsFromZero => write!(f, "columns from 0, such as {}", both(*notation)),
                    Notation::Cells => write!(f, "cells such as {cells}"),
                    Notation::Gomocup => {
                        let (xy, ij) = (such(Notation::Gomocup), such(Notation::Bologna));
                        write!(f, "cells such as {cells}, x,y such as {xy} or [i,j] such as {ij}")
                    }
                    Notation::Bologna => write!(f, "[i,j] such as {}", such(*notation)),
                }
            }
            NotationError::Illegal { number, error } => write!(f, "move {number}: {error}"),
            NotationError::OffBoard { number, text, notation, rules } => {
                let (rows, cols) = (rules.rows(), rules.cols());
                write!(f, "move {number}: {text} is off the board: ")?;
                match notation {
                    Notation::Gomocup => write!(f, "x goes from 0 to {} and y from 0 to {}", cols - 1, rows - 1),
                    Notation::Bologna => write!(f, "i goes from 0 to {} and j from 0 to {}", rows - 1, cols - 1),
                    _ => write!(f, "it has columns a to {} and rows 1 to {rows}", column_letters(cols - 1)),
                }
            }
            NotationError::NoColumn { number, notation, rules } => {
                let first = usize::from(*notation != Notation::ColumnsFromZero);
                let last = rules.cols() - 1 + first;
                write!(f, "move {number}: there is no such column: they go from {first} to {last}")
            }
            NotationError::ColumnFull { number, column } => {
                write!(f, "move {number}: column {column} is full: choose another one")
            }
            NotationError::Ambiguous { readings, rules } => {
                let tell = |reading: &Reading| {
                    let cells = Notation::Cells.write(*rules, reading.moves.iter().copied());
                    format!("{} ({})", reading.notation.name(), excerpt(&cells, 60))
                };
                let told: Vec<String> = readings.iter().map(tell).collect();
                write!(f, "these moves can be read as {}: say which", told.join(" and as "))
            }
        }
    }
}

impl std::error::Error for NotationError {}
