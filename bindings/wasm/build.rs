//! Lists the certificates that the page brings along: those that a phone fetches without noticing.

#![allow(clippy::disallowed_methods, reason = "it reads a folder")]

use std::path::Path;
use std::{env, fs};

/// A larger one is in the program and in the repository.
const LARGEST: u64 = 16_000;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/certificates");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("fixtures/certificates is there").filter_map(Result::ok);
    let small = entries.filter(|entry| entry.metadata().is_ok_and(|about| about.len() <= LARGEST));
    let mut names: Vec<String> = small.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".cert"));
    names.sort();
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where")).join("certificates.txt");
    fs::write(out, names.join("\n")).expect("the folder can be written to");
}
