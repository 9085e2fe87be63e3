//! The first line of a certificate: what it claims.

use std::fmt;

use crate::Fault;

/// The line begins with this; the number is the version of the format.
const MAGIC: &str = "filetto-certificate 1 ";

/// Where the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// One board.
    Board {
        /// Rows, 1 to 128.
        rows: usize,
        /// Columns, 1 to 128.
        cols: usize,
        /// This many or more in a row complete a line.
        k: usize,
        /// Whether stones fall to the lowest empty cell of their column.
        gravity: bool,
    },
    /// Every board of any size with this K or a larger one, without gravity.
    Plane {
        /// The least K.
        k: usize,
    },
}

/// The statement that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The board.
    pub ground: Ground,
    /// In a weak game only one side's lines count: those of the side that is said to win, or to be held.
    pub weak: bool,
    /// Whose strategy the certificate contains: 0 for X, who began, 1 for O.
    pub who: usize,
    /// Whether that side completes a line before the other; if not, it keeps the other from doing so.
    pub wins: bool,
    /// The moves played before the start of the proof, as cell numbers `row * cols + col`; empty for the empty board.
    pub after: Vec<usize>,
}

impl Claim {
    /// Splits a file into its claim and its compressed payload.
    pub(crate) fn read(file: &[u8]) -> Result<(Claim, &[u8]), Fault> {
        let fault = |what: &str| Fault::Header(what.into());
        let end = file.iter().take(1 << 20).position(|&byte| byte == b'\n').ok_or_else(|| fault("no first line"))?;
        let line = std::str::from_utf8(&file[..end]).map_err(|_| fault("the first line is no text"))?;
        let line = line.strip_prefix(MAGIC).ok_or_else(|| fault("it does not begin with 'filetto-certificate 1'"))?;
        let words: Vec<&str> = line.split(' ').collect();
        let [board, game, who, verb, rest @ ..] = &words[..] else {
            return Err(fault("it should go on: BOARD strong|weak X|O wins|holds"));
        };
        let ground = ground(board).ok_or_else(|| fault("no board of 1 to 128 rows and columns"))?;
        let one_of = |word: &str, no: &str, yes: &str| match word {
            word if word == yes => Ok(true),
            word if word == no => Ok(false),
            _ => Err(Fault::Header(format!("'{no}' or '{yes}' expected"))),
        };
        let (weak, second) = (one_of(game, "strong", "weak")?, one_of(who, "X", "O")?);
        let wins = one_of(verb, "holds", "wins")?;
        let after = match (ground, rest) {
            (_, []) => Vec::new(),
            (Ground::Board { rows, cols, .. }, ["after", moves @ ..]) => {
                let cells = moves.iter().map(|name| cell(name, rows, cols)).collect::<Option<_>>();
                cells.ok_or_else(|| fault("a move after 'after' is no cell of the board"))?
            }
            _ => return Err(fault("only 'after' and moves may follow the claim")),
        };
        if matches!(ground, Ground::Plane { .. }) && (!weak || !second || wins) {
            return Err(fault("on the plane only 'weak O holds' can be proved"));
        }
        Ok((Claim { ground, weak, who: usize::from(second), wins, after }, &file[end + 1..]))
    }
}

/// `ROWSxCOLSxK`, with `g` for gravity, or `planexK`.
fn ground(text: &str) -> Option<Ground> {
    let side = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=128).contains(n));
    if let Some(k) = text.strip_prefix("planex") {
        return Some(Ground::Plane { k: side(k)? });
    }
    let (numbers, gravity) = text.strip_suffix('g').map_or((text, false), |numbers| (numbers, true));
    let numbers: Vec<usize> = numbers.split('x').map(side).collect::<Option<_>>()?;
    let &[rows, cols, k] = &numbers[..] else { return None };
    (k <= rows.max(cols)).then_some(Ground::Board { rows, cols, k, gravity })
}

/// The number of a cell such as `d4`, columns by letters, rows from 1 at the bottom.
fn cell(name: &str, rows: usize, cols: usize) -> Option<usize> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let letter = |sum: usize, c: char| c.is_ascii_lowercase().then(|| sum * 26 + (c as usize - 'a' as usize + 1));
    let col = name[..digits].chars().take(3).try_fold(0, letter)?.checked_sub(1)?;
    let row = name[digits..].parse::<usize>().ok()?.checked_sub(1)?;
    (row < rows && col < cols).then_some(row * cols + col)
}

/// The name of a cell: the inverse of the above.
pub(crate) fn name(cell: usize, cols: usize) -> String {
    let letters = |col: usize| char::from(b'a' + (col % 26) as u8);
    let (row, col) = (cell / cols, cell % cols);
    let first = if col < 26 { String::new() } else { letters(col / 26 - 1).to_string() };
    format!("{first}{}{}", letters(col), row + 1)
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (who, other) = if self.who == 0 { ("X", "O") } else { ("O", "X") };
        match self.ground {
            Ground::Plane { k } => return write!(f, "every board with K >= {k}: O keeps X from completing a line"),
            Ground::Board { rows, cols, k, gravity } => {
                write!(f, "{rows}x{cols}x{k}{}", if gravity { "g" } else { "" })?;
                for (index, &cell) in self.after.iter().enumerate() {
                    write!(f, "{}{}", if index == 0 { " after " } else { " " }, name(cell, cols))?;
                }
            }
        }
        match (self.weak, self.wins) {
            (false, true) => write!(f, ": {who} wins"),
            (true, true) => write!(f, ": {who} completes a line if only {who}'s lines count"),
            (false, false) => write!(f, ": {other} does not win"),
            (true, false) => write!(f, ": {who} keeps {other} from completing a line"),
        }
    }
}
