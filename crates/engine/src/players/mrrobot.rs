//! `mrrobot`: 38th of 48, with 182 forfeits in its tournament; this one keeps to its time.
//!
//! Minimax with alpha-beta to a depth chosen from the number of free cells. Before it thinks a random free cell is chosen, which
//! stands if nothing better is found in time.
//!
//! As written, a won game is worth 1000 less its level, so that a leaf whose `justOne` gives 1000 outweighs a win; moves come row
//! by row. Mended, a win is worth more than any estimate and moves come from the centre outwards.
//!
//! Where the document is unclear: the ranges of free cells are not given. The depths here visit a few million positions at most,
//! which is what its authors' ten seconds allowed.

use filetto_rules::{Rng, Word};
use filetto_search::{AlphaBeta, Evaluator, FixedDepth, Game, Limits, Score, Stopped, Walk};

use super::{Settings, Thinker, choice};
use crate::{Choice, Info, Position, heuristics};

pub(super) struct MrRobot {
    rng: Rng,
    mended: bool,
}

impl MrRobot {
    pub(super) fn new(settings: Settings) -> MrRobot {
        MrRobot { rng: Rng::new(settings.seed), mended: settings.variant.mended }
    }
}

/// The depth for a number of free cells.
fn depth(free: usize) -> u32 {
    const RANGES: [(usize, u32); 6] = [(10, 10), (16, 6), (25, 5), (49, 4), (100, 3), (400, 2)];
    RANGES.into_iter().find(|(most, _)| free <= *most).map_or(1, |(_, depth)| depth)
}

/// Alpha-beta in which a won game is an estimate among others.
struct AsWritten;

/// The worth of a won game before its level is taken off.
const WIN: i32 = 1000;

impl<G: Game, E: Evaluator<G>> FixedDepth<G, E> for AsWritten {
    fn search(&mut self, walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Stopped> {
        walk.root()?;
        node(walk, depth, Score::LOWEST, Score::HIGHEST)
    }
}

fn node<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    depth: u32,
    mut alpha: Score,
    beta: Score,
) -> Result<Score, Stopped> {
    if let Some(ended) = walk.ended() {
        // What rests on such a number is not proved.
        walk.note_unsure();
        let worth = WIN - walk.ply() as i32;
        return Ok(Score::new(if ended.is_win() {
            worth
        } else if ended.is_loss() {
            -worth
        } else {
            0
        }));
    }
    if depth == 0 {
        return Ok(walk.evaluate());
    }
    let mut best = Score::LOWEST;
    let span = walk.moves();
    for i in 0..span.len() {
        let mv = walk.listed(span, i);
        let score = -walk.after(mv, |walk| node(walk, depth - 1, -beta, -alpha))?;
        if score > best {
            best = score;
            walk.improve(mv, score);
        }
        alpha = alpha.max(best);
        if best >= beta {
            walk.stats.cutoffs += 1;
            break;
        }
    }
    walk.release(span);
    Ok(best)
}

impl Thinker for MrRobot {
    fn think<W: Word>(&mut self, position: Position<W>, limits: &Limits, _: &mut dyn FnMut(&Info)) -> Option<Choice> {
        let mut position = if self.mended { position } else { position.row_by_row() };
        let free: Vec<_> = position.legal().collect();
        let fallback = Choice::of(*self.rng.pick(&free)?);
        if free.len() == 1 {
            return Some(fallback);
        }
        let wanted = depth(free.len());
        let limits = limits.clone().one_pass().depth(limits.depth.map_or(wanted, |most| most.min(wanted)));
        let heuristic = &mut heuristics::MrRobot::new(self.mended);
        let report = match self.mended {
            true => AlphaBeta::new().run(&mut position, heuristic, &limits),
            false => AsWritten.run(&mut position, heuristic, &limits),
        };
        let found = choice(report)?;
        Some(if found.score.is_some() { found } else { fallback })
    }
}
