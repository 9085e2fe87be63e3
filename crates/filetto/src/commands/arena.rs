//! `filetto arena`: an event from the command line to the table.

mod args;
mod watch;

use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use filetto_arena::{
    ArenaError, Builtin, ClockUse, End, Ended, Event, Ledger, News, Report, Scheme, Standing, clock_curves,
    clock_table, summary, text,
};
use filetto_engine::{Player, Settings};
use filetto_rules::Rules;

pub(crate) use args::Arena;
use args::Output;
use watch::Watch;

use crate::jobs::{self, On, Pairs, Pool};
use crate::players::{Files, OWN_FILES, Who};
use crate::terminal::{Interrupted, bad_input, print};
use crate::{files, interrupt};

pub(crate) fn run(args: &Arena) -> Result<()> {
    let event = args.event()?;
    let scheme = args.scheme();
    for path in args.report.iter().chain(&args.clocks) {
        files::check_writable(path).context("the report")?;
    }
    let mut ledger = match &args.ledger {
        Some(path) => Ledger::open(path).map_err(because)?,
        None => Ledger::in_memory(),
    };
    let stop = interrupt::watch();
    if args.items {
        return items(args, &event, &ledger);
    }
    let mut watch = Watch::new(&event, args.output());
    watch.goes_on(&ledger)?;
    let mut hear = |news: News| watch.hear(news);
    let run = match &args.on {
        None => event.run(&make, &mut ledger, &stop, &mut hear),
        Some(on) => {
            let mut pairs = Pairs::new(open(on, args, &event)?, args.item_time);
            event.run_elsewhere(&make, &mut ledger, &mut pairs, &stop, &mut hear)
        }
    };
    watch.finish()?;
    let Ended { standing, end } = run.map_err(because)?;
    say(args, &event, &standing, end, scheme)?;
    if let Some(path) = &args.report {
        let pairs = event.played(&ledger);
        let names: Vec<&str> = event.players.iter().map(|player| player.name.as_str()).collect();
        let title = if names.len() <= 3 { names.join(" – ") } else { format!("{} players", names.len()) };
        let report = Report { event: &event, standing: &standing, end, scheme, pairs: &pairs, title: &title };
        files::write(path, report.html().as_bytes()).context("the report")?;
    }
    if !args.clocks.is_empty() {
        let uses = ClockUse::of(event.played(&ledger));
        for path in &args.clocks {
            let curves = path.extension().is_some_and(|extension| extension == "svg");
            let text = if curves { clock_curves(&uses) } else { clock_table(&uses) };
            files::write(path, text.as_bytes()).context("the clocks")?;
        }
    }
    if end == End::CalledOff && stop.load(Ordering::Relaxed) {
        if args.output() != Output::Json {
            let kept = if args.ledger.is_some() { "the same command goes on from here" } else { "nothing was kept" };
            print(format!("stopped after {} of {} games; {kept}\n", standing.games(), event.games()))?;
        }
        return Err(Interrupted.into());
    }
    match end {
        End::Failed => bail!(
            "not every pairing was played, for the reason told above: a player did not start, or a worker could not play; the same command tries again"
        ),
        _ => Ok(()),
    }
}

/// What plays the pairs. Times on unlike machines are refused unless the user knows what that means.
fn open(on: &On, args: &Arena, event: &Event) -> Result<Pool> {
    let pool = Pool::open(on)?;
    let machines = pool.machines();
    let unlike = machines.iter().find(|(_, processor)| *processor != machines[0].1);
    let timed = (0..event.players.len()).any(|player| event.control_of(player).is_timed());
    match unlike {
        Some((other, _)) if timed && !args.mixed_hardware => Err(bad_input(format!(
            "{} and {other} have different processors, so times do not compare: give --nodes, or --mixed-hardware if you know better",
            machines[0].0
        ))),
        _ => Ok(pool),
    }
}

/// What is still to be played, as work items.
fn items(args: &Arena, event: &Event, ledger: &Ledger) -> Result<()> {
    for slot in event.slots(ledger, &make) {
        print(jobs::pair(&slot, args.item_time).map_err(because)?.write_line())?;
    }
    Ok(())
}

/// Whether the user or the world is to blame for an event that cannot be held.
fn because(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::LedgerFile { .. } | ArenaError::Start { .. } | ArenaError::Java(_) | ArenaError::Elsewhere(_) => {
            error.into()
        }
        _ => bad_input(error),
    }
}

/// The results in the form asked for.
fn say(args: &Arena, event: &Event, standing: &Standing, end: End, scheme: Scheme) -> Result<()> {
    let n = standing.names().len();
    let meetings = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let met = meetings.filter(|(a, b)| standing.meeting(*a, *b).results.games() > 0);
    match args.output() {
        Output::Json => print(format!("{}\n", summary(event, standing, end, scheme))),
        Output::Fastchess => {
            print(met.map(|(a, b)| text::fastchess(event, standing, a, b)).collect::<String>())?;
            text::verdict(event, end).map_or(Ok(()), |verdict| print(format!("{verdict}\n")))
        }
        Output::Cutechess => print(met.map(|(a, b)| text::cutechess(event, standing, a, b)).collect::<String>()),
        Output::Filetto => {
            print(text::table(standing, scheme))?;
            if n == 2 {
                print(format!("\n{}", text::fastchess(event, standing, 0, 1)))?;
            }
            text::verdict(event, end).map_or(Ok(()), |verdict| print(format!("{verdict}\n")))
        }
    }
}

/// Makes the players that come with the program.
pub(crate) fn make(builtin: &Builtin, rules: Rules, seed: u64) -> Result<Box<dyn Player>, String> {
    make_from(builtin, rules, seed, OWN_FILES)
}

/// The same, with or without networks from files.
pub(crate) fn make_from(builtin: &Builtin, rules: Rules, seed: u64, files: Files) -> Result<Box<dyn Player>, String> {
    // Players are made anew for every game: mapping and freeing large tables would hold up the other games of this process.
    let settings = Settings { seed, memory: 16 << 20, ..Settings::default() };
    let mut who = Who::read(&builtin.name, settings, files)?;
    for (option, value) in &builtin.options {
        who.set(option, value)?;
    }
    who.refuses(rules).map_or_else(|| Ok(who.make()), Err)
}
