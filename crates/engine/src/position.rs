//! A k-in-a-row position as the search library sees it.

use std::cmp::Reverse;
use std::sync::Arc;

use filetto_rules::{Board, Canonical, Cell, Direction, Game as Record, Grid, Keyed, Outcome, Rules, Side, Word};
use filetto_search::{Game, Key, MoveList, Noisy, Outcome as Ending, Rng, Symmetry};

/// A position that searches walk through. Moves come from the centre outwards: most games are decided there, and a search
/// that is cut short has then seen the better half.
#[derive(Clone, Debug)]
pub struct Position<W> {
    board: Keyed<Grid<W>>,
    /// All cells, the central ones first; with gravity the columns of the bottom row.
    outwards: Arc<[Cell]>,
    candidates: Candidates,
}

/// Which empty cells a search looks at. With gravity, always all columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Candidates {
    /// Every empty cell.
    #[default]
    All,
    /// Cells at most so many steps from a stone, in a straight line; every cell while there is none.
    Lines(usize),
    /// Cells in a square of so many steps around a stone; every cell while there is none.
    Box(usize),
}

impl<W: Word> Position<W> {
    /// The position a game has reached; none if its board is too long for the word.
    pub fn of(game: &Record) -> Option<Position<W>> {
        let rules = game.rules();
        let mut board = Grid::<W>::fitting(rules)?;
        for &(cell, side) in &game.setup().stones {
            board.put(cell, side);
        }
        if game.setup().to_move != board.to_move() {
            board.pass();
        }
        game.cells().for_each(|cell| board.play_fast(cell));
        Some(Position { board: Keyed::from(board), outwards: outwards(rules), candidates: Candidates::All })
    }

    /// The same position with fewer moves to look at.
    #[must_use]
    pub fn with_candidates(self, candidates: Candidates) -> Self {
        Position { candidates, ..self }
    }

    /// The same position with its moves listed row by row from the top, left to right: the order of the documents that show
    /// none of their own.
    #[must_use]
    pub fn row_by_row(self) -> Self {
        let mut cells = self.outwards.to_vec();
        cells.sort_by_key(|cell| (Reverse(cell.row()), cell.col()));
        Position { outwards: cells.into(), ..self }
    }

    /// The board.
    pub fn board(&self) -> &Keyed<Grid<W>> {
        &self.board
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.board.rules()
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.board.to_move()
    }

    /// The stone on a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Side> {
        self.board.get(cell)
    }

    /// Whether a stone of this side on this empty cell would complete a line.
    #[inline]
    pub fn wins(&self, cell: Cell, side: Side) -> bool {
        self.board.board().completes(cell, side)
    }

    /// A legal move that completes a line for this side, if it has one.
    pub fn winning_move(&self, side: Side) -> Option<Cell> {
        self.legal().find(|&cell| self.wins(cell, side))
    }

    /// The legal moves from the centre outwards, all of them whatever the candidates. None once the game is over.
    pub fn legal(&self) -> impl Iterator<Item = Cell> + '_ {
        let over = self.board.winning_move().is_some();
        let gravity = self.rules().gravity();
        self.outwards.iter().filter(move |_| !over).filter_map(move |&cell| {
            if gravity { self.board.landing(cell.col()) } else { self.get(cell).is_none().then_some(cell) }
        })
    }

    fn is_candidate(&self, cell: Cell) -> bool {
        let stone = |cell: Option<Cell>| cell.is_some_and(|cell| self.get(cell).is_some());
        match self.candidates {
            Candidates::All => true,
            Candidates::Lines(reach) => Direction::ALL.iter().any(|&direction| {
                (1..=reach as i32).any(|n| stone(cell.step(direction, n)) || stone(cell.step(direction, -n)))
            }),
            Candidates::Box(reach) => {
                let rows = cell.row().saturating_sub(reach)..=(cell.row() + reach).min(self.rules().rows() - 1);
                let from = cell.col().saturating_sub(reach) as u32;
                let to = (cell.col() + reach).min(self.rules().cols() - 1) as u32;
                let span = W::low(to - from + 1) << from;
                let grid = self.board.board();
                rows.into_iter().any(|row| (grid.row(row, Side::First) | grid.row(row, Side::Second)) & span != W::ZERO)
            }
        }
    }
}

/// The cells of a board, or with gravity one cell a column, sorted by distance from the centre.
fn outwards(rules: Rules) -> Arc<[Cell]> {
    let mut cells: Vec<Cell> = rules.all_cells().filter(|cell| !rules.gravity() || cell.row() == 0).collect();
    // Twice the coordinates, so that the centre of an even side is a whole number.
    let off = |coordinate: usize, side: usize| (2 * coordinate + 1).abs_diff(side);
    cells.sort_by_key(|cell| {
        let (up, right) = (off(cell.row(), rules.rows()), off(cell.col(), rules.cols()));
        let up = if rules.gravity() { 0 } else { up };
        (up.max(right), up + right, Reverse(cell.row()), cell.col())
    });
    cells.into()
}

impl<W: Word> Game for Position<W> {
    type Move = Cell;

    #[inline]
    fn moves(&self, list: &mut MoveList<Cell>) {
        if self.candidates == Candidates::All || self.rules().gravity() {
            self.legal().for_each(|cell| list.push(cell));
            return;
        }
        let start = list.len();
        self.legal().filter(|&cell| self.is_candidate(cell)).for_each(|cell| list.push(cell));
        if list.len() == start {
            self.legal().for_each(|cell| list.push(cell));
        }
    }

