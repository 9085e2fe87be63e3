//! From a position to its best moves: what is known before the search, then iteration after iteration.

use std::ops::Range;

use filetto_rules::{Board, Cell, Game};
use filetto_search::{Limits, Meter, Score, Stopped, TimeManager};

use super::Champion;
use super::evaluate::Evaluation;
use super::follow_up::FollowUp;
use super::oracle::{Oracle, Verdict};
use super::order::NOWHERE;
use super::root::RootMove;
use super::search::{PLIES, Searcher};
use super::tactics::{Obligation, obligation};
use super::vcf::Proof;
use super::vct::Vct;
use crate::Info;
use crate::knowledge::{Field, Id};

/// How deep a single move is looked at, so that its score means something.
const SCORE_DEPTH: u32 = 6;

/// How deep the moves are looked at before the oracle is asked.
const GLANCE_DEPTH: u32 = 2;

impl Champion {
    /// Deepens until the limits, a proof, or the end. Returns the moves, best first, whether the first score is a fact, and the
    /// last depth completed.
    pub(super) fn deepen<E: Evaluation>(
        &self,
        searcher: &mut Searcher<'_, E>,
        limits: &Limits,
        (count, first): (usize, u32),
        oracle: Option<(&Game, &mut dyn Oracle)>,
        info: &mut dyn FnMut(&Info),
    ) -> (Vec<RootMove>, bool, u32) {
        let mut moves = searcher.root_moves();
        let obligation = obligation(&searcher.field);
        let open = matches!(obligation, Obligation::Free | Obligation::Defend);
        if open {
            self.keep_safe(searcher, &mut moves);
        }
        let mut count = count.clamp(1, moves.len());
        if let Obligation::Wins(id, plies) = obligation {
            if let Some(found) = moves.iter_mut().find(|m| m.id == id) {
                found.score = Score::win_in(plies);
            }
            if count == 1 {
                return (moves, true, 0);
            }
        }
        // Whoever compares several moves wants to know first which is a fact, and a search that a pairing confines sees no win beside it.
        // Weaker levels see no chains.
        let may_prove = self.is_full_strength() && self.options.vct > 0;
        let first_of_all = open && (count > 1 || self.pairing().is_some());
        let won = if may_prove && first_of_all { self.chain(searcher, limits, info) } else { None };
        let settled = usize::from(won.is_some());
        if let Some(won) = won {
            if count == 1 {
                return (vec![won], true, 0);
            }
            moves.retain(|m| m.id != won.id);
            moves.insert(0, won);
        }
        let mut fact = None;
        let oracle = oracle.filter(|_| count == 1 && open && self.pairing().is_none());
        if oracle.is_some() {
            // Whoever asks has a move to play meanwhile, and whoever listens has heard of it.
            let glance = Limits { depth: Some(GLANCE_DEPTH), ..limits.clone() };
            self.iterate(searcher, &glance, (&mut moves, 0..1, 1), info);
        }
        if let Some((game, oracle)) = oracle
            && let Some(Verdict { moves: kept, score, exact }) = consult(searcher, limits, &moves, game, oracle)
        {
            let kept: Vec<Id> = kept.iter().map(|&cell| searcher.field.shape().id(cell)).collect();
            if exact && (score.is_decisive() || kept.len() == 1) {
                return (vec![RootMove { id: kept[0], score, line: vec![kept[0]] }], true, 0);
            }
            moves.retain(|m| kept.contains(&m.id));
            if moves.is_empty() {
                moves = kept.into_iter().map(RootMove::unsearched).collect();
            }
            (fact, count) = (exact.then_some(score), 1);
        }
        if count == 1 && is_spacious_and_empty(&searcher.field) {
            // The first cell of the root has the most room and is the most central one; a search finds no difference that means anything.
            moves.truncate(1);
        }
        let depth = self.iterate(searcher, limits, (&mut moves, settled..count, first), info);
        moves.truncate(count);
        if let Some(score) = fact {
            moves[0].score = score;
        } else if count == 1 && may_prove && moves[0].score.is_win() {
            // The search leaves out moves far from stones; a chain of threats makes its win a fact. Looked for before the search,
            // chains gained nothing in matches.
            if let Some(won) = self.chain(searcher, limits, info) {
                return (vec![won], true, depth);
            }
        }
        (moves, fact.is_some() || settled > 0, depth)
    }

    /// A win by threats alone, if there is one that is soon found.
    fn chain<E: Evaluation>(
        &self,
        searcher: &mut Searcher<'_, E>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<RootMove> {
        let before = searcher.meter.nodes();
        let granted = limits.nodes.map_or(1_000_000, |nodes| nodes * u64::from(self.options.vct) / 1000);
        if let Some(time) = limits.time {
            let now = searcher.meter.elapsed();
            let part = time.saturating_sub(now) * self.options.vct / 1000;
            searcher.meter.set_deadline(Some(now + part));
        }
        let found = Vct::default().run(&mut searcher.field, 12, granted, &mut searcher.meter);
        searcher.meter.set_deadline(limits.time);
        let Proof { line, plies, .. } = found.ok().flatten()?;
        let score = Score::win_in(plies);
        let nodes = searcher.meter.nodes() - before;
        let told = searcher.cells(&line);
        info(&Info { depth: plies, score, nodes, elapsed: searcher.meter.elapsed(), line: told, rank: 0 });
        Some(RootMove { id: line[0], score, line })
    }

