//! The first line of a certificate: what it claims.

use std::fmt;

use crate::Fault;

/// Where the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// One board: rows, columns, how many in a row (or more) complete a line, and whether stones fall.
    #[allow(missing_docs)]
    Board { rows: usize, cols: usize, k: usize, gravity: bool },
    /// Every board with at least so many rows and columns; exactly so many where it does not grow.
    #[allow(missing_docs)]
    Larger { rows: usize, cols: usize, k: usize, grows: [bool; 2] },
    /// Every board without gravity with at most so many rows, or columns, and this K or a larger one; of any size without a
    /// number of rows.
    #[allow(missing_docs)]
    Tiled { rows: Option<usize>, k: usize },
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
    /// The moves before the start of the proof, as cell numbers `row * cols + col`; none for the empty board.
    pub after: Vec<usize>,
}

impl Claim {
    /// Splits a file into its claim and its compressed payload.
    pub(crate) fn read(file: &[u8]) -> Result<(Claim, &[u8]), Fault> {
        let end = file.iter().take(4096).position(|&byte| byte == b'\n').unwrap_or(0);
        let line = std::str::from_utf8(&file[..end]).unwrap_or_default();
        let claim = Claim::parse(line).ok_or_else(|| {
            Fault::new("the first line is not 'filetto-certificate 1 BOARD strong|weak X|O wins|holds [after MOVES]'")
        })?;
        Ok((claim, &file[end + 1..]))
    }

    fn parse(line: &str) -> Option<Claim> {
        let words: Vec<&str> = line.strip_prefix("filetto-certificate 1 ")?.split(' ').collect();
        let [board, game, who, verb, rest @ ..] = &words[..] else { return None };
        let which = |word: &str, words: [&str; 2]| words.iter().position(|&other| other == word);
        let (ground, who) = (ground(board)?, which(who, ["X", "O"])?);
        let (weak, wins) = (which(game, ["strong", "weak"])? == 1, which(verb, ["holds", "wins"])? == 1);
        let after = match (ground, rest) {
            (Ground::Tiled { .. }, []) if weak && !wins && who == 1 => Vec::new(),
            (Ground::Larger { .. }, []) if !weak && wins && who == 0 => Vec::new(),
            (Ground::Board { .. }, []) => Vec::new(),
            (Ground::Board { rows, cols, .. }, ["after", moves @ ..]) if !moves.is_empty() => {
                moves.iter().map(|name| cell(name, rows, cols)).collect::<Option<_>>()?
            }
            _ => return None,
        };
        Some(Claim { ground, weak, who, wins, after })
    }
}

/// `ROWSxCOLSxK`, with `g` for gravity, with `+` for "or more", or with `N` for "any".
fn ground(text: &str) -> Option<Ground> {
    let decimal = |text: &str| text.parse::<usize>().ok().filter(|n| n.to_string() == text);
    let side = |text: &str| decimal(text).filter(|n| (1..=128).contains(n));
    let words: Vec<&str> = text.strip_suffix('g').unwrap_or(text).split('x').collect();
    let (&[rows, cols, k], gravity) = (&words[..], text.ends_with('g')) else { return None };
    let k = side(k)?;
    if cols == "N" && !gravity {
        let rows = if rows == "N" { None } else { Some(side(rows)?) };
        return Some(Ground::Tiled { rows, k });
    }
    let grows = [rows, cols].map(|text| text.ends_with('+'));
    let [rows, cols] = [rows, cols].map(|text| side(text.strip_suffix('+').unwrap_or(text)));
    let (rows, cols) = (rows.filter(|n| n + k <= 129 || !grows[0])?, cols.filter(|n| n + k <= 129 || !grows[1])?);
    if grows != [false; 2] {
        return (!gravity && k <= rows.max(cols)).then_some(Ground::Larger { rows, cols, k, grows });
    }
    (k <= rows.max(cols)).then_some(Ground::Board { rows, cols, k, gravity })
}

/// The number of a cell such as `d4`: columns by letters, after `z` comes `aa`; rows from 1 at the bottom.
fn cell(text: &str, rows: usize, cols: usize) -> Option<usize> {
    (0..rows * cols).find(|&cell| name(cell, cols) == text)
}

pub(crate) fn name(cell: usize, cols: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    let first = (cell % cols / 26).checked_sub(1).map(letter).map_or(String::new(), String::from);
    format!("{first}{}{}", letter(cell % cols), cell / cols + 1)
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (who, other) = if self.who == 0 { ("X", "O") } else { ("O", "X") };
        match self.ground {
            Ground::Tiled { rows: None, k } => write!(f, "every board with K >= {k}")?,
            Ground::Tiled { rows: Some(rows), k } => write!(f, "every board of at most {rows} rows with K >= {k}")?,
            Ground::Larger { rows, cols, k, grows } => {
                let [r, c] = grows.map(|grows| if grows { "+" } else { "" });
                write!(f, "every board {rows}{r}x{cols}{c}x{k} (+ for or more)")?;
            }
            Ground::Board { rows, cols, k, gravity } => {
                write!(f, "{rows}x{cols}x{k}{}", if gravity { "g" } else { "" })?;
                let moves: Vec<String> = self.after.iter().map(|&cell| name(cell, cols)).collect();
                write!(f, "{}{}", if moves.is_empty() { "" } else { " after " }, moves.join(" "))?;
            }
        }
        match (self.weak, self.wins) {
            (false, true) => write!(f, ": {who} wins"),
            (true, true) => write!(f, ": {who} completes a line if only {who}'s lines count"),
            (false, false) => write!(f, ": {other} does not win"),
            (true, false) => write!(f, ": {other} never completes a line, hence does not win"),
        }
    }
}
