//! A position as a scalable picture.

use std::fmt::Write;

use super::{Marks, caption};
use crate::{Board, Cell, Game, Line, Side, column_letters};

/// Side of a cell in the picture's units.
const CELL: usize = 40;
/// Room for the coordinates.
const MARGIN: usize = 32;

/// The board as a stand-alone SVG document: crosses and rings (never colour alone), the last move underlaid, a bar through
/// every completed line, coordinates around. Follows the reader's light or dark preference.
pub fn svg(game: &Game) -> String {
    svg_with(game, &[])
}

/// Something to point out on an empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where.
    pub cell: Cell,
    /// A letter or a number.
    pub text: String,
    /// The colour of its ground, in degrees of the colour circle; the text says the same without colour.
    pub hue: u16,
}

/// The same with notes on some cells.
pub fn svg_with(game: &Game, notes: &[Note]) -> String {
    let rules = game.rules();
    let (width, height) = (rules.cols() * CELL + 2 * MARGIN, rules.rows() * CELL + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"title desc\">\n<title id=\"title\">{rules}</title>\n<desc id=\"desc\">{}</desc>\n{STYLE}",
        escape(&caption(game))
    );
    let picture = Picture { rows: rules.rows(), out: &mut out };
    picture.paint(game, notes);
    out += "</svg>\n";
    out
}

/// Colours are chosen for contrast on their ground and told apart by people who see few colours.
const STYLE: &str = "<style>\n\
    .paper { fill: #fbfaf7 } .grid { stroke: #b9b3a6; stroke-width: 1.5 } .label { fill: #6b665c } .note { fill: #1b1b1b }\n\
    .last { fill: #f3e3b3 } .x { stroke: #1d5fa8 } .o { stroke: #b3520e } .win { stroke: #2b2b2b; opacity: .55 }\n\
    .x, .o { fill: none; stroke-width: 5; stroke-linecap: round } .win { stroke-width: 7; stroke-linecap: round }\n\
    text { font: 15px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central }\n\
    @media (prefers-color-scheme: dark) {\n\
    .paper { fill: #1f2124 } .grid { stroke: #4a4d52 } .label { fill: #a5a8ad } .note { fill: #f4f4f4 } .last { fill: #4d4527 }\n\
    .x { stroke: #7db4ee } .o { stroke: #f0a05f } .win { stroke: #f4f4f4 }\n}\n</style>\n";

struct Picture<'a> {
    rows: usize,
    out: &'a mut String,
}

impl Picture<'_> {
    /// Middle of a cell.
    fn centre(&self, cell: Cell) -> (usize, usize) {
        (MARGIN + cell.col() * CELL + CELL / 2, MARGIN + (self.rows - 1 - cell.row()) * CELL + CELL / 2)
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(element);
        self.out.push('\n');
    }

    fn paint(mut self, game: &Game, notes: &[Note]) {
        let rules = game.rules();
        let marks = Marks::of(game);
        let (right, bottom) = (MARGIN + rules.cols() * CELL, MARGIN + rules.rows() * CELL);
        self.add(format_args!("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>"));
        if let Some((x, y)) = marks.last.map(|cell| self.centre(cell)) {
            let (x, y) = (x - CELL / 2, y - CELL / 2);
            self.add(format_args!("<rect class=\"last\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"));
        }
        let mut grid = String::new();
        for col in 0..=rules.cols() {
            let _ = write!(grid, "M{} {MARGIN}V{bottom}", MARGIN + col * CELL);
        }
        for row in 0..=rules.rows() {
            let _ = write!(grid, "M{MARGIN} {}H{right}", MARGIN + row * CELL);
        }
        self.add(format_args!("<path class=\"grid\" fill=\"none\" d=\"{grid}\"/>"));
        self.labels(game, right, bottom);
        for cell in rules.all_cells() {
            if let Some(side) = game.board().get(cell) {
                self.stone(cell, side);
            }
        }
        for line in game.board().winning_lines() {
            self.bar(line);
        }
        for note in notes {
            self.note(note);
        }
    }

    fn note(&mut self, Note { cell, text, hue }: &Note) {
        let (x, y) = self.centre(*cell);
        let r = CELL * 2 / 5;
        let text = escape(text);
        self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"hsl({hue} 70% 60% / .55)\"/>"));
        self.add(format_args!("<text class=\"note\" x=\"{x}\" y=\"{y}\">{text}<title>{cell}</title></text>"));
    }

    fn labels(&mut self, game: &Game, right: usize, bottom: usize) {
        let rules = game.rules();
        for col in 0..rules.cols() {
            let x = MARGIN + col * CELL + CELL / 2;
            let letters = column_letters(col);
            let top = if rules.gravity() { (col + 1).to_string() } else { letters.clone() };
            self.add(format_args!("<text class=\"label\" x=\"{x}\" y=\"{}\">{top}</text>", MARGIN / 2));
            self.add(format_args!("<text class=\"label\" x=\"{x}\" y=\"{}\">{letters}</text>", bottom + MARGIN / 2));
        }
        for row in 0..rules.rows() {
            let (_, y) = self.centre(Cell::new(row, 0));
            for x in [MARGIN / 2, right + MARGIN / 2] {
                self.add(format_args!("<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", row + 1));
            }
        }
    }

    fn stone(&mut self, cell: Cell, side: Side) {
        let (x, y) = self.centre(cell);
        let r = CELL * 3 / 10;
        match side {
            Side::First => {
                let d = format!("M{} {}l{s} {s}m0-{s}l-{s} {s}", x - r, y - r, s = 2 * r);
                self.add(format_args!("<path class=\"x\" d=\"{d}\"><title>X {cell}</title></path>"));
            }
            Side::Second => {
                self.add(format_args!(
                    "<circle class=\"o\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"><title>O {cell}</title></circle>"
                ));
            }
        }
    }

    fn bar(&mut self, line: Line) {
        let ((x1, y1), (x2, y2)) = (self.centre(line.start), self.centre(line.last()));
        self.add(format_args!("<path class=\"win\" d=\"M{x1} {y1}L{x2} {y2}\"/>"));
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn every_stone_line_and_label_is_in_the_picture() {
        let mut game = Game::new(Rules::CONNECT4);
        game.set_name(Side::First, "<b>&\"");
        for col in [0, 1, 0, 1, 0, 1, 0] {
            game.drop(col).unwrap();
        }
        let picture = svg(&game);
        assert_eq!(picture.matches("class=\"x\"").count(), 4);
        assert_eq!(picture.matches("class=\"o\"").count(), 3);
        assert_eq!(picture.matches("class=\"win\"").count(), 1);
        assert_eq!(picture.matches("class=\"last\"").count(), 1);
        assert_eq!(picture.matches("class=\"label\"").count(), 7 * 2 + 6 * 2);
        assert!(picture.contains("&lt;b&gt;&amp;&quot;") && !picture.contains("<b>"), "names are escaped");
    }
}
