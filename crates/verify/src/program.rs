//! The program `filetto-verify`: one line a file, what it proves or its first fault.
//!
//! It is a function of the library so that two packages can make a program of it: this one alone, for whoever trusts nothing else,
//! and `filetto`, so that one installation brings all programs.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it reads the files it is given and prints what it found"
)]

use std::ffi::OsString;
use std::process::ExitCode;

/// Checks the files named; 0 if there are some and all are proofs, else 1.
pub fn program(files: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut files = files.into_iter().peekable();
    let mut all = files.peek().is_some();
    if !all {
        println!("usage: filetto-verify FILE…");
    }
    for file in files {
        let bytes = std::fs::read(&file).map_err(|error| error.to_string());
        let checked =
            bytes.and_then(|bytes| crate::check(&bytes, Default::default()).map_err(|fault| fault.to_string()));
        all &= checked.is_ok();
        match checked {
            Ok(proved) => println!("{}: proved: {proved}", file.display()),
            Err(fault) => println!("{}: REFUSED: {fault}", file.display()),
        }
    }
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
