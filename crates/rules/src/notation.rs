//! The ways to write moves.

use crate::{Cell, Rules};

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

    /// Moves in this notation, as [`read_moves`](crate::read_moves) reads them back.
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
    pub(crate) fn one_digit_columns(self, rules: Rules) -> bool {
        let largest = if self == Notation::ColumnsFromZero { rules.cols() - 1 } else { rules.cols() };
        largest <= 9
    }
}
