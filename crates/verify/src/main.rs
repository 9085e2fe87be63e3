//! `filetto-verify FILE…`: one line a file, what it proves or its first fault. Exit code 0 if all are proofs, else 1.

#![forbid(unsafe_code)]
// The binary stands outside the house: it reads the files it is given and prints what it found.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: filetto-verify FILE…");
        return ExitCode::from(2);
    }
    let mut all = true;
    for file in files {
        let name = file.display();
        let checked = std::fs::read(&file).map_err(|error| error.to_string());
        match checked.and_then(|bytes| filetto_verify::check(&bytes, Default::default()).map_err(|f| f.to_string())) {
            Ok(proved) => println!("{name}: proved: {proved}"),
            Err(fault) => {
                println!("{name}: REFUSED: {fault}");
                all = false;
            }
        }
    }
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
