//! Positions as pictures.

mod svg;
mod text;

pub use svg::{Note, svg, svg_with};
pub use text::{Ink, caption, text};

use crate::{Board, Cell, Game};

/// What a drawing points out.
struct Marks {
    /// The cells of the completed lines, row by row.
    winning: Vec<Cell>,
    last: Option<Cell>,
}

impl Marks {
    fn of(game: &Game) -> Marks {
        let mut winning: Vec<Cell> = game.board().winning_lines().flat_map(|line| line.cells()).collect();
        winning.sort();
        winning.dedup();
        Marks { winning, last: game.moves().last().map(|m| m.cell) }
    }

    fn wins(&self, cell: Cell) -> bool {
        self.winning.binary_search(&cell).is_ok()
    }
}
