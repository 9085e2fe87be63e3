//! Lists of openings: Gomocup's, or a file of the user's.

use filetto_rules::{Cell, Game, Rng, Rules, excerpt, read_lines};

use crate::error::ArenaError;

/// The openings of Gomocup's freestyle tournaments on 15x15 of 2024 and 2025.
pub const GOMOCUP15: &str = concat!(
    include_str!("../../openings/gomocup-2024-freestyle15.txt"),
    "\n",
    include_str!("../../openings/gomocup-2025-freestyle15.txt")
);
/// The openings of Gomocup's freestyle tournament on 20x20 of 2021.
pub const GOMOCUP20: &str = include_str!("../../openings/gomocup-2021-freestyle20.txt");

/// Openings one a line, `#` for remarks: Gomocup's `x,y` offsets from the centre cell, for every board that holds them, or a
/// board and moves, all lines of a board in one notation.
///
/// ```
/// use filetto_arena::OpeningList;
///
/// let list: OpeningList = "0,0, 1,-1, 2,1\n6x7x4g 4455  # columns\n15x15x5 h8 i9".parse()?;
/// assert_eq!(list.len(), 3);
/// # Ok::<(), filetto_arena::ArenaError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct OpeningList {
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
enum Line {
    Offsets(Vec<(i64, i64)>),
    Moves(Rules, Vec<Cell>),
}

impl OpeningList {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The opening of a round. The seed decides the order, in which none comes twice before all have come once.
    pub(super) fn get(&self, rules: Rules, round: u32, seed: u64) -> Result<Vec<Cell>, ArenaError> {
        let mut fitting: Vec<Vec<Cell>> = self.lines.iter().filter_map(|line| line.on(rules)).collect();
        if fitting.is_empty() {
            return Err(ArenaError::NoOpening(rules));
        }
        let mut rng = Rng::new(seed);
        for i in (1..fitting.len()).rev() {
            fitting.swap(i, rng.below(i + 1));
        }
        let which = round as usize % fitting.len();
        Ok(fitting.swap_remove(which))
    }
}

impl Line {
    /// The opening on a board, if it is for that board.
    fn on(&self, rules: Rules) -> Option<Vec<Cell>> {
        let cells = match self {
            Line::Moves(board, cells) => return (*board == rules).then(|| cells.clone()),
            Line::Offsets(_) if rules.gravity() => return None,
            Line::Offsets(offsets) => offsets.iter().map(|&(x, y)| {
                let col = usize::try_from(rules.cols() as i64 / 2 + x).ok()?;
                let down = usize::try_from(rules.rows() as i64 / 2 + y).ok()?;
                Some(Cell::new(rules.rows().checked_sub(down + 1)?, col))
            }),
        };
        let cells: Vec<Cell> = cells.collect::<Option<_>>()?;
        let mut game = Game::new(rules);
        cells.iter().try_for_each(|cell| game.play(*cell).map(|_| ())).ok()?;
        (!game.outcome().is_over()).then_some(cells)
    }
}

impl std::str::FromStr for OpeningList {
    type Err = ArenaError;

    fn from_str(text: &str) -> Result<OpeningList, ArenaError> {
        let mut lines = Vec::new();
        // Lines with a board: where they stand in the list and in the file, and their moves.
        let mut written: Vec<(usize, usize, Game, &str)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            lines.push(match offsets(line) {
                Some(offsets) => Line::Offsets(offsets),
                None => {
                    let (rules, moves) = board(line).map_err(|what| ArenaError::Opening { line: number, what })?;
                    written.push((lines.len(), number, Game::new(rules), moves));
                    Line::Moves(rules, Vec::new())
                }
            });
        }
        let texts: Vec<(&Game, &str)> = written.iter().map(|(_, _, game, moves)| (game, *moves)).collect();
        let readings = read_lines(&texts, None)
            .map_err(|wrong| ArenaError::Opening { line: written[wrong.line].1, what: wrong.error.to_string() })?;
        for ((place, number, game, _), reading) in written.iter().zip(readings) {
            let mut game = game.clone();
            let played = reading.moves.iter().try_for_each(|&cell| game.play(cell).map(|_| ()));
            if played.is_err() || game.outcome().is_over() {
                let what = "the game is over already".to_owned();
                return Err(ArenaError::Opening { line: *number, what });
            }
            lines[*place] = Line::Moves(game.rules(), reading.moves);
        }
        Ok(OpeningList { lines })
    }
}

/// `0,0, 1,-1`: an even number of numbers and nothing else.
fn offsets(line: &str) -> Option<Vec<(i64, i64)>> {
    let numbers: Vec<i64> =
        line.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let small = numbers.iter().all(|number| number.abs() < 256);
    (numbers.len().is_multiple_of(2) && small).then(|| numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

/// A board and moves.
fn board(line: &str) -> Result<(Rules, &str), String> {
    let (board, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rules: Rules = board.parse().map_err(|_| {
        format!("'{}' is neither x,y offsets from the centre nor a board with moves", excerpt(line, 40))
    })?;
    Ok((rules, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_official_openings_fit_their_boards_and_none_comes_twice_too_soon() {
        for (text, rules, number) in [(GOMOCUP15, Rules::GOMOKU, 24), (GOMOCUP20, Rules::GOMOKU20, 12)] {
            let list: OpeningList = text.parse().unwrap();
            let fitting = list.lines.iter().filter(|line| line.on(rules).is_some()).count();
            assert_eq!((list.len(), fitting), (number, number));
            let mut seen: Vec<_> = (0..number as u32).map(|round| list.get(rules, round, 7).unwrap()).collect();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), number);
        }
    }

    #[test]
    fn all_lines_of_a_board_are_in_one_notation() {
        let list: OpeningList = "6x7x4g 44\n6x7x4g 06\n5x7x4g 44".parse().unwrap();
        let cells = |text: &str| Line::on(&list.lines[0], text.parse().unwrap());
        assert_eq!(
            cells("6x7x4g"),
            Some(vec![Cell::new(0, 4), Cell::new(1, 4)]),
            "the 0 shows that columns count from 0"
        );
        let other = Line::on(&list.lines[2], "5x7x4g".parse().unwrap());
        assert_eq!(other, Some(vec![Cell::new(0, 3), Cell::new(1, 3)]), "and says nothing of another board");
    }

    #[test]
    fn a_line_that_cannot_be_played_is_named() {
        let refused = |text: &str| text.parse::<OpeningList>().unwrap_err().to_string();
        assert!(refused("0,0\nnonsense").contains("line 2: 'nonsense'"));
        assert!(refused("3x3x3 a1 a1").contains("move 2: a1 is taken"));
        assert!(refused("3x3x3 a1 b1 a2 b2 a3").contains("over already"));
        assert!(refused("6x7x4g 4,5").contains("line 1: these moves can be read as columns (d1 e1)"));
        let list: OpeningList = "6x7x4g 44".parse().unwrap();
        assert!(list.get(Rules::GOMOKU, 0, 0).is_err());
    }
}
