//! What a person sees while an event goes on: a bar on a terminal, or lines for scripts.

use anyhow::Result;
use filetto_arena::{Event, Ledger, News, Standing, text};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::Output;
use crate::terminal::{note, print};

/// So many faults are told as they happen; an engine that never starts would fill the screen.
const MOST_FAULTS: usize = 10;

pub(super) struct Watch {
    bar: ProgressBar,
    output: Output,
    games: usize,
    faults: usize,
    /// The first error of standard output; nothing is printed after it.
    printed: Result<()>,
}

impl Watch {
    pub(super) fn new(event: &Event, output: Output) -> Watch {
        // Draws on standard error, and only if that is a terminal.
        let bar = ProgressBar::new(event.games() as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {msg}  {eta} left") {
            bar.set_style(style);
        }
        Watch { bar, output, games: event.games(), faults: 0, printed: Ok(()) }
    }

    /// Tells what the ledger has already.
    pub(super) fn goes_on(&mut self, ledger: &Ledger) -> Result<()> {
        let lines = self.output == Output::Filetto;
        if lines && !ledger.pairs().is_empty() {
            print(format!("the ledger has {} games\n", 2 * ledger.pairs().len()))?;
        }
        if lines && ledger.torn() > 0 {
            print("a line of the ledger is torn: that pair is played again\n")?;
        }
        Ok(())
    }

    pub(super) fn hear(&mut self, news: News) {
        match news {
            News::Started(number, names, ..) if self.scripted() => self.line(&text::started(number, self.games, names)),
            News::Finished(number, played) if self.scripted() => self.line(&text::finished(number, played)),
            News::Finished(_, played) if self.output == Output::Filetto && played.fault.is_some() => {
                self.faults += 1;
                if self.faults > MOST_FAULTS {
                    return;
                }
                let names = filetto_rules::Side::BOTH.map(|side| played.game.name(side).unwrap_or_default());
                let who = format!("{} – {} on {}", names[0], names[1], played.game.rules());
                self.line(&format!("fault: {who}: {}", text::ending(played)));
            }
            News::Failed(player, rules, fault) => {
                let text =
                    format!("{player} does not start on {rules}, its pairings there are not played: {}", fault.what);
                self.bar.suspend(|| note(&text));
            }
            News::Lost(slot, why) => {
                let names = slot.players.each_ref().map(|player| player.name.as_str());
                self.bar
                    .suspend(|| note(&format!("{} – {} on {} is not played: {why}", names[0], names[1], slot.rules)));
            }
            News::Started(..) | News::Moved(..) | News::Finished(..) => {}
            News::Pair(standing) => {
                self.bar.set_position(standing.games() as u64);
                self.bar.set_message(leader(standing));
            }
        }
    }

    /// Whether a script wants a line for every game.
    fn scripted(&self) -> bool {
        matches!(self.output, Output::Fastchess | Output::Cutechess)
    }

    fn line(&mut self, line: &str) {
        if self.printed.is_ok() {
            self.printed = self.bar.suspend(|| print(format!("{line}\n")));
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(mut self) -> Result<()> {
        self.bar.finish_and_clear();
        if self.faults > MOST_FAULTS {
            self.line(&format!("and {} faults more: --report shows them all", self.faults - MOST_FAULTS));
        }
        self.printed
    }
}

/// The score of two, or who leads among more.
fn leader(standing: &Standing) -> String {
    let names = standing.names();
    if names.len() == 2 {
        let results = standing.meeting(0, 1).results;
        return format!(
            "{} {} – {} {}",
            names[0],
            results.points(),
            results.games() as f64 - results.points(),
            names[1]
        );
    }
    let best = standing.ranking(Default::default()).into_iter().next();
    best.map_or(String::new(), |best| format!("{} leads", names[best]))
}
