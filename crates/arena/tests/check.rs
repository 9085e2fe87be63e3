//! The compliance check finds what is wrong and quotes it.

use filetto_arena::check::{Compliance, Finding, Suspect, check};

fn findings(mode: &str) -> Vec<Finding> {
    let suspect = Suspect { program: env!("CARGO_BIN_EXE_pbrain-dummy").into(), args: vec![mode.to_owned()] };
    let mut heard = 0;
    let found = check(&suspect, &mut |_| heard += 1);
    assert_eq!(heard, found.len());
    found
}

#[test]
fn a_good_engine_breaks_no_rule() {
    let broken: Vec<Finding> =
        findings("good").into_iter().filter(|finding| finding.verdict == Compliance::Broken).collect();
    assert_eq!(broken, []);
}

#[test]
fn a_broken_rule_comes_with_the_offending_line() {
    let found = findings("garbage");
    let begin = found.iter().find(|finding| finding.rule.starts_with("BEGIN")).unwrap();
    assert_eq!(begin.verdict, Compliance::Broken);
    let evidence = begin.evidence.as_ref().unwrap();
    assert_eq!((evidence.sent.as_str(), evidence.heard.starts_with("a banana")), ("BEGIN", true), "{evidence:?}");
    let found = findings("refuses");
    let sizes = found.iter().find(|finding| finding.rule.starts_with("START 20")).unwrap();
    assert_eq!(sizes.evidence.as_ref().unwrap().heard, "ERROR too large for me");
}

#[test]
fn a_program_that_does_not_start_or_dies_breaks_every_rule_it_is_asked_about() {
    let suspect = Suspect { program: "./no-such-program".into(), args: Vec::new() };
    let found = check(&suspect, &mut |_| {});
    assert!(found.iter().all(|finding| finding.verdict == Compliance::Broken));
    assert_eq!(found.len(), 2, "who answers neither ABOUT nor START is asked nothing else");
    let died = findings("dies");
    assert!(died[0].evidence.as_ref().unwrap().heard.contains("exit status: 7"), "{:?}", died[0]);
}
