//! `filetto-verify FILE…`: one line a file, what it proves or its first fault. Exit code 0 if all are proofs, else 1.

#![forbid(unsafe_code)]
// The binary reads the files it is given and prints what it found.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut all = std::env::args_os().len() > 1;
    if !all {
        println!("usage: filetto-verify FILE…");
    }
    for file in std::env::args_os().skip(1) {
        let bytes = std::fs::read(&file).map_err(|error| error.to_string());
        let checked =
            bytes.and_then(|bytes| filetto_verify::check(&bytes, Default::default()).map_err(|f| f.to_string()));
        all &= checked.is_ok();
        match checked {
            Ok(proved) => println!("{}: proved: {proved}", file.display()),
            Err(fault) => println!("{}: REFUSED: {fault}", file.display()),
        }
    }
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
