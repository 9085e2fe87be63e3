//! Boards: what is kept while playing is what one would compute afresh, and a move taken back leaves nothing behind.

use filetto_rules::{Board, Canonical, Cell, Keyed, OnBoard, Outcome, Side, Zobrist};

use crate::games;

/// Incremental keys equal fresh ones, for the position and its images.
pub(crate) fn keys(bytes: &[u8]) {
    if let Some((rules, storage, moves)) = games::board(bytes) {
        storage.dispatch(rules, Keys(moves));
    }
}

struct Keys<'a>(&'a [u8]);

impl OnBoard for Keys<'_> {
    type Output = ();

    fn run<B: Board + Send + Sync + 'static>(self, board: B) {
        let zobrist = Zobrist::new(board.rules());
        let mut board = Keyed::from(board);
        let mut played = Vec::new();
        for &byte in self.0 {
            // One byte in eight takes back, one in eight passes twice, which is nothing.
            match byte % 8 {
                0 => played.pop().into_iter().for_each(|cell| board.undo(cell)),
                1 => {
                    board.pass();
                    assert_eq!(zobrist.keys_of(&board), *board.keys(), "after a pass");
                    board.pass();
                }
                _ => played.extend(play(&mut board, byte)),
            }
            assert_eq!(zobrist.keys_of(&board), *board.keys(), "{}: {played:?}", board.rules());
            let Canonical { key, symmetry } = board.canonical();
            assert_eq!(board.keys().image(symmetry), key);
        }
    }
}

/// A move played and taken back leaves the board as it was; a refused one changes nothing.
pub(crate) fn undo(bytes: &[u8]) {
    if let Some((rules, storage, moves)) = games::board(bytes) {
        storage.dispatch(rules, Undo(moves));
    }
}

struct Undo<'a>(&'a [u8]);

impl OnBoard for Undo<'_> {
    type Output = ();

    fn run<B: Board + Send + Sync + 'static>(self, mut board: B) {
        let empty = format!("{board:?}");
        let mut played = Vec::new();
        for &byte in self.0 {
            let before = seen(&board);
            let somewhere = Cell::new(usize::from(byte) / 16, usize::from(byte) % 16);
            let legal = board.legal_moves().contains(&somewhere);
            assert_eq!(board.check(somewhere).is_ok(), legal, "{somewhere} of {}", board.rules());
            if board.play(somewhere).is_ok() {
                assert_eq!(board.get(somewhere), Some(before.to_move));
                board.undo(somewhere);
            }
            assert_eq!(seen(&board), before, "{somewhere} after {played:?} on {}", board.rules());
            let Some(cell) = play(&mut board, byte) else { break };
            assert_eq!(board.stones(), before.cells.iter().flatten().count() + 1);
            played.push(cell);
        }
        played.iter().rev().for_each(|&cell| board.undo(cell));
        assert_eq!(format!("{board:?}"), empty, "{played:?} taken back");
    }
}

/// Plays the legal move that the byte chooses, if there is one.
fn play(board: &mut impl Board, byte: u8) -> Option<Cell> {
    let legal = board.legal_moves();
    let cell = *legal.get(usize::from(byte) % legal.len().max(1))?;
    board.play_fast(cell);
    Some(cell)
}

/// Everything that can be seen of a board.
#[derive(Debug, PartialEq)]
struct Seen {
    cells: Vec<Option<Side>>,
    to_move: Side,
    outcome: Outcome,
    winning: Option<Cell>,
    landing: Vec<Option<Cell>>,
}

fn seen(board: &impl Board) -> Seen {
    let rules = board.rules();
    Seen {
        cells: rules.all_cells().map(|cell| board.get(cell)).collect(),
        to_move: board.to_move(),
        outcome: board.outcome(),
        winning: board.winning_move(),
        landing: (0..rules.cols()).map(|col| board.landing(col)).collect(),
    }
}
