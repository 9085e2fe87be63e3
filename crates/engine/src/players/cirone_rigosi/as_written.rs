//! The search of Cirone and Rigosi as their pseudocode has it (sections 5.1 to 5.4).
//!
//! `alphabeta` ends a position when its value reaches *either* end of the window: a maximising position is left as soon as a
//! move does not raise alpha, although another might; alpha is the best so far, so the first move that is no better than those
//! before it is also the last. With the full window that the root gives each column, a
//! first reply that loses at once condemns a position and one that wins settles it. Every value is stored as a bound (BETA when
//! maximising, ALPHA when minimising, never exact), no move is stored, and history alone orders the columns. All wins are
//! worth the same, however far. If two iterations in a row find every column lost, none is left and a random safe one is played.
//!
//! Two lines of the pseudocode are not followed: it returns from a cut without `undoMove`, and it says nothing of what `get` does
//! with a bound; that is taken from the source of its names (Moreland's `ProbeHash`): a value of the right kind beyond the
//! window answers with the window's end.

use filetto_rules::{Board as _, Cell, Word};
use filetto_search::{Bound, Entry, Game as _, Limits, Order as _, Score, Stopped, Table, TableProbe, Walk};

use super::Columns;
use crate::heuristics::CironeRigosi;
use crate::{Choice, Info, Position};

/// `Integer.MAX_VALUE`: a won game. It is an estimate to the program, since this search proves nothing.
const INFINITY: Score = Score::BEST_ESTIMATE;

type Walking<'a, W> = Walk<'a, Position<W>, CironeRigosi>;

/// `iterativeDeepening`: the best column of the last iteration, or of the one before if it had none.
pub(super) fn deepen<W: Word>(
    position: &mut Position<W>,
    table: &Table,
    history: &mut Columns,
    limits: &Limits,
    info: &mut dyn FnMut(&Info),
) -> Option<Choice> {
    let free = (position.rules().cells() - position.board().stones()) as u32;
    let deepest = limits.depth.map_or(free, |most| most.min(free));
    let mut evaluator = CironeRigosi::default();
    let mut walk = Walk::new(position, &mut evaluator, limits);
    let (mut best, mut previous) = (None, None);
    for depth in 1..=deepest {
        if walk.root().is_err() {
            break;
        }
        let (found, stopped) = columns(&mut walk, depth - 1, table, history);
        (best, previous) = (found, best);
        if let (Some((cell, score)), false) = (found, stopped) {
            walk.stats.depth = depth;
            let stats = walk.stats_now();
            info(&Info { depth, score, nodes: stats.nodes, elapsed: stats.elapsed, line: vec![cell], rank: 0 });
        }
        if stopped {
            break;
        }
    }
    let stats = walk.stats_now();
    best.or(previous).map(|(cell, score)| Choice { score: Some(score), stats, ..Choice::of(cell) })
}

/// `alphabetacol`: every column with the full window; whether the time was used up.
fn columns<W: Word>(
    walk: &mut Walking<'_, W>,
    depth: u32,
    table: &Table,
    history: &mut Columns,
) -> (Option<(Cell, Score)>, bool) {
    let mut best = None;
    let span = walk.moves();
    let place = walk.place(depth);
    let fixed = walk.arrange(span, history, place, &TableProbe::default());
    for i in 0..span.len() {
        let cell = walk.pick::<&mut Columns>(span, i, fixed);
        if walk.game().wins(cell, walk.game().to_move()) {
            return (Some((cell, INFINITY)), false);
        }
        let Ok(value) = walk.after(cell, |walk| alphabeta(walk, depth, (-INFINITY, INFINITY), false, table, history))
        else {
            return (best, true);
        };
        if best.is_none_or(|(_, score)| value > score) && value > -INFINITY {
            best = Some((cell, value));
        }
    }
    walk.release(span);
    (best, false)
}

/// `alphabeta`: the value to the player at the root.
fn alphabeta<W: Word>(
    walk: &mut Walking<'_, W>,
    depth: u32,
    (mut alpha, mut beta): (Score, Score),
    maximizing: bool,
    table: &Table,
    history: &mut Columns,
) -> Result<Score, Stopped> {
    let key = walk.game().key();
    if let Some(entry) = table.probe(key).filter(|entry| entry.depth >= depth) {
        match entry.bound {
            Bound::Lower if entry.score >= beta => return Ok(beta),
            Bound::Upper if entry.score <= alpha => return Ok(alpha),
            _ => {}
        }
    }
    // The game and the evaluator speak for the player to move.
    let at_root = |score: Score| if maximizing { score } else { -score };
    if let Some(ended) = walk.ended() {
        let won = if ended.is_win() { INFINITY } else { -INFINITY };
        return Ok(if ended.is_decisive() { at_root(won) } else { Score::DRAW });
    }
    if depth == 0 {
        return Ok(at_root(walk.evaluate()));
    }
    let mut best = if maximizing { Score::LOWEST } else { Score::HIGHEST };
    let span = walk.moves();
    let place = walk.place(depth);
    let fixed = walk.arrange(span, history, place, &TableProbe::default());
    for i in 0..span.len() {
        let cell = walk.pick::<&mut Columns>(span, i, fixed);
        let window = (alpha, beta);
        let value = walk.after(cell, |walk| alphabeta(walk, depth - 1, window, !maximizing, table, history))?;
        history.scored(walk.game(), cell, place, value);
        best = if maximizing { best.max(value) } else { best.min(value) };
        if best >= beta || best <= alpha {
            walk.stats.cutoffs += 1;
            break;
        }
        if maximizing {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
    }
    walk.release(span);
    let bound = if maximizing { Bound::Lower } else { Bound::Upper };
    table.store(key, Entry { score: best, bound, depth, solved: false, best: None });
    Ok(best)
}
