//! What game is played: board, length of a winning row, what wins, where a stone may be placed.

use std::fmt;
use std::str::FromStr;

use crate::{Cell, Direction, Line, Side};

/// The rules of one k-in-a-row game: `rows` x `cols` cells, what wins ([`WinRule`]), where stones go ([`Placement`]).
///
/// A value of this type is always playable: it can only be made by [`Rules::new`] and the parser, which refuse nonsense.
/// The text form `ROWSxCOLSxK`, with a trailing `g` for gravity (and `e` for exactly K), is the one used by every command, file
/// and protocol.
///
/// ```
/// use filetto_rules::{Placement, Rules, WinRule};
///
/// let rules: Rules = "6x7x4g".parse()?;
/// assert_eq!((rules.rows(), rules.cols(), rules.k()), (6, 7, 4));
/// assert_eq!((rules.placement(), rules.win_rule()), (Placement::Gravity, WinRule::AtLeast));
/// assert_eq!(rules, Rules::CONNECT4);
/// assert_eq!("gomoku".parse::<Rules>()?.to_string(), "15x15x5");
/// assert!("3x3".parse::<Rules>().unwrap_err().to_string().contains("ROWSxCOLSxK"));
/// # Ok::<(), filetto_rules::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    rows: u8,
    cols: u8,
    k: u8,
    placement: Placement,
    win_rule: WinRule,
}

/// Which rows win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WinRule {
    /// K or more in a row: Connect Four, freestyle gomoku.
    AtLeast,
    /// K in a row and no more: standard gomoku. A stone that makes a longer row does not win, and the game goes on.
    Exactly,
}

/// Where a stone may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Placement {
    /// On any empty cell.
    Free,
    /// On the lowest empty cell of a column: stones fall.
    Gravity,
}

impl WinRule {
    /// Both.
    pub const ALL: [WinRule; 2] = [WinRule::AtLeast, WinRule::Exactly];

    /// The letter at the end of a board's text form.
    pub const fn letter(self) -> &'static str {
        match self {
            WinRule::AtLeast => "",
            WinRule::Exactly => "e",
        }
    }

    /// Whether one stone more never hurts its side. What rests on it (the second player cannot win from the empty board, a larger
    /// board is no worse for the first, dominated moves) does not hold where a row can become too long.
    pub const fn is_monotone(self) -> bool {
        matches!(self, WinRule::AtLeast)
    }
}

impl Placement {
    /// Both.
    pub const ALL: [Placement; 2] = [Placement::Free, Placement::Gravity];

    /// The letter at the end of a board's text form.
    pub const fn letter(self) -> &'static str {
        match self {
            Placement::Free => "",
            Placement::Gravity => "g",
        }
    }

    /// The placement that a switch "with gravity" means.
    pub const fn with_gravity(gravity: bool) -> Placement {
        if gravity { Placement::Gravity } else { Placement::Free }
    }
}

/// The most rows, and the most columns, that a board can have.
pub const MAX_SIDE: usize = 128;

/// The games that have a name of their own.
pub const NAMED: [(&str, Rules); 4] = [
    ("tictactoe", Rules::TICTACTOE),
    ("connect4", Rules::CONNECT4),
    ("gomoku", Rules::GOMOKU),
    ("gomoku20", Rules::GOMOKU20),
];

impl Rules {
    /// Noughts and crosses: `3x3x3`.
    pub const TICTACTOE: Rules = Rules::preset(3, 3, 3, Placement::Free);
    /// Connect Four: `6x7x4g`.
    pub const CONNECT4: Rules = Rules::preset(6, 7, 4, Placement::Gravity);
    /// Five in a row on the usual board: `15x15x5`.
    pub const GOMOKU: Rules = Rules::preset(15, 15, 5, Placement::Free);
    /// Five in a row on the large board: `20x20x5`.
    pub const GOMOKU20: Rules = Rules::preset(20, 20, 5, Placement::Free);

    /// Unchecked, for constants.
    pub(crate) const fn preset(rows: u8, cols: u8, k: u8, placement: Placement) -> Rules {
        Rules { rows, cols, k, placement, win_rule: WinRule::AtLeast }
    }

