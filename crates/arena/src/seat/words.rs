//! What a program says, line by line.

use filetto_rules::{Cell, Rules};

use crate::fault::quote;

/// A line of a program's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Ok,
    Move(Move),
    /// `ERROR`, `UNKNOWN`: it heard the question and does not answer it. Holds the line.
    Refusal(String),
    /// `MESSAGE`, `DEBUG` and the live lines of analysis.
    Talk,
    /// Anything else, quoted.
    Nonsense(String),
}

/// A cell as a program names it; it need not be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Move {
    pub(crate) fn cell(self, rules: Rules) -> Option<Cell> {
        let (x, y) = (usize::try_from(self.x).ok()?, usize::try_from(self.y).ok()?);
        let cell = Cell::new(rules.rows().checked_sub(y.checked_add(1)?)?, x);
        rules.contains(cell).then_some(cell)
    }
}

/// `7,7`, `7, 7` or `SUGGEST 7,7`.
pub(crate) fn read_move(line: &str) -> Option<Move> {
    let line = line.trim();
    let line = line.strip_prefix("SUGGEST ").unwrap_or(line);
    let (x, y) = line.split_once(',')?;
    Some(Move { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
}

impl Word {
    pub(crate) fn of(line: &str) -> Word {
        if let Some(place) = read_move(line) {
            return Word::Move(place);
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "OK" => Word::Ok,
            "ERROR" | "UNKNOWN" => Word::Refusal(quote(line)),
            "MESSAGE" | "DEBUG" | "INFO" => Word::Talk,
            _ => Word::Nonsense(quote(line)),
        }
    }
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Word::Ok => f.write_str("OK"),
            Word::Move(place) => write!(f, "{},{}", place.x, place.y),
            Word::Refusal(line) | Word::Nonsense(line) => f.write_str(line),
            Word::Talk => f.write_str("MESSAGE"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart_however_they_are_written() {
        let place = |x, y| Word::Move(Move { x, y });
        assert_eq!(Word::of("7,8"), place(7, 8));
        assert_eq!(Word::of(" 7 , -8\t"), place(7, -8));
        assert_eq!(Word::of("SUGGEST 7,8"), place(7, 8));
        assert_eq!(Word::of("OK - ready"), Word::Ok);
        assert_eq!(Word::of("message 7,8"), Word::Talk);
        assert_eq!(Word::of("UNKNOWN command"), Word::Refusal("UNKNOWN command".to_owned()));
        for nonsense in ["", "7,", "7,8,1", "7.0,8", "99999999999999999999,0", "a banana"] {
            assert!(matches!(Word::of(nonsense), Word::Nonsense(_)), "{nonsense}");
        }
    }

    #[test]
    fn a_cell_counts_from_the_top_left_and_must_be_on_the_board() {
        let cell = |x, y| Move { x, y }.cell(Rules::CONNECT4);
        assert_eq!(cell(0, 5), Some(Cell::new(0, 0)));
        assert_eq!(cell(6, 0), Some(Cell::new(5, 6)));
        assert_eq!([cell(7, 0), cell(0, 6), cell(-1, 0), cell(0, i64::MAX)], [None; 4]);
    }
}