    #[inline]
    fn play(&mut self, cell: Cell) {
        self.board.play_fast(cell);
    }

    #[inline]
    fn undo(&mut self, cell: Cell) {
        self.board.undo(cell);
    }

    #[inline]
    fn outcome(&self) -> Option<Ending> {
        match self.board.outcome() {
            Outcome::Ongoing => None,
            Outcome::Draw => Some(Ending::Draw),
            // The move that completed a line was the other side's.
            Outcome::Win(side) if side == self.to_move() => Some(Ending::Win),
            Outcome::Win(_) => Some(Ending::Loss),
        }
    }

    #[inline]
    fn key(&self) -> Key {
        Key(self.board.key().0)
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        cell.row() * self.rules().cols() + cell.col()
    }

    fn indices(&self) -> usize {
        self.rules().cells()
    }

    #[inline]
    fn canonical(&self) -> filetto_search::Canonical {
        let Canonical { key, symmetry } = self.board.canonical();
        filetto_search::Canonical { key: Key(key.0), symmetry: Symmetry(symmetry.index() as u8) }
    }

    #[inline]
    fn canonical_index(&self, cell: Cell, symmetry: Symmetry) -> usize {
        let rules = self.rules();
        let symmetry = filetto_rules::Symmetry::numbered(usize::from(symmetry.0), rules);
        self.index(symmetry.map(rules, cell))
    }

    /// Rejection sampling: a playout asks once a move, and most of the board is empty for most of a game.
    fn random_move(&self, rng: &mut Rng, list: &mut MoveList<Cell>) -> Option<Cell> {
        for _ in 0..8 {
            let cell = self.outwards[rng.below(self.outwards.len())];
            let landed = if self.rules().gravity() { self.board.landing(cell.col()) } else { Some(cell) };
            if let Some(cell) = landed.filter(|&cell| self.get(cell).is_none()) {
                return Some(cell);
            }
        }
        let start = list.len();
        self.legal().for_each(|cell| list.push(cell));
        let span = list.since(start);
        let chosen = (!span.is_empty()).then(|| list.get(span, rng.below(span.len())));
        list.release(span);
        chosen
    }
}

/// Noise on a board: a line completed, a completed line answered, and a threat to complete one made.
impl<W: Word> Noisy for Position<W> {
    fn noisy_moves(&self, list: &mut MoveList<Cell>) {
        let me = self.to_move();
        if let Some(win) = self.winning_move(me) {
            return list.push(win);
        }
        let mut after = self.clone();
        for cell in self.legal() {
            after.play(cell);
            if after.winning_move(me).is_some() {
                list.push(cell);
            }
            after.undo(cell);
        }
    }

    /// The opponent would complete a line: standing pat is no option.
    fn must_answer(&self) -> bool {
        self.winning_move(self.to_move().other()).is_some()
    }
}

/// Work that is generic over the word of a position. Two words do for all boards: a narrow one for sides up to 32, where the
/// games are decided, and one for everything.
pub trait OnPosition {
    /// What it results in.
    type Output;

    /// Does it.
    fn run<W: Word>(self, position: Position<W>) -> Self::Output;
}

/// Does the work on the position a game has reached.
pub fn on_position<T: OnPosition>(game: &Record, work: T) -> T::Output {
    match Position::<u32>::of(game) {
        Some(position) => work.run(position),
        None => work.run(Position::<u128>::of(game).expect("128 bits hold every side")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(position: &Position<u32>) -> Vec<String> {
        let mut list = MoveList::new();
        position.moves(&mut list);
        let span = list.since(0);
        list.iter(span).map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn moves_come_from_the_centre_outwards() {
        let free = Position::<u32>::of(&Record::new(Rules::TICTACTOE)).unwrap();
        assert_eq!(listed(&free)[0], "b2");
        assert_eq!(listed(&free).len(), 9);
        let fall = Position::<u32>::of(&Record::new(Rules::CONNECT4)).unwrap();
        assert_eq!(listed(&fall), ["d1", "c1", "e1", "b1", "f1", "a1", "g1"]);
    }

    #[test]
    fn candidates_are_near_stones_or_everywhere_on_an_empty_board() {
        let mut game = Record::new(Rules::GOMOKU);
        let empty = Position::<u32>::of(&game).unwrap().with_candidates(Candidates::Box(1));
        assert_eq!(listed(&empty).len(), 225);
        game.play(Cell::new(0, 0)).unwrap();
        game.play(Cell::new(7, 7)).unwrap();
        let near = |candidates| listed(&Position::<u32>::of(&game).unwrap().with_candidates(candidates)).len();
        assert_eq!(near(Candidates::Box(1)), 3 + 8);
        assert_eq!(near(Candidates::Box(2)), 8 + 24);
        assert_eq!(near(Candidates::Lines(2)), 6 + 16);
    }

    #[test]
    fn a_set_up_position_keeps_its_turn() {
        let setup = filetto_rules::Setup { stones: vec![(Cell::new(1, 1), Side::Second)], to_move: Side::Second };
        let game = Record::from_setup(Rules::TICTACTOE, setup).unwrap();
        let position = Position::<u32>::of(&game).unwrap();
        assert_eq!((position.to_move(), position.get(Cell::new(1, 1))), (Side::Second, Some(Side::Second)));
    }
}
