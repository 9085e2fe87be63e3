//! `filetto doctor`: what is there, what is missing, and what to do about it.

use std::process::Command;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use filetto_engine::champion::signature_boards;
use serde_json::{Value, json};

use crate::jobs::{On, ray_front};
use crate::terminal::{print, progress};

const EXAMPLES: &str = "\
What is needed for more than the program itself is told with what to do about it; only a cluster that was asked for and does not work is an
error (exit code 1).

Examples:
  filetto doctor
  filetto doctor --on ray                       the cluster that this machine is part of
  filetto doctor --on ray://head:10001 --json";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Doctor {
    /// Ask this cluster too: ray or ray://HEAD:10001
    #[arg(long, value_name = "WHERE")]
    on: Option<On>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// One thing that was looked at.
struct Finding {
    what: &'static str,
    good: bool,
    told: String,
}

pub(crate) fn run(args: &Doctor) -> Result<()> {
    let mut found = vec![
        Finding { what: "filetto", good: true, told: env!("FILETTO_VERSION").to_owned() },
        Finding { what: "system", good: true, told: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH) },
        Finding {
            what: "cores",
            good: true,
            told: std::thread::available_parallelism().map_or(1, usize::from).to_string(),
        },
    ];
    progress("the champion searches its fixed positions");
    found.push(speed());
    progress("");
    found.push(java());
    found.push(python());
    let ray = args.on.as_ref().map(cluster);
    found.extend(ray);
    if args.json {
        let list: Vec<Value> =
            found.iter().map(|one| json!({"what": one.what, "good": one.good, "told": one.told})).collect();
        print(format!("{}\n", json!({"found": list})))?;
    } else {
        for one in &found {
            let sign = if one.good { "ok" } else { "--" };
            print(format!("{sign}  {:<9} {}\n", one.what, one.told))?;
        }
    }
    if args.on.is_some() && found.last().is_some_and(|last| !last.good) {
        bail!("the cluster cannot be used yet");
    }
    Ok(())
}

fn speed() -> Finding {
    let start = Instant::now();
    let nodes: u64 = signature_boards().map(|board| board.nodes).sum();
    let rate = nodes as f64 / start.elapsed().as_secs_f64().max(1e-9);
    let build = if cfg!(debug_assertions) { "; this is a development build, several times as slow" } else { "" };
    Finding { what: "speed", good: true, told: format!("{rate:.0} positions a second, set-up included{build}") }
}

fn java() -> Finding {
    let there = said("javac", &["-version"]);
    let good = there.is_some();
    let told = there.unwrap_or_else(|| "no JDK: players in Java need one, version 11 or newer".to_owned());
    Finding { what: "java", good, told }
}

fn python() -> Finding {
    let name = crate::jobs::python().to_string_lossy().into_owned();
    let there = said(&name, &["--version"]);
    let good = there.is_some();
    let told = there.unwrap_or_else(|| {
        format!("{name} does not run: players in Python and clusters need it; FILETTO_PYTHON can name another")
    });
    Finding { what: "python", good, told }
}

/// What the cluster says of its machines, and whether they fit.
fn cluster(on: &On) -> Finding {
    let finding = |good, told| Finding { what: "ray", good, told };
    let output = match ray_front(on, &["--check"]).map(|mut command| command.output()) {
        Some(Ok(output)) => output,
        Some(Err(error)) => {
            return finding(false, format!("Python does not run: {error}; FILETTO_PYTHON can name another"));
        }
        None => return finding(false, format!("{on} is no cluster: write ray or ray://HEAD:10001")),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned();
    let Ok(told) = serde_json::from_slice::<Value>(&output.stdout) else {
        let missing = last.contains("No module named");
        let advice = if missing { ": pip install 'filetto[ray]' for the Python that FILETTO_PYTHON names" } else { "" };
        return finding(false, format!("{last}{advice}"));
    };
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or("?").to_owned();
    let machines = told["machines"].as_array().cloned().unwrap_or_default();
    let versions = |one: &Value| format!("Ray {}, Python {}", text(one, "ray"), text(one, "python"));
    let here = versions(&told["here"]);
    let system = text(&told["here"], "system");
    let other = machines.iter().find(|one| versions(one) != here || text(one, "system") != system);
    if let Some(other) = other {
        let what = format!("{} has {} on {}", text(other, "host"), versions(other), text(other, "system"));
        return finding(false, format!("{what}, here are {here} on {system}: install the same on all machines"));
    }
    finding(true, format!("{} machines, {} cores, all with {here} on {system}", machines.len(), told["cores"]))
}

/// The first line that a program prints when it is asked for its version.
fn said(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok().filter(|output| output.status.success())?;
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).lines().next().map(|line| line.trim().to_owned())
}
