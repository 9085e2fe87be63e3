//! The champion's search: iterative deepening of a principal variation search that knows what a position forces.
//!
//! Each node first asks [`obligation`] whether anything needs to be searched at all. Wins, losses and single answers cost nothing and
//! no depth; a threatened mate leaves a handful of moves. What remains is ordered by knowledge and by what the search has learnt,
//! late moves are reduced and hopeless ones left out ([`Selectivity`]), and the horizon is the estimate.
//! Which of these are worth their while was measured by matches: docs/champion.md has the table.
//!
//! Deliberately absent: null moves (a threat is worth a tempo in these games; others measured three Elo), internal iterative
//! deepening, a static exchange of any kind. Chains prove a win that the search has found ([`Vct`](super::vct::Vct)).

use filetto_huge_pages::Pages;
use filetto_rules::Side;
use filetto_search::{Bound, Entry, Key, Limits, Meter, Score, Stopped, Table};
use prefetch_index::prefetch_index;

use super::Options;
use super::evaluate::Evaluation;
use super::order::{Learnt, NOWHERE, OrderWeights, Scored, list, pick};
use super::selective::{Selectivity, Singularity};
use super::tactics::{Obligation, obligation};
use crate::knowledge::{Field, Grade, Id};

/// The deepest line that is followed.
pub(super) const PLIES: usize = 120;

/// One thread's search.
pub(super) struct Searcher<'a, E> {
    pub(super) field: Field,
    pub(super) evaluation: E,
    pub(super) table: &'a Table<Pages>,
    pub(super) worth: &'a OrderWeights,
    pub(super) options: Options,
    pub(super) meter: Meter,
    pub(super) learnt: Learnt,
    pub(super) marks: Vec<u8>,
    moves: Vec<Scored>,
    /// The best line from each ply, in rows of PLIES.
    pub(super) lines: Vec<Id>,
    pub(super) lengths: Vec<usize>,
    pub(super) selectivity: Selectivity,
    pub(super) cutoffs: [u64; 2],
    /// The depth of the iteration at the root.
    pub(super) iteration: i32,
}

/// A position that has a choice, on its way to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The table's move.
    pub(super) wanted: Id,
    /// A move that is not tried.
    pub(super) without: Id,
    pub(super) estimate: Score,
    /// Whether a threatened mate has to be answered.
    pub(super) defend: bool,
    pub(super) key: Key,
}

impl Node {
    /// Whether its exact value is wanted.
    #[inline]
    pub(super) fn is_pv(&self) -> bool {
        self.beta > self.alpha.above()
    }
}

impl<'a, E: Evaluation> Searcher<'a, E> {
    pub(super) fn new(
        field: Field,
        table: &'a Table<Pages>,
        (evaluation, worth): (E, &'a OrderWeights),
        options: Options,
        limits: &Limits,
    ) -> Searcher<'a, E> {
        let cells = field.rules().cells();
        Searcher {
            learnt: Learnt::new(cells, &options),
            marks: vec![0; cells],
            moves: Vec::with_capacity(4096),
            lines: vec![NOWHERE; (PLIES + 2) * (PLIES + 2)],
            lengths: vec![0; PLIES + 3],
            selectivity: Selectivity::new(&options, field.rules().gravity()),
            meter: Meter::new(limits),
            cutoffs: [0; 2],
            iteration: 0,
            field,
            evaluation,
            table,
            worth,
            options,
        }
    }

    /// What the position is worth to the side to move without looking further.
    #[inline]
    pub(super) fn estimate(&mut self) -> i32 {
        self.evaluation.evaluate(&self.field)
    }

    /// Plays a move.
    #[inline]
    pub(super) fn play(&mut self, id: Id) {
        self.field.play(id);
        self.evaluation.play(&self.field, id);
    }

    /// Takes back the move that was played last.
    #[inline]
    pub(super) fn undo(&mut self, id: Id) {
        self.field.undo();
        self.evaluation.undo(&self.field, id);
    }

