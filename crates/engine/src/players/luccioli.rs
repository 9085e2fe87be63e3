//! `luccioli`, called LoremIpsum in its tournament: 5th of 48.
//!
//! Alpha-beta with iterative deepening; a transposition table with a prime number of slots, replaced when the new depth is at
//! least the old one, whose bounds tighten the window and whose best move is searched first; the threats of the whole board as
//! evaluation. The move is that of the last *finished* iteration.
//!
//! As written, moves come row by row and an iteration begins with the table's move; mended, from the centre outwards and with
//! the line of the iteration before.

use filetto_rules::Word;
use filetto_search::{AlphaBeta, Deepening, Limits, Memory, Replacement, Table};

use super::{Settings, Thinker, choice, telling};
use crate::{Choice, Info, Position, heuristics};

pub(super) struct Luccioli {
    table: Table,
    mended: bool,
}

impl Luccioli {
    pub(super) fn new(settings: Settings) -> Luccioli {
        Luccioli { table: Table::new(settings.memory, Replacement::DepthPreferred), mended: settings.variant.mended }
    }
}

impl Thinker for Luccioli {
    fn think<W: Word>(
        &mut self,
        position: Position<W>,
        limits: &Limits,
        info: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let mut position = if self.mended { position } else { position.row_by_row() };
        let mut finished: Option<Info> = None;
        let search = AlphaBeta::new().memory(Memory::of(&self.table));
        let mut tell = |news: &Info| {
            info(news);
            finished = Some(news.clone());
        };
        let mut deepening = Deepening::new(search);
        if !self.mended {
            deepening = deepening.forgetting_lines();
        }
        let report = deepening.run(&mut position, &mut heuristics::Luccioli::default(), limits, telling(&mut tell));
        let whole = choice(report)?;
        Some(match finished {
            // What an unfinished iteration preferred is not played.
            Some(Info { score, line, .. }) if !line.is_empty() => {
                Choice { cell: line[0], score: Some(score), line, ..whole }
            }
            _ => whole,
        })
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