    /// The rules with these numbers, if they make a game; K or more win: see [`Rules::exactly`].
    pub const fn new(rows: usize, cols: usize, k: usize, placement: Placement) -> Result<Rules, RulesError> {
        if rows == 0 || rows > MAX_SIDE || cols == 0 || cols > MAX_SIDE {
            return Err(RulesError::Side { rows, cols });
        }
        let longest = if rows > cols { rows } else { cols };
        if k == 0 || k > longest {
            return Err(RulesError::K { k, longest });
        }
        Ok(Rules { rows: rows as u8, cols: cols as u8, k: k as u8, placement, win_rule: WinRule::AtLeast })
    }

    /// The same game, but more than K in a row do not win.
    #[must_use]
    pub const fn exactly(self) -> Rules {
        self.with_win_rule(WinRule::Exactly)
    }

    /// The same board with this way to win.
    #[must_use]
    pub const fn with_win_rule(self, win_rule: WinRule) -> Rules {
        Rules { win_rule, ..self }
    }

    /// Which rows win.
    pub const fn win_rule(self) -> WinRule {
        self.win_rule
    }

    /// Where a stone may be placed.
    pub const fn placement(self) -> Placement {
        self.placement
    }

    /// Whether an unbroken row of this length wins.
    #[inline]
    pub const fn wins_with(self, length: usize) -> bool {
        // One comparison: what is shorter than K wraps to a huge number.
        (length as u32).wrapping_sub(self.k as u32) <= if self.win_rule.is_monotone() { MAX_SIDE as u32 } else { 0 }
    }

    /// Number of rows, 1 to [`MAX_SIDE`].
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns, 1 to [`MAX_SIDE`].
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// How many in a row win; more than that win too, unless the rules say exactly.
    pub const fn k(self) -> usize {
        self.k as usize
    }

    /// Whether a stone falls to the lowest empty cell of its column.
    pub const fn gravity(self) -> bool {
        matches!(self.placement, Placement::Gravity)
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether rows and columns are equally many.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// Whether the cell is on the board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row() < self.rows() && cell.col() < self.cols()
    }

    /// All cells, row by row from the bottom left.
    pub fn all_cells(self) -> impl Iterator<Item = Cell> + Clone {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row.into(), col.into())))
    }

    /// Every stretch of exactly `k` cells in a row: the ways to win.
    pub fn windows(self) -> impl Iterator<Item = Line> {
        self.all_cells()
            .flat_map(move |start| Direction::ALL.map(|direction| Line { start, direction, len: self.k() }))
            .filter(move |line| self.contains(line.last()))
    }

    /// Whether a side can still complete these K cells in a row: no stone of the other side is among them, and where exactly K
    /// win no own stone just beyond an end.
    pub fn is_open(self, line: Line, side: Side, stone: impl Fn(Cell) -> Option<Side>) -> bool {
        let free = line.cells().all(|cell| stone(cell) != Some(side.other()));
        let beyond = || line.beyond().into_iter().flatten().filter(|&cell| self.contains(cell));
        free && (self.win_rule.is_monotone() || beyond().all(|cell| stone(cell) != Some(side)))
    }

    /// The name of this game, if it has one: see [`NAMED`].
    pub fn name(self) -> Option<&'static str> {
        NAMED.iter().find(|(_, rules)| *rules == self).map(|(name, _)| *name)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (placement, win_rule) = (self.placement.letter(), self.win_rule.letter());
        write!(f, "{}x{}x{}{placement}{win_rule}", self.rows, self.cols, self.k)
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self})")
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some((_, rules)) = NAMED.iter().find(|(name, _)| *name == lower) {
            return Ok(*rules);
        }
        let malformed = || RulesError::Text(excerpt(text, 24));
        let (numbers, exact) = without(&lower, 'e');
        let (numbers, gravity) = without(numbers, 'g');
        let mut parts = numbers.split('x').map(number);
        let mut next = || parts.next().flatten().ok_or_else(malformed);
        let (rows, cols, k) = (next()?, next()?, next()?);
        if parts.next().is_some() {
            return Err(malformed());
        }
        let rules = Rules::new(rows, cols, k, Placement::with_gravity(gravity))?;
        Ok(if exact { rules.exactly() } else { rules })
    }
}

