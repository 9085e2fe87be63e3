//! Chess, its rules taken from the crate `cozy-chess`. Draws by repetition are left out: they depend on the path.

use std::fmt;

use cozy_chess::{Board, Color, File, GameStatus, Move, Piece, Rank, Square};
use filetto_search::{Evaluator, Game, Key, MoveList, Noisy, Order, Outcome, Place, Score};

/// A game of chess: the crate plays by copying, so taking back is dropping the last copy.
#[derive(Clone, Debug)]
pub(crate) struct Chess {
    boards: Vec<Board>,
}

impl Chess {
    /// The position of a FEN string.
    pub(crate) fn from_fen(fen: &str) -> Option<Self> {
        Some(Chess { boards: vec![Board::from_fen(fen, false).ok()?] })
    }

    /// The first position of the game.
    pub(crate) fn new() -> Self {
        Chess { boards: vec![Board::default()] }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.boards[self.boards.len() - 1]
    }

    /// What a move takes. Castling is "king takes own rook" in this crate, and takes nothing.
    fn captured(&self, mv: Move) -> Option<Piece> {
        let board = self.board();
        if board.colors(!board.side_to_move()).has(mv.to) {
            return board.piece_on(mv.to);
        }
        let en_passant = board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
        en_passant.then_some(Piece::Pawn)
    }
}

impl Game for Chess {
    type Move = Move;

    fn moves(&self, list: &mut MoveList<Move>) {
        self.board().generate_moves(|moves| {
            moves.into_iter().for_each(|mv| list.push(mv));
            false
        });
    }

    fn play(&mut self, mv: Move) {
        let mut board = self.board().clone();
        board.play_unchecked(mv);
        self.boards.push(board);
    }

    fn undo(&mut self, _: Move) {
        self.boards.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.board().status() {
            GameStatus::Won => Some(Outcome::Loss),
            GameStatus::Drawn => Some(Outcome::Draw),
            GameStatus::Ongoing => None,
        }
    }

    fn key(&self) -> Key {
        Key(self.board().hash())
    }

    fn index(&self, mv: Move) -> usize {
        let promotion = mv.promotion.map_or(0, |piece| piece as usize);
        4096 * promotion + 64 * mv.from as usize + mv.to as usize
    }

    fn indices(&self) -> usize {
        6 * 4096
    }
}

impl Noisy for Chess {
    fn noisy_moves(&self, list: &mut MoveList<Move>) {
        self.board().generate_moves(|moves| {
            let noisy = moves.into_iter().filter(|&mv| mv.promotion.is_some() || self.captured(mv).is_some());
            noisy.for_each(|mv| list.push(mv));
            false
        });
    }

    fn must_answer(&self) -> bool {
        !self.board().checkers().is_empty()
    }
}

const WORTH: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// Material, and a little for the centre.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Material;

impl Evaluator<Chess> for Material {
    fn evaluate(&mut self, game: &Chess, _: Option<Move>) -> Score {
        let board = game.board();
        let of = |color: Color| {
            let squares = board.colors(color).into_iter();
            squares.filter_map(|square| board.piece_on(square).map(|piece| worth(piece, square))).sum::<i32>()
        };
        Score::new(of(board.side_to_move()) - of(!board.side_to_move()))
    }
}

/// Material, and what each side can do: five hundredths of a pawn for a move. In check the other's moves are not counted,
/// since a player in check cannot pass.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mobility;

impl Evaluator<Chess> for Mobility {
    fn evaluate(&mut self, game: &Chess, last: Option<Move>) -> Score {
        let count = |board: &Board| {
            let mut count = 0;
            board.generate_moves(|moves| {
                count += moves.len() as i32;
                false
            });
            count
        };
        let board = game.board();
        let mobility = board.null_move().map_or(0, |passed| count(board) - count(&passed));
        Score::new(Material.evaluate(game, last).raw() + 5 * mobility)
    }
}

fn worth(piece: Piece, square: Square) -> i32 {
    let from_edge = |i: usize| i.min(7 - i) as i32;
    let centre = from_edge(square.file() as usize) + from_edge(square.rank() as usize);
    WORTH[piece as usize] + if piece == Piece::King { -4 * centre } else { 4 * centre }
}

/// The most valuable victim first, by the least valuable attacker.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Victims;

impl Order<Chess> for Victims {
    fn rank(&mut self, game: &Chess, mv: Move, _: Place<Move>) -> i32 {
        let attacker = game.board().piece_on(mv.from).map_or(0, |piece| WORTH[piece as usize]);
        game.captured(mv).map_or(0, |victim| (WORTH[victim as usize] * 16 - attacker) << 13)
    }
}

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank as usize + 1)?;
            for square in File::ALL.map(|file| Square::new(file, rank)) {
                let piece = self.board().piece_on(square).map_or('.', char::from);
                let white = self.board().color_on(square) == Some(Color::White);
                write!(f, " {}", if white { piece.to_ascii_uppercase() } else { piece })?;
            }
            writeln!(f)?;
        }
        write!(f, "   a b c d e f g h")
    }
}
