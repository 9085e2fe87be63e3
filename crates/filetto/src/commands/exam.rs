//! `filetto exam`: a student's class, from loading to its worst moves.

mod args;
mod judge;

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use filetto_arena::exam::{Exam as Plan, Findings, Mark, Step};

pub(crate) use args::Exam;
use judge::judge;

use super::arena::make;
use crate::terminal::{Interrupted, bad_input, print, progress};
use crate::{files, interrupt};

pub(crate) fn run(args: &Exam) -> Result<()> {
    if let Some(path) = &args.report {
        files::check_writable(path).context("the report")?;
    }
    let stop = interrupt::watch();
    let mut findings = hold(&args.plan(false)?, &stop)?;
    // Without a preset the class itself says which interface it implements.
    let falls = |findings: &Findings| matches!(&findings.loading, Some(Err(fault)) if fault.what.contains("plays only with gravity"));
    if args.preset.is_none() && falls(&findings) {
        findings = hold(&args.plan(true)?, &stop)?;
    }
    print(if args.json { format!("{}\n", findings.json()) } else { findings.text() })?;
    if let Some(path) = &args.report {
        files::write(path, findings.html().as_bytes()).context("the report")?;
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    if !args.json && args.report.is_none() && findings.loaded() {
        print("\n--report FILE writes a page with the worst moves drawn and every game to play through\n")?;
    }
    match findings.checks().iter().filter(|check| check.mark == Mark::Fail).count() {
        0 => Ok(()),
        1 => bail!("one check failed"),
        n => bail!("{n} checks failed"),
    }
}

fn hold(plan: &Plan, stop: &AtomicBool) -> Result<Findings> {
    let findings = plan
        .run(&make, &mut judge, stop, &mut |step| {
            let Step { what, done, of } = step;
            progress(&format!("{what}: {done} of {of}"));
        })
        // Ctrl-C reaches the compiler of the host too.
        .map_err(|error| if interrupt::asked() { Interrupted.into() } else { bad_input(error) });
    progress("");
    findings
}
