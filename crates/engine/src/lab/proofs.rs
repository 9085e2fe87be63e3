//! Win, draw or loss by proof numbers, as one report.
//!
//! Proof numbers answer yes or no, so three outcomes take two questions: does the player to move win, and if not, do they hold?

use filetto_rules::{Cell, Word};
use filetto_search::{Clock, DfPn, Limits, Pns, Proof, Question, Report, Score};

use crate::Position;

/// A proof has no depth to end it; what takes longer than this is a task for `filetto solve`.
const MOST_NODES: u64 = 1_000_000;

/// By proof-number search with its tree in memory.
pub(super) fn by_pns<W: Word>(position: &mut Position<W>, bytes: usize, limits: &Limits) -> Report<Cell> {
    ask(limits, |question, limits| Pns { bytes, ..Pns::default() }.prove(position, question, limits))
}

/// Depth first, with a table.
pub(super) fn by_dfpn<W: Word>(position: &mut Position<W>, bytes: usize, limits: &Limits) -> Report<Cell> {
    ask(limits, |question, limits| DfPn::new(bytes).prove(position, question, limits))
}

fn ask(limits: &Limits, mut prove: impl FnMut(Question, &Limits) -> Proof<Cell>) -> Report<Cell> {
    let nodes = limits.nodes.map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES));
    let limits = limits.clone().nodes(nodes).since(limits.since.unwrap_or_else(Clock::start));
    let wins = prove(Question::Wins, &limits);
    if wins.answer != Some(false) {
        return wins.report;
    }
    let mut holds = prove(Question::Holds, &limits);
    holds.report.stats.nodes += wins.report.stats.nodes;
    if holds.answer == Some(true) {
        // Not won and not lost.
        holds.report.score = Score::DRAW;
    }
    holds.report
}
