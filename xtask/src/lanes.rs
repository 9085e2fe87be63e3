//! Steps side by side. A lane is a list of steps that run one after the other; lanes run at once, and a step waits for those that it names.
//! Two processors are kept busy where a single list leaves one idle: at downloads, at the end of every test program, in front of a browser.
//!
//! The first lane talks to the terminal as it goes. What others print is kept and shown in one piece at their end, so that nothing is mixed.

use std::io::{Read, Seek, Write};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::run::keep_output;

pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) lane: usize,
    /// Steps that must have ended, if they run at all.
    pub(crate) after: &'static [&'static str],
    pub(crate) run: fn() -> Result<()>,
}

#[derive(Default)]
struct Course {
    ended: Vec<&'static str>,
    failed: Vec<&'static str>,
}

/// Runs the steps, each lane in the order of the list. After a failure no further step begins; what runs comes to its end.
pub(crate) fn run(steps: &[&Step]) -> Result<()> {
    let course = (Mutex::new(Course::default()), Condvar::new());
    let lanes = steps.iter().map(|step| step.lane).max().unwrap_or(0);
    // Alone it may talk as it goes.
    let first = steps.iter().map(|step| step.lane).min().unwrap_or(0);
    std::thread::scope(|scope| {
        for lane in 0..=lanes {
            let (course, mine) = (&course, steps.iter().filter(move |step| step.lane == lane));
            scope.spawn(move || mine.for_each(|step| one(step, lane == first, steps, course)));
        }
    });
    let failed = course.0.into_inner().unwrap_or_else(PoisonError::into_inner).failed;
    ensure!(failed.is_empty(), "failed: {} (what it printed is above)", failed.join(", then "));
    Ok(())
}

fn one(step: &Step, aloud: bool, all: &[&Step], (course, changed): &(Mutex<Course>, Condvar)) {
    let lock = || course.lock().unwrap_or_else(PoisonError::into_inner);
    let waits = |course: &mut Course| {
        let open = |name: &&str| all.iter().any(|step| step.name == *name) && !course.ended.contains(name);
        course.failed.is_empty() && step.after.iter().any(open)
    };
    let now = changed.wait_while(lock(), waits).unwrap_or_else(PoisonError::into_inner);
    if !now.failed.is_empty() {
        return;
    }
    drop(now);
    let start = Instant::now();
    if aloud {
        eprintln!("== {}", step.name);
    }
    let result = if aloud { (step.run)() } else { apart(step) };
    match &result {
        Ok(()) => eprintln!("== {} done in {} s", step.name, start.elapsed().as_secs()),
        Err(error) => eprintln!("== {} FAILED after {} s: {error:#}", step.name, start.elapsed().as_secs()),
    }
    let mut course = lock();
    course.ended.push(step.name);
    if result.is_err() {
        course.failed.push(step.name);
    }
    changed.notify_all();
}

/// Runs a step whose output is shown when it has ended.
fn apart(step: &Step) -> Result<()> {
    let mut file = tempfile::tempfile().context("cannot make a file for the output")?;
    let result = keep_output(file.try_clone()?, step.run);
    let mut text = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut text)?;
    let mut out = std::io::stderr().lock();
    writeln!(out, "== {}: what it printed beside the others", step.name)?;
    out.write_all(&text)?;
    result
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use anyhow::bail;

    use super::*;

    static ORDER: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn a_step_waits_for_those_that_it_names_and_none_begins_after_a_failure() {
        fn base() -> Result<()> {
            std::thread::sleep(std::time::Duration::from_millis(50));
            ORDER.fetch_add(1, SeqCst);
            Ok(())
        }
        fn later() -> Result<()> {
            ensure!(ORDER.load(SeqCst) == 1, "it did not wait");
            bail!("nothing is well")
        }
        fn never() -> Result<()> {
            ORDER.fetch_add(10, SeqCst);
            Ok(())
        }
        let step = |name, lane, after, run| Step { name, lane, after, run };
        let steps = [
            step("base", 0, &[], base as fn() -> Result<()>),
            step("never", 0, &["later"], never),
            step("later", 1, &["base", "a step that was not asked for"], later),
            step("never either", 1, &[], never),
        ];
        let error = run(&steps.iter().collect::<Vec<_>>()).unwrap_err().to_string();
        assert!(error.contains("failed: later (") && ORDER.load(SeqCst) == 1, "{error}");
    }
}
