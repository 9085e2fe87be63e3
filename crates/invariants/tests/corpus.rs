//! Every invariant holds for its corpus, for the corpus with bytes changed, and for any bytes. `fuzz/` looks further, on nightly Rust.

#![allow(clippy::disallowed_methods, reason = "the corpus is files")]

use std::path::PathBuf;

use filetto_invariants::{TARGETS, Target};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target.name);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect()
}

/// A piece of the corpus with some bytes replaced, put in and taken out, or any bytes.
fn mutated(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0..4, any::<u8>());
    let changed = (prop::sample::select(corpus), prop::collection::vec(edit, 0..6)).prop_map(|(mut bytes, edits)| {
        for (place, kind, byte) in edits {
            let at = place.index(bytes.len() + 1);
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.truncate(at),
                _ => bytes.insert(at, byte),
            }
        }
        bytes
    });
    prop_oneof![3 => changed, 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

fn holds(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let corpus = corpus(target);
    assert!(corpus.len() >= 5, "{name} has a corpus of {}", corpus.len());
    corpus.iter().for_each(|bytes| (target.holds)(bytes));
    let config = ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() };
    let any_bytes = |bytes: Vec<u8>| {
        (target.holds)(&bytes);
        Ok(())
    };
    TestRunner::new(config).run(&mutated(corpus), any_bytes).unwrap();
}

#[test]
fn incremental_keys_are_fresh_keys() {
    holds("keys");
}

#[test]
fn a_move_taken_back_leaves_nothing() {
    holds("undo");
}

#[test]
fn a_record_read_written_and_read_is_the_same() {
    holds("records");
}

#[test]
fn moves_read_written_and_read_are_the_same() {
    holds("notation");
}

#[test]
fn the_checker_proves_nothing_that_brute_force_refutes() {
    holds("certificates");
}

#[test]
fn the_checker_takes_any_file() {
    holds("certificate_files");
}

#[test]
fn the_protocol_answers_every_command() {
    holds("protocol");
}

#[test]
fn every_target_is_fuzzed_and_tested() {
    let fuzz = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = std::fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    let here =
        std::fs::read_to_string(file!().rsplit_once('/').map_or("corpus.rs".into(), |(_, name)| {
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
        }))
        .unwrap();
    for Target { name, .. } in TARGETS {
        assert!(fuzz.join("fuzz_targets").join(format!("{name}.rs")).is_file(), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")) && here.contains(&format!("holds(\"{name}\")")));
    }
}
