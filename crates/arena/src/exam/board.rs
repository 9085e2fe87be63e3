//! A position of the page: what was played and what was better, told apart by sign and stroke, not by colour alone.

use std::fmt::Write;

use filetto_rules::{Board, Cell, Game, Side, column_letters};

const CELL: usize = 40;
const MARGIN: usize = 30;
/// Of boards with more cells on a side only the part around the stones is drawn.
const WHOLE: usize = 20;

/// The part of a board that is drawn: rows and columns from and to, both included.
struct View {
    rows: (usize, usize),
    cols: (usize, usize),
}

impl View {
    fn of(game: &Game, marked: [Cell; 2]) -> View {
        let stones = || game.cells().chain(marked);
        let part = |size: usize, at: &dyn Fn(Cell) -> usize| {
            let low = stones().map(at).min().unwrap_or(0).saturating_sub(2);
            let high = (stones().map(at).max().unwrap_or(0) + 2).min(size - 1);
            if size <= WHOLE { (0, size - 1) } else { (low, high) }
        };
        View { rows: part(game.rules().rows(), &Cell::row), cols: part(game.rules().cols(), &Cell::col) }
    }

    fn x(&self, col: usize) -> usize {
        MARGIN + (col - self.cols.0) * CELL
    }

    fn y(&self, row: usize) -> usize {
        MARGIN + (self.rows.1 - row) * CELL
    }
}

/// The position before a move, with the move and a better one.
pub(super) fn svg(game: &Game, played: Cell, better: Cell) -> String {
    let view = View::of(game, [played, better]);
    let (width, height) = (view.x(view.cols.1 + 1) + MARGIN, view.y(view.rows.0) + CELL + MARGIN);
    let mut out = format!(
        "<svg class=\"position\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{} stones on {}; played {played}, better \
         {better}\">\n",
        game.board().stones(),
        game.rules()
    );
    let mut grid = String::new();
    for col in view.cols.0..=view.cols.1 + 1 {
        let _ = write!(grid, "M{} {MARGIN}V{}", view.x(col), height - MARGIN);
    }
    for row in view.rows.0..=view.rows.1 + 1 {
        let y = if row > view.rows.1 { MARGIN } else { view.y(row) + CELL };
        let _ = write!(grid, "M{MARGIN} {y}H{}", width - MARGIN);
    }
    for col in view.cols.0..=view.cols.1 {
        let (x, y) = (view.x(col) + CELL / 2, height - MARGIN / 3);
        let _ = writeln!(out, "<text class=\"tick\" x=\"{x}\" y=\"{y}\">{}</text>", column_letters(col));
    }
    for row in view.rows.0..=view.rows.1 {
        let y = view.y(row) + CELL / 2 + 5;
        let _ = writeln!(out, "<text class=\"tick\" x=\"{}\" y=\"{y}\">{}</text>", MARGIN / 2, row + 1);
    }
    for (cell, class) in [(played, "played"), (better, "better")] {
        let (x, y) = (view.x(cell.col()), view.y(cell.row()));
        let _ = writeln!(out, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    }
    let _ = writeln!(out, "<path class=\"cell\" d=\"{grid}\"/>");
    for (ply, cell) in game.cells().enumerate() {
        let last = if ply + 1 == game.moves().len() { " last" } else { "" };
        stone(&mut out, &view, cell, game.mover(ply), last);
    }
    for (cell, class, sign) in [(played, " wrong", '?'), (better, " right", '!')] {
        stone(&mut out, &view, cell, game.to_move(), class);
        let (x, y) = (view.x(cell.col()) + CELL - 7, view.y(cell.row()) + 14);
        let _ = writeln!(out, "<text class=\"sign\" x=\"{x}\" y=\"{y}\">{sign}</text>");
    }
    out + "</svg>\n"
}

fn stone(out: &mut String, view: &View, cell: Cell, side: Side, class: &str) {
    let (x, y) = (view.x(cell.col()) + CELL / 2, view.y(cell.row()) + CELL / 2);
    let r = CELL * 3 / 10;
    let _ = match side {
        Side::First => {
            let d = format!("M{} {}l{s} {s}m0-{s}l-{s} {s}", x - r, y - r, s = 2 * r);
            writeln!(out, "<path class=\"first{class}\" d=\"{d}\"><title>X {cell}</title></path>")
        }
        Side::Second => {
            writeln!(
                out,
                "<circle class=\"second{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"><title>O {cell}</title></circle>"
            )
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_board_is_cut_to_the_stones_and_every_stone_is_drawn() {
        let mut game = Game::new("70x70x10".parse().unwrap());
        for (row, col) in [(30, 30), (31, 33), (30, 31)] {
            game.play(Cell::new(row, col)).unwrap();
        }
        let picture = svg(&game, Cell::new(30, 32), Cell::new(29, 29));
        assert_eq!(picture.matches("class=\"first").count(), 2);
        assert_eq!(picture.matches("class=\"second").count(), 3, "two of them are the move and the better one");
        assert!(picture.contains(">ah</text>") && !picture.contains(">a</text>"), "{picture}");
        assert_eq!(picture.matches("class=\"sign\"").count(), 2);
    }
}
