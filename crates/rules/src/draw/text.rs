//! A position in characters.

use super::Marks;
use crate::{Board, Cell, Game, Outcome, Rules, Side, column_letters};

/// What the characters are printed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Characters only.
    Plain,
    /// With ANSI colours, for a terminal. The marks stay: colour only helps.
    Ansi,
}

/// The board with coordinates on all sides, the last move in round brackets and winning stones in square ones.
///
/// With gravity the columns are numbered at the top, where stones go in, and lettered at the bottom.
///
/// ```
/// use filetto_rules::{Game, Rules, draw, read_moves};
///
/// let mut game = Game::new(Rules::TICTACTOE);
/// for cell in read_moves(&game, "a1 b2 b1 b3", None)?.moves {
///     game.play(cell).unwrap();
/// }
/// assert_eq!(draw::text(&game, draw::Ink::Plain), "
///    a b c
/// 3  .(O). 3
/// 2  . O . 2
/// 1  X X . 1
///    a b c
/// ".trim_start_matches('\n'));
/// # Ok::<(), filetto_rules::NotationError>(())
/// ```
pub fn text(game: &Game, ink: Ink) -> String {
    let rules = game.rules();
    let marks = Marks::of(game);
    let width = rules.rows().to_string().len();
    let numbers = |col: usize| (col + 1).to_string();
    let top = if rules.gravity() { header(rules, width, numbers) } else { header(rules, width, column_letters) };
    let mut out = top;
    for row in (0..rules.rows()).rev() {
        out += &format!("{:>width$} ", row + 1);
        for col in 0..rules.cols() {
            let cell = Cell::new(row, col);
            out.push(mark(&marks, col.checked_sub(1).map(|left| Cell::new(row, left)), Some(cell)));
            out += &stone(game.board().get(cell), marks.wins(cell), ink);
        }
        out.push(mark(&marks, Some(Cell::new(row, rules.cols() - 1)), None));
        out += &format!("{}\n", row + 1);
    }
    out + &header(rules, width, column_letters)
}

/// What stands between two cells of a row.
fn mark(marks: &Marks, left: Option<Cell>, right: Option<Cell>) -> char {
    let wins = |cell: Option<Cell>| cell.is_some_and(|cell| marks.wins(cell));
    let last = |cell: Option<Cell>| cell.is_some() && cell == marks.last;
    match (wins(left), wins(right)) {
        (true, true) => '|',
        (true, false) => ']',
        (false, true) => '[',
        _ if last(left) => ')',
        _ if last(right) => '(',
        _ => ' ',
    }
}

fn stone(side: Option<Side>, wins: bool, ink: Ink) -> String {
    let symbol = side.map_or('.', Side::symbol);
    let code = match (side, wins) {
        (None, _) => "2",
        (Some(Side::First), false) => "1;34",
        (Some(Side::Second), false) => "1;33",
        (Some(Side::First), true) => "1;7;34",
        (Some(Side::Second), true) => "1;7;33",
    };
    match ink {
        Ink::Plain => symbol.to_string(),
        Ink::Ansi => format!("\u{1b}[{code}m{symbol}\u{1b}[0m"),
    }
}

/// The labels of the columns, one character a line so that they stay as narrow as the cells.
fn header(rules: Rules, width: usize, label: impl Fn(usize) -> String) -> String {
    let labels: Vec<String> = (0..rules.cols()).map(label).collect();
    let height = labels.iter().map(String::len).max().unwrap_or(1);
    let line = |level: usize| {
        let characters: String =
            labels.iter().map(|label| format!(" {}", format!("{label:>height$}").as_bytes()[level] as char)).collect();
        format!("{}{}", " ".repeat(width + 1), characters).trim_end().to_owned() + "\n"
    };
    (0..height).map(line).collect()
}

/// One sentence about how the game stands.
pub fn caption(game: &Game) -> String {
    let name = |side: Side| match game.name(side) {
        Some(name) => format!("{side} ({name})"),
        None => side.to_string(),
    };
    let by = game.reason().map(|reason| format!(" ({})", reason.word())).unwrap_or_default();
    match game.outcome() {
        Outcome::Ongoing => format!("{} to move, {} stones on the board", name(game.to_move()), game.board().stones()),
        Outcome::Draw => format!("draw{by}"),
        Outcome::Win(side) => {
            let line = game.board().winning_lines().next();
            let cells = line.map(|line| line.cells().map(|cell| format!(" {cell}")).collect::<String>());
            format!("{} wins{}{by}", name(side), cells.map(|cells| format!(" with{cells}")).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_moves;

    fn after(rules: &str, moves: &str) -> Game {
        let mut game = Game::new(rules.parse().unwrap());
        for cell in read_moves(&game, moves, None).unwrap().moves {
            game.play(cell).unwrap();
        }
        game
    }

    #[test]
    fn a_winning_row_is_bracketed() {
        let drawn = text(&after("4x5x3g", "11223"), Ink::Plain);
        assert!(drawn.contains("2  O O . . . 2\n1 [X|X|X]. . 1\n"), "{drawn}");
        assert_eq!(caption(&after("4x5x3g", "11223")), "X wins with a1 b1 c1");
    }

    #[test]
    fn a_winning_diagonal_is_bracketed_on_every_row() {
        let drawn = text(&after("3x3x3", "a1 a2 b2 a3 c3"), Ink::Plain);
        assert_eq!(
            drawn,
            "   a b c\n\
             3  O .[X]3\n\
             2  O[X]. 2\n\
             1 [X]. . 1\n   a b c\n"
        );
    }

    #[test]
    fn wide_boards_have_labels_of_several_lines() {
        let drawn = text(&Game::new("2x30x3g".parse().unwrap()), Ink::Plain);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 6);
        assert!(lines[0].ends_with("2 3") && lines[1].ends_with("9 0"), "{drawn}");
        assert!(lines[4].ends_with("a a a a") && lines[5].ends_with("a b c d"), "{drawn}");
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let game = after("6x7x4g", "1122334");
        let coloured = text(&game, Ink::Ansi);
        let mut plain = String::new();
        let mut escaped = false;
        for c in coloured.chars() {
            match c {
                '\u{1b}' => escaped = true,
                'm' if escaped => escaped = false,
                c if !escaped => plain.push(c),
                _ => {}
            }
        }
        assert_ne!(coloured, plain);
        assert_eq!(plain, text(&game, Ink::Plain));
    }
}