/// A text without a letter at its end, and whether it was there.
fn without(text: &str, letter: char) -> (&str, bool) {
    text.strip_suffix(letter).map_or((text, false), |rest| (rest, true))
}

/// Digits only (`parse` alone would take `+3`); a number too long for the machine counts as huge, not as malformed.
fn number(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// The beginning of what somebody wrote, short and printable enough to be quoted in an error.
pub fn excerpt(text: &str, most: usize) -> String {
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(most).map(printable).collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

/// Why some numbers or a text are no rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// The text has not the form of a board; holds its beginning.
    Text(String),
    /// A side is zero or too long.
    Side {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        cols: usize,
    },
    /// K is zero or longer than any line of the board.
    K {
        /// The K asked for.
        k: usize,
        /// The longest line of that board.
        longest: usize,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::Text(text) => {
                let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
                write!(
                    f,
                    "'{text}' is no board: write ROWSxCOLSxK such as 15x15x5, with a trailing g for gravity such as \
                     6x7x4g, or one of {}",
                    names.join(", ")
                )
            }
            RulesError::Side { rows, cols } => {
                let wrong = if (1..=MAX_SIDE).contains(rows) { cols } else { rows };
                let wrong = Huge(*wrong);
                write!(f, "a board has 1 to {MAX_SIDE} rows and 1 to {MAX_SIDE} columns, not {wrong}")
            }
            RulesError::K { k: 0, longest } => {
                write!(f, "0 in a row is no goal: K is 1 to {longest} on this board")
            }
            RulesError::K { k, longest } => {
                let k = Huge(*k);
                write!(f, "no line of this board holds {k} in a row: K is 1 to {longest} here")
            }
        }
    }
}

/// A number for a sentence; what overflowed is not quoted as if the user had written it.
struct Huge(usize);

impl fmt::Display for Huge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == usize::MAX { f.write_str("that many") } else { self.0.fmt(f) }
    }
}

impl std::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_round_trips() {
        for text in ["1x1x1", "3x3x3", "6x7x4g", "15x15x5", "128x128x128g", "1x9x9", "15x15x5e", "6x7x4ge"] {
            assert_eq!(text.parse::<Rules>().unwrap().to_string(), text);
        }
        assert_eq!(" GoMoKu20 ".parse::<Rules>().unwrap().to_string(), "20x20x5");
        assert_eq!("6X7X4G".parse::<Rules>().unwrap().name(), Some("connect4"));
    }

    #[test]
    fn nonsense_is_refused_with_what_would_be_right() {
        let says = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        for text in [
            "", "3x3", "axb", "3x3x3x3", "3x3x", "x3x3", "+3x3x3", "3x-3x3", "3x3x3gg", "3x3x3eg", "g", "chess",
            "３x3x3",
        ] {
            assert!(says(text).contains("ROWSxCOLSxK"), "{text}: {}", says(text));
        }
        assert_eq!(says("0x3x3"), "a board has 1 to 128 rows and 1 to 128 columns, not 0");
        assert_eq!(says("3x129x3"), "a board has 1 to 128 rows and 1 to 128 columns, not 129");
        assert!(says("3x99999999999999999999999x3").contains("not that many"));
        assert_eq!(says("3x3x0"), "0 in a row is no goal: K is 1 to 3 on this board");
        assert_eq!(says("3x5x6"), "no line of this board holds 6 in a row: K is 1 to 5 here");
        assert!(says(&"9".repeat(100_000)).len() < 300, "an error never echoes a huge input");
    }

    #[test]
    fn windows_are_counted_as_by_hand() {
        assert_eq!(Rules::TICTACTOE.windows().count(), 8);
        assert_eq!(Rules::CONNECT4.windows().count(), 69);
        assert_eq!("2x5x4".parse::<Rules>().unwrap().windows().count(), 4);
    }
}