    /// The value of the position for the side to move, within a window; fail-soft.
    pub(super) fn search<const PV: bool>(
        &mut self,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        self.meter.tick()?;
        self.lengths[ply as usize] = 0;
        if self.field.is_won() {
            return Ok(Score::loss_in(ply));
        }
        if self.field.is_full() || self.field.is_dead() {
            return Ok(Score::DRAW);
        }
        // Mate distance: no win is nearer than the next move, no loss than the one after.
        alpha = alpha.max(Score::loss_in(ply + 2));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }
        let obligation = obligation(&self.field);
        match obligation {
            Obligation::Wins(id, plies) => {
                self.begin_line(ply, id);
                return Ok(Score::win_in(ply + plies));
            }
            Obligation::Lost(id) => {
                self.begin_line(ply, id);
                return Ok(Score::loss_in(ply + 2));
            }
            Obligation::Forced(id) if (ply as usize) < PLIES => {
                // The only move costs no depth.
                self.play(id);
                let below = if self.options.extend { depth } else { depth - 1 };
                let searched = self.search::<PV>(below, -beta, -alpha, ply + 1);
                self.undo(id);
                let score = -searched?;
                if PV {
                    self.keep_line(ply, id);
                }
                return Ok(score);
            }
            _ => {}
        }
        if ply as usize >= PLIES {
            return Ok(Score::new(self.estimate()));
        }

        let key = Key(self.field.key());
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && !PV
            && entry.depth as i32 >= depth.max(0)
            && let Some(score) = settled(&entry, alpha, beta, ply)
        {
            return Ok(score);
        }

