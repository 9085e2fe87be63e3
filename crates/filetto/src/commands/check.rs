//! `filetto check`: whether somebody's engine keeps to Gomocup's protocol.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use filetto_arena::check::{Compliance, Finding, Suspect, check};
use serde_json::json;

use crate::terminal::print;

#[derive(Args)]
#[command(after_help = "Examples:
  filetto check ./pbrain-mine
  filetto check ./pbrain-mine -- --config quick.toml")]
pub(crate) struct Check {
    /// The engine
    engine: PathBuf,

    /// Its arguments
    #[arg(last = true)]
    args: Vec<String>,

    /// Print one JSON object a rule
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Check) -> Result<()> {
    let suspect = Suspect { program: args.engine.clone(), args: args.args.clone() };
    // A closed pipe is reported when all questions have been asked.
    let mut printed = Ok(());
    let findings = check(&suspect, &mut |finding| {
        if printed.is_ok() {
            printed = print(if args.json { format!("{}\n", as_json(finding)) } else { line(finding) });
        }
    });
    printed?;
    let broken = findings.iter().filter(|finding| finding.verdict == Compliance::Broken).count();
    if broken == 2 && findings.len() == 2 {
        bail!("it answers neither ABOUT nor START as an engine does: nothing else was asked");
    }
    if broken > 0 {
        bail!("{broken} of {} rules are broken", findings.len());
    }
    if args.json { Ok(()) } else { print(format!("all {} rules are kept\n", findings.len())) }
}

fn line(finding: &Finding) -> String {
    let verdict = match finding.verdict {
        Compliance::Kept => "ok",
        Compliance::Optional => "no",
        Compliance::Broken => "BROKEN",
    };
    let mut text = format!("{verdict:<7} {}\n", finding.rule);
    if let Some(evidence) = &finding.evidence {
        text += &format!("          sent      {}\n", evidence.sent);
        text += &format!("          expected  {}\n", evidence.expected);
        text += &format!("          got       {}\n", evidence.heard);
    }
    text
}

fn as_json(finding: &Finding) -> serde_json::Value {
    let verdict = match finding.verdict {
        Compliance::Kept => "kept",
        Compliance::Optional => "optional",
        Compliance::Broken => "broken",
    };
    let evidence = finding.evidence.as_ref();
    json!({
        "rule": finding.rule,
        "verdict": verdict,
        "sent": evidence.map(|evidence| &evidence.sent),
        "expected": evidence.map(|evidence| &evidence.expected),
        "got": evidence.map(|evidence| &evidence.heard),
    })
}