    /// Searches deeper and deeper for so many best moves, the first of which may be settled; returns the last depth completed.
    fn iterate<E: Evaluation>(
        &self,
        searcher: &mut Searcher<'_, E>,
        limits: &Limits,
        (moves, wanted, first): (&mut [RootMove], Range<usize>, u32),
        info: &mut dyn FnMut(&Info),
    ) -> u32 {
        let deepest = limits.depth.unwrap_or(u32::MAX).min(self.options.depth).min(PLIES as u32);
        let count = wanted.end;
        let plan = if moves.len() == 1 { limits.plan().forced() } else { limits.plan() };
        let (mut done, mut unchanged, mut last) = (0, 0, (NOWHERE, Score::LOWEST));
        for depth in first..=deepest {
            if wanted.clone().any(|from| self.aspire(searcher, moves, from, depth as i32).is_err()) {
                break;
            }
            done = depth;
            // A later line may turn out better than an earlier one was.
            moves[..count].sort_by_key(|m| std::cmp::Reverse(m.score));
            let (nodes, elapsed) = (searcher.meter.nodes(), searcher.meter.elapsed());
            for (rank, m) in moves[..count].iter().enumerate() {
                info(&Info { depth, score: m.score, nodes, elapsed, line: searcher.cells(&m.line), rank });
            }
            let best = &moves[0];
            // A decided game gets no better, and a single move needs no more than a score.
            if count == 1 && (best.score.is_decisive() || moves.len() == 1 && depth >= SCORE_DEPTH) {
                break;
            }
            unchanged = if best.id == last.0 { unchanged + 1 } else { 0 };
            let fell = TimeManager::fell(last.1, best.score);
            last = (best.id, best.score);
            if plan.is_over(searcher.meter.elapsed(), unchanged, fell) {
                break;
            }
            if (depth as usize) > searcher.field.rules().cells() - searcher.field.stones() {
                break;
            }
        }
        done
    }

    /// Leaves only the moves that keep a draw that is there for certain.
    fn keep_safe<E: Evaluation>(&self, searcher: &mut Searcher<'_, E>, moves: &mut Vec<RootMove>) {
        let ids: Vec<Id> = moves.iter().map(|m| m.id).collect();
        let safe = match self.pairing() {
            Some(pairing) => pairing.safe(&searcher.field, &ids),
            None if searcher.estimate() >= self.options.hold => None,
            None => FollowUp::of(&searcher.field).and_then(|mut ours| ours.safe(&searcher.field, &ids)),
        };
        if let Some(safe) = safe {
            moves.retain(|m| safe.contains(&m.id));
            if moves.is_empty() {
                moves.extend(safe.into_iter().map(RootMove::unsearched));
            }
        }
    }

    /// One iteration in a window around the last score, widened until the score is inside.
    fn aspire<E: Evaluation>(
        &self,
        searcher: &mut Searcher<'_, E>,
        moves: &mut [RootMove],
        from: usize,
        depth: i32,
    ) -> Result<(), Stopped> {
        let last = moves[from].score;
        let mut width = self.options.aspiration;
        let (mut low, mut high) = (Score::LOWEST, Score::HIGHEST);
        if depth > 3 && width > 0 && !last.is_decisive() && last > Score::LOWEST {
            (low, high) = (Score::new(last.raw() - width), Score::new(last.raw() + width));
        }
        loop {
            let score = searcher.root(moves, from, depth, (low, high))?;
            width = width.saturating_mul(4);
            if score <= low && low > Score::LOWEST {
                low = if width > 2000 || score.is_decisive() { Score::LOWEST } else { Score::new(last.raw() - width) };
            } else if score >= high && high < Score::HIGHEST {
                high =
                    if width > 2000 || score.is_decisive() { Score::HIGHEST } else { Score::new(last.raw() + width) };
            } else {
                return Ok(());
            }
        }
    }
}

/// Asks the oracle, which gets a part of what is left.
fn consult<E: Evaluation>(
    searcher: &mut Searcher<'_, E>,
    limits: &Limits,
    moves: &[RootMove],
    game: &Game,
    oracle: &mut dyn Oracle,
) -> Option<Verdict> {
    let nodes = searcher.meter.nodes_left();
    let now = searcher.meter.elapsed();
    let tenths = oracle.tenths(game.rules());
    let part = Limits {
        nodes: nodes.map(|nodes| nodes / 10 * u64::from(tenths)),
        time: limits.soft.or(limits.time).map(|time| now + time.saturating_sub(now) / 10 * tenths),
        ..limits.clone()
    };
    let mut meter = Meter::new(&part);
    let candidates: Vec<Cell> = moves.iter().map(|m| searcher.field.cell(m.id)).collect();
    let mut verdict = oracle.ask(game, &candidates, &mut meter);
    // If a limit is reached the search notices it itself.
    let _ = searcher.meter.charge(meter.nodes());
    if let Some(verdict) = &mut verdict {
        verdict.moves.retain(|&cell| game.board().check(cell).is_ok());
    }
    verdict.filter(|verdict| !verdict.moves.is_empty())
}

/// Whether the board is empty, and so large that its centre has all the room there can be.
pub(super) fn is_spacious_and_empty(field: &Field) -> bool {
    let rules = field.rules();
    !rules.gravity() && field.stones() == 0 && rules.rows().min(rules.cols()) >= 2 * rules.k() - 1
}

impl<E: Evaluation> Searcher<'_, E> {
    pub(super) fn cells(&self, line: &[Id]) -> Vec<Cell> {
        line.iter().map(|&id| self.field.cell(id)).collect()
    }
}
