//! A position under another key scheme: nothing else changes, which is what the laboratory shows.

use filetto_rules::{Board, Cell, Side, Word};
use filetto_search::{Evaluator, Game, Key, KeyScheme, KeyWords, MoveList, Outcome, Score};

use crate::Position;

/// A position whose keys come from the words of a scheme, one for each cell and side and one for the turn.
pub(super) struct Rekeyed<W> {
    position: Position<W>,
    words: KeyWords,
    key: Key,
}

impl<W: Word> Rekeyed<W> {
    pub(super) fn new(position: Position<W>, scheme: KeyScheme) -> Rekeyed<W> {
        let rules = position.rules();
        let words = KeyWords::new(scheme, 2 * rules.cells() + 1);
        let mut rekeyed = Rekeyed { position, words, key: Key::default() };
        for cell in rules.all_cells() {
            if let Some(side) = rekeyed.position.board().get(cell) {
                rekeyed.toggle(cell, side);
            }
        }
        rekeyed
    }

    fn toggle(&mut self, cell: Cell, side: Side) {
        let cells = self.position.rules().cells();
        let feature = self.position.index(cell) + side.index() * cells;
        self.key ^= self.words.word(feature) ^ self.words.word(2 * cells);
    }
}

impl<W: Word> Game for Rekeyed<W> {
    type Move = Cell;

    fn moves(&self, list: &mut MoveList<Cell>) {
        self.position.moves(list);
    }

    fn play(&mut self, cell: Cell) {
        self.toggle(cell, self.position.to_move());
        self.position.play(cell);
    }

    fn undo(&mut self, cell: Cell) {
        self.position.undo(cell);
        self.toggle(cell, self.position.to_move());
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn key(&self) -> Key {
        self.key
    }

    fn index(&self, cell: Cell) -> usize {
        self.position.index(cell)
    }

    fn indices(&self) -> usize {
        self.position.indices()
    }
}

/// An evaluator of positions, for rekeyed ones.
pub(super) struct Through<E>(pub(super) E);

impl<W: Word, E: Evaluator<Position<W>>> Evaluator<Rekeyed<W>> for Through<E> {
    fn start(&mut self, game: &Rekeyed<W>) {
        self.0.start(&game.position);
    }

    fn playing(&mut self, game: &Rekeyed<W>, cell: Cell) {
        self.0.playing(&game.position, cell);
    }

    fn played(&mut self, game: &Rekeyed<W>, cell: Cell) {
        self.0.played(&game.position, cell);
    }

    fn undone(&mut self, game: &Rekeyed<W>, cell: Cell) {
        self.0.undone(&game.position, cell);
    }

    fn evaluate(&mut self, game: &Rekeyed<W>, last: Option<Cell>) -> Score {
        self.0.evaluate(&game.position, last)
    }
}
