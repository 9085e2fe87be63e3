//! `cirone-rigosi`, called MARG in its tournament: 22nd of 40.
//!
//! The first move is the centre column (`center`), an immediate loss is blocked (`LosingColumn`), else iterative deepening decides.
//! Even when the move is already decided the search runs on, to fill the transposition table. Alpha-beta with a table by
//! Zobrist key; one history counter a column, raised by the square of every value; margins of the last move as evaluation.
//! If no iteration gave a move, a random safe column is played.
//!
//! As written (`as_written.rs` beside this file's search): `selectColumn` blocks before it searches, so it blocks when it could
//! win; the search is the pseudocode's. Mended: a win comes first, and the library's alpha-beta with table moves, lines and
//! columns from the centre outwards is the search.
//!
//! Where the document is unclear: the square of a won value would drown every counter, so values are cut at the largest estimate
//! there is, X + X/2.

mod as_written;

use filetto_rules::{Cell, Rng, Side, Word};
use filetto_search::{AlphaBeta, Deepening, Limits, Memory, Order, Place, Replacement, Score, Table};

use super::{Settings, Thinker, at_once, choice, telling};
use crate::{Choice, Info, Position, heuristics};

pub(super) struct CironeRigosi {
    table: Table,
    history: Columns,
    rng: Rng,
    mended: bool,
}

/// One counter a column.
#[derive(Clone, Default)]
struct Columns(Vec<i32>);

impl<W: Word> Order<Position<W>> for Columns {
    fn rank(&mut self, _: &Position<W>, cell: Cell, _: Place<Cell>) -> i32 {
        self.0.get(cell.col()).copied().unwrap_or(0)
    }

    fn scored(&mut self, position: &Position<W>, cell: Cell, _: Place<Cell>, score: Score) {
        if self.0.len() <= cell.col() {
            self.0.resize(position.rules().cols(), 0);
        }
        let k = position.rules().k() as i32;
        let value = score.raw().clamp(-k - k / 2, k + k / 2);
        self.0[cell.col()] = self.0[cell.col()].saturating_add(value * value);
    }
}

impl CironeRigosi {
    pub(super) fn new(settings: Settings) -> CironeRigosi {
        CironeRigosi {
            table: Table::new(settings.memory, Replacement::Always),
            history: Columns::default(),
            rng: Rng::new(settings.seed),
            mended: settings.variant.mended,
        }
    }

    /// A random column after which the opponent does not win at once, or any column.
    fn random_safe<W: Word>(&mut self, position: &mut Position<W>) -> Option<Cell> {
        let legal: Vec<Cell> = position.legal().collect();
        let enemy = position.to_move().other();
        let safe: Vec<Cell> = legal.iter().copied().filter(|&cell| !gives_a_win(position, cell, enemy)).collect();
        self.rng.pick(if safe.is_empty() { &legal } else { &safe }).copied()
    }
}

fn gives_a_win<W: Word>(position: &mut Position<W>, cell: Cell, enemy: Side) -> bool {
    use filetto_search::Game as _;
    position.play(cell);
    let gives = position.winning_move(enemy).is_some();
    position.undo(cell);
    gives
}

impl Thinker for CironeRigosi {
    fn think<W: Word>(
        &mut self,
        mut position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        use filetto_rules::Board as _;
        let opening = (position.board().stones() < 2).then(|| position.legal().next()).flatten().map(Choice::of);
        if !self.mended {
            position = position.row_by_row();
            let losing = position.winning_move(position.to_move().other()).map(Choice::of);
            let found = as_written::deepen(&mut position, &self.table, &mut self.history, limits, info);
            let random = found.is_none().then(|| self.random_safe(&mut position).map(Choice::of)).flatten();
            return opening.or(losing).or(found).or(random);
        }
        let decided = at_once(&position).or(opening);
        let search = AlphaBeta::new().memory(Memory::of(&self.table)).order(&mut self.history);
        let report = Deepening::new(search).run(
            &mut position,
            &mut heuristics::CironeRigosi { mended: true },
            limits,
            telling(info),
        );
        let found = choice(report)?;
        if decided.is_some() {
            return decided;
        }
        if found.score.is_none() {
            return self.random_safe(&mut position).map(Choice::of);
        }
        Some(found)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.history = Columns::default();
    }
}