        let defend = obligation == Obligation::Defend;
        let estimate = Score::new(self.estimate());
        if depth <= 0 {
            if entry.is_none() {
                self.remember(key, 0, ply, estimate, Bound::Exact, NOWHERE);
            }
            return Ok(estimate);
        }
        if !PV && !defend && !alpha.is_decisive() && !beta.is_decisive() {
            let futility = self.options.futility;
            // So far above beta that a quiet move keeps it.
            if futility > 0 && depth <= 6 && estimate.raw() - futility * depth >= beta.raw() {
                return Ok(estimate);
            }
        }
        // Without a move from the table the order is poor: a shallower search finds one.
        let wanted = entry.and_then(|entry| entry.best).unwrap_or(NOWHERE);
        if usize::from(wanted) < self.field.rules().cells() {
            self.fetch(wanted);
        }
        let depth = if self.options.iir && wanted == NOWHERE && depth >= 4 { depth - 1 } else { depth };
        let node = Node { depth, ply, alpha, beta, wanted, without: NOWHERE, estimate, defend, key };
        self.expand::<PV>(node, entry)
    }

    /// Tries the moves of a position that has a choice.
    pub(super) fn expand<const PV: bool>(&mut self, node: Node, entry: Option<Entry>) -> Result<Score, Stopped> {
        let Node { depth, ply, mut alpha, beta, wanted, without, estimate, defend, key } = node;
        let mut extension = 0;
        if let Some(entry) = entry.filter(|_| wanted != NOWHERE) {
            match self.singularity(node, &entry)? {
                Singularity::Deeper(plies) => extension = plies,
                Singularity::Cut(score) => return Ok(score),
            }
        }
        let me = self.field.to_move();
        let start = self.moves.len();
        {
            let Searcher { field, marks, moves, learnt, worth, .. } = self;
            list(field, defend, marks, moves, |id| {
                let table = if id == wanted { 10_000_000 } else { 0 };
                worth.of(field, id, me) + learnt.bonus(id, me) + table
            });
        }
        if without != NOWHERE {
            let Some(at) = self.moves[start..].iter().position(|m| m.id == without) else {
                self.moves.truncate(start);
                return Ok(estimate);
            };
            self.moves.swap_remove(start + at);
        }
        let (old_alpha, mut best, mut best_id) = (alpha, Score::LOWEST, NOWHERE);
        let count = self.moves.len() - start;
        let limit = self.selectivity.limit(depth);
        // From this number on quiet moves are left out.
        let mut looked_at = count;
        self.pick_ahead(start);
        for number in 0..count {
            let id = self.moves[start + number].id;
            if number < looked_at {
                self.pick_ahead(start + number + 1);
            }
            let forcing = self.is_forcing(id, me);
            if number > 0 && !best.is_loss() && !forcing && !PV && !defend {
                // Those that come later are looked through for forcing ones only: their order no longer matters.
                if number as i32 >= limit {
                    looked_at = looked_at.min(number);
                }
                if number >= looked_at
                    || self.options.futility > 0
                        && depth <= 4
                        && estimate.raw() + self.options.futility * (depth + 1) <= alpha.raw()
                        && number >= 4
                {
                    continue;
                }
            }
            let mut reduce = 0;
            if number >= 2 && depth >= 2 {
                let less = i32::from(PV) + i32::from(forcing);
                reduce = self.selectivity.reduction(depth, number, less);
            }
            let deeper = depth + if id == wanted { extension } else { 0 };
            let bounds = Bounds { depth: deeper, ply, alpha, beta, first: number == 0, reduce };
            let searched = match self.foresee::<PV>(id, bounds) {
                Some(score) => self.meter.tick().map(|()| score),
                None => {
                    self.play(id);
                    let searched = self.child::<PV>(bounds);
                    self.undo(id);
                    searched
                }
            };
            let score = match searched {
                Ok(score) => -score,
                Err(stopped) => {
                    self.moves.truncate(start);
                    return Err(stopped);
                }
            };
            if score > best {
                (best, best_id) = (score, id);
                if score > alpha {
                    alpha = score;
                    if PV {
                        self.keep_line(ply, id);
                    }
                    if score >= beta {
                        self.cutoffs[usize::from(number > 0)] += 1;
                        let tried = &self.moves[start..start + number.min(looked_at)];
                        self.learnt.cutoff(id, tried, me, depth);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if best_id == NOWHERE {
            // No move answers the threat, not even one that makes its own: the opponent mates.
            return Ok(if count == 0 && without == NOWHERE { Score::loss_in(ply + 4) } else { estimate });
        }
        if without == NOWHERE {
            self.remember(key, node.depth, ply, best, Bound::of(best, old_alpha, beta), best_id);
        }
        Ok(best)
    }

    /// Brings the best of the moves from here on to the front, and what the table knows of it into the cache. A look at the table waits for
    /// memory longer than a move takes to be played, so the next move is chosen before the one at hand is searched.
    #[inline]
    fn pick_ahead(&mut self, from: usize) {
        if from < self.moves.len() {
            let Scored { id, .. } = pick(&mut self.moves[from..]);
            self.fetch(id);
        }
    }

    /// Fetches the table's place of the position after a move.
    #[inline]
    fn fetch(&self, id: Id) {
        let first = self.table.first_word(Key(self.field.key_after(id)));
        prefetch_index(self.table.words(), first);
    }

    /// What the table says of a move, if that settles it: then it need not be played. A position that is in the table is
    /// neither over nor forced, or it would not have come so far.
    #[inline]
    fn foresee<const PV: bool>(&self, id: Id, bounds: Bounds) -> Option<Score> {
        let Bounds { depth, ply, alpha, beta, first, reduce, .. } = bounds;
        if PV && first {
            return None;
        }
        let (depth, low) = if first { (depth - 1, -beta) } else { (depth - 1 - reduce, -alpha.above()) };
        let entry = self.table.probe(Key(self.field.key_after(id)))?;
        if (entry.depth as i32) < depth.max(0) {
            return None;
        }
        let (low, high) = (low.max(Score::loss_in(ply + 3)), (-alpha).min(Score::win_in(ply + 2)));
        let score = if low >= high { low } else { settled(&entry, low, high, ply + 1)? };
        let over = -score <= alpha || reduce == 0 && !(PV && -score < beta);
        (first || over).then_some(score)
    }

    #[inline]
    fn child<const PV: bool>(&mut self, bounds: Bounds) -> Result<Score, Stopped> {
        let Bounds { depth, ply, alpha, beta, first, reduce } = bounds;
        if first {
            return self.search::<PV>(depth - 1, -beta, -alpha, ply + 1);
        }
        let mut searched = self.search::<false>(depth - 1 - reduce, -alpha.above(), -alpha, ply + 1)?;
        if reduce > 0 && -searched > alpha {
            searched = self.search::<false>(depth - 1, -alpha.above(), -alpha, ply + 1)?;
        }
        if PV && -searched > alpha && -searched < beta {
            searched = self.search::<true>(depth - 1, -beta, -alpha, ply + 1)?;
        }
        Ok(searched)
    }

    /// Whether a move makes or stops something that must be answered.
    #[inline]
    fn is_forcing(&self, id: Id, me: Side) -> bool {
        let (mine, theirs) = (self.field.grade(id, me), self.field.grade(id, me.other()));
        mine >= Grade::Open2 || theirs >= Grade::DoubleOpen2
    }

    #[inline]
    fn remember(&self, key: Key, depth: i32, ply: u32, score: Score, bound: Bound, best: Id) {
        let best = (best != NOWHERE).then_some(best);
        self.table
            .store(key, Entry { score: score.to_table(ply), bound, depth: depth.max(0) as u32, solved: false, best });
    }

    fn begin_line(&mut self, ply: u32, id: Id) {
        self.lines[ply as usize * (PLIES + 2)] = id;
        self.lengths[ply as usize] = 1;
    }

    /// The move, followed by the best line below it.
    fn keep_line(&mut self, ply: u32, id: Id) {
        let (here, below) = (ply as usize * (PLIES + 2), (ply as usize + 1) * (PLIES + 2));
        let length = self.lengths[ply as usize + 1].min(PLIES);
        self.lines[here] = id;
        self.lines.copy_within(below..below + length, here + 1);
        self.lengths[ply as usize] = length + 1;
    }
}

/// How a move of a node is searched.
#[derive(Clone, Copy)]
struct Bounds {
    depth: i32,
    ply: u32,
    alpha: Score,
    beta: Score,
    first: bool,
    reduce: i32,
}

/// The score of a position from the table, if it is all that a window asks for.
#[inline]
fn settled(entry: &Entry, alpha: Score, beta: Score, ply: u32) -> Option<Score> {
    let score = entry.score.from_table(ply);
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    enough.then_some(score)
}

#[cfg(test)]
mod tests {
    use filetto_rules::Rules;
    use filetto_search::Replacement;

    use super::super::evaluate::LineEvaluation;
    use super::super::signature::signature_positions;
    use super::*;
    use crate::knowledge::Weights;

    /// The usual evaluation, which also keeps the stones that it was told and compares them with the field's.
    struct Told<'a> {
        lines: LineEvaluation<'a>,
        stones: Vec<Option<Side>>,
        asked: std::cell::Cell<u64>,
    }

    impl Evaluation for Told<'_> {
        fn play(&mut self, field: &Field, id: Id) {
            let before = self.stones[usize::from(id)].replace(field.to_move().other());
            assert_eq!(before, None);
        }

        fn undo(&mut self, field: &Field, id: Id) {
            assert_eq!(self.stones[usize::from(id)].take(), Some(field.to_move()));
        }

        fn evaluate(&mut self, field: &Field) -> i32 {
            let id = (self.asked.get() % self.stones.len() as u64) as Id;
            assert_eq!(self.stones[usize::from(id)], field.get(id));
            self.asked.set(self.asked.get() + 1);
            self.lines.evaluate(field)
        }
    }

    /// The score and the nodes of a search to this depth.
    fn searched<E: Evaluation>(field: &Field, evaluation: E, depth: i32) -> (Score, u64, E) {
        let table = Table::within(1 << 20, Replacement::TwoTier, Pages::zeroed);
        let worth = OrderWeights::new();
        let with = (evaluation, &worth);
        let mut searcher = Searcher::new(field.clone(), &table, with, Options::default(), &Limits::none());
        let score = searcher.search::<true>(depth, Score::LOWEST, Score::HIGHEST, 0);
        (score.unwrap_or(Score::LOWEST), searcher.meter.nodes(), searcher.evaluation)
    }

    #[test]
    fn an_evaluation_hears_of_every_stone_and_costs_no_node() {
        for (text, depth) in [("10x10x5", 5), ("6x7x4g", 8), ("7x7x4", 6), ("9x9x5e", 5)] {
            let rules: Rules = text.parse().unwrap();
            let mut asked = 0;
            for game in signature_positions(rules, 2) {
                let field = Field::of(&game);
                let lines = LineEvaluation::of(&field, Weights::of(rules));
                let stones: Vec<Option<Side>> = (0..rules.cells() as Id).map(|id| field.get(id)).collect();
                let told = Told { lines, stones: stones.clone(), asked: 0.into() };
                let (score, nodes, told) = searched(&field, told, depth);
                assert_eq!(told.stones, stones, "everything is taken back on {text}");
                asked += told.asked.get();
                let (alone, count, _) = searched(&field, lines, depth);
                assert_eq!((score, nodes), (alone, count), "{text}");
            }
            // Tactics decide every position of 7x7x4 before an estimate is asked for.
            assert!(asked > 100 || text == "7x7x4", "{text}");
        }
    }
}
