//! How a search uses a table: what an entry decides, what a result becomes.

use crate::evaluator::Evaluator;
use crate::game::{Canonical, Game, Symmetry};
use crate::keys::Key;
use crate::movelist::MoveList;
use crate::score::{Bound, Score};
use crate::table::{Entry, Table};
use crate::walk::Walk;

/// The memory of a search: a table or none, with or without symmetry.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory<'t> {
    table: Option<&'t Table>,
    symmetric: bool,
    values_only: bool,
}

/// A position as the memory knows it: its key and the move that was best there.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableProbe {
    key: Key,
    symmetry: Symmetry,
    best: Option<u16>,
}

impl TableProbe {
    /// Whether `mv` is the move that the table holds for the position.
    #[inline]
    pub fn is_best<G: Game>(&self, game: &G, mv: G::Move) -> bool {
        self.best.is_some_and(|best| game.canonical_index(mv, self.symmetry) == usize::from(best))
    }

    /// Whether there is such a move.
    #[inline]
    pub fn has_best(&self) -> bool {
        self.best.is_some()
    }
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Finding<M> {
    /// Plies searched below the position.
    pub depth: u32,
    /// Whether every line was followed to its end or cut with certainty.
    pub solved: bool,
    /// The score, counted from the root as the search does.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The move that gave it; `None` if no move reached the window.
    pub best: Option<M>,
}

impl<'t> Memory<'t> {
    /// No table.
    pub fn none() -> Self {
        Memory::default()
    }

    /// A table, one entry a position.
    pub fn of(table: &'t Table) -> Self {
        Memory { table: Some(table), ..Memory::default() }
    }

    /// A table, one entry for all positions that are the same but for a symmetry.
    pub fn symmetric(table: &'t Table) -> Self {
        Memory { table: Some(table), symmetric: true, ..Memory::default() }
    }

    /// The same memory without its moves: entries decide positions and tighten windows, but no stored move comes first.
    #[must_use]
    pub fn values_only(self) -> Self {
        Memory { values_only: true, ..self }
    }

    /// The table, if there is one.
    pub fn table(&self) -> Option<&'t Table> {
        self.table
    }

    /// The key under which the memory keeps a position, and the symmetry that leads to it.
    #[inline]
    fn key<G: Game>(&self, game: &G) -> Canonical {
        if self.symmetric { game.canonical() } else { Canonical { key: game.key(), symmetry: Symmetry::default() } }
    }

    /// Looks the position up. `Err` is the answer when the entry decides; otherwise a stored bound that is deep enough
    /// tightens the window. The root is never decided here: a search must come back with a move.
    #[inline]
    pub fn recall<G: Game, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        depth: u32,
        alpha: &mut Score,
        beta: &mut Score,
    ) -> Result<TableProbe, Score> {
        let Some(table) = self.table else {
            return Ok(TableProbe::default());
        };
        let Canonical { key, symmetry } = self.key(walk.game());
        let Some(entry) = table.probe(key) else {
            return Ok(TableProbe { key, symmetry, best: None });
        };
        walk.stats.table_hits += 1;
        if entry.suffices(depth) && walk.ply() > 0 {
            let score = entry.score.from_table(walk.ply());
            match entry.bound {
                Bound::Exact => (*alpha, *beta) = (score, score),
                Bound::Lower => *alpha = score.max(*alpha),
                Bound::Upper => *beta = score.min(*beta),
            }
            if !entry.solved {
                walk.note_unsure();
            }
            if *alpha >= *beta {
                walk.stats.table_cutoffs += 1;
                return Err(score);
            }
        }
        Ok(TableProbe { key, symmetry, best: entry.best.filter(|_| !self.values_only) })
    }

    /// `line`, continued with the table's moves for at most `plies` in all. The searches' own lines are cut short where
    /// the table answered; this is for showing, and as good as the entries that happen to be left.
    pub fn continue_line<G: Game>(&self, game: &mut G, line: &[G::Move], plies: usize) -> Vec<G::Move> {
        let mut whole: Vec<G::Move> = Vec::new();
        let mut list = MoveList::new();
        while whole.len() < plies && game.outcome().is_none() {
            list.truncate(0);
            game.moves(&mut list);
            let mv = line.get(whole.len()).copied().or_else(|| {
                let Canonical { key, symmetry } = self.key(game);
                let known = TableProbe { key, symmetry, best: self.table?.probe(key)?.best };
                list.iter(list.since(0)).find(|&mv| known.is_best(game, mv))
            });
            let Some(mv) = mv else { break };
            game.play(mv);
            whole.push(mv);
        }
        whole.iter().rev().for_each(|&mv| game.undo(mv));
        whole
    }

    /// Remembers what was found. A position where no move reached the window keeps the best move it had.
    #[inline]
    pub fn remember<G: Game, E: Evaluator<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        known: &TableProbe,
        found: Finding<G::Move>,
    ) {
        let Some(table) = self.table else { return };
        let index = |mv| u16::try_from(walk.game().canonical_index(mv, known.symmetry)).ok();
        let entry = Entry {
            score: found.score.to_table(walk.ply()),
            bound: found.bound,
            depth: found.depth,
            solved: found.solved,
            best: found.best.and_then(index).or(known.best),
        };
        table.store(known.key, entry);
    }
}
